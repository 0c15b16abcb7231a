//! The invariants on the lanes 1, 2 and 4: each red, and green in the story next to it.

use reconverge::history::{EventKind, Seen};
use reconverge::names::{Invariant, OwnWrite, Policies, Rebuild, Revision, Sequence, Work};
use reconverge::oracle::{Breach, judge};

use crate::forge::{CRM, Change, Forge, ITEM, KEY, LISTING, OBJECT, OTHER_ITEM, RECONCILE};

/// What is broken.
pub fn broken(forge: &Forge) -> Vec<(Invariant, Breach)> {
    forge.judge().broken.iter().map(|broken| (broken.invariant, broken.what)).collect()
}

pub fn breaches(forge: &Forge, invariant: Invariant) -> Vec<Breach> {
    broken(forge).into_iter().filter(|(of, _)| *of == invariant).map(|(_, what)| what).collect()
}

/// A client's read on b that has seen the rows as of a commit.
fn reading(forge: &mut Forge, step: &str, name: &str, as_of: u64) -> Work {
    let work = forge.ask_read("b", step, name);
    forge.begin_read("b", work, name);
    forge.see_as_of("b", work, name, Sequence(as_of), Seen::Present);
    work
}

#[test]
fn a_fill_that_one_begun_later_had_overtaken_resurrects() {
    for name in [ITEM, LISTING] {
        let mut forge = Forge::metadata();
        let slow = reading(&mut forge, "slow", name, 1);
        let quick = reading(&mut forge, "quick", name, 1);
        forge.store("b", quick, name);
        assert_eq!(broken(&forge), []);
        let instance = forge.store("b", slow, name);
        let what = Breach::InstalledOvertaken { instance, work: slow, by: quick };
        assert_eq!(broken(&forge), [(Invariant::NoResurrection, what)], "{name}");
        let mut forge = Forge::metadata();
        let slow = reading(&mut forge, "slow", name, 1);
        let quick = reading(&mut forge, "quick", name, 1);
        forge.store("b", slow, name);
        forge.store("b", quick, name);
        assert_eq!(broken(&forge), [], "in the order of their reads");
    }
}

#[test]
fn it_has_overtaken_though_its_time_be_over() {
    let mut forge = Forge::metadata();
    let slow = reading(&mut forge, "slow", ITEM, 1);
    let quick = reading(&mut forge, "quick", ITEM, 1);
    forge.store("b", quick, ITEM);
    forge.forget("b", quick, ITEM);
    forge.store("b", slow, ITEM);
    assert_eq!(breaches(&forge, Invariant::NoResurrection).len(), 1);
}

#[test]
fn a_cached_absence_is_no_resurrection_and_a_connector_without_a_row_is() {
    let mut forge = Forge::metadata();
    forge.fill("b", "none", OTHER_ITEM);
    assert_eq!(broken(&forge), []);
    let mut forge = Forge::connected();
    forge.write_key("a", "gone", KEY, Change::Delete);
    let work = forge.follow("gone", "b", 0);
    forge.read("b", work, RECONCILE);
    let instance = forge.open("b", work, CRM);
    forge.install("b", work, instance);
    let what = Breach::InstalledFromAbsent { instance, work };
    assert_eq!(breaches(&forge, Invariant::NoResurrection), [what]);
}

#[test]
fn no_phantom_where_nothing_is_opened() {
    let mut forge = Forge::metadata();
    let work = forge.ask_read("b", "look", ITEM);
    let instance = forge.store("b", work, ITEM);
    assert_eq!(broken(&forge), [(Invariant::NoPhantom, Breach::BuiltUnread { instance, work })]);
    let mut forge = Forge::metadata();
    forge.header.policies = Policies { own_write: OwnWrite::InHandBeforeCommit, ..Policies::default() };
    forge.ask("a", "mine", OBJECT, Change::Put);
    let work = Work::Write(forge.request("mine"));
    let instance = forge.open("a", work, OBJECT);
    forge.install("a", work, instance);
    assert_eq!(broken(&forge), [(Invariant::NoPhantom, Breach::BuiltUncommitted { instance, work })]);
    forge.commit_as(forge.replica("a"), "mine", OBJECT, Change::Put);
    assert_eq!(breaches(&forge, Invariant::NoPhantom), []);
}

#[test]
fn items_and_connectors_do_not_go_back_and_listings_have_no_revision() {
    for name in [ITEM, LISTING] {
        let mut forge = Forge::metadata();
        forge.write_metadata("a", "new", OBJECT, Change::Put);
        let newer = reading(&mut forge, &format!("newer {name}"), name, 2);
        forge.store("b", newer, name);
        forge.forget("b", newer, name);
        let older = reading(&mut forge, &format!("older {name}"), name, 1);
        forge.store("b", older, name);
        let what = Breach::WentBack { work: older, from: Revision(2), to: Revision(1) };
        let expected = if name == ITEM { vec![what] } else { Vec::new() };
        assert_eq!(breaches(&forge, Invariant::Monotonic), expected);
        forge.forget("b", older, name);
        assert_eq!(breaches(&forge, Invariant::Monotonic), expected, "dropping it is no step back");
    }
    let mut forge = Forge::connected();
    forge.write_key("a", "new", KEY, Change::Put);
    forge.deliver_key("new", "b");
    let work = forge.reload("b", "again");
    forge.enqueue("b", work, RECONCILE);
    forge.begin_read("b", work, RECONCILE);
    forge.see_as_of("b", work, RECONCILE, Sequence(1), Seen::Present);
    let old = forge.open("b", work, CRM);
    assert_eq!(breaches(&forge, Invariant::Monotonic), []);
    forge.install("b", work, old);
    let what = Breach::WentBack { work, from: Revision(2), to: Revision(1) };
    assert_eq!(breaches(&forge, Invariant::Monotonic), [what]);
}

#[test]
fn filling_anew_is_no_churn_and_opening_the_same_credential_is() {
    let mut forge = Forge::metadata();
    for step in ["one", "two"] {
        let work = reading(&mut forge, step, ITEM, 1);
        forge.store("b", work, ITEM);
    }
    assert_eq!(broken(&forge), []);
    let mut forge = Forge::connected();
    let old = forge.held("b", CRM).expect("live");
    let work = forge.reload("b", "again");
    forge.read("b", work, RECONCILE);
    let new = forge.open("b", work, CRM);
    forge.install("b", work, new);
    assert_eq!(broken(&forge), [(Invariant::NoChurn, Breach::Churned { old, new, work })]);
}

#[test]
fn a_connector_is_not_closed_before_the_new_one_serves() {
    for closes_first in [false, true] {
        let mut forge = Forge::connected();
        let old = forge.held("b", CRM).expect("live");
        forge.write_key("a", "new", KEY, Change::Put);
        let work = forge.follow("new", "b", 0);
        forge.read("b", work, RECONCILE);
        if closes_first {
            forge.close("b", old);
            forge.registry.remove(&(old.replica, old.address));
        }
        let new = forge.open("b", work, CRM);
        forge.install("b", work, new);
        let what = Breach::ClosedFirst { instance: old, work };
        assert_eq!(breaches(&forge, Invariant::NoGap), vec![what; usize::from(closes_first)]);
    }
}

#[test]
fn reading_acknowledges_no_write_and_dropping_loses_none() {
    let mut forge = Forge::metadata();
    forge.fill("b", "look", ITEM);
    forge.fill("b", "all", LISTING);
    let work = forge.reload("b", "again");
    forge.clear("b", work);
    assert_eq!(broken(&forge), []);
    forge.ask("b", "mine", OBJECT, Change::Put);
    forge.answer("b", "mine", 200);
    assert_eq!(breaches(&forge, Invariant::NothingLost).len(), 1);
}

#[test]
fn a_connector_is_closed_only_by_a_reconcile_that_saw_no_row() {
    for seen in [None, Some(Seen::Unreadable), Some(Seen::Present)] {
        let mut forge = Forge::connected();
        let instance = forge.held("b", CRM).expect("live");
        let work = forge.reload("b", "again");
        forge.enqueue("b", work, RECONCILE);
        if let Some(seen) = seen {
            forge.begin_read("b", work, RECONCILE);
            forge.see_as_of("b", work, RECONCILE, Sequence(1), seen);
        }
        forge.evict("b", work, CRM);
        let what = match seen {
            Some(Seen::Present) => Breach::EvictedActive { instance, work },
            _ => Breach::EvictedUnread { instance, work },
        };
        assert_eq!(breaches(&forge, Invariant::NothingLost), [what]);
    }
    let mut forge = Forge::connected();
    forge.write_key("a", "gone", KEY, Change::Delete);
    forge.deliver_key("gone", "b");
    assert_eq!(broken(&forge), []);
}

#[test]
fn the_records_of_all_lanes_are_compared() {
    let forge = Forge::metadata();
    let mut history = forge.history();
    for event in &mut history.events {
        if let EventKind::Read { seen, .. } = &mut event.kind {
            *seen = Seen::Absent;
        }
    }
    assert!(judge(&history).inconsistent.len() >= 2, "of the object, on both");
    let mut forge = Forge::metadata();
    forge.fill("b", "look", ITEM);
    let item = forge.address(ITEM);
    forge.registry.retain(|(_, address), _| *address != item);
    assert_eq!(forge.judge().inconsistent.len(), 1);
    let mut forge = Forge::connected();
    forge.registry.clear();
    assert_eq!(forge.judge().inconsistent.len(), 2, "live by the journal, nothing by the view");
}

#[test]
fn an_entry_that_lived_its_time_is_gone_and_its_fill_is_known_still() {
    let mut forge = Forge::metadata();
    forge.fill("b", "look", ITEM);
    let fill = Work::Read(forge.request("look"));
    forge.forget("b", fill, ITEM);
    forge.write_metadata("a", "new", OBJECT, Change::Put);
    forge.deliver_object("new", "b", OBJECT);
    forge.drop("new", "b");
    assert!(forge.judge().is_clean(), "{:#?}", forge.judge());
    forge.header.policies = Policies { rebuild: Rebuild::CloseThenBuild, ..Policies::default() };
    assert_eq!(broken(&forge), [], "what a cache drops leaves no gap");
}
