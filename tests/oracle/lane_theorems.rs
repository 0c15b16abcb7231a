//! The premises of T1 and T2, lane by lane.

use reconverge::history::{BuildFailure, EventKind, FaultId, Kept, Seen};
use reconverge::names::{Lane, Sequence};

use crate::forge::{Change, Forge, ITEM, KEY, OBJECT, RECONCILE};

/// The lanes that stay backstopped, and what fails on b.
type Story = (&'static [Lane], fn(&mut Forge));

/// b's lanes that are backstopped.
fn backstopped(forge: &Forge) -> Vec<Lane> {
    let (lanes, b) = (forge.judge().backstopped, forge.replica("b"));
    lanes.into_iter().filter(|(replica, _)| *replica == b).map(|(_, lane)| lane).collect()
}

#[test]
fn every_lane_of_every_replica_must_attach() {
    let mut forge = Forge::metadata();
    assert!(forge.judge().assumptions);
    forge.header.replicas[2].attaches = vec![Lane::Metadata];
    assert!(!forge.judge().assumptions);
    forge.header.replicas[2].lanes = vec![Lane::Metadata];
    assert!(forge.judge().assumptions, "what it lacks it need not attach");
}

#[test]
fn a_refused_subscription_and_a_malformed_row_break_the_premises() {
    for ending in [false, true] {
        let mut forge = Forge::metadata();
        forge.record("b", EventKind::SubscriptionRefused { lane: Lane::MetadataCache, ending });
        assert!(!forge.judge().assumptions);
    }
    for (name, why, holds) in [
        (OBJECT, Kept::BuildFailed, false),
        (OBJECT, Kept::Unchanged, true),
        ("orders", Kept::BuildFailed, true),
    ] {
        let mut forge = Forge::metadata();
        let work = forge.reload("b", "again");
        forge.keep("b", work, name, why);
        assert_eq!(forge.judge().assumptions, holds, "{name}: {why:?}");
    }
}

#[test]
fn a_refused_connector_breaks_the_premises() {
    let mut forge = Forge::connected();
    assert!(forge.judge().assumptions);
    let work = forge.reload("b", "again");
    forge.read("b", work, RECONCILE);
    forge.refuse("b", work, BuildFailure::Refused);
    assert!(!forge.judge().assumptions);
}

#[test]
fn each_lane_has_its_own_backstop() {
    let mut forge = Forge::cached();
    assert_eq!(backstopped(&forge), []);
    let work = forge.reload("b", "again");
    forge.clear("b", work);
    assert_eq!(backstopped(&forge), [Lane::MetadataCache]);
    forge.lane = Lane::Metadata;
    forge.list_only("b", work, true);
    assert_eq!(backstopped(&forge), [Lane::MetadataCache, Lane::Metadata]);
    forge.converge("b", work, OBJECT);
    forge.write_metadata("a", "later", OBJECT, Change::Put);
    assert_eq!(backstopped(&forge), []);
    forge.crash("b");
    forge.boot("b");
    assert_eq!(backstopped(&forge), [Lane::MetadataCache, Lane::Metadata]);
    forge.header.replicas[1].lanes = vec![Lane::Metadata];
    assert_eq!(backstopped(&forge), [Lane::Metadata]);
}

#[test]
fn the_listing_of_another_lane_is_no_backstop() {
    let mut forge = Forge::with(&[Lane::Metadata, Lane::Datasource]);
    forge.given(OBJECT);
    forge.boot("b");
    forge.write("b", "new", "stock", Change::Put);
    let work = forge.reload("b", "again");
    forge.list_only("b", work, true);
    assert_eq!(backstopped(&forge), [Lane::Metadata]);
    forge.lane = Lane::Datasource;
    forge.list_only("b", work, true);
    assert_eq!(backstopped(&forge), [Lane::Metadata, Lane::Datasource]);
}

#[test]
fn what_fails_on_one_lane_is_no_matter_to_the_other_nor_to_a_cache() {
    let stories: [Story; 5] = [
        (&[Lane::MetadataCache, Lane::Metadata], |forge| {
            let work = forge.ask_read("b", "look", ITEM);
            forge.begin_read("b", work, ITEM);
            forge.see_as_of("b", work, ITEM, Sequence(2), Seen::Unreadable);
            forge.keep("b", work, ITEM, Kept::Unreadable);
        }),
        (&[Lane::MetadataCache], |forge| {
            let work = forge.reload("b", "once more");
            forge.fail_read("b", work, OBJECT);
        }),
        (&[Lane::MetadataCache], |forge| {
            let work = forge.reload("b", "once more");
            forge.keep("b", work, OBJECT, Kept::BuildFailed);
        }),
        (&[Lane::MetadataCache], |forge| {
            forge.record("b", EventKind::Fault { fault: FaultId(0) });
        }),
        (&[Lane::MetadataCache], |forge| {
            forge.lane = Lane::Metadata;
            let work = forge.reload("b", "once more");
            forge.list_only("b", work, false);
        }),
    ];
    for (lanes, story) in stories {
        let mut forge = Forge::cached();
        let work = forge.reload("b", "again");
        forge.list("b", work);
        assert_eq!(backstopped(&forge).len(), 2);
        story(&mut forge);
        assert_eq!(backstopped(&forge), lanes);
    }
}

#[test]
fn a_stale_entry_behind_the_backstop_of_its_lane_breaks_the_theorem() {
    for clears in [false, true] {
        let mut forge = Forge::cached();
        forge.drop("new", "b");
        let work = forge.reload("b", "again");
        if clears {
            // It should have dropped the entry.
            forge.record("b", EventKind::Cleared { work });
        } else {
            forge.lane = Lane::Metadata;
            forge.list_only("b", work, true);
            forge.converge("b", work, OBJECT);
        }
        let stale = forge.the_stale();
        assert_eq!(forge.judge().breaks_backstop(&stale), clears);
    }
}

#[test]
fn a_connector_that_could_not_be_opened_since_has_no_backstop() {
    let mut forge = Forge::connected();
    forge.write_key("a", "rotated", KEY, Change::Put);
    forge.drop("rotated", "b");
    let work = forge.reload("b", "again");
    forge.list_only("b", work, true);
    assert_eq!(backstopped(&forge), [Lane::Credential]);
    forge.read("b", work, RECONCILE);
    forge.refuse("b", work, BuildFailure::Refused);
    assert_eq!(backstopped(&forge), []);
}
