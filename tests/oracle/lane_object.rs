//! Lane 2: objects, which have no upstream.

use reconverge::history::{EventKind, Kept};
use reconverge::names::{Cause, Lane, Work};

use crate::scripted_cluster::{Change, ITEM, OBJECT, ScriptedCluster};

#[test]
fn each_lane_of_a_write_has_its_own_signal() {
    let mut cluster = ScriptedCluster::metadata();
    cluster.write_metadata("a", "new", OBJECT, Change::Put);
    cluster.drop_delivery("new", "b");
    cluster.deliver_object("new", "b", OBJECT);
    assert!(cluster.judge().is_clean(), "{:#?}", cluster.judge());
    let mut cluster = ScriptedCluster::metadata();
    cluster.write_metadata("a", "new", OBJECT, Change::Put);
    let work = cluster.follow("new", "b", 0);
    cluster.invalidate("b", work, ITEM);
    cluster.lane = Lane::Metadata;
    cluster.drop_delivery("new", "b");
    assert_eq!(cluster.charges(), [Cause::LostDelivery]);
    assert_eq!(
        (cluster.only_stale().address, cluster.only_stale().lane),
        (cluster.address(OBJECT), Lane::Metadata)
    );
}

/// b has read `odd` and could not build from it.
fn malformed() -> ScriptedCluster {
    let mut cluster = ScriptedCluster::metadata();
    cluster.lane = Lane::Metadata;
    cluster.write_metadata("a", "odd", OBJECT, Change::Put);
    let work = cluster.follow("odd", "b", 0);
    cluster.read("b", work, OBJECT);
    cluster
}

#[test]
fn while_the_row_is_malformed_the_kept_old_object_is_right() {
    let mut cluster = malformed();
    assert_eq!(cluster.charges(), [Cause::Ignored]);
    let work = cluster.signal("odd", 0);
    cluster.keep("b", work, OBJECT, Kept::BuildFailed);
    assert_eq!(cluster.charges(), [Cause::Ignored], "a replica that says so is not believed");
    cluster.set_opens("b", OBJECT, false);
    assert_eq!(cluster.judge().stale, []);
    assert!(!cluster.judge().assumptions);
}

#[test]
fn a_subscription_of_the_other_lane_attaches_nothing() {
    let mut cluster = ScriptedCluster::metadata();
    cluster.record("b", EventKind::Unsubscribed { lane: Lane::Metadata });
    cluster.record("b", EventKind::Subscribed { lane: Lane::MetadataCache });
    cluster.write_metadata("a", "new", OBJECT, Change::Put);
    assert_eq!(cluster.charges(), [Cause::Detached]);
}

#[test]
fn the_reload_of_another_lane_is_not_the_one_that_a_late_attach_calls_for() {
    let mut cluster = ScriptedCluster::with(&[Lane::Metadata, Lane::Datasource]);
    cluster.given(OBJECT);
    cluster.boot("a");
    cluster.boot("b");
    cluster.record("b", EventKind::Unsubscribed { lane: Lane::Metadata });
    cluster.write("a", "new", OBJECT, Change::Put);
    cluster.record("b", EventKind::Subscribed { lane: Lane::Metadata });
    let work = Work::Attach(cluster.request("attach"));
    for lane in [Lane::Datasource, Lane::Metadata] {
        cluster.lane = lane;
        assert_eq!(cluster.charges(), [Cause::Detached, Cause::Swallowed], "before the listing of {lane}");
        cluster.list_only("b", work, true);
    }
    cluster.converge("b", work, OBJECT);
    assert_eq!(cluster.judge().stale, []);
}
