//! Records that contradict each other are found, and those that agree are not.

use reconverge::history::EventKind;
use reconverge::names::{InstanceId, Revision, Sequence};
use reconverge::oracle::{Inconsistent, judge};

use crate::forge::{Change, Forge, ITEM, LISTING, ORDERS, OTHER_ITEM};

#[test]
fn a_replica_without_a_view() {
    let forge = Forge::two();
    let mut history = forge.history();
    let replica = forge.replica("b");
    history.views.retain(|view| view.replica != replica);
    assert_eq!(judge(&history).inconsistent, [Inconsistent::NoView { replica }]);
}

#[test]
fn a_view_that_the_journal_does_not_know() {
    let mut forge = Forge::two();
    let (replica, address) = (forge.replica("b"), forge.address(ORDERS));
    let journal = forge.registry.remove(&(replica, address));
    let what = Inconsistent::ViewAndJournal { replica, address, shown: None, journal };
    assert_eq!(forge.judge().inconsistent, [what]);
}

#[test]
fn a_row_that_is_not_what_the_last_commit_left() {
    let forge = Forge::two();
    let mut history = forge.history();
    history.rows.clear();
    let address = forge.address(ORDERS);
    let what = Inconsistent::RowAndCommit { address, row: None, commit: Some(Sequence(1)) };
    assert_eq!(judge(&history).inconsistent, [what]);
}

#[test]
fn a_read_that_shows_what_was_never_committed() {
    let mut forge = Forge::two();
    let work = forge.reload("b", "again");
    forge.enqueue("b", work, "stock");
    forge.begin_read("b", work, "stock");
    let event = forge.events.len();
    forge.see_as_of("b", work, "stock", Sequence(1), reconverge::history::Seen::Present);
    let what = Inconsistent::ReadAndCommit { event, address: forge.address("stock") };
    assert_eq!(forge.judge().inconsistent, [what]);
}

#[test]
fn a_journal_that_names_another_revision() {
    let mut forge = Forge::two();
    let installed = |revision: u64, forge: &mut Forge| {
        for event in &mut forge.events {
            if let EventKind::Installed { revision: claimed, .. } = &mut event.kind {
                *claimed = Some(Revision(revision));
            }
        }
        forge.judge().inconsistent.len()
    };
    assert_eq!(installed(1, &mut forge), 0);
    assert_eq!(installed(2, &mut forge), 2);
}

#[test]
fn a_fill_that_names_another_revision_or_none() {
    let claims = |name: &str, revision: Option<u64>| {
        let mut forge = Forge::metadata();
        forge.fill("b", "look", name);
        let address = forge.address(name);
        for event in &mut forge.events {
            if let EventKind::Installed { revision: claimed, instance, .. } = &mut event.kind
                && instance.address == address
            {
                *claimed = revision.map(Revision);
            }
        }
        forge.judge().inconsistent.len()
    };
    assert_eq!([Some(1), Some(2), None].map(|revision| claims(ITEM, revision)), [0, 1, 1]);
    assert_eq!([None, Some(1)].map(|revision| claims(LISTING, revision)), [0, 1]);
    assert_eq!([None, Some(1)].map(|revision| claims(OTHER_ITEM, revision)), [0, 1], "an absence");
}

#[test]
fn what_the_upstream_has_open_is_what_its_port_saw() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    let instance = forge.held("b", ORDERS).expect("given");
    forge.deliver("gone", "b", ORDERS);
    forge.open.insert(instance);
    assert_eq!(forge.judge().inconsistent, [Inconsistent::OpenUnrecorded { instance }]);
    let never = InstanceId { nth: 7, ..instance };
    forge.open = [never].into();
    assert_eq!(forge.judge().inconsistent, [Inconsistent::OpenUnrecorded { instance: never }]);
    let mut forge = Forge::two();
    let instance = forge.held("b", ORDERS).expect("given");
    forge.open.remove(&instance);
    assert_eq!(forge.judge().inconsistent, [Inconsistent::NotOpen { instance }]);
    forge.crash("b");
    assert_eq!(forge.judge().inconsistent, [], "a crash closes every connection");
}
