//! Situations of writers and lives: each occurs once in one history, and not in a similar one.

use reconverge::history::EventKind;
use reconverge::names::{Policies, Publish, Situation, Verb};

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};
use crate::situations::{never, once};

#[test]
fn writes_overlapped() {
    let mut cluster = ScriptedCluster::booted();
    cluster.send_request("a", "one", ORDERS, Change::Put);
    cluster.send("a", "one");
    cluster.send_request("b", "other", "stock", Change::Put);
    cluster.send("b", "other");
    never(&cluster, Situation::WritesOverlapped);
    cluster.send_request("b", "two", ORDERS, Change::Put);
    cluster.send("b", "two");
    once(&cluster, Situation::WritesOverlapped);
    let mut cluster = ScriptedCluster::booted();
    cluster.commit("a", "one", ORDERS, Change::Put);
    cluster.commit("b", "two", ORDERS, Change::Put);
    never(&cluster, Situation::WritesOverlapped);
}

#[test]
fn boot_overlapped_write() {
    let mut cluster = ScriptedCluster::booted();
    let boot = cluster.begin("c");
    cluster.subscribe("c");
    cluster.list("c", boot);
    let mut after = cluster;
    after.serve("c");
    after.write("a", "moved", ORDERS, Change::Put);
    never(&after, Situation::BootOverlappedWrite);
    after.begin("c");
    after.commit("a", "again", ORDERS, Change::Put);
    once(&after, Situation::BootOverlappedWrite);
}

#[test]
fn crashed_between() {
    let mut cluster = ScriptedCluster::booted();
    cluster.commit("a", "gone", ORDERS, Change::Delete);
    cluster.crash("b");
    never(&cluster, Situation::CrashedBetween);
    cluster.crash("a");
    once(&cluster, Situation::CrashedBetween);
    cluster.header.policies = Policies { publish: Publish::NeverOnDelete, ..Policies::default() };
    never(&cluster, Situation::CrashedBetween);
    cluster.header.policies = Policies::default();
    cluster.publish("a", "gone", ORDERS, true);
    never(&cluster, Situation::CrashedBetween);
}

#[test]
fn a_writer_that_had_answered_or_published_or_did_not_know_has_not_crashed_between() {
    let stories: [fn(&mut ScriptedCluster); 3] = [
        |cluster| cluster.publish("a", "gone", ORDERS, false),
        |cluster| cluster.answer("a", "gone", 503),
        |cluster| {
            let request = cluster.request("gone");
            cluster.record("a", EventKind::AnswerLost { request });
        },
    ];
    for story in stories {
        let mut cluster = ScriptedCluster::booted();
        cluster.commit("a", "gone", ORDERS, Change::Delete);
        story(&mut cluster);
        cluster.crash("a");
        never(&cluster, Situation::CrashedBetween);
    }
    let mut cluster = ScriptedCluster::booted();
    cluster.send_request("a", "early", ORDERS, Change::Put);
    cluster.publish("a", "early", ORDERS, true);
    cluster.send("a", "early");
    cluster.commit_as(cluster.replica("a"), "early", ORDERS, Change::Put);
    cluster.crash("a");
    never(&cluster, Situation::CrashedBetween);
    let mut cluster = ScriptedCluster::booted();
    let (request, address) = (cluster.request("moved"), cluster.address(ORDERS));
    cluster.record("a", EventKind::Requested { request, address, verb: Verb::Migrate });
    cluster.send("a", "moved");
    cluster.commit_as(cluster.replica("a"), "moved", ORDERS, Change::Label);
    cluster.crash("a");
    never(&cluster, Situation::CrashedBetween);
}

#[test]
fn landed_after_crash() {
    let mut cluster = ScriptedCluster::booted();
    cluster.send_request("b", "late", ORDERS, Change::Put);
    cluster.send("b", "late");
    let mut in_time = ScriptedCluster::booted();
    in_time.commit("b", "late", ORDERS, Change::Put);
    in_time.crash("b");
    never(&in_time, Situation::LandedAfterCrash);
    cluster.crash("b");
    let writer = cluster.replica("b");
    cluster.commit_as(writer, "late", ORDERS, Change::Put);
    once(&cluster, Situation::LandedAfterCrash);
    never(&cluster, Situation::CrashedBetween);
}

#[test]
fn restarted() {
    let mut cluster = ScriptedCluster::booted();
    cluster.boot("c");
    never(&cluster, Situation::Restarted);
    cluster.crash("b");
    cluster.boot("b");
    once(&cluster, Situation::Restarted);
}
