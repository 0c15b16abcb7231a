//! Lane 4: what a connector is to be at.

use reconverge::history::{BuildFailure, ConnectorState, EventKind};
use reconverge::names::{Cause, InstanceId, Signature, Work};
use reconverge::oracle::judge;

use crate::forge::{CRM, Change, Forge, KEY, OTHER_KEY};

/// `KEY` is written anew on a, and b has read it.
pub fn rotated() -> (Forge, Work) {
    let mut forge = Forge::connected();
    forge.write_key("a", "rotated", KEY, Change::Put);
    let work = forge.follow("rotated", "b", 0);
    forge.read("b", work, crate::forge::RECONCILE);
    (forge, work)
}

/// The same, and b's upstream does not open the connector with it.
pub fn refused(why: BuildFailure) -> Forge {
    let (mut forge, work) = rotated();
    forge.refuse("b", work, why);
    forge
}

#[test]
fn writes_and_clears_are_followed() {
    let mut forge = Forge::connected();
    for (step, change) in [("one", Change::Put), ("gone", Change::Delete), ("anew", Change::Put)] {
        forge.write_key("a", step, KEY, change);
        forge.deliver_key(step, "b");
        let findings = forge.judge();
        assert!(findings.is_clean() && findings.assumptions, "{step}: {findings:#?}");
    }
    forge.write_key("b", "other", OTHER_KEY, Change::Put);
    forge.deliver_key("other", "a");
    assert!(forge.judge().is_clean(), "{:#?}", forge.judge());
}

#[test]
fn without_a_row_it_is_degraded_for_want_of_it() {
    let mut forge = Forge::declared();
    forge.boot("a");
    assert!(forge.judge().is_clean(), "{:#?}", forge.judge());
    forge.settle("a", ConnectorState::Held);
    let stale = forge.the_stale();
    assert_eq!((stale.cause, stale.commit), (None, None));
    let mut forge = Forge::connected();
    forge.write_key("a", "gone", KEY, Change::Delete);
    forge.drop("gone", "b");
    assert_eq!(forge.charges(), [Cause::LostDelivery], "what serves still is not to");
    forge.settle("b", ConnectorState::NoReference);
    assert_eq!(forge.charges(), [Cause::LostDelivery], "whatever it says that it is at");
}

#[test]
fn while_its_upstream_refuses_nothing_and_the_kept_old_one_are_right() {
    let mut forge = refused(BuildFailure::Refused);
    assert!(forge.held("b", CRM).is_some());
    assert_eq!(forge.charges(), [Cause::Upstream], "held, though a fresh boot would make it live");
    forge.opens("b", false);
    assert_eq!(forge.judge().stale, []);
    let request = forge.request("gone");
    forge.evict("b", Work::Reload(request), CRM);
    assert_eq!(forge.judge().stale, [], "nothing is right as well");
    forge.opens("b", true);
    assert_eq!(forge.charges(), [Cause::Upstream]);
}

#[test]
fn the_kept_old_one_is_not_live_unless_it_is_of_the_present_version() {
    let mut forge = Forge::connected();
    forge.opens("b", false);
    assert!(forge.judge().is_clean(), "live on the present version");
    forge.write_key("a", "rotated", KEY, Change::Put);
    forge.drop("rotated", "b");
    assert_eq!(forge.charges(), [Cause::LostDelivery], "live on the version before");
    forge.settle("b", ConnectorState::Held);
    assert_eq!(forge.judge().stale, []);
}

#[test]
fn a_connector_that_serves_the_present_version_must_be_live() {
    let mut forge = Forge::connected();
    forge.settle("b", ConnectorState::Degraded);
    assert_eq!(forge.judge().stale.len(), 1);
    forge.settle("b", ConnectorState::Live);
    assert_eq!(forge.judge().stale, []);
}

#[test]
fn what_it_was_opened_with_must_be_the_rows_connection() {
    let forge = Forge::connected();
    let mut history = forge.history();
    let (instance, row): (InstanceId, _) =
        (forge.held("b", CRM).expect("live"), forge.row(KEY).expect("given"));
    history.connections.push((instance, row.connection));
    assert!(judge(&history).is_clean());
    history.connections[0].1 = Signature(7);
    assert_eq!(judge(&history).stale.len(), 1);
    assert_eq!(judge(&history).broken.len(), 1);
}

#[test]
fn told_by_the_connectors_name() {
    let mut forge = Forge::connected();
    forge.write_key("a", "new", KEY, Change::Put);
    forge.drop("new", "b");
    let (stale, history) = (forge.the_stale(), forge.history());
    let described = stale.described(&history).to_string();
    let since = stale.since;
    let due = format!(
        "b is stale on `connector:crm` since {since}: the bus lost the delivery of `new` (lost-delivery)"
    );
    assert_eq!(described, due);
}

#[test]
fn the_upstreams_change_of_mind_is_no_commit() {
    let mut forge = refused(BuildFailure::Refused);
    let address = forge.address(CRM);
    forge.record("b", EventKind::AcceptsSet { address });
    let stale = forge.the_stale();
    assert_eq!((stale.cause, stale.allowed), (Some(Cause::Upstream), true));
    let work = forge.reload("b", "again");
    forge.list_only("b", work, true);
    forge.read("b", work, crate::forge::RECONCILE);
    let instance = forge.open("b", work, CRM);
    forge.install("b", work, instance);
    forge.settle("b", ConnectorState::Live);
    assert!(forge.judge().is_clean(), "{:#?}", forge.judge());
}
