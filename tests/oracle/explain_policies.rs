//! Explanations and invariants under other policies: what each ablation breaks.

use reconverge::history::{BuildFailure, EventKind, Kept, ReadResult};
use reconverge::names::{
    Cause, Correlation, Invariant, Lane, Policies, ReadError, ReadFrom, Rebuild, Recreate, Rehydrate,
    Revision, Sequence, Unchanged, Work,
};
use reconverge::oracle::Breach;

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};

fn under(change: impl FnOnce(&mut Policies)) -> ScriptedCluster {
    let mut cluster = ScriptedCluster::booted();
    change(&mut cluster.header.policies);
    cluster
}

fn breaches(cluster: &ScriptedCluster, invariant: Invariant) -> Vec<Breach> {
    let broken = cluster.judge().broken;
    broken.iter().filter(|broken| broken.invariant == invariant).map(|broken| broken.breach).collect()
}

#[test]
fn a_coalesced_chance_is_charged_what_its_follow_up_met() {
    let mut cluster = under(|policies| policies.queue = reconverge::names::Queue::Coalesce);
    let busy = cluster.reload("b", "busy");
    cluster.read("b", busy, ORDERS);
    cluster.commit("a", "moved", ORDERS, Change::Put);
    cluster.publish("a", "moved", ORDERS, true);
    cluster.finish("a", "moved", ORDERS);
    let first = cluster.follow("moved", "b", 0);
    cluster.enqueue("b", first, ORDERS);
    let second = cluster.follow("moved", "b", 1);
    cluster.enqueue("b", second, ORDERS);
    cluster.keep("b", second, ORDERS, Kept::Coalesced { into: first });
    assert_eq!(cluster.charges(), [Cause::Swallowed, Cause::Swallowed]);
    cluster.begin_read("b", first, ORDERS);
    cluster.finish_read("b", first, ORDERS);
    cluster.fail_open("b", first, ORDERS, BuildFailure::Failed);
    assert_eq!(cluster.charges(), [Cause::BuildFailed, Cause::BuildFailed]);
}

#[test]
fn what_the_queue_drops_is_swallowed_and_what_install_discards_is_ignored() {
    let mut cluster = under(|policies| policies.queue = reconverge::names::Queue::DropIfBusy);
    cluster.write("a", "moved", ORDERS, Change::Put);
    let work = cluster.follow("moved", "b", 0);
    cluster.enqueue("b", work, ORDERS);
    cluster.keep("b", work, ORDERS, Kept::Swallowed);
    assert_eq!(cluster.charges(), [Cause::Swallowed]);
    let mut cluster = under(|policies| policies.install = reconverge::names::Install::Clock);
    cluster.write("a", "moved", ORDERS, Change::Put);
    let work = cluster.follow("moved", "b", 0);
    cluster.read("b", work, ORDERS);
    let instance = cluster.open("b", work, ORDERS);
    cluster.close("b", instance);
    cluster.keep("b", work, ORDERS, Kept::Discarded);
    assert_eq!(cluster.charges(), [Cause::Ignored]);
    assert_eq!(cluster.judge().broken, []);
}

#[test]
fn overlapping_convergences_resurrect_and_overtake() {
    let mut cluster = under(|policies| policies.queue = reconverge::names::Queue::Concurrent);
    cluster.write("a", "first", ORDERS, Change::Put);
    let first = cluster.follow("first", "b", 0);
    cluster.read("b", first, ORDERS);
    let older = cluster.open("b", first, ORDERS);
    cluster.write("a", "second", ORDERS, Change::Put);
    cluster.deliver("second", "b", ORDERS);
    cluster.install("b", first, older);
    assert_eq!(cluster.charges(), [Cause::Overtaken]);
    let by = cluster.signal("second", 0);
    let overtaken = Breach::InstalledOvertaken { instance: older, work: first, by };
    assert_eq!(breaches(&cluster, Invariant::NoResurrection), [overtaken]);
    let back = Breach::WentBack { work: first, from: Revision(3), to: Revision(2) };
    assert_eq!(breaches(&cluster, Invariant::Monotonic), [back]);
}

#[test]
fn a_lagging_source_reads_stale() {
    let mut cluster = under(|policies| policies.read_from = ReadFrom::Replica);
    cluster.write("a", "gone", ORDERS, Change::Delete);
    let work = cluster.follow("gone", "b", 0);
    cluster.enqueue("b", work, ORDERS);
    cluster.begin_read("b", work, ORDERS);
    cluster.finish_read_as_of("b", work, ORDERS, Sequence(1), ReadResult::Present);
    cluster.keep("b", work, ORDERS, Kept::Unchanged);
    assert_eq!(cluster.charges(), [Cause::StaleRead]);
    assert_eq!(cluster.judge().inconsistent, []);
}

#[test]
fn a_listing_of_a_lagging_source_is_stale_as_well() {
    let mut cluster = ScriptedCluster::new();
    cluster.header.policies.read_from = ReadFrom::Replica;
    cluster.boot("a");
    let boot = cluster.begin("b");
    cluster.write("a", "new", ORDERS, Change::Put);
    cluster.subscribe("b");
    let correlation = Correlation::of(boot);
    cluster.record("b", EventKind::ListBegan { correlation, lane: Lane::Datasource });
    cluster
        .record("b", EventKind::Listed { correlation, lane: Lane::Datasource, as_of: Sequence(0), ok: true });
    cluster.serve("b");
    assert_eq!(cluster.charges(), [Cause::StaleRead]);
    cluster.crash("b");
    let boot = cluster.begin("b");
    cluster.subscribe("b");
    cluster.list_only("b", boot, true);
    cluster.converge("b", boot, ORDERS);
    cluster.serve("b");
    assert_eq!(cluster.judge().stale, []);
}

#[test]
fn of_several_attempts_the_last_one_counts() {
    let mut cluster = under(|policies| policies.read_error = ReadError::Retry);
    cluster.write("a", "gone", ORDERS, Change::Delete);
    let work = cluster.follow("gone", "b", 0);
    cluster.enqueue("b", work, ORDERS);
    let address = cluster.address(ORDERS);
    let attempt = |cluster: &mut ScriptedCluster, attempt: u16, result: ReadResult| {
        let (correlation, as_of) = (Correlation { work, attempt }, cluster.sequence());
        cluster.record("b", EventKind::ReadBegan { correlation, address });
        cluster.record("b", EventKind::Read { correlation, address, as_of, result });
    };
    attempt(&mut cluster, 0, ReadResult::Unreadable);
    attempt(&mut cluster, 1, ReadResult::Unreadable);
    let mut healed = cluster.judge();
    assert_eq!(healed.stale.pop().and_then(|stale| stale.cause), Some(Cause::ReadError));
    attempt(&mut cluster, 2, ReadResult::Absent);
    cluster.evict("b", work, ORDERS);
    assert!(cluster.judge().is_clean(), "{:#?}", cluster.judge());
}

#[test]
fn an_error_that_is_taken_for_absence_evicts_unread() {
    let mut cluster = under(|policies| policies.read_error = ReadError::TreatAsGone);
    let instance = cluster.held("b", ORDERS).expect("given");
    let work = cluster.reload("b", "again");
    cluster.enqueue("b", work, ORDERS);
    cluster.begin_read("b", work, ORDERS);
    cluster.finish_read_as_of("b", work, ORDERS, cluster.sequence(), ReadResult::Unreadable);
    cluster.evict("b", work, ORDERS);
    assert_eq!(breaches(&cluster, Invariant::NothingLost), [Breach::EvictedUnread { instance, work }]);
    assert_eq!(
        cluster.charges(),
        [Cause::ReadError, Cause::Overtaken],
        "what its boot had installed is gone"
    );
}

#[test]
fn closing_before_building_leaves_a_gap_and_nothing_else() {
    let mut cluster = under(|policies| policies.rebuild = Rebuild::CloseThenBuild);
    let old = cluster.held("b", ORDERS).expect("given");
    cluster.write("a", "moved", ORDERS, Change::Put);
    let work = cluster.follow("moved", "b", 0);
    cluster.read("b", work, ORDERS);
    cluster.evict("b", work, ORDERS);
    let new = cluster.open("b", work, ORDERS);
    cluster.install("b", work, new);
    let findings = cluster.judge();
    let found: Vec<_> = findings.broken.iter().map(|broken| broken.breach).collect();
    assert_eq!(found, [Breach::ClosedFirst { instance: old, work }]);
    assert!(findings.stale.is_empty() && findings.inconsistent.is_empty());
}

#[test]
fn rebuilding_what_is_unchanged_churns() {
    let mut cluster = under(|policies| policies.unchanged = Unchanged::AlwaysRebuild);
    let old = cluster.held("b", ORDERS).expect("given");
    let work = cluster.reload("b", "again");
    cluster.read("b", work, ORDERS);
    let new = cluster.open("b", work, ORDERS);
    cluster.install("b", work, new);
    assert_eq!(breaches(&cluster, Invariant::NoChurn), [Breach::Churned { old, new, work }]);
}

/// b lists the rows for a reload, then follows `second`, while an instance from the listing is being built.
fn from_listing() -> (ScriptedCluster, Work) {
    let mut cluster = under(|policies| policies.rehydrate = Rehydrate::FromListing);
    cluster.write("a", "first", ORDERS, Change::Put);
    cluster.drop_delivery("first", "b");
    let work = cluster.reload("b", "again");
    cluster.list_only("b", work, true);
    (cluster, work)
}

#[test]
fn what_a_listing_held_is_what_it_read() {
    let (mut cluster, work) = from_listing();
    let instance = cluster.open("b", work, ORDERS);
    cluster.install("b", work, instance);
    assert!(cluster.judge().is_clean(), "{:#?}", cluster.judge());
    let (mut cluster, work) = from_listing();
    cluster.fail_open("b", work, ORDERS, BuildFailure::Refused);
    assert_eq!(cluster.charges(), [Cause::LostDelivery, Cause::Upstream]);
}

#[test]
fn what_a_listing_held_overtakes_and_resurrects() {
    let (mut cluster, work) = from_listing();
    let instance = cluster.open("b", work, ORDERS);
    cluster.write("a", "second", ORDERS, Change::Put);
    cluster.deliver("second", "b", ORDERS);
    cluster.install("b", work, instance);
    assert_eq!(cluster.charges(), [Cause::Overtaken]);
    let by = cluster.signal("second", 0);
    let breach = Breach::InstalledOvertaken { instance, work, by };
    assert_eq!(breaches(&cluster, Invariant::NoResurrection), [breach]);
    assert_eq!(breaches(&cluster, Invariant::Monotonic).len(), 1);
}

#[test]
fn revisions_that_count_from_one_do_not_go_back() {
    let mut cluster = under(|policies| policies.recreate = Recreate::SameNameSameRow);
    cluster.write("a", "moved", ORDERS, Change::Put);
    cluster.deliver("moved", "b", ORDERS);
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.deliver("gone", "b", ORDERS);
    cluster.write("a", "anew", ORDERS, Change::Put);
    cluster.deliver("anew", "b", ORDERS);
    for event in &mut cluster.events {
        if let EventKind::Committed { version, .. } = &mut event.kind
            && version.sequence == Sequence(4)
        {
            version.revision = Revision(1);
        }
    }
    assert_eq!(cluster.judge().broken, []);
}
