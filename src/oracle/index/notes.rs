//! What an index takes note of while it walks over the events: reads, builds, closes and ends.

use super::Index;
use crate::history::{Event, EventKind};
use crate::names::{AddressId, InstanceId, ReplicaId};
use crate::oracle::convergence::{End, Reading, RegistryChange};

impl Index<'_> {
    pub(super) fn note_read(&mut self, at: usize, event: &Event) {
        match event.kind {
            EventKind::ReadBegan { correlation, address } => {
                if let Some(convergence) = self.convergence(at, event, correlation.work, address) {
                    convergence.read_began = Some((at, correlation.attempt));
                }
            }
            EventKind::Read { correlation, address, as_of, seen } => {
                let Some(convergence) = self.convergence(at, event, correlation.work, address) else {
                    return;
                };
                let awaited =
                    convergence.read_began.is_none_or(|(_, attempt)| attempt == correlation.attempt);
                if awaited && convergence.ended.is_none() {
                    convergence.read = Some(Reading { event: at, as_of, seen });
                }
            }
            _ => {}
        }
    }

    pub(super) fn note_open(&mut self, at: usize, event: &Event) {
        match event.kind {
            EventKind::OpenBegan { correlation, address } => {
                if let Some(convergence) = self.convergence(at, event, correlation.work, address) {
                    convergence.open_began = Some(at);
                }
            }
            EventKind::Opened { correlation, instance } => {
                if let Some(convergence) = self.convergence(at, event, correlation.work, instance.address) {
                    convergence.opened = Some((at, instance));
                }
            }
            EventKind::OpenFailed { correlation, address, why } => {
                if let Some(convergence) = self.convergence(at, event, correlation.work, address) {
                    convergence.open_failed = Some((at, why));
                }
            }
            _ => {}
        }
    }

    pub(super) fn note_close(&mut self, at: usize, event: &Event, instance: InstanceId) {
        let Some(cell) = self.cell(instance.replica, instance.address) else { return };
        let opened = |convergence: &usize| {
            self.convergences[*convergence].opened.is_some_and(|(_, opened)| opened == instance)
        };
        let mut chain = std::iter::successors(self.cells[cell].convergence, |convergence| {
            self.convergences[*convergence].before
        });
        let Some(convergence) = chain.find(opened).map(|convergence| &mut self.convergences[convergence])
        else {
            return;
        };
        if matches!(event.kind, EventKind::Closed { .. }) {
            convergence.is_gone = true;
            return;
        }
        let slot = if convergence.closed.is_none() {
            &mut convergence.closed
        } else {
            &mut convergence.closed_again
        };
        *slot = slot.or(Some(at));
    }

    pub(super) fn note_end(&mut self, at: usize, event: &Event) {
        let (work, address, end, now) = match event.kind {
            EventKind::Installed { work, instance, .. } => {
                (work, instance.address, End::Installed(instance), Some(Some(instance)))
            }
            EventKind::Evicted { work, instance } => {
                (work, instance.address, End::Evicted(instance), Some(None))
            }
            EventKind::Kept { work, address, why } => (work, address, End::Kept(why), None),
            _ => return,
        };
        let Some(convergence) = self.convergence(at, event, work, address) else { return };
        convergence.ended = Some((at, end));
        if let End::Installed(instance) = end {
            convergence.installed = Some((at, instance));
        }
        if let Some(now) = now {
            self.change(at, event.replica, address, now);
        }
    }

    /// Appends a change of the registry that the last run of `work` made.
    fn change(&mut self, at: usize, replica: ReplicaId, address: AddressId, now: Option<InstanceId>) {
        let Some(cell) = self.cell(replica, address) else { return };
        let life = self.event(at).life;
        let ended =
            |convergence: &usize| self.convergences[*convergence].ended.is_some_and(|(event, _)| event == at);
        let mut chain = std::iter::successors(self.cells[cell].convergence, |convergence| {
            self.convergences[*convergence].before
        });
        let Some(convergence) = chain.find(ended) else { return };
        let same_life = |change: &usize| self.event(self.changes[*change].event).life == life;
        let before = self.cells[cell].change.filter(same_life);
        self.cells[cell].change = Some(self.changes.len());
        self.changes.push(RegistryChange { event: at, convergence, now, before });
    }
}
