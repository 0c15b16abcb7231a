//! The assumptions of T1 and T2, lane by lane.

use reconverge::history::{BuildFailure, EventKind, FaultId, Kept, ReadResult};
use reconverge::names::{Lane, Sequence};

use crate::scripted_cluster::{Change, ITEM, KEY, OBJECT, RECONCILE, ScriptedCluster};

/// The lanes of b for which the assumptions of T2 still hold, and what fails on b.
type Story = (&'static [Lane], fn(&mut ScriptedCluster));

/// The lanes of b for which the assumptions of T2 hold.
fn backstopped(cluster: &ScriptedCluster) -> Vec<Lane> {
    let (lanes, b) = (cluster.judge().backstopped, cluster.replica("b"));
    lanes.into_iter().filter(|(replica, _)| *replica == b).map(|(_, lane)| lane).collect()
}

#[test]
fn every_lane_of_every_replica_must_attach() {
    let mut cluster = ScriptedCluster::metadata();
    assert!(cluster.judge().assumptions);
    cluster.header.replicas[2].attaches = vec![Lane::Metadata];
    assert!(!cluster.judge().assumptions);
    cluster.header.replicas[2].lanes = vec![Lane::Metadata];
    assert!(cluster.judge().assumptions, "what it lacks it need not attach");
}

#[test]
fn a_refused_subscription_and_a_malformed_row_break_the_assumptions() {
    for ending in [false, true] {
        let mut cluster = ScriptedCluster::metadata();
        cluster.record("b", EventKind::SubscriptionRefused { lane: Lane::MetadataCache, ending });
        assert!(!cluster.judge().assumptions);
    }
    for (name, why, holds) in [
        (OBJECT, Kept::BuildFailed, false),
        (OBJECT, Kept::Unchanged, true),
        ("orders", Kept::BuildFailed, true),
    ] {
        let mut cluster = ScriptedCluster::metadata();
        let work = cluster.reload("b", "again");
        cluster.keep("b", work, name, why);
        assert_eq!(cluster.judge().assumptions, holds, "{name}: {why:?}");
    }
}

#[test]
fn a_refused_connector_breaks_the_assumptions() {
    let mut cluster = ScriptedCluster::connected();
    assert!(cluster.judge().assumptions);
    let work = cluster.reload("b", "again");
    cluster.read("b", work, RECONCILE);
    cluster.fail_attempt("b", work, BuildFailure::Refused);
    assert!(!cluster.judge().assumptions);
}

#[test]
fn each_lane_has_its_own_backstop() {
    let mut cluster = ScriptedCluster::cached();
    assert_eq!(backstopped(&cluster), []);
    let work = cluster.reload("b", "again");
    cluster.clear("b", work);
    assert_eq!(backstopped(&cluster), [Lane::MetadataCache]);
    cluster.lane = Lane::Metadata;
    cluster.list_only("b", work, true);
    assert_eq!(backstopped(&cluster), [Lane::MetadataCache, Lane::Metadata]);
    cluster.converge("b", work, OBJECT);
    cluster.write_metadata("a", "later", OBJECT, Change::Put);
    assert_eq!(backstopped(&cluster), []);
    cluster.crash("b");
    cluster.boot("b");
    assert_eq!(backstopped(&cluster), [Lane::MetadataCache, Lane::Metadata]);
    cluster.header.replicas[1].lanes = vec![Lane::Metadata];
    assert_eq!(backstopped(&cluster), [Lane::Metadata]);
}

#[test]
fn the_listing_of_another_lane_is_no_backstop() {
    let mut cluster = ScriptedCluster::with(&[Lane::Metadata, Lane::Datasource]);
    cluster.given(OBJECT);
    cluster.boot("b");
    cluster.write("b", "new", "stock", Change::Put);
    let work = cluster.reload("b", "again");
    cluster.list_only("b", work, true);
    assert_eq!(backstopped(&cluster), [Lane::Metadata]);
    cluster.lane = Lane::Datasource;
    cluster.list_only("b", work, true);
    assert_eq!(backstopped(&cluster), [Lane::Metadata, Lane::Datasource]);
}

#[test]
fn a_failure_on_one_lane_does_not_matter_to_another_lane_or_to_a_cache() {
    let stories: [Story; 5] = [
        (&[Lane::MetadataCache, Lane::Metadata], |cluster| {
            let work = cluster.request_read("b", "look", ITEM);
            cluster.begin_read("b", work, ITEM);
            cluster.finish_read_as_of("b", work, ITEM, Sequence(2), ReadResult::Unreadable);
            cluster.keep("b", work, ITEM, Kept::Unreadable);
        }),
        (&[Lane::MetadataCache], |cluster| {
            let work = cluster.reload("b", "once more");
            cluster.fail_read("b", work, OBJECT);
        }),
        (&[Lane::MetadataCache], |cluster| {
            let work = cluster.reload("b", "once more");
            cluster.keep("b", work, OBJECT, Kept::BuildFailed);
        }),
        (&[Lane::MetadataCache], |cluster| {
            cluster.record("b", EventKind::Fault { fault: FaultId(0) });
        }),
        (&[Lane::MetadataCache], |cluster| {
            cluster.lane = Lane::Metadata;
            let work = cluster.reload("b", "once more");
            cluster.list_only("b", work, false);
        }),
    ];
    for (lanes, story) in stories {
        let mut cluster = ScriptedCluster::cached();
        let work = cluster.reload("b", "again");
        cluster.list("b", work);
        assert_eq!(backstopped(&cluster).len(), 2);
        story(&mut cluster);
        assert_eq!(backstopped(&cluster), lanes);
    }
}

#[test]
fn a_stale_entry_behind_the_backstop_of_its_lane_breaks_the_theorem() {
    for clears in [false, true] {
        let mut cluster = ScriptedCluster::cached();
        cluster.drop_delivery("new", "b");
        let work = cluster.reload("b", "again");
        if clears {
            // It should have dropped the entry.
            cluster.record("b", EventKind::Cleared { work });
        } else {
            cluster.lane = Lane::Metadata;
            cluster.list_only("b", work, true);
            cluster.converge("b", work, OBJECT);
        }
        let stale = cluster.only_stale();
        assert_eq!(cluster.judge().breaks_backstop(&stale), clears);
    }
}

#[test]
fn a_connector_that_could_not_be_opened_since_has_no_backstop() {
    let mut cluster = ScriptedCluster::connected();
    cluster.write_key("a", "rotated", KEY, Change::Put);
    cluster.drop_delivery("rotated", "b");
    let work = cluster.reload("b", "again");
    cluster.list_only("b", work, true);
    assert_eq!(backstopped(&cluster), [Lane::Credential]);
    cluster.read("b", work, RECONCILE);
    cluster.fail_attempt("b", work, BuildFailure::Refused);
    assert_eq!(backstopped(&cluster), []);
}
