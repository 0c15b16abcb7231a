//! The first step of a signal: it must be published by the writer after its commit. A signal that was not published is
//! charged here.
//!
//! The ports say what was sent, committed, lost and published. The policies in the header say whether the door would have
//! published at all. A door publishes whether or not its own lane is attached, so that a detached writer is no excuse.

use super::case::{StaleCase, Stop};
use super::{subscription, writer};
use crate::names::Cause;
use crate::oracle::finding::{Chance, Charge};
use crate::oracle::truth::Effect;

/// The charge for the signal due for the commit, which was not published; `None` if the replica's present life began only
/// after the commit.
pub fn charge_unpublished(case: StaleCase<'_, '_>) -> Option<Charge> {
    if case.commit.event < case.life.began {
        return None;
    }
    let chance = Chance::Signal(case.commit.request);
    // A lane that is not attached could not have received the signal, whatever the writer did.
    if let Some(detached) = subscription::charge_detached(case, chance, case.commit.event) {
        return Some(detached);
    }
    Some(case.charge(chance, stop(case)))
}

/// Why the writer did not publish the signal.
fn stop(case: StaleCase<'_, '_>) -> Stop {
    let record = case.index.requests.get(case.commit.request);
    if let Some(failed) = record.and_then(|record| record.on(case.lane).failed) {
        return Stop::by(Cause::PublishFailed, failed);
    }
    // Nothing that happened to the writer excuses a signal that its policy does not publish anyway.
    let excuse = record.filter(|_| !is_forbidden_by_policy(case));
    let stop = excuse.and_then(|record| writer::stop_before_publish(case, record));
    stop.unwrap_or(Stop::by(Cause::NotPublished, case.commit.event))
}

/// Whether the policy says that a write of this kind never has a signal.
fn is_forbidden_by_policy(case: StaleCase<'_, '_>) -> bool {
    let commits = case.index.truth.commits(case.commit.address);
    let before = commits.iter().rev().find(|commit| commit.version.sequence < case.commit.version.sequence);
    let effect = Effect::of(before.map(|before| before.version.state), case.commit.version.state);
    !effect.is_published(case.index.history.header.policies.publish)
}
