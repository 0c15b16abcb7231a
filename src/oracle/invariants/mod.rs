//! What must hold at every event, one invariant in each file; a broken one does not end the run.

mod address_only;
mod code_untouched;
mod converge_writes_nothing;
mod door_answers_rows;
mod evicts;
mod monotonic;
mod no_churn;
mod no_echo;
mod no_gap;
mod no_leak;
mod no_phantom;
mod no_resurrection;
mod nothing_lost;
mod refused_silent;

use super::finding::{Breach, Broken, Findings};
use super::index::Index;
use crate::names::{AddressId, Invariant};

/// Checks all of them, by number.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    no_resurrection::check(index, findings);
    no_phantom::check(index, findings);
    monotonic::check(index, findings);
    no_churn::check(index, findings);
    no_gap::check(index, findings);
    code_untouched::check(index, findings);
    address_only::check(index, findings);
    refused_silent::check(index, findings);
    no_echo::check(index, findings);
    nothing_lost::check(index, findings);
    no_leak::check(index, findings);
    converge_writes_nothing::check(index, findings);
    door_answers_rows::check(index, findings);
}

impl Findings {
    /// Records an invariant that an event shows broken, on the replica of that event.
    fn broke(&mut self, index: &Index<'_>, invariant: Invariant, shown: (usize, AddressId), what: Breach) {
        let (event, address) = shown;
        let recorded = index.event(event);
        let (at, replica) = (recorded.at, recorded.replica);
        self.broken.push(Broken { invariant, at, replica, address, event: Some(event), what });
    }
}
