//! Lane 4: what the last attempt at a connector calls for, and which connectors are tried again.

use reconverge::history::{BuildFailure, ConnectorState, Kept, ReadResult};
use reconverge::names::{Cause, RequestId, Work};
use reconverge::oracle::Chance;

use crate::lane_connector::{refused, rotated};
use crate::scripted_cluster::{CRM, Change, KEY, OTHER_KEY, RECONCILE, ScriptedCluster};

/// `KEY` is updated on a; b's upstream does not open the connector with it, and b arms no timer.
fn rejected(why: BuildFailure) -> ScriptedCluster {
    let (mut cluster, work) = rotated();
    cluster.fail_attempt_without_retry("b", work, why);
    cluster
}

/// Another reference is written on a, and b has followed as far as the read.
fn follow_other(cluster: &mut ScriptedCluster) -> Work {
    cluster.write_key("a", "other", OTHER_KEY, Change::Put);
    let work = cluster.follow("other", "b", 0);
    cluster.enqueue("b", work, RECONCILE);
    cluster.begin_read("b", work, RECONCILE);
    work
}

/// A reload of b is enqueued.
fn reload(cluster: &mut ScriptedCluster) -> Work {
    let work = cluster.reload("b", "again");
    cluster.list_only("b", work, true);
    cluster.enqueue("b", work, RECONCILE);
    work
}

/// An enqueued reconcile reads, and makes no attempt.
fn leave(cluster: &mut ScriptedCluster, work: Work) {
    cluster.begin_read("b", work, RECONCILE);
    cluster.finish_read("b", work, RECONCILE);
    cluster.keep("b", work, RECONCILE, Kept::Unchanged);
}

#[test]
fn what_was_not_reached_has_a_retry() {
    for (why, cause) in
        [(BuildFailure::Unreachable, Cause::Upstream), (BuildFailure::Failed, Cause::BuildFailed)]
    {
        let mut cluster = rejected(why);
        assert_eq!(cluster.charges(), [cause, Cause::Swallowed]);
        let stale = cluster.only_stale();
        assert_eq!((stale.cause, stale.allowed), (Some(Cause::Swallowed), false));
        assert_eq!(stale.chances[1].chance, Chance::Retry);
        cluster.set_connector_opens("b", false);
        assert_eq!(cluster.charges(), [cause, Cause::Swallowed], "nobody will ever see that it opens again");
        cluster.arm("b");
        assert!(cluster.judge().is_clean() && !cluster.judge().assumptions, "{:#?}", cluster.judge());
    }
}

#[test]
fn a_retry_exempts_while_it_is_pending_and_the_connector_is_degraded() {
    let mut cluster = refused(BuildFailure::Unreachable);
    assert_eq!(cluster.judge().stale, []);
    cluster.set_state("b", ConnectorState::Held);
    assert_eq!(cluster.charges(), [Cause::Ignored], "it was not refused");
    cluster.set_state("b", ConnectorState::Degraded);
    cluster.wait(6_000);
    assert_eq!(cluster.charges(), [Cause::Upstream, Cause::Swallowed], "its time has come and gone");
}

#[test]
fn a_timer_from_before_the_attempt_is_void() {
    let (mut cluster, work) = rotated();
    cluster.arm("b");
    cluster.fail_attempt_without_retry("b", work, BuildFailure::Unreachable);
    assert_eq!(cluster.charges(), [Cause::Upstream, Cause::Swallowed]);
}

#[test]
fn what_serves_the_present_version_needs_no_retry() {
    let mut cluster = ScriptedCluster::connected();
    let work = reload(&mut cluster);
    cluster.begin_read("b", work, RECONCILE);
    cluster.finish_read("b", work, RECONCILE);
    cluster.fail_attempt_without_retry("b", work, BuildFailure::Unreachable);
    cluster.set_state("b", ConnectorState::Live);
    assert_eq!(cluster.judge().stale, []);
}

#[test]
fn what_was_refused_is_held_and_has_no_timer() {
    let mut cluster = refused(BuildFailure::Refused);
    cluster.set_connector_opens("b", false);
    assert_eq!(cluster.judge().stale, []);
    cluster.set_state("b", ConnectorState::Degraded);
    assert_eq!(cluster.charges(), [Cause::Ignored]);
    cluster.set_state("b", ConnectorState::Held);
    assert_eq!(cluster.judge().stale, []);
    cluster.arm("b");
    assert_eq!(cluster.charges(), [Cause::Ignored]);
}

#[test]
fn a_reload_that_does_not_try_what_is_held_ignores_it() {
    let mut cluster = refused(BuildFailure::Refused);
    let work = reload(&mut cluster);
    leave(&mut cluster, work);
    assert_eq!(cluster.charges(), [Cause::Upstream, Cause::Ignored]);
    let mut cluster = refused(BuildFailure::Refused);
    let copy = cluster.follow("rotated", "b", 1);
    cluster.enqueue("b", copy, RECONCILE);
    let work = reload(&mut cluster);
    cluster.keep("b", work, RECONCILE, Kept::Coalesced { into: copy });
    leave(&mut cluster, copy);
    assert_eq!(cluster.charges(), [Cause::Upstream, Cause::Upstream, Cause::Ignored], "merged or not");
}

#[test]
fn an_earlier_reconcile_that_takes_the_mark_of_a_reload_fulfils_it() {
    let mut cluster = refused(BuildFailure::Refused);
    let other = follow_other(&mut cluster);
    let work = reload(&mut cluster);
    cluster.finish_read("b", other, RECONCILE);
    cluster.fail_attempt("b", other, BuildFailure::Refused);
    leave(&mut cluster, work);
    assert_eq!(cluster.charges(), [Cause::Upstream; 3]);
}

#[test]
fn a_reload_loses_its_mark_to_a_reconcile_that_cannot_read() {
    let mut cluster = refused(BuildFailure::Refused);
    let other = follow_other(&mut cluster);
    let work = reload(&mut cluster);
    cluster.finish_read_as_of("b", other, RECONCILE, cluster.sequence(), ReadResult::Unreadable);
    cluster.keep("b", other, RECONCILE, Kept::Unreadable);
    leave(&mut cluster, work);
    assert_eq!(cluster.charges(), [Cause::Upstream, Cause::ReadError, Cause::ReadError]);
}

#[test]
fn a_retry_tries_its_own_connector() {
    for is_own in [true, false] {
        let mut cluster = rejected(BuildFailure::Unreachable);
        let own = cluster.arm("b");
        cluster.wait(5_000);
        let work = if is_own { own } else { Work::Retry(RequestId(77)) };
        cluster.enqueue("b", work, RECONCILE);
        leave(&mut cluster, work);
        let met = if is_own { Cause::Ignored } else { Cause::Upstream };
        assert_eq!(cluster.charges(), [Cause::Upstream, met, Cause::Swallowed]);
    }
}

#[test]
fn what_a_reconcile_rightly_left_alone_can_be_overtaken() {
    let mut cluster = ScriptedCluster::connected();
    cluster.write_key("a", "first", KEY, Change::Put);
    let first = cluster.follow("first", "b", 0);
    cluster.read("b", first, RECONCILE);
    cluster.write_key("a", "second", KEY, Change::Put);
    let second = cluster.follow("second", "b", 0);
    cluster.read("b", second, RECONCILE);
    let new = cluster.open("b", second, CRM);
    let old = cluster.open("b", first, CRM);
    cluster.install("b", second, new);
    cluster.set_state("b", ConnectorState::Live);
    cluster.write_key("a", "other", OTHER_KEY, Change::Put);
    cluster.deliver_key("other", "b");
    assert_eq!(cluster.judge().stale, []);
    cluster.install("b", first, old);
    assert_eq!(cluster.charges(), [Cause::Overtaken, Cause::Overtaken]);
}
