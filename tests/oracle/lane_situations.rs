//! Situations of the lanes 1, 2 and 4.

use reconverge::history::{BuildFailure, Damage, Kept};
use reconverge::names::{Lane, RequestId, Situation, Work};

use crate::forge::{Change, Forge, ITEM, KEY, OBJECT, RECONCILE};
use crate::lane_connector::refused;
use crate::situations::{never, once};

#[test]
fn fill_fenced() {
    let mut forge = Forge::metadata();
    forge.fill("b", "look", ITEM);
    never(&forge, Situation::FillFenced);
    let work = forge.ask_read("b", "again", ITEM);
    forge.keep("b", work, ITEM, Kept::Fenced);
    once(&forge, Situation::FillFenced);
}

#[test]
fn held_and_retried() {
    let mut forge = refused(BuildFailure::Unreachable);
    never(&forge, Situation::Held);
    never(&forge, Situation::Retried);
    let retry = Work::Retry(RequestId(77));
    forge.read("b", retry, RECONCILE);
    once(&forge, Situation::Retried);
    forge.refuse("b", retry, BuildFailure::Refused);
    once(&forge, Situation::Held);
}

#[test]
fn an_object_that_cannot_be_built() {
    let mut forge = Forge::metadata();
    let work = forge.reload("b", "again");
    forge.keep("b", work, OBJECT, Kept::Unchanged);
    never(&forge, Situation::BuildFailed);
    forge.keep("b", work, OBJECT, Kept::BuildFailed);
    once(&forge, Situation::BuildFailed);
}

#[test]
fn two_signals_of_one_write_are_no_duplicates() {
    let mut forge = Forge::metadata();
    forge.write_metadata("a", "new", OBJECT, Change::Put);
    forge.arrive("new", "b", 0, Damage::None);
    forge.lane = Lane::Metadata;
    forge.arrive("new", "b", 0, Damage::None);
    never(&forge, Situation::DeliveryDuplicated);
    forge.arrive("new", "b", 1, Damage::None);
    once(&forge, Situation::DeliveryDuplicated);
}

#[test]
fn a_duplicate_after_a_delete_is_one_on_lane_1_as_well() {
    let mut forge = Forge::metadata();
    forge.write_metadata("a", "new", OBJECT, Change::Put);
    forge.arrive("new", "b", 0, Damage::None);
    forge.arrive("new", "b", 1, Damage::None);
    never(&forge, Situation::DuplicateAfterDelete);
    forge.write_metadata("a", "gone", OBJECT, Change::Delete);
    forge.arrive("new", "b", 2, Damage::None);
    once(&forge, Situation::DuplicateAfterDelete);
}

#[test]
fn a_writer_dies_between_the_commit_and_either_signal() {
    for published in [&[][..], &[ITEM], &[OBJECT], &[ITEM, OBJECT]] {
        let mut forge = Forge::metadata();
        forge.commit("a", "new", OBJECT, Change::Put);
        for name in published {
            forge.publish("a", "new", name, true);
        }
        forge.crash("a");
        if published.len() == 2 {
            never(&forge, Situation::CrashedBetween);
        } else {
            once(&forge, Situation::CrashedBetween);
        }
    }
}

#[test]
fn reads_of_items_and_reconciles_are_reads_of_their_rows() {
    let mut forge = Forge::metadata();
    let work = forge.ask_read("b", "look", ITEM);
    forge.begin_read("b", work, ITEM);
    forge.commit("a", "new", OBJECT, Change::Put);
    once(&forge, Situation::ReadOverlappedCommit);
    let reload = forge.reload("b", "again");
    forge.begin_read("b", reload, OBJECT);
    once(&forge, Situation::ReadsOverlapped);
    let mut forge = Forge::connected();
    let work = forge.reload("b", "again");
    forge.read("b", work, RECONCILE);
    forge.begin_open("b", work, crate::forge::CRM);
    forge.commit("a", "late", KEY, Change::Put);
    never(&forge, Situation::ReadOverlappedCommit);
    let work = forge.reload("b", "once more");
    forge.read("b", work, RECONCILE);
    forge.commit("a", "new", KEY, Change::Put);
    once(&forge, Situation::ReadOverlappedCommit);
}
