//! Explanations and invariants under the policies that a lane can have: each ablation shows what it breaks.

use reconverge::history::{BuildFailure, EventKind, Kept, Seen};
use reconverge::names::{
    Cause, Correlation, Invariant, Lane, Policies, ReadError, ReadFrom, Rebuild, Recreate, Rehydrate,
    Revision, Sequence, Unchanged, Work,
};
use reconverge::oracle::Breach;

use crate::forge::{Change, Forge, ORDERS};

fn under(change: impl FnOnce(&mut Policies)) -> Forge {
    let mut forge = Forge::two();
    change(&mut forge.header.policies);
    forge
}

fn breaches(forge: &Forge, invariant: Invariant) -> Vec<Breach> {
    let broken = forge.judge().broken;
    broken.iter().filter(|broken| broken.invariant == invariant).map(|broken| broken.what).collect()
}

#[test]
fn a_coalesced_chance_is_charged_what_its_follow_up_met() {
    let mut forge = under(|policies| policies.queue = reconverge::names::Queue::Coalesce);
    let busy = forge.reload("b", "busy");
    forge.read("b", busy, ORDERS);
    forge.commit("a", "moved", ORDERS, Change::Put);
    forge.publish("a", "moved", ORDERS, true);
    forge.finish("a", "moved", ORDERS);
    let first = forge.follow("moved", "b", 0);
    forge.enqueue("b", first, ORDERS);
    let second = forge.follow("moved", "b", 1);
    forge.enqueue("b", second, ORDERS);
    forge.keep("b", second, ORDERS, Kept::Coalesced { into: first });
    assert_eq!(forge.charges(), [Cause::Swallowed, Cause::Swallowed]);
    forge.begin_read("b", first, ORDERS);
    forge.see("b", first, ORDERS);
    forge.fail_open("b", first, ORDERS, BuildFailure::Failed);
    assert_eq!(forge.charges(), [Cause::BuildFailed, Cause::BuildFailed]);
}

#[test]
fn what_the_queue_drops_is_swallowed_and_what_install_discards_is_ignored() {
    let mut forge = under(|policies| policies.queue = reconverge::names::Queue::DropIfBusy);
    forge.write("a", "moved", ORDERS, Change::Put);
    let work = forge.follow("moved", "b", 0);
    forge.enqueue("b", work, ORDERS);
    forge.keep("b", work, ORDERS, Kept::Swallowed);
    assert_eq!(forge.charges(), [Cause::Swallowed]);
    let mut forge = under(|policies| policies.install = reconverge::names::Install::Clock);
    forge.write("a", "moved", ORDERS, Change::Put);
    let work = forge.follow("moved", "b", 0);
    forge.read("b", work, ORDERS);
    let instance = forge.open("b", work, ORDERS);
    forge.close("b", instance);
    forge.keep("b", work, ORDERS, Kept::Discarded);
    assert_eq!(forge.charges(), [Cause::Ignored]);
    assert_eq!(forge.judge().broken, []);
}

#[test]
fn overlapping_convergences_resurrect_and_overtake() {
    let mut forge = under(|policies| policies.queue = reconverge::names::Queue::Concurrent);
    forge.write("a", "first", ORDERS, Change::Put);
    let first = forge.follow("first", "b", 0);
    forge.read("b", first, ORDERS);
    let older = forge.open("b", first, ORDERS);
    forge.write("a", "second", ORDERS, Change::Put);
    forge.deliver("second", "b", ORDERS);
    forge.install("b", first, older);
    assert_eq!(forge.charges(), [Cause::Overtaken]);
    let by = forge.signal("second", 0);
    let overtaken = Breach::InstalledOvertaken { instance: older, work: first, by };
    assert_eq!(breaches(&forge, Invariant::NoResurrection), [overtaken]);
    let back = Breach::WentBack { work: first, from: Revision(3), to: Revision(2) };
    assert_eq!(breaches(&forge, Invariant::Monotonic), [back]);
}

#[test]
fn a_lagging_source_reads_stale() {
    let mut forge = under(|policies| policies.read_from = ReadFrom::Replica);
    forge.write("a", "gone", ORDERS, Change::Delete);
    let work = forge.follow("gone", "b", 0);
    forge.enqueue("b", work, ORDERS);
    forge.begin_read("b", work, ORDERS);
    forge.see_as_of("b", work, ORDERS, Sequence(1), Seen::Present);
    forge.keep("b", work, ORDERS, Kept::Unchanged);
    assert_eq!(forge.charges(), [Cause::StaleRead]);
    assert_eq!(forge.judge().inconsistent, []);
}

#[test]
fn a_listing_of_a_lagging_source_is_stale_as_well() {
    let mut forge = Forge::new();
    forge.header.policies.read_from = ReadFrom::Replica;
    forge.boot("a");
    let boot = forge.begin("b");
    forge.write("a", "new", ORDERS, Change::Put);
    forge.subscribe("b");
    let correlation = Correlation::of(boot);
    forge.record("b", EventKind::ListBegan { correlation, lane: Lane::Datasource });
    forge
        .record("b", EventKind::Listed { correlation, lane: Lane::Datasource, as_of: Sequence(0), ok: true });
    forge.serve("b");
    assert_eq!(forge.charges(), [Cause::StaleRead]);
    forge.crash("b");
    let boot = forge.begin("b");
    forge.subscribe("b");
    forge.list_only("b", boot, true);
    forge.converge("b", boot, ORDERS);
    forge.serve("b");
    assert_eq!(forge.judge().stale, []);
}

#[test]
fn of_several_attempts_the_last_one_counts() {
    let mut forge = under(|policies| policies.read_error = ReadError::Retry);
    forge.write("a", "gone", ORDERS, Change::Delete);
    let work = forge.follow("gone", "b", 0);
    forge.enqueue("b", work, ORDERS);
    let address = forge.address(ORDERS);
    let attempt = |forge: &mut Forge, attempt: u16, seen: Seen| {
        let (correlation, as_of) = (Correlation { work, attempt }, forge.sequence());
        forge.record("b", EventKind::ReadBegan { correlation, address });
        forge.record("b", EventKind::Read { correlation, address, as_of, seen });
    };
    attempt(&mut forge, 0, Seen::Unreadable);
    attempt(&mut forge, 1, Seen::Unreadable);
    let mut healed = forge.judge();
    assert_eq!(healed.stale.pop().and_then(|stale| stale.cause), Some(Cause::ReadError));
    attempt(&mut forge, 2, Seen::Absent);
    forge.evict("b", work, ORDERS);
    assert!(forge.judge().is_clean(), "{:#?}", forge.judge());
}

#[test]
fn an_error_that_is_taken_for_absence_evicts_unread() {
    let mut forge = under(|policies| policies.read_error = ReadError::TreatAsGone);
    let instance = forge.held("b", ORDERS).expect("given");
    let work = forge.reload("b", "again");
    forge.enqueue("b", work, ORDERS);
    forge.begin_read("b", work, ORDERS);
    forge.see_as_of("b", work, ORDERS, forge.sequence(), Seen::Unreadable);
    forge.evict("b", work, ORDERS);
    assert_eq!(breaches(&forge, Invariant::NothingLost), [Breach::EvictedUnread { instance, work }]);
    assert_eq!(forge.charges(), [Cause::ReadError, Cause::Overtaken], "what its boot had installed is gone");
}

#[test]
fn closing_before_building_leaves_a_gap_and_nothing_else() {
    let mut forge = under(|policies| policies.rebuild = Rebuild::CloseThenBuild);
    let old = forge.held("b", ORDERS).expect("given");
    forge.write("a", "moved", ORDERS, Change::Put);
    let work = forge.follow("moved", "b", 0);
    forge.read("b", work, ORDERS);
    forge.evict("b", work, ORDERS);
    let new = forge.open("b", work, ORDERS);
    forge.install("b", work, new);
    let findings = forge.judge();
    let whats: Vec<_> = findings.broken.iter().map(|broken| broken.what).collect();
    assert_eq!(whats, [Breach::ClosedFirst { instance: old, work }]);
    assert!(findings.stale.is_empty() && findings.inconsistent.is_empty());
}

#[test]
fn rebuilding_what_is_unchanged_churns() {
    let mut forge = under(|policies| policies.unchanged = Unchanged::AlwaysRebuild);
    let old = forge.held("b", ORDERS).expect("given");
    let work = forge.reload("b", "again");
    forge.read("b", work, ORDERS);
    let new = forge.open("b", work, ORDERS);
    forge.install("b", work, new);
    assert_eq!(breaches(&forge, Invariant::NoChurn), [Breach::Churned { old, new, work }]);
}

/// b lists the rows for a reload, then follows `second`; what the listing held is being built.
fn from_listing() -> (Forge, Work) {
    let mut forge = under(|policies| policies.rehydrate = Rehydrate::FromListing);
    forge.write("a", "first", ORDERS, Change::Put);
    forge.drop("first", "b");
    let work = forge.reload("b", "again");
    forge.list_only("b", work, true);
    (forge, work)
}

#[test]
fn what_a_listing_held_is_what_it_read() {
    let (mut forge, work) = from_listing();
    let instance = forge.open("b", work, ORDERS);
    forge.install("b", work, instance);
    assert!(forge.judge().is_clean(), "{:#?}", forge.judge());
    let (mut forge, work) = from_listing();
    forge.fail_open("b", work, ORDERS, BuildFailure::Refused);
    assert_eq!(forge.charges(), [Cause::LostDelivery, Cause::Upstream]);
}

#[test]
fn what_a_listing_held_overtakes_and_resurrects() {
    let (mut forge, work) = from_listing();
    let instance = forge.open("b", work, ORDERS);
    forge.write("a", "second", ORDERS, Change::Put);
    forge.deliver("second", "b", ORDERS);
    forge.install("b", work, instance);
    assert_eq!(forge.charges(), [Cause::Overtaken]);
    let by = forge.signal("second", 0);
    let what = Breach::InstalledOvertaken { instance, work, by };
    assert_eq!(breaches(&forge, Invariant::NoResurrection), [what]);
    assert_eq!(breaches(&forge, Invariant::Monotonic).len(), 1);
}

#[test]
fn revisions_that_count_from_one_do_not_go_back() {
    let mut forge = under(|policies| policies.recreate = Recreate::SameNameSameRow);
    forge.write("a", "moved", ORDERS, Change::Put);
    forge.deliver("moved", "b", ORDERS);
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.deliver("gone", "b", ORDERS);
    forge.write("a", "anew", ORDERS, Change::Put);
    forge.deliver("anew", "b", ORDERS);
    for event in &mut forge.events {
        if let EventKind::Committed { version, .. } = &mut event.kind
            && version.sequence == Sequence(4)
        {
            version.revision = Revision(1);
        }
    }
    assert_eq!(forge.judge().broken, []);
}
