//! The invariants on the lanes 1, 2 and 4: each red in one history, and green in a similar one.

use reconverge::history::{EventKind, ReadResult};
use reconverge::names::{Invariant, OwnWrite, Policies, Rebuild, Revision, Sequence, Work};
use reconverge::oracle::{Breach, judge};

use crate::scripted_cluster::{
    CRM, Change, ITEM, KEY, LISTING, OBJECT, OTHER_ITEM, RECONCILE, ScriptedCluster,
};

/// The broken invariants.
pub fn broken(cluster: &ScriptedCluster) -> Vec<(Invariant, Breach)> {
    cluster.judge().broken.iter().map(|broken| (broken.invariant, broken.breach)).collect()
}

pub fn breaches(cluster: &ScriptedCluster, invariant: Invariant) -> Vec<Breach> {
    broken(cluster).into_iter().filter(|(of, _)| *of == invariant).map(|(_, breach)| breach).collect()
}

/// A client's read on b has seen the rows as of a commit.
fn reading(cluster: &mut ScriptedCluster, step: &str, name: &str, as_of: u64) -> Work {
    let work = cluster.request_read("b", step, name);
    cluster.begin_read("b", work, name);
    cluster.finish_read_as_of("b", work, name, Sequence(as_of), ReadResult::Present);
    work
}

#[test]
fn a_fill_that_one_begun_later_had_overtaken_resurrects() {
    for name in [ITEM, LISTING] {
        let mut cluster = ScriptedCluster::metadata();
        let slow = reading(&mut cluster, "slow", name, 1);
        let quick = reading(&mut cluster, "quick", name, 1);
        cluster.cache("b", quick, name);
        assert_eq!(broken(&cluster), []);
        let instance = cluster.cache("b", slow, name);
        let breach = Breach::InstalledOvertaken { instance, work: slow, by: quick };
        assert_eq!(broken(&cluster), [(Invariant::NoResurrection, breach)], "{name}");
        let mut cluster = ScriptedCluster::metadata();
        let slow = reading(&mut cluster, "slow", name, 1);
        let quick = reading(&mut cluster, "quick", name, 1);
        cluster.cache("b", slow, name);
        cluster.cache("b", quick, name);
        assert_eq!(broken(&cluster), [], "in the order of their reads");
    }
}

#[test]
fn a_fill_overtakes_even_after_its_ttl_has_expired() {
    let mut cluster = ScriptedCluster::metadata();
    let slow = reading(&mut cluster, "slow", ITEM, 1);
    let quick = reading(&mut cluster, "quick", ITEM, 1);
    cluster.cache("b", quick, ITEM);
    cluster.drop_cached("b", quick, ITEM);
    cluster.cache("b", slow, ITEM);
    assert_eq!(breaches(&cluster, Invariant::NoResurrection).len(), 1);
}

#[test]
fn a_cached_absence_is_no_resurrection_and_a_connector_without_a_row_is() {
    let mut cluster = ScriptedCluster::metadata();
    cluster.fill("b", "none", OTHER_ITEM);
    assert_eq!(broken(&cluster), []);
    let mut cluster = ScriptedCluster::connected();
    cluster.write_key("a", "gone", KEY, Change::Delete);
    let work = cluster.follow("gone", "b", 0);
    cluster.read("b", work, RECONCILE);
    let instance = cluster.open("b", work, CRM);
    cluster.install("b", work, instance);
    let breach = Breach::InstalledFromAbsent { instance, work };
    assert_eq!(breaches(&cluster, Invariant::NoResurrection), [breach]);
}

#[test]
fn no_phantom_where_nothing_is_opened() {
    let mut cluster = ScriptedCluster::metadata();
    let work = cluster.request_read("b", "look", ITEM);
    let instance = cluster.cache("b", work, ITEM);
    assert_eq!(broken(&cluster), [(Invariant::NoPhantom, Breach::BuiltUnread { instance, work })]);
    let mut cluster = ScriptedCluster::metadata();
    cluster.header.policies = Policies { own_write: OwnWrite::InHandBeforeCommit, ..Policies::default() };
    cluster.send_request("a", "mine", OBJECT, Change::Put);
    let work = Work::Write(cluster.request("mine"));
    let instance = cluster.open("a", work, OBJECT);
    cluster.install("a", work, instance);
    assert_eq!(broken(&cluster), [(Invariant::NoPhantom, Breach::BuiltUncommitted { instance, work })]);
    cluster.commit_as(cluster.replica("a"), "mine", OBJECT, Change::Put);
    assert_eq!(breaches(&cluster, Invariant::NoPhantom), []);
}

#[test]
fn items_and_connectors_do_not_go_back_and_listings_have_no_revision() {
    for name in [ITEM, LISTING] {
        let mut cluster = ScriptedCluster::metadata();
        cluster.write_metadata("a", "new", OBJECT, Change::Put);
        let newer = reading(&mut cluster, &format!("newer {name}"), name, 2);
        cluster.cache("b", newer, name);
        cluster.drop_cached("b", newer, name);
        let older = reading(&mut cluster, &format!("older {name}"), name, 1);
        cluster.cache("b", older, name);
        let breach = Breach::WentBack { work: older, from: Revision(2), to: Revision(1) };
        let expected = if name == ITEM { vec![breach] } else { Vec::new() };
        assert_eq!(breaches(&cluster, Invariant::Monotonic), expected);
        cluster.drop_cached("b", older, name);
        assert_eq!(breaches(&cluster, Invariant::Monotonic), expected, "dropping it is no step back");
    }
    let mut cluster = ScriptedCluster::connected();
    cluster.write_key("a", "new", KEY, Change::Put);
    cluster.deliver_key("new", "b");
    let work = cluster.reload("b", "again");
    cluster.enqueue("b", work, RECONCILE);
    cluster.begin_read("b", work, RECONCILE);
    cluster.finish_read_as_of("b", work, RECONCILE, Sequence(1), ReadResult::Present);
    let old = cluster.open("b", work, CRM);
    assert_eq!(breaches(&cluster, Invariant::Monotonic), []);
    cluster.install("b", work, old);
    let breach = Breach::WentBack { work, from: Revision(2), to: Revision(1) };
    assert_eq!(breaches(&cluster, Invariant::Monotonic), [breach]);
}

#[test]
fn filling_anew_is_no_churn_and_opening_the_same_credential_is() {
    let mut cluster = ScriptedCluster::metadata();
    for step in ["one", "two"] {
        let work = reading(&mut cluster, step, ITEM, 1);
        cluster.cache("b", work, ITEM);
    }
    assert_eq!(broken(&cluster), []);
    let mut cluster = ScriptedCluster::connected();
    let old = cluster.held("b", CRM).expect("live");
    let work = cluster.reload("b", "again");
    cluster.read("b", work, RECONCILE);
    let new = cluster.open("b", work, CRM);
    cluster.install("b", work, new);
    assert_eq!(broken(&cluster), [(Invariant::NoChurn, Breach::Churned { old, new, work })]);
}

#[test]
fn a_connector_is_not_closed_before_the_new_one_serves() {
    for closes_first in [false, true] {
        let mut cluster = ScriptedCluster::connected();
        let old = cluster.held("b", CRM).expect("live");
        cluster.write_key("a", "new", KEY, Change::Put);
        let work = cluster.follow("new", "b", 0);
        cluster.read("b", work, RECONCILE);
        if closes_first {
            cluster.close("b", old);
            cluster.registry.remove(&(old.replica, old.address));
        }
        let new = cluster.open("b", work, CRM);
        cluster.install("b", work, new);
        let breach = Breach::ClosedFirst { instance: old, work };
        assert_eq!(breaches(&cluster, Invariant::NoGap), vec![breach; usize::from(closes_first)]);
    }
}

#[test]
fn reading_acknowledges_no_write_and_dropping_loses_none() {
    let mut cluster = ScriptedCluster::metadata();
    cluster.fill("b", "look", ITEM);
    cluster.fill("b", "all", LISTING);
    let work = cluster.reload("b", "again");
    cluster.clear("b", work);
    assert_eq!(broken(&cluster), []);
    cluster.send_request("b", "mine", OBJECT, Change::Put);
    cluster.answer("b", "mine", 200);
    assert_eq!(breaches(&cluster, Invariant::NothingLost).len(), 1);
}

#[test]
fn a_connector_is_closed_only_by_a_reconcile_that_saw_no_row() {
    for result in [None, Some(ReadResult::Unreadable), Some(ReadResult::Present)] {
        let mut cluster = ScriptedCluster::connected();
        let instance = cluster.held("b", CRM).expect("live");
        let work = cluster.reload("b", "again");
        cluster.enqueue("b", work, RECONCILE);
        if let Some(result) = result {
            cluster.begin_read("b", work, RECONCILE);
            cluster.finish_read_as_of("b", work, RECONCILE, Sequence(1), result);
        }
        cluster.evict("b", work, CRM);
        let breach = match result {
            Some(ReadResult::Present) => Breach::EvictedActive { instance, work },
            _ => Breach::EvictedUnread { instance, work },
        };
        assert_eq!(breaches(&cluster, Invariant::NothingLost), [breach]);
    }
    let mut cluster = ScriptedCluster::connected();
    cluster.write_key("a", "gone", KEY, Change::Delete);
    cluster.deliver_key("gone", "b");
    assert_eq!(broken(&cluster), []);
}

#[test]
fn the_records_of_all_lanes_are_compared() {
    let cluster = ScriptedCluster::metadata();
    let mut history = cluster.history();
    for event in &mut history.events {
        if let EventKind::Read { result, .. } = &mut event.kind {
            *result = ReadResult::Absent;
        }
    }
    assert!(judge(&history).inconsistent.len() >= 2, "of the object, on both");
    let mut cluster = ScriptedCluster::metadata();
    cluster.fill("b", "look", ITEM);
    let item = cluster.address(ITEM);
    cluster.registry.retain(|(_, address), _| *address != item);
    assert_eq!(cluster.judge().inconsistent.len(), 1);
    let mut cluster = ScriptedCluster::connected();
    cluster.registry.clear();
    assert_eq!(cluster.judge().inconsistent.len(), 2, "live by the journal, nothing by the view");
}

#[test]
fn an_entry_whose_ttl_has_expired_is_gone_and_its_fill_is_still_known() {
    let mut cluster = ScriptedCluster::metadata();
    cluster.fill("b", "look", ITEM);
    let fill = Work::Read(cluster.request("look"));
    cluster.drop_cached("b", fill, ITEM);
    cluster.write_metadata("a", "new", OBJECT, Change::Put);
    cluster.deliver_object("new", "b", OBJECT);
    cluster.drop_delivery("new", "b");
    assert!(cluster.judge().is_clean(), "{:#?}", cluster.judge());
    cluster.header.policies = Policies { rebuild: Rebuild::CloseThenBuild, ..Policies::default() };
    assert_eq!(broken(&cluster), [], "what a cache drops leaves no gap");
}
