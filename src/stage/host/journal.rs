//! The journal's port: what only the family knows, recorded as events.

use super::sim_host::SimHost;
use crate::family::ports::{Journal, JournalEvent};
use crate::history::EventKind;
use crate::names::{Address, InstanceId};

impl Journal for SimHost {
    fn record(&self, event: JournalEvent<'_>) {
        let id = |address| self.environment.intern(address).0;
        self.record(match event {
            JournalEvent::Received { lane, request, copy, verdict } => {
                EventKind::Received { lane, request, copy, verdict }
            }
            JournalEvent::Enqueued { work, address } => EventKind::Enqueued { work, address: id(address) },
            JournalEvent::Installed { work, instance, revision } => {
                EventKind::Installed { work, instance, revision }
            }
            JournalEvent::Evicted { work, instance } => EventKind::Evicted { work, instance },
            JournalEvent::Kept { work, address, why } => EventKind::Kept { work, address: id(address), why },
            JournalEvent::Invalidated { work, address } => {
                EventKind::Invalidated { work, address: id(address) }
            }
            JournalEvent::Cleared { work } => EventKind::Cleared { work },
        });
    }

    fn new_instance_id(&self, address: &Address) -> InstanceId {
        let (address, _) = self.environment.intern(address);
        let mut identities = self.environment.identities.borrow_mut();
        let nth = identities.entry((self.replica, address)).or_default();
        *nth += 1;
        InstanceId { replica: self.replica, address, nth: *nth }
    }
}
