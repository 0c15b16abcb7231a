//! Lane 4: when a connector has converged.

use reconverge::history::{BuildFailure, ConnectorState, EventKind};
use reconverge::names::{Cause, InstanceId, Signature, Work};
use reconverge::oracle::judge;

use crate::scripted_cluster::{CRM, Change, KEY, OTHER_KEY, ScriptedCluster};

/// `KEY` is updated on a, and b has read it.
pub fn rotated() -> (ScriptedCluster, Work) {
    let mut cluster = ScriptedCluster::connected();
    cluster.write_key("a", "rotated", KEY, Change::Put);
    let work = cluster.follow("rotated", "b", 0);
    cluster.read("b", work, crate::scripted_cluster::RECONCILE);
    (cluster, work)
}

/// The same, and b's upstream does not open the connector with the new version.
pub fn refused(why: BuildFailure) -> ScriptedCluster {
    let (mut cluster, work) = rotated();
    cluster.fail_attempt("b", work, why);
    cluster
}

#[test]
fn writes_and_clears_are_followed() {
    let mut cluster = ScriptedCluster::connected();
    for (step, change) in [("one", Change::Put), ("gone", Change::Delete), ("anew", Change::Put)] {
        cluster.write_key("a", step, KEY, change);
        cluster.deliver_key(step, "b");
        let findings = cluster.judge();
        assert!(findings.is_clean() && findings.assumptions, "{step}: {findings:#?}");
    }
    cluster.write_key("b", "other", OTHER_KEY, Change::Put);
    cluster.deliver_key("other", "a");
    assert!(cluster.judge().is_clean(), "{:#?}", cluster.judge());
}

#[test]
fn without_a_row_it_is_degraded_because_the_reference_is_missing() {
    let mut cluster = ScriptedCluster::declared();
    cluster.boot("a");
    assert!(cluster.judge().is_clean(), "{:#?}", cluster.judge());
    cluster.set_state("a", ConnectorState::Held);
    let stale = cluster.only_stale();
    assert_eq!((stale.cause, stale.commit), (None, None));
    let mut cluster = ScriptedCluster::connected();
    cluster.write_key("a", "gone", KEY, Change::Delete);
    cluster.drop_delivery("gone", "b");
    assert_eq!(cluster.charges(), [Cause::LostDelivery], "what serves still is not to");
    cluster.set_state("b", ConnectorState::NoReference);
    assert_eq!(cluster.charges(), [Cause::LostDelivery], "whatever it says that it is at");
}

#[test]
fn while_its_upstream_refuses_nothing_and_the_kept_old_one_are_right() {
    let mut cluster = refused(BuildFailure::Refused);
    assert!(cluster.held("b", CRM).is_some());
    assert_eq!(cluster.charges(), [Cause::Upstream], "held, though a fresh boot would make it live");
    cluster.set_connector_opens("b", false);
    assert_eq!(cluster.judge().stale, []);
    let request = cluster.request("gone");
    cluster.evict("b", Work::Reload(request), CRM);
    assert_eq!(cluster.judge().stale, [], "nothing is right as well");
    cluster.set_connector_opens("b", true);
    assert_eq!(cluster.charges(), [Cause::Upstream]);
}

#[test]
fn the_kept_old_one_is_not_live_unless_it_is_of_the_present_version() {
    let mut cluster = ScriptedCluster::connected();
    cluster.set_connector_opens("b", false);
    assert!(cluster.judge().is_clean(), "live on the present version");
    cluster.write_key("a", "rotated", KEY, Change::Put);
    cluster.drop_delivery("rotated", "b");
    assert_eq!(cluster.charges(), [Cause::LostDelivery], "live on the version before");
    cluster.set_state("b", ConnectorState::Held);
    assert_eq!(cluster.judge().stale, []);
}

#[test]
fn a_connector_that_serves_the_present_version_must_be_live() {
    let mut cluster = ScriptedCluster::connected();
    cluster.set_state("b", ConnectorState::Degraded);
    assert_eq!(cluster.judge().stale.len(), 1);
    cluster.set_state("b", ConnectorState::Live);
    assert_eq!(cluster.judge().stale, []);
}

#[test]
fn what_it_was_opened_with_must_be_the_rows_connection() {
    let cluster = ScriptedCluster::connected();
    let mut history = cluster.history();
    let (instance, row): (InstanceId, _) =
        (cluster.held("b", CRM).expect("live"), cluster.row(KEY).expect("given"));
    history.connections.push((instance, row.connection));
    assert!(judge(&history).is_clean());
    history.connections[0].1 = Signature(7);
    assert_eq!(judge(&history).stale.len(), 1);
    assert_eq!(judge(&history).broken.len(), 1);
}

#[test]
fn described_by_the_connectors_name() {
    let mut cluster = ScriptedCluster::connected();
    cluster.write_key("a", "new", KEY, Change::Put);
    cluster.drop_delivery("new", "b");
    let (stale, history) = (cluster.only_stale(), cluster.history());
    let described = stale.described(&history).to_string();
    let since = stale.since;
    let due = format!(
        "b is stale on `connector:crm` since {since}: the bus lost the delivery of `new` (lost-delivery)"
    );
    assert_eq!(described, due);
}

#[test]
fn a_change_of_the_accepted_credentials_is_no_commit() {
    let mut cluster = refused(BuildFailure::Refused);
    let address = cluster.address(CRM);
    cluster.record("b", EventKind::AcceptsSet { address });
    let stale = cluster.only_stale();
    assert_eq!((stale.cause, stale.allowed), (Some(Cause::Upstream), true));
    let work = cluster.reload("b", "again");
    cluster.list_only("b", work, true);
    cluster.read("b", work, crate::scripted_cluster::RECONCILE);
    let instance = cluster.open("b", work, CRM);
    cluster.install("b", work, instance);
    cluster.set_state("b", ConnectorState::Live);
    assert!(cluster.judge().is_clean(), "{:#?}", cluster.judge());
}
