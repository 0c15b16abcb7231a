//! Lane 2: objects, which have no upstream.

use reconverge::history::{EventKind, Kept};
use reconverge::names::{Cause, Lane, Work};

use crate::forge::{Change, Forge, ITEM, OBJECT};

#[test]
fn each_lane_of_a_write_has_its_own_signal() {
    let mut forge = Forge::metadata();
    forge.write_metadata("a", "new", OBJECT, Change::Put);
    forge.drop("new", "b");
    forge.deliver_object("new", "b", OBJECT);
    assert!(forge.judge().is_clean(), "{:#?}", forge.judge());
    let mut forge = Forge::metadata();
    forge.write_metadata("a", "new", OBJECT, Change::Put);
    let work = forge.follow("new", "b", 0);
    forge.invalidate("b", work, ITEM);
    forge.lane = Lane::Metadata;
    forge.drop("new", "b");
    assert_eq!(forge.charges(), [Cause::LostDelivery]);
    assert_eq!((forge.the_stale().address, forge.the_stale().lane), (forge.address(OBJECT), Lane::Metadata));
}

/// b has read `odd`, and could not build from it.
fn malformed() -> Forge {
    let mut forge = Forge::metadata();
    forge.lane = Lane::Metadata;
    forge.write_metadata("a", "odd", OBJECT, Change::Put);
    let work = forge.follow("odd", "b", 0);
    forge.read("b", work, OBJECT);
    forge
}

#[test]
fn while_the_row_is_malformed_the_kept_old_object_is_right() {
    let mut forge = malformed();
    assert_eq!(forge.charges(), [Cause::Ignored]);
    let work = forge.signal("odd", 0);
    forge.keep("b", work, OBJECT, Kept::BuildFailed);
    assert_eq!(forge.charges(), [Cause::Ignored], "a replica that says so is not believed");
    forge.set_opens("b", OBJECT, false);
    assert_eq!(forge.judge().stale, []);
    assert!(!forge.judge().assumptions);
}

#[test]
fn a_subscription_of_the_other_lane_attaches_nothing() {
    let mut forge = Forge::metadata();
    forge.record("b", EventKind::Unsubscribed { lane: Lane::Metadata });
    forge.record("b", EventKind::Subscribed { lane: Lane::MetadataCache });
    forge.write_metadata("a", "new", OBJECT, Change::Put);
    assert_eq!(forge.charges(), [Cause::Detached]);
}

#[test]
fn the_reload_of_another_lane_is_not_the_one_that_a_late_attach_calls_for() {
    let mut forge = Forge::with(&[Lane::Metadata, Lane::Datasource]);
    forge.given(OBJECT);
    forge.boot("a");
    forge.boot("b");
    forge.record("b", EventKind::Unsubscribed { lane: Lane::Metadata });
    forge.write("a", "new", OBJECT, Change::Put);
    forge.record("b", EventKind::Subscribed { lane: Lane::Metadata });
    let work = Work::Attach(forge.request("attach"));
    for lane in [Lane::Datasource, Lane::Metadata] {
        forge.lane = lane;
        assert_eq!(forge.charges(), [Cause::Detached, Cause::Swallowed], "before the listing of {lane}");
        forge.list_only("b", work, true);
    }
    forge.converge("b", work, OBJECT);
    assert_eq!(forge.judge().stale, []);
}
