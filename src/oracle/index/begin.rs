//! Which run an event belongs to, and what a run that begins has from elsewhere.

use super::Index;
use crate::history::{Event, Seen};
use crate::names::{AddressId, LifeId, ReplicaId, Work};
use crate::oracle::places::Style;
use crate::oracle::run::{Reading, Run};

impl Index<'_> {
    /// The last run of this work on this replica and address; a new one, if there is none in this life.
    pub(super) fn run(
        &mut self,
        at: usize,
        event: &Event,
        work: Work,
        address: AddressId,
    ) -> Option<&mut Run> {
        match self.find(event.replica, event.life, work, address) {
            Some(run) => Some(&mut self.runs[run]),
            None => self.begin(at, event, work, address),
        }
    }

    fn find(&self, replica: ReplicaId, life: LifeId, work: Work, address: AddressId) -> Option<usize> {
        let last = self.cells[self.cell(replica, address)?].run;
        let mut chain = std::iter::successors(last, |run| self.runs[*run].before);
        chain.find(|run| self.runs[*run].work == work && self.runs[*run].life == life)
    }

    pub(super) fn begin(
        &mut self,
        at: usize,
        event: &Event,
        work: Work,
        address: AddressId,
    ) -> Option<&mut Run> {
        let cell = self.cell(event.replica, address)?;
        let before = self.cells[cell].run.replace(self.runs.len());
        let mut run = Run {
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
        if self.is_from_listing(&run) {
            let of = (self.places.lane(address)?, self.places.row(address));
            self.listings.read_for(&mut run, &self.truth, of);
        } else if self.places.style(address) == Some(Style::Reconcile) {
            self.share_read(&mut run);
        }
        self.runs.push(run);
        self.runs.last_mut()
    }

    /// Gives the run of a connector the read of the reconcile that it belongs to, as far as its reference goes.
    fn share_read(&self, run: &mut Run) {
        let queue = self.places.queue(run.address);
        let Some(reconcile) = self.find(run.replica, run.life, run.work, queue) else { return };
        let reconcile = &self.runs[reconcile];
        run.read_began = reconcile.read_began;
        run.read = reconcile.read.map(|read| match read.seen {
            Seen::Unreadable => read,
            _ => Reading { seen: self.truth.seen_at(self.places.row(run.address), read.as_of), ..read },
        });
    }
}
