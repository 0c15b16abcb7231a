//! Situations: each occurs once in one story, and just does not in the story next to it.

use reconverge::history::{BuildFailure, Damage, EventKind, Kept, Loss, Reception};
use reconverge::names::{Correlation, Lane, Situation, Work};
use reconverge::oracle::{Situations, judge, situations};

use crate::forge::{Change, Forge, ORDERS};

pub fn count(forge: &Forge) -> Situations {
    let history = forge.history();
    situations(&history, &judge(&history))
}

#[track_caller]
pub fn once(forge: &Forge, situation: Situation) {
    assert_eq!(count(forge).count(situation), 1, "{:?}", count(forge));
}

#[track_caller]
pub fn never(forge: &Forge, situation: Situation) {
    assert_eq!(count(forge).count(situation), 0, "{:?}", count(forge));
}

/// b has begun to read `orders` for `work`.
fn reading(work: Work, forge: &mut Forge) {
    forge.enqueue("b", work, ORDERS);
    forge.begin_read("b", work, ORDERS);
}

/// `moved` is written on a, and its signal is on the bus.
pub fn moved() -> Forge {
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    forge
}

#[test]
fn reads_overlapped() {
    let mut forge = Forge::two();
    let (one, two) = (forge.reload("b", "one"), forge.reload("b", "two"));
    reading(one, &mut forge);
    forge.see("b", one, ORDERS);
    let mut apart = forge;
    never(&apart, Situation::ReadsOverlapped);
    apart.keep("b", one, ORDERS, Kept::Unchanged);
    reading(two, &mut apart);
    never(&apart, Situation::ReadsOverlapped);
    let mut forge = Forge::two();
    reading(one, &mut forge);
    forge.see("b", one, ORDERS);
    reading(two, &mut forge);
    once(&forge, Situation::ReadsOverlapped);
}

#[test]
fn reads_of_two_replicas_overlap() {
    let mut forge = Forge::two();
    let work = forge.reload("b", "one");
    reading(work, &mut forge);
    forge.begin_read("a", work, ORDERS);
    once(&forge, Situation::ReadsOverlapped);
}

#[test]
fn reads_of_other_rows_lives_and_attempts_do_not_overlap() {
    let mut forge = Forge::two();
    let work = forge.reload("b", "one");
    reading(work, &mut forge);
    forge.begin_read("b", work, "stock");
    let (correlation, address) = (Correlation { work, attempt: 1 }, forge.address(ORDERS));
    forge.record("b", EventKind::ReadBegan { correlation, address });
    forge.crash("b");
    let boot = forge.begin("b");
    reading(boot, &mut forge);
    never(&forge, Situation::ReadsOverlapped);
}

#[test]
fn read_overlapped_commit() {
    let mut forge = Forge::two();
    let work = forge.reload("b", "again");
    reading(work, &mut forge);
    forge.see("b", work, ORDERS);
    forge.commit("a", "stock", "stock", Change::Put);
    never(&forge, Situation::ReadOverlappedCommit);
    let mut after = Forge::two();
    reading(work, &mut after);
    after.see("b", work, ORDERS);
    after.keep("b", work, ORDERS, Kept::Unchanged);
    after.commit("a", "moved", ORDERS, Change::Put);
    never(&after, Situation::ReadOverlappedCommit);
    forge.commit("a", "moved", ORDERS, Change::Put);
    once(&forge, Situation::ReadOverlappedCommit);
}

#[test]
fn signals_reordered() {
    for (first, second, reordered) in [("one", "two", 0), ("two", "one", 1)] {
        let mut forge = Forge::two();
        forge.write("a", "one", ORDERS, Change::Put);
        forge.write("a", "two", ORDERS, Change::Put);
        forge.write("a", "stock", "stock", Change::Put);
        forge.deliver("stock", "b", "stock");
        forge.deliver(first, "b", ORDERS);
        forge.arrive(second, "b", 0, Damage::None);
        forge.arrive("one", "b", 1, Damage::None);
        assert_eq!(count(&forge).count(Situation::SignalsReordered), reordered);
    }
}

#[test]
fn what_an_event_is_by_itself() {
    let mut forge = moved();
    let (request, address, lane) = (forge.request("moved"), forge.address(ORDERS), Lane::Datasource);
    let (correlation, copy, as_of) = (Correlation::of(Work::Reload(request)), 0, forge.sequence());
    let pairs = [
        (EventKind::Dropped { lane, request }, Situation::DeliveryDropped),
        (EventKind::Arrived { lane, request, copy, damage: Damage::Corrupt }, Situation::DeliveryCorrupted),
        (
            EventKind::Arrived { lane, request, copy, damage: Damage::Misaddressed },
            Situation::DeliveryMisaddressed,
        ),
        (EventKind::Lost { lane, request, copy, why: Loss::Cut }, Situation::LostToCut),
        (EventKind::Lost { lane, request, copy, why: Loss::Overflow }, Situation::LostToOverflow),
        (EventKind::Published { request, address, ok: false }, Situation::PublishFailed),
        (
            EventKind::Read { correlation, address, as_of, seen: reconverge::history::Seen::Unreadable },
            Situation::ReadFailed,
        ),
        (EventKind::Listed { correlation, lane: Lane::Datasource, as_of, ok: false }, Situation::ListFailed),
        (EventKind::WriteFailed { request }, Situation::WriteFailed),
        (EventKind::AnswerLost { request }, Situation::AnswerLost),
        (EventKind::Refused { request, status: 409 }, Situation::WriteRefused),
        (EventKind::OpenFailed { correlation, address, why: BuildFailure::Failed }, Situation::BuildFailed),
    ];
    let near = [
        EventKind::Arrived { lane, request, copy, damage: Damage::None },
        EventKind::Lost { lane, request, copy, why: Loss::Down },
        EventKind::Lost { lane, request, copy, why: Loss::Unsubscribed },
        EventKind::Published { request, address, ok: true },
        EventKind::Read { correlation, address, as_of, seen: reconverge::history::Seen::Present },
        EventKind::Listed { correlation, lane: Lane::Datasource, as_of, ok: true },
    ];
    for (what, situation) in pairs {
        let mut forge = moved();
        never(&forge, situation);
        forge.record("b", what);
        once(&forge, situation);
        let mut forge = moved();
        for what in near {
            forge.record("b", what);
        }
        never(&forge, situation);
    }
}

#[test]
fn delivery_duplicated() {
    let mut forge = moved();
    forge.arrive("moved", "b", 1, Damage::None);
    forge.arrive("moved", "a", 0, Damage::None);
    never(&forge, Situation::DeliveryDuplicated);
    forge.arrive("moved", "b", 0, Damage::None);
    once(&forge, Situation::DeliveryDuplicated);
}

#[test]
fn duplicate_after_delete() {
    let mut forge = moved();
    forge.deliver("moved", "b", ORDERS);
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.deliver("gone", "b", ORDERS);
    forge.arrive("gone", "b", 1, Damage::None);
    never(&forge, Situation::DuplicateAfterDelete);
    forge.arrive("moved", "b", 1, Damage::None);
    once(&forge, Situation::DuplicateAfterDelete);
}

#[test]
fn recreated() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.write("a", "new", "stock", Change::Put);
    never(&forge, Situation::Recreated);
    forge.write("a", "anew", ORDERS, Change::Put);
    forge.write("a", "again", ORDERS, Change::Put);
    once(&forge, Situation::Recreated);
}

#[test]
fn piled_up() {
    let mut forge = moved();
    forge.record("b", EventKind::Paused);
    forge.record("b", EventKind::Resumed);
    forge.arrive("moved", "b", 0, Damage::None);
    never(&forge, Situation::PiledUp);
    forge.record("b", EventKind::Paused);
    forge.arrive("moved", "b", 1, Damage::None);
    once(&forge, Situation::PiledUp);
}

#[test]
fn stale_explained() {
    let mut forge = moved();
    forge.arrive("moved", "b", 0, Damage::None);
    forge.receive("moved", "b", 0, Reception::Own);
    never(&forge, Situation::StaleExplained);
    let mut forge = moved();
    forge.drop("moved", "b");
    once(&forge, Situation::StaleExplained);
}

#[test]
fn counts_add_up() {
    let mut lost = moved();
    lost.drop("moved", "b");
    let mut sum = count(&lost);
    sum += count(&lost);
    assert_eq!(sum.count(Situation::DeliveryDropped), 2);
    let occurred: Vec<_> = sum.iter().filter(|(_, count)| *count > 0).collect();
    assert_eq!(occurred, [(Situation::DeliveryDropped, 2), (Situation::StaleExplained, 2)]);
}
