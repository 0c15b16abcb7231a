//! Lane 1: what is cached and right, and each cause that leaves a cached entry stale.

use reconverge::history::{Damage, EventKind, Loss, Reception, Seen};
use reconverge::names::{Cause, InstanceId, Lane, Policies, ReadError, Sequence, Work};
use reconverge::oracle::Chance;

use crate::forge::{Change, Forge, ITEM, LISTING, OBJECT, OTHER_ITEM, OTHER_OBJECT};

/// A cause, and what happens to the signal on its way to b.
type Story = (Cause, fn(&mut Forge));

/// The causes that the chances of b's entry are charged with, in order.
#[track_caller]
fn causes(forge: &Forge, name: &str) -> Vec<Cause> {
    let findings = forge.judge();
    assert_eq!(findings.inconsistent, []);
    let (replica, address) = (forge.replica("b"), forge.address(name));
    let mut of_entry =
        findings.stale.iter().filter(|stale| (stale.replica, stale.address) == (replica, address));
    let stale = of_entry.next().expect("stale");
    assert_eq!(stale.lane, Lane::MetadataCache);
    stale.chances.iter().map(|charge| charge.cause).collect()
}

/// Nothing else is stale than b's `view/x` in the cache, with just this cause.
#[track_caller]
fn only(forge: &Forge, cause: Cause) {
    assert_eq!((forge.the_stale().address, causes(forge, ITEM)), (forge.address(ITEM), vec![cause]));
    assert_eq!(forge.the_stale().allowed, cause.allowed_by_contract());
}

/// `view/x` is cached on b, and committed anew on a.
fn committed() -> Forge {
    let mut forge = Forge::metadata();
    forge.fill("b", "look", ITEM);
    forge.commit("a", "new", OBJECT, Change::Put);
    forge
}

/// A read of b's that sees the rows as of a commit is cached.
fn fill_as_of(forge: &mut Forge, step: &str, as_of: Sequence, seen: Seen) -> (Work, InstanceId) {
    let work = forge.ask_read("b", step, ITEM);
    forge.begin_read("b", work, ITEM);
    forge.see_as_of("b", work, ITEM, as_of, seen);
    (work, forge.store("b", work, ITEM))
}

#[test]
fn what_is_dropped_or_filled_anew_is_right() {
    let mut forge = Forge::cached();
    let work = forge.follow("new", "b", 0);
    forge.invalidate("b", work, ITEM);
    assert!(forge.judge().is_clean(), "{:#?}", forge.judge());
    forge.fill("b", "again", ITEM);
    forge.fill("b", "all", LISTING);
    assert!(forge.judge().is_clean() && forge.judge().assumptions, "{:#?}", forge.judge());
}

#[test]
fn a_label_makes_another_item_and_two_absences_are_one() {
    let mut forge = Forge::metadata();
    forge.fill("b", "look", ITEM);
    forge.write_metadata("a", "label", OBJECT, Change::Label);
    forge.drop("label", "b");
    only(&forge, Cause::LostDelivery);
    let mut forge = Forge::metadata();
    forge.fill("b", "none", OTHER_ITEM);
    assert!(forge.judge().is_clean());
    for (step, change, stale) in [("new", Change::Put, 1), ("gone", Change::Delete, 0)] {
        forge.write_metadata("a", step, OTHER_OBJECT, change);
        forge.deliver_object(step, "b", OTHER_OBJECT);
        forge.drop(step, "b");
        assert_eq!(forge.judge().stale.len(), stale, "{step}");
    }
}

#[test]
fn a_listing_is_stale_while_any_row_of_its_type_differs() {
    let mut forge = Forge::metadata();
    forge.fill("b", "all", LISTING);
    for (step, change, stale) in
        [("new", Change::Put, 1), ("gone", Change::Delete, 0), ("anew", Change::Put, 1)]
    {
        forge.write_metadata("a", step, OTHER_OBJECT, change);
        forge.deliver_object(step, "b", OTHER_OBJECT);
        forge.drop(step, "b");
        assert_eq!(forge.judge().stale.len(), stale, "{step}");
    }
    assert_eq!(causes(&forge, LISTING), [Cause::LostDelivery]);
    let (stale, history) = (forge.the_stale(), forge.history());
    let described = stale.described(&history).to_string();
    let since = stale.since;
    let due = format!(
        "b is stale on `listing:view` since {since}: the bus lost the delivery of `anew` (lost-delivery)"
    );
    assert_eq!(described, due);
    forge.stray("stray", ITEM);
    forge.follow("stray", "b", 0);
    assert_eq!(causes(&forge, LISTING), [Cause::LostDelivery, Cause::Ignored], "any of its type concerns it");
}

#[test]
fn a_lane_that_a_replica_lacks_is_not_judged_there() {
    let mut forge = Forge::cached();
    assert_eq!(forge.judge().stale.len(), 1);
    forge.header.replicas[1].lanes = vec![Lane::Metadata];
    assert_eq!(forge.judge().stale, []);
}

#[test]
fn commit_unknown_died_before_publish_and_not_published() {
    let mut forge = committed();
    let request = forge.request("new");
    forge.record("a", EventKind::AnswerLost { request });
    assert_eq!(causes(&forge, ITEM), [Cause::CommitUnknown]);
    let mut forge = committed();
    forge.crash("a");
    assert_eq!(causes(&forge, ITEM), [Cause::DiedBeforePublish]);
    let mut forge = committed();
    forge.publish("a", "new", OBJECT, true);
    forge.finish("a", "new", OBJECT);
    forge.deliver_object("new", "b", OBJECT);
    only(&forge, Cause::NotPublished);
}

#[test]
fn publish_failed_on_this_lane_alone() {
    let mut forge = committed();
    forge.publish("a", "new", ITEM, false);
    forge.publish("a", "new", OBJECT, true);
    forge.finish("a", "new", OBJECT);
    forge.deliver_object("new", "b", OBJECT);
    only(&forge, Cause::PublishFailed);
    let mut forge = committed();
    forge.publish("a", "new", OBJECT, false);
    forge.finish("a", "new", OBJECT);
    assert_eq!(causes(&forge, ITEM), [Cause::NotPublished], "that of the other lane is no excuse");
}

#[test]
fn what_happens_on_the_bus_of_this_lane() {
    let stories: [Story; 6] = [
        (Cause::LostDelivery, |forge| forge.drop("new", "b")),
        (Cause::Overflow, |forge| forge.lose("new", "b", 0, Loss::Overflow)),
        (Cause::Malformed, |forge| forge.arrive("new", "b", 0, Damage::Corrupt)),
        (Cause::MisAddressed, |forge| {
            forge.arrive("new", "b", 0, Damage::Misaddressed);
            forge.receive("new", "b", 0, Reception::Followed);
            let work = forge.signal("new", 0);
            forge.invalidate("b", work, OTHER_ITEM);
        }),
        (Cause::Filtered, |forge| {
            forge.arrive("new", "b", 0, Damage::None);
            forge.receive("new", "b", 0, Reception::Own);
        }),
        (Cause::SameNodeId, |forge| {
            forge.header.replicas[1].node_id = "a".to_owned();
            forge.arrive("new", "b", 0, Damage::None);
            forge.receive("new", "b", 0, Reception::Own);
        }),
    ];
    for (cause, story) in stories {
        let mut forge = Forge::cached();
        story(&mut forge);
        only(&forge, cause);
    }
    let mut forge = Forge::cached();
    forge.lane = Lane::Metadata;
    forge.drop("new", "b");
    only(&forge, Cause::Filtered);
}

#[test]
fn detached_and_the_clearing_after_a_late_attach() {
    let story = |lane| {
        let mut forge = Forge::metadata();
        forge.fill("b", "look", ITEM);
        forge.record("b", EventKind::Unsubscribed { lane });
        forge.write_metadata("a", "new", OBJECT, Change::Put);
        forge.deliver_object("new", "b", OBJECT);
        forge
    };
    only(&story(Lane::Metadata), Cause::Filtered);
    let mut forge = story(Lane::MetadataCache);
    only(&forge, Cause::Detached);
    forge.record("b", EventKind::Subscribed { lane: Lane::MetadataCache });
    assert_eq!(causes(&forge, ITEM), [Cause::Detached, Cause::Swallowed]);
    assert_eq!(forge.the_stale().chances[1].chance, Chance::LateAttach);
    let work = Work::Attach(forge.request("attach"));
    let cleared = forge.record("b", EventKind::Cleared { work });
    assert_eq!(causes(&forge, ITEM), [Cause::Detached, Cause::Ignored], "cleared, and yet it stays");
    forge.events.truncate(cleared);
    forge.clear("b", work);
    assert_eq!(forge.judge().stale, []);
}

#[test]
fn missed_at_boot_unless_the_boot_cleared_the_cache_after_the_commit() {
    let mut forge = Forge::metadata();
    forge.crash("b");
    let boot = forge.begin("b");
    forge.list("b", boot);
    forge.fill("b", "look", ITEM);
    forge.write_metadata("a", "new", OBJECT, Change::Put);
    forge.subscribe("b");
    forge.serve("b");
    forge.deliver_object("new", "b", OBJECT);
    only(&forge, Cause::MissedAtBoot);
    let mut forge = Forge::metadata();
    forge.crash("b");
    let boot = forge.begin("b");
    forge.write_metadata("a", "new", OBJECT, Change::Put);
    forge.subscribe("b");
    forge.list("b", boot);
    forge.serve("b");
    fill_as_of(&mut forge, "look", Sequence(1), Seen::Present);
    assert_eq!(causes(&forge, ITEM), [Cause::StaleRead, Cause::StaleRead], "of the boot, and of the fill");
}

#[test]
fn swallowed_by_a_reload_that_clears_nothing() {
    let mut forge = Forge::cached();
    forge.drop("new", "b");
    let work = forge.reload("b", "again");
    assert_eq!(causes(&forge, ITEM), [Cause::LostDelivery, Cause::Swallowed]);
    forge.clear("b", work);
    assert_eq!(forge.judge().stale, []);
}

#[test]
fn stale_read_where_the_fill_began_after_the_drop() {
    let mut forge = Forge::cached();
    let work = forge.follow("new", "b", 0);
    forge.invalidate("b", work, ITEM);
    let (fill, _) = fill_as_of(&mut forge, "again", Sequence(1), Seen::Present);
    assert_eq!(causes(&forge, ITEM), [Cause::StaleRead, Cause::StaleRead]);
    let chances: Vec<_> = forge.the_stale().chances.iter().map(|charge| charge.chance).collect();
    assert_eq!(chances, [Chance::Work(work), Chance::Work(fill)]);
    assert!(!forge.the_stale().allowed);
}

#[test]
fn read_error_where_it_is_taken_for_absence() {
    let mut forge = Forge::cached();
    forge.header.policies = Policies { read_error: ReadError::TreatAsGone, ..Policies::default() };
    let work = forge.follow("new", "b", 0);
    forge.invalidate("b", work, ITEM);
    fill_as_of(&mut forge, "again", Sequence(2), Seen::Unreadable);
    assert_eq!(causes(&forge, ITEM), [Cause::ReadError, Cause::ReadError]);
}

#[test]
fn ignored_where_the_entry_stays() {
    let mut forge = Forge::cached();
    let work = forge.follow("new", "b", 0);
    only(&forge, Cause::Ignored);
    let address = forge.address(ITEM);
    forge.record("b", EventKind::Invalidated { work, address });
    only(&forge, Cause::Ignored);
    let described = forge.the_stale().described(&forge.history()).to_string();
    assert!(
        described.ends_with("the signal of `new` was followed, and yet the entry stayed (ignored)"),
        "{described}"
    );
}

#[test]
fn overtaken_by_a_fill_that_had_begun_before_the_drop() {
    let mut forge = Forge::metadata();
    let slow = forge.ask_read("b", "look", ITEM);
    forge.begin_read("b", slow, ITEM);
    forge.see("b", slow, ITEM);
    forge.write_metadata("a", "new", OBJECT, Change::Put);
    forge.deliver_object("new", "b", OBJECT);
    let work = forge.follow("new", "b", 0);
    forge.invalidate("b", work, ITEM);
    assert_eq!(forge.judge().stale, []);
    let event = forge.events.len();
    forge.store("b", slow, ITEM);
    only(&forge, Cause::Overtaken);
    assert_eq!(forge.the_stale().chances[0].event, Some(event));
}

#[test]
fn the_writer_has_its_own_write_and_its_reloads() {
    let mut forge = Forge::metadata();
    let slow = forge.ask_read("b", "look", ITEM);
    forge.begin_read("b", slow, ITEM);
    forge.see("b", slow, ITEM);
    forge.write_metadata("b", "mine", OBJECT, Change::Put);
    forge.deliver_object("mine", "a", OBJECT);
    let reload = forge.reload("b", "again");
    forge.clear("b", reload);
    forge.store("b", slow, ITEM);
    let mine = Work::Write(forge.request("mine"));
    assert_eq!(causes(&forge, ITEM), [Cause::Overtaken, Cause::Overtaken]);
    let chances: Vec<_> = forge.the_stale().chances.iter().map(|charge| charge.chance).collect();
    assert_eq!(chances, [Chance::Work(mine), Chance::Work(reload)]);
    let echo = forge.follow("mine", "b", 0);
    let address = forge.address(ITEM);
    forge.record("b", EventKind::Invalidated { work: echo, address });
    assert_eq!(causes(&forge, ITEM).len(), 2, "its own signal is none");
}
