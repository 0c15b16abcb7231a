//! Which run an event belongs to, and what a run that begins has from elsewhere.

use super::Index;
use crate::history::{Event, Seen};
use crate::names::{AddressId, LifeId, ReplicaId, Style, Work};
use crate::oracle::convergence::{Convergence, Reading};

impl Index<'_> {
    /// The last run of this work on this replica and address; a new one, if there is none in this life.
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
        let last = self.cells[self.cell(replica, address)?].convergence;
        let mut chain = std::iter::successors(last, |convergence| self.convergences[*convergence].before);
        chain.find(|convergence| {
            self.convergences[*convergence].work == work && self.convergences[*convergence].life == life
        })
    }

    pub(super) fn begin(
        &mut self,
        at: usize,
        event: &Event,
        work: Work,
        address: AddressId,
    ) -> Option<&mut Convergence> {
        let cell = self.cell(event.replica, address)?;
        let before = self.cells[cell].convergence.replace(self.convergences.len());
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
            closed: None,
            closed_again: None,
            is_gone: false,
            ended: None,
            before,
        };
        if self.is_from_listing(&convergence) {
            let of = (self.layout.lane(address)?, self.layout.row(address));
            self.listings.read_for(&mut convergence, &self.truth, of);
        } else if self.layout.style(address) == Some(Style::Reconcile) {
            self.share_read(&mut convergence);
        }
        self.convergences.push(convergence);
        self.convergences.last_mut()
    }

    /// Gives the run of a connector the read of the reconcile that it belongs to, as far as its reference goes.
    fn share_read(&self, convergence: &mut Convergence) {
        let queue = self.layout.queue(convergence.address);
        let Some(reconcile) = self.find(convergence.replica, convergence.life, convergence.work, queue)
        else {
            return;
        };
        let reconcile = &self.convergences[reconcile];
        convergence.read_began = reconcile.read_began;
        convergence.read = reconcile.read.map(|read| match read.seen {
            Seen::Unreadable => read,
            _ => {
                Reading { seen: self.truth.seen_at(self.layout.row(convergence.address), read.as_of), ..read }
            }
        });
    }
}
