//! Lane 4: what the last attempt at a connector calls for, and what is tried again.

use reconverge::history::{BuildFailure, ConnectorState, Kept, Seen};
use reconverge::names::{Cause, RequestId, Work};
use reconverge::oracle::Chance;

use crate::forge::{CRM, Change, Forge, KEY, OTHER_KEY, RECONCILE};
use crate::lane_connector::{refused, rotated};

/// `KEY` is written anew on a; b's upstream does not open the connector with it, and b arms nothing.
fn rejected(why: BuildFailure) -> Forge {
    let (mut forge, work) = rotated();
    forge.reject("b", work, why);
    forge
}

/// Another reference is written on a, and b follows as far as the read.
fn follow_other(forge: &mut Forge) -> Work {
    forge.write_key("a", "other", OTHER_KEY, Change::Put);
    let work = forge.follow("other", "b", 0);
    forge.enqueue("b", work, RECONCILE);
    forge.begin_read("b", work, RECONCILE);
    work
}

/// A reload of b that is enqueued.
fn reload(forge: &mut Forge) -> Work {
    let work = forge.reload("b", "again");
    forge.list_only("b", work, true);
    forge.enqueue("b", work, RECONCILE);
    work
}

/// A reconcile that has been enqueued reads, and tries nothing.
fn leave(forge: &mut Forge, work: Work) {
    forge.begin_read("b", work, RECONCILE);
    forge.see("b", work, RECONCILE);
    forge.keep("b", work, RECONCILE, Kept::Unchanged);
}

#[test]
fn what_was_not_reached_has_a_retry() {
    for (why, cause) in
        [(BuildFailure::Unreachable, Cause::Upstream), (BuildFailure::Failed, Cause::BuildFailed)]
    {
        let mut forge = rejected(why);
        assert_eq!(forge.charges(), [cause, Cause::Swallowed]);
        let stale = forge.the_stale();
        assert_eq!((stale.cause, stale.allowed), (Some(Cause::Swallowed), false));
        assert_eq!(stale.chances[1].chance, Chance::Retry);
        forge.opens("b", false);
        assert_eq!(forge.charges(), [cause, Cause::Swallowed], "nobody will ever see that it opens again");
        forge.arm("b");
        assert!(forge.judge().is_clean() && !forge.judge().assumptions, "{:#?}", forge.judge());
    }
}

#[test]
fn a_retry_exempts_while_it_is_pending_and_the_connector_is_degraded() {
    let mut forge = refused(BuildFailure::Unreachable);
    assert_eq!(forge.judge().stale, []);
    forge.settle("b", ConnectorState::Held);
    assert_eq!(forge.charges(), [Cause::Ignored], "it was not refused");
    forge.settle("b", ConnectorState::Degraded);
    forge.wait(6_000);
    assert_eq!(forge.charges(), [Cause::Upstream, Cause::Swallowed], "its time has come and gone");
}

#[test]
fn a_timer_from_before_the_attempt_is_void() {
    let (mut forge, work) = rotated();
    forge.arm("b");
    forge.reject("b", work, BuildFailure::Unreachable);
    assert_eq!(forge.charges(), [Cause::Upstream, Cause::Swallowed]);
}

#[test]
fn what_serves_the_present_version_needs_no_retry() {
    let mut forge = Forge::connected();
    let work = reload(&mut forge);
    forge.begin_read("b", work, RECONCILE);
    forge.see("b", work, RECONCILE);
    forge.reject("b", work, BuildFailure::Unreachable);
    forge.settle("b", ConnectorState::Live);
    assert_eq!(forge.judge().stale, []);
}

#[test]
fn what_was_refused_is_held_and_has_no_timer() {
    let mut forge = refused(BuildFailure::Refused);
    forge.opens("b", false);
    assert_eq!(forge.judge().stale, []);
    forge.settle("b", ConnectorState::Degraded);
    assert_eq!(forge.charges(), [Cause::Ignored]);
    forge.settle("b", ConnectorState::Held);
    assert_eq!(forge.judge().stale, []);
    forge.arm("b");
    assert_eq!(forge.charges(), [Cause::Ignored]);
}

#[test]
fn a_reload_that_does_not_try_what_is_held_ignores_it() {
    let mut forge = refused(BuildFailure::Refused);
    let work = reload(&mut forge);
    leave(&mut forge, work);
    assert_eq!(forge.charges(), [Cause::Upstream, Cause::Ignored]);
    let mut forge = refused(BuildFailure::Refused);
    let copy = forge.follow("rotated", "b", 1);
    forge.enqueue("b", copy, RECONCILE);
    let work = reload(&mut forge);
    forge.keep("b", work, RECONCILE, Kept::Coalesced { into: copy });
    leave(&mut forge, copy);
    assert_eq!(forge.charges(), [Cause::Upstream, Cause::Upstream, Cause::Ignored], "merged or not");
}

#[test]
fn a_reload_is_met_by_the_reconcile_before_it_that_took_its_mark() {
    let mut forge = refused(BuildFailure::Refused);
    let other = follow_other(&mut forge);
    let work = reload(&mut forge);
    forge.see("b", other, RECONCILE);
    forge.refuse("b", other, BuildFailure::Refused);
    leave(&mut forge, work);
    assert_eq!(forge.charges(), [Cause::Upstream; 3]);
}

#[test]
fn a_reload_loses_its_mark_to_a_reconcile_that_cannot_read() {
    let mut forge = refused(BuildFailure::Refused);
    let other = follow_other(&mut forge);
    let work = reload(&mut forge);
    forge.see_as_of("b", other, RECONCILE, forge.sequence(), Seen::Unreadable);
    forge.keep("b", other, RECONCILE, Kept::Unreadable);
    leave(&mut forge, work);
    assert_eq!(forge.charges(), [Cause::Upstream, Cause::ReadError, Cause::ReadError]);
}

#[test]
fn a_retry_tries_its_own_connector() {
    for is_own in [true, false] {
        let mut forge = rejected(BuildFailure::Unreachable);
        let own = forge.arm("b");
        forge.wait(5_000);
        let work = if is_own { own } else { Work::Retry(RequestId(77)) };
        forge.enqueue("b", work, RECONCILE);
        leave(&mut forge, work);
        let met = if is_own { Cause::Ignored } else { Cause::Upstream };
        assert_eq!(forge.charges(), [Cause::Upstream, met, Cause::Swallowed]);
    }
}

#[test]
fn what_a_reconcile_rightly_left_alone_can_be_overtaken() {
    let mut forge = Forge::connected();
    forge.write_key("a", "first", KEY, Change::Put);
    let first = forge.follow("first", "b", 0);
    forge.read("b", first, RECONCILE);
    forge.write_key("a", "second", KEY, Change::Put);
    let second = forge.follow("second", "b", 0);
    forge.read("b", second, RECONCILE);
    let new = forge.open("b", second, CRM);
    let old = forge.open("b", first, CRM);
    forge.install("b", second, new);
    forge.settle("b", ConnectorState::Live);
    forge.write_key("a", "other", OTHER_KEY, Change::Put);
    forge.deliver_key("other", "b");
    assert_eq!(forge.judge().stale, []);
    forge.install("b", first, old);
    assert_eq!(forge.charges(), [Cause::Overtaken, Cause::Overtaken]);
}
