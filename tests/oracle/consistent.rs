//! Records that contradict each other are found, and those that agree are not.

use reconverge::history::EventKind;
use reconverge::names::{InstanceId, Revision, Sequence};
use reconverge::oracle::{Inconsistent, judge};

use crate::scripted_cluster::{Change, ITEM, LISTING, ORDERS, OTHER_ITEM, ScriptedCluster};

#[test]
fn a_replica_without_a_view() {
    let cluster = ScriptedCluster::booted();
    let mut history = cluster.history();
    let replica = cluster.replica("b");
    history.views.retain(|view| view.replica != replica);
    assert_eq!(judge(&history).inconsistent, [Inconsistent::NoView { replica }]);
}

#[test]
fn a_view_that_the_journal_does_not_know() {
    let mut cluster = ScriptedCluster::booted();
    let (replica, address) = (cluster.replica("b"), cluster.address(ORDERS));
    let journal = cluster.registry.remove(&(replica, address));
    let inconsistent = Inconsistent::ViewAndJournal { replica, address, shown: None, journal };
    assert_eq!(cluster.judge().inconsistent, [inconsistent]);
}

#[test]
fn a_row_that_is_not_what_the_last_commit_left() {
    let cluster = ScriptedCluster::booted();
    let mut history = cluster.history();
    history.rows.clear();
    let address = cluster.address(ORDERS);
    let inconsistent = Inconsistent::RowAndCommit { address, row: None, commit: Some(Sequence(1)) };
    assert_eq!(judge(&history).inconsistent, [inconsistent]);
}

#[test]
fn a_read_that_shows_what_was_never_committed() {
    let mut cluster = ScriptedCluster::booted();
    let work = cluster.reload("b", "again");
    cluster.enqueue("b", work, "stock");
    cluster.begin_read("b", work, "stock");
    let event = cluster.events.len();
    cluster.finish_read_as_of("b", work, "stock", Sequence(1), reconverge::history::ReadResult::Present);
    let inconsistent = Inconsistent::ReadAndCommit { event, address: cluster.address("stock") };
    assert_eq!(cluster.judge().inconsistent, [inconsistent]);
}

#[test]
fn a_journal_that_names_another_revision() {
    let mut cluster = ScriptedCluster::booted();
    let installed = |revision: u64, cluster: &mut ScriptedCluster| {
        for event in &mut cluster.events {
            if let EventKind::Installed { revision: claimed, .. } = &mut event.kind {
                *claimed = Some(Revision(revision));
            }
        }
        cluster.judge().inconsistent.len()
    };
    assert_eq!(installed(1, &mut cluster), 0);
    assert_eq!(installed(2, &mut cluster), 2);
}

#[test]
fn a_fill_that_names_another_revision_or_none() {
    let claims = |name: &str, revision: Option<u64>| {
        let mut cluster = ScriptedCluster::metadata();
        cluster.fill("b", "look", name);
        let address = cluster.address(name);
        for event in &mut cluster.events {
            if let EventKind::Installed { revision: claimed, instance, .. } = &mut event.kind
                && instance.address == address
            {
                *claimed = revision.map(Revision);
            }
        }
        cluster.judge().inconsistent.len()
    };
    assert_eq!([Some(1), Some(2), None].map(|revision| claims(ITEM, revision)), [0, 1, 1]);
    assert_eq!([None, Some(1)].map(|revision| claims(LISTING, revision)), [0, 1]);
    assert_eq!([None, Some(1)].map(|revision| claims(OTHER_ITEM, revision)), [0, 1], "an absence");
}

#[test]
fn what_the_upstream_has_open_is_what_its_port_saw() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    let instance = cluster.held("b", ORDERS).expect("given");
    cluster.deliver("gone", "b", ORDERS);
    cluster.open.insert(instance);
    assert_eq!(cluster.judge().inconsistent, [Inconsistent::OpenUnrecorded { instance }]);
    let never = InstanceId { nth: 7, ..instance };
    cluster.open = [never].into();
    assert_eq!(cluster.judge().inconsistent, [Inconsistent::OpenUnrecorded { instance: never }]);
    let mut cluster = ScriptedCluster::booted();
    let instance = cluster.held("b", ORDERS).expect("given");
    cluster.open.remove(&instance);
    assert_eq!(cluster.judge().inconsistent, [Inconsistent::NotOpen { instance }]);
    cluster.crash("b");
    assert_eq!(cluster.judge().inconsistent, [], "a crash closes every connection");
}
