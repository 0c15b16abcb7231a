//! Situations: each occurs once in one history, and not in a similar one.

use reconverge::history::{BuildFailure, Damage, EventKind, Kept, Loss, Reception};
use reconverge::names::{Correlation, Lane, Situation, Work};
use reconverge::oracle::{Situations, judge, situations};

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};

pub fn count(cluster: &ScriptedCluster) -> Situations {
    let history = cluster.history();
    situations(&history, &judge(&history))
}

#[track_caller]
pub fn once(cluster: &ScriptedCluster, situation: Situation) {
    assert_eq!(count(cluster).count(situation), 1, "{:?}", count(cluster));
}

#[track_caller]
pub fn never(cluster: &ScriptedCluster, situation: Situation) {
    assert_eq!(count(cluster).count(situation), 0, "{:?}", count(cluster));
}

/// b has begun to read `orders` as `work`.
fn reading(work: Work, cluster: &mut ScriptedCluster) {
    cluster.enqueue("b", work, ORDERS);
    cluster.begin_read("b", work, ORDERS);
}

/// `moved` is written on a, and its signal is on the bus.
pub fn moved() -> ScriptedCluster {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    cluster
}

#[test]
fn reads_overlapped() {
    let mut cluster = ScriptedCluster::booted();
    let (one, two) = (cluster.reload("b", "one"), cluster.reload("b", "two"));
    reading(one, &mut cluster);
    cluster.finish_read("b", one, ORDERS);
    let mut apart = cluster;
    never(&apart, Situation::ReadsOverlapped);
    apart.keep("b", one, ORDERS, Kept::Unchanged);
    reading(two, &mut apart);
    never(&apart, Situation::ReadsOverlapped);
    let mut cluster = ScriptedCluster::booted();
    reading(one, &mut cluster);
    cluster.finish_read("b", one, ORDERS);
    reading(two, &mut cluster);
    once(&cluster, Situation::ReadsOverlapped);
}

#[test]
fn reads_of_two_replicas_overlap() {
    let mut cluster = ScriptedCluster::booted();
    let work = cluster.reload("b", "one");
    reading(work, &mut cluster);
    cluster.begin_read("a", work, ORDERS);
    once(&cluster, Situation::ReadsOverlapped);
}

#[test]
fn reads_of_other_rows_lives_and_attempts_do_not_overlap() {
    let mut cluster = ScriptedCluster::booted();
    let work = cluster.reload("b", "one");
    reading(work, &mut cluster);
    cluster.begin_read("b", work, "stock");
    let (correlation, address) = (Correlation { work, attempt: 1 }, cluster.address(ORDERS));
    cluster.record("b", EventKind::ReadBegan { correlation, address });
    cluster.crash("b");
    let boot = cluster.begin("b");
    reading(boot, &mut cluster);
    never(&cluster, Situation::ReadsOverlapped);
}

#[test]
fn read_overlapped_commit() {
    let mut cluster = ScriptedCluster::booted();
    let work = cluster.reload("b", "again");
    reading(work, &mut cluster);
    cluster.finish_read("b", work, ORDERS);
    cluster.commit("a", "stock", "stock", Change::Put);
    never(&cluster, Situation::ReadOverlappedCommit);
    let mut after = ScriptedCluster::booted();
    reading(work, &mut after);
    after.finish_read("b", work, ORDERS);
    after.keep("b", work, ORDERS, Kept::Unchanged);
    after.commit("a", "moved", ORDERS, Change::Put);
    never(&after, Situation::ReadOverlappedCommit);
    cluster.commit("a", "moved", ORDERS, Change::Put);
    once(&cluster, Situation::ReadOverlappedCommit);
}

#[test]
fn signals_reordered() {
    for (first, second, reordered) in [("one", "two", 0), ("two", "one", 1)] {
        let mut cluster = ScriptedCluster::booted();
        cluster.write("a", "one", ORDERS, Change::Put);
        cluster.write("a", "two", ORDERS, Change::Put);
        cluster.write("a", "stock", "stock", Change::Put);
        cluster.deliver("stock", "b", "stock");
        cluster.deliver(first, "b", ORDERS);
        cluster.arrive(second, "b", 0, Damage::None);
        cluster.arrive("one", "b", 1, Damage::None);
        assert_eq!(count(&cluster).count(Situation::SignalsReordered), reordered);
    }
}

#[test]
fn situations_of_a_single_event() {
    let mut cluster = moved();
    let (request, address, lane) = (cluster.request("moved"), cluster.address(ORDERS), Lane::Datasource);
    let (correlation, copy, as_of) = (Correlation::of(Work::Reload(request)), 0, cluster.sequence());
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
            EventKind::Read {
                correlation,
                address,
                as_of,
                result: reconverge::history::ReadResult::Unreadable,
            },
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
        EventKind::Read { correlation, address, as_of, result: reconverge::history::ReadResult::Present },
        EventKind::Listed { correlation, lane: Lane::Datasource, as_of, ok: true },
    ];
    for (breach, situation) in pairs {
        let mut cluster = moved();
        never(&cluster, situation);
        cluster.record("b", breach);
        once(&cluster, situation);
        let mut cluster = moved();
        for breach in near {
            cluster.record("b", breach);
        }
        never(&cluster, situation);
    }
}

#[test]
fn delivery_duplicated() {
    let mut cluster = moved();
    cluster.arrive("moved", "b", 1, Damage::None);
    cluster.arrive("moved", "a", 0, Damage::None);
    never(&cluster, Situation::DeliveryDuplicated);
    cluster.arrive("moved", "b", 0, Damage::None);
    once(&cluster, Situation::DeliveryDuplicated);
}

#[test]
fn duplicate_after_delete() {
    let mut cluster = moved();
    cluster.deliver("moved", "b", ORDERS);
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.deliver("gone", "b", ORDERS);
    cluster.arrive("gone", "b", 1, Damage::None);
    never(&cluster, Situation::DuplicateAfterDelete);
    cluster.arrive("moved", "b", 1, Damage::None);
    once(&cluster, Situation::DuplicateAfterDelete);
}

#[test]
fn recreated() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.write("a", "new", "stock", Change::Put);
    never(&cluster, Situation::Recreated);
    cluster.write("a", "anew", ORDERS, Change::Put);
    cluster.write("a", "again", ORDERS, Change::Put);
    once(&cluster, Situation::Recreated);
}

#[test]
fn piled_up() {
    let mut cluster = moved();
    cluster.record("b", EventKind::Paused);
    cluster.record("b", EventKind::Resumed);
    cluster.arrive("moved", "b", 0, Damage::None);
    never(&cluster, Situation::PiledUp);
    cluster.record("b", EventKind::Paused);
    cluster.arrive("moved", "b", 1, Damage::None);
    once(&cluster, Situation::PiledUp);
}

#[test]
fn stale_explained() {
    let mut cluster = moved();
    cluster.arrive("moved", "b", 0, Damage::None);
    cluster.receive("moved", "b", 0, Reception::Own);
    never(&cluster, Situation::StaleExplained);
    let mut cluster = moved();
    cluster.drop_delivery("moved", "b");
    once(&cluster, Situation::StaleExplained);
}

#[test]
fn counts_add_up() {
    let mut lost = moved();
    lost.drop_delivery("moved", "b");
    let mut sum = count(&lost);
    sum += count(&lost);
    assert_eq!(sum.count(Situation::DeliveryDropped), 2);
    let occurred: Vec<_> = sum.iter().filter(|(_, count)| *count > 0).collect();
    assert_eq!(occurred, [(Situation::DeliveryDropped, 2), (Situation::StaleExplained, 2)]);
}
