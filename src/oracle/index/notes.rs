//! What an index takes note of while it walks over the events: reads, builds, closes and ends.

use super::Index;
use crate::history::{Event, What};
use crate::names::{AddressId, InstanceId, ReplicaId};
use crate::oracle::run::{End, Reading, Store};

impl Index<'_> {
    pub(super) fn note_read(&mut self, at: usize, event: &Event) {
        match event.what {
            What::ReadBegan { correlation, address } => {
                if let Some(run) = self.run(at, event, correlation.work, address) {
                    run.read_began = Some((at, correlation.attempt));
                }
            }
            What::Read { correlation, address, as_of, seen } => {
                let Some(run) = self.run(at, event, correlation.work, address) else { return };
                let awaited = run.read_began.is_none_or(|(_, attempt)| attempt == correlation.attempt);
                if awaited && run.ended.is_none() {
                    run.read = Some(Reading { event: at, as_of, seen });
                }
            }
            _ => {}
        }
    }

    pub(super) fn note_open(&mut self, at: usize, event: &Event) {
        match event.what {
            What::OpenBegan { correlation, address } => {
                if let Some(run) = self.run(at, event, correlation.work, address) {
                    run.open_began = Some(at);
                }
            }
            What::Opened { correlation, instance } => {
                if let Some(run) = self.run(at, event, correlation.work, instance.address) {
                    run.opened = Some((at, instance));
                }
            }
            What::OpenFailed { correlation, address, why } => {
                if let Some(run) = self.run(at, event, correlation.work, address) {
                    run.open_failed = Some((at, why));
                }
            }
            _ => {}
        }
    }

    pub(super) fn note_close(&mut self, at: usize, event: &Event, instance: InstanceId) {
        let Some(cell) = self.cell(instance.replica, instance.address) else { return };
        let opened = |run: &usize| self.runs[*run].opened.is_some_and(|(_, opened)| opened == instance);
        let mut chain = std::iter::successors(self.cells[cell].run, |run| self.runs[*run].before);
        let Some(run) = chain.find(opened).map(|run| &mut self.runs[run]) else { return };
        if matches!(event.what, What::Closed { .. }) {
            run.is_gone = true;
            return;
        }
        let slot = if run.closed.is_none() { &mut run.closed } else { &mut run.closed_again };
        *slot = slot.or(Some(at));
    }

    pub(super) fn note_end(&mut self, at: usize, event: &Event) {
        let (work, address, end, now) = match event.what {
            What::Installed { work, instance, .. } => {
                (work, instance.address, End::Installed(instance), Some(Some(instance)))
            }
            What::Evicted { work, instance } => (work, instance.address, End::Evicted(instance), Some(None)),
            What::Kept { work, address, why } => (work, address, End::Kept(why), None),
            _ => return,
        };
        let Some(run) = self.run(at, event, work, address) else { return };
        run.ended = Some((at, end));
        if let End::Installed(instance) = end {
            run.installed = Some((at, instance));
        }
        if let Some(now) = now {
            self.store(at, event.replica, address, now);
        }
    }

    /// Appends a change of the registry that the last run of `work` made.
    fn store(&mut self, at: usize, replica: ReplicaId, address: AddressId, now: Option<InstanceId>) {
        let Some(cell) = self.cell(replica, address) else { return };
        let life = self.event(at).life;
        let ended = |run: &usize| self.runs[*run].ended.is_some_and(|(event, _)| event == at);
        let mut chain = std::iter::successors(self.cells[cell].run, |run| self.runs[*run].before);
        let Some(run) = chain.find(ended) else { return };
        let same_life = |store: &usize| self.event(self.stores[*store].event).life == life;
        let before = self.cells[cell].store.filter(same_life);
        self.cells[cell].store = Some(self.stores.len());
        self.stores.push(Store { event: at, run, now, before });
    }
}
