//! Adding a broken invariant to the findings.

use crate::names::{AddressId, Invariant};
use crate::oracle::finding::{Breach, BrokenInvariant, Findings};
use crate::oracle::index::Index;

impl Findings {
    /// Records a broken invariant that an event shows, on the replica and at the time of that event.
    pub(super) fn record_broken(
        &mut self,
        index: &Index<'_>,
        invariant: Invariant,
        (event, address): (usize, AddressId),
        breach: Breach,
    ) {
        let shown_by = index.event(event);
        let (at, replica) = (shown_by.at, shown_by.replica);
        self.broken.push(BrokenInvariant { invariant, at, replica, address, event: Some(event), breach });
    }
}
