//! Which chances there were.

use super::case::StaleCase;
use super::{attach, cache, delivery, publish, queue};
use crate::history::EventKind;
use crate::names::Style;
use crate::oracle::finding::Charge;

/// All chances of a stale entry, charged; in no particular order.
pub fn of(case: StaleCase<'_, '_>) -> Vec<Charge> {
    let mut charges = Vec::new();
    // Signals come first: what follows skips the work that a signal is already charged for.
    charge_due_signal(case, &mut charges);
    charge_later_signals(case, &mut charges);
    match case.style {
        Style::Cache => cache::charge(case, &mut charges),
        Style::Resource | Style::Reconcile => queue::charge(case, &mut charges),
    }
    charges.extend(attach::charge(case));
    charges
}

/// Charges the signal due for the commit, sent or not. The writer's own signal is no chance.
fn charge_due_signal(case: StaleCase<'_, '_>, charges: &mut Vec<Charge>) {
    if case.is_writer() {
        return;
    }
    let request = case.commit.request;
    match case.published(request) {
        Some(published) => delivery::charge(case, request, published, charges),
        None => charges.extend(publish::charge_unpublished(case)),
    }
}

/// Charges the other signals that concern the entry and were published after the commit.
fn charge_later_signals(case: StaleCase<'_, '_>, charges: &mut Vec<Charge>) {
    for (at, event) in case.index.history.events.iter().enumerate().skip(case.commit.event) {
        let EventKind::Published { request, address, ok: true } = event.kind else { continue };
        let is_own = event.replica == case.replica && event.life == case.life.id;
        if case.is_about(address) && request != case.commit.request && !is_own {
            delivery::charge(case, request, at, charges);
        }
    }
}
