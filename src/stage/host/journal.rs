//! The journal's port: what only the family knows, recorded as events.

use super::sim_host::SimHost;
use crate::family::ports::{Journal, Note};
use crate::history::EventKind;
use crate::names::{Address, InstanceId};

impl Journal for SimHost {
    fn note(&self, note: Note<'_>) {
        let id = |address| self.environment.intern(address).0;
        self.record(match note {
            Note::Received { lane, request, copy, verdict } => {
                EventKind::Received { lane, request, copy, verdict }
            }
            Note::Enqueued { work, address } => EventKind::Enqueued { work, address: id(address) },
            Note::Installed { work, instance, revision } => EventKind::Installed { work, instance, revision },
            Note::Evicted { work, instance } => EventKind::Evicted { work, instance },
            Note::Kept { work, address, why } => EventKind::Kept { work, address: id(address), why },
            Note::Invalidated { work, address } => EventKind::Invalidated { work, address: id(address) },
            Note::Cleared { work } => EventKind::Cleared { work },
        });
    }

    fn identity(&self, address: &Address) -> InstanceId {
        let (address, _) = self.environment.intern(address);
        let mut identities = self.environment.identities.borrow_mut();
        let nth = identities.entry((self.replica, address)).or_default();
        *nth += 1;
        InstanceId { replica: self.replica, address, nth: *nth }
    }
}
