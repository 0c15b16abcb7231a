//! Which convergence an event belongs to, and what a new convergence inherits.
//!
//! Work, address and life identify a convergence. A convergence that installs from a listing, and an attempt at a
//! connector, send no read of their own: each inherits the read of the listing or of the reconcile.

use super::lookup::Index;
use crate::history::{Event, ReadResult};
use crate::names::Style;
use crate::names::{AddressId, LifeId, ReplicaId, Work};
use crate::oracle::convergence::{Convergence, ReadRecord};

impl Index<'_> {
    /// The last convergence of this work on this replica and address in this life; a new one if there is none.
    pub(super) fn convergence(
        &mut self,
        at: usize,
        event: &Event,
        work: Work,
        address: AddressId,
    ) -> Option<&mut Convergence> {
        match self.find(event.replica, event.life, work, address) {
            Some(convergence) => Some(&mut self.convergences[convergence]),
            None => self.begin(at, event, work, address),
        }
    }

    fn find(&self, replica: ReplicaId, life: LifeId, work: Work, address: AddressId) -> Option<usize> {
        let slot = self.slot(replica, address)?;
        self.find_in(slot, |convergence| convergence.work == work && convergence.life == life)
    }

    /// The last convergence of a replica and address that fits, by index.
    pub(super) fn find_in(&self, slot: usize, fits: impl Fn(&Convergence) -> bool) -> Option<usize> {
        let last = self.last[slot].convergence;
        let mut chain = std::iter::successors(last, |convergence| self.convergences[*convergence].previous);
        chain.find(|convergence| fits(&self.convergences[*convergence]))
    }

    /// Begins a convergence with this event.
    pub(super) fn begin(
        &mut self,
        at: usize,
        event: &Event,
        work: Work,
        address: AddressId,
    ) -> Option<&mut Convergence> {
        let slot = self.slot(event.replica, address)?;
        let previous = self.last[slot].convergence.replace(self.convergences.len());
        let mut convergence = Convergence {
            replica: event.replica,
            life: event.life,
            address,
            work,
            first: at,
            enqueued: None,
            read_began: None,
            read: None,
            open_began: None,
            opened: None,
            installed: None,
            open_failed: None,
            close_began: None,
            close_began_again: None,
            is_closed: false,
            ended: None,
            previous,
        };
        if self.installs_listing(&convergence) {
            let of = (self.layout.lane(address)?, self.layout.row(address));
            self.listings.read_for(&mut convergence, &self.truth, of);
        } else if self.layout.style(address) == Some(Style::Reconcile) {
            self.inherit_read_of_reconcile(&mut convergence);
        }
        self.convergences.push(convergence);
        self.convergences.last_mut()
    }

    /// Gives an attempt at a connector the read of the reconcile that it belongs to, reduced to the row of its own
    /// reference.
    fn inherit_read_of_reconcile(&self, convergence: &mut Convergence) {
        let queue = self.layout.queue(convergence.address);
        let Some(reconcile) = self.find(convergence.replica, convergence.life, convergence.work, queue)
        else {
            return;
        };
        let reconcile = &self.convergences[reconcile];
        convergence.read_began = reconcile.read_began;
        convergence.read = reconcile.read.map(|read| match read.result {
            ReadResult::Unreadable => read,
            // The reconcile read all rows at once; whether the one of this reference was there, only the commits say.
            ReadResult::Present | ReadResult::Absent => {
                let result = self.truth.read_at(self.layout.row(convergence.address), read.as_of);
                ReadRecord { result, ..read }
            }
        });
    }
}
