//! Situations of the lanes 1, 2 and 4.

use reconverge::history::{BuildFailure, Damage, Kept};
use reconverge::names::{Lane, RequestId, Situation, Work};

use crate::lane_connector::refused;
use crate::scripted_cluster::{Change, ITEM, KEY, OBJECT, RECONCILE, ScriptedCluster};
use crate::situations::{never, once};

#[test]
fn fill_fenced() {
    let mut cluster = ScriptedCluster::metadata();
    cluster.fill("b", "look", ITEM);
    never(&cluster, Situation::FillFenced);
    let work = cluster.request_read("b", "again", ITEM);
    cluster.keep("b", work, ITEM, Kept::Fenced);
    once(&cluster, Situation::FillFenced);
}

#[test]
fn held_and_retried() {
    let mut cluster = refused(BuildFailure::Unreachable);
    never(&cluster, Situation::Held);
    never(&cluster, Situation::Retried);
    let retry = Work::Retry(RequestId(77));
    cluster.read("b", retry, RECONCILE);
    once(&cluster, Situation::Retried);
    cluster.fail_attempt("b", retry, BuildFailure::Refused);
    once(&cluster, Situation::Held);
}

#[test]
fn an_object_that_cannot_be_built() {
    let mut cluster = ScriptedCluster::metadata();
    let work = cluster.reload("b", "again");
    cluster.keep("b", work, OBJECT, Kept::Unchanged);
    never(&cluster, Situation::BuildFailed);
    cluster.keep("b", work, OBJECT, Kept::BuildFailed);
    once(&cluster, Situation::BuildFailed);
}

#[test]
fn two_signals_of_one_write_are_no_duplicates() {
    let mut cluster = ScriptedCluster::metadata();
    cluster.write_metadata("a", "new", OBJECT, Change::Put);
    cluster.arrive("new", "b", 0, Damage::None);
    cluster.lane = Lane::Metadata;
    cluster.arrive("new", "b", 0, Damage::None);
    never(&cluster, Situation::DeliveryDuplicated);
    cluster.arrive("new", "b", 1, Damage::None);
    once(&cluster, Situation::DeliveryDuplicated);
}

#[test]
fn a_duplicate_after_a_delete_is_one_on_lane_1_as_well() {
    let mut cluster = ScriptedCluster::metadata();
    cluster.write_metadata("a", "new", OBJECT, Change::Put);
    cluster.arrive("new", "b", 0, Damage::None);
    cluster.arrive("new", "b", 1, Damage::None);
    never(&cluster, Situation::DuplicateAfterDelete);
    cluster.write_metadata("a", "gone", OBJECT, Change::Delete);
    cluster.arrive("new", "b", 2, Damage::None);
    once(&cluster, Situation::DuplicateAfterDelete);
}

#[test]
fn a_writer_dies_between_the_commit_and_either_signal() {
    for published in [&[][..], &[ITEM], &[OBJECT], &[ITEM, OBJECT]] {
        let mut cluster = ScriptedCluster::metadata();
        cluster.commit("a", "new", OBJECT, Change::Put);
        for name in published {
            cluster.publish("a", "new", name, true);
        }
        cluster.crash("a");
        if published.len() == 2 {
            never(&cluster, Situation::CrashedBetween);
        } else {
            once(&cluster, Situation::CrashedBetween);
        }
    }
}

#[test]
fn reads_of_items_and_reconciles_are_reads_of_their_rows() {
    let mut cluster = ScriptedCluster::metadata();
    let work = cluster.request_read("b", "look", ITEM);
    cluster.begin_read("b", work, ITEM);
    cluster.commit("a", "new", OBJECT, Change::Put);
    once(&cluster, Situation::ReadOverlappedCommit);
    let reload = cluster.reload("b", "again");
    cluster.begin_read("b", reload, OBJECT);
    once(&cluster, Situation::ReadsOverlapped);
    let mut cluster = ScriptedCluster::connected();
    let work = cluster.reload("b", "again");
    cluster.read("b", work, RECONCILE);
    cluster.begin_open("b", work, crate::scripted_cluster::CRM);
    cluster.commit("a", "late", KEY, Change::Put);
    never(&cluster, Situation::ReadOverlappedCommit);
    let work = cluster.reload("b", "once more");
    cluster.read("b", work, RECONCILE);
    cluster.commit("a", "new", KEY, Change::Put);
    once(&cluster, Situation::ReadOverlappedCommit);
}
