//! Disturbances: events that show by themselves that something went wrong.
//!
//! The assumptions of the theorems T1 and T2 exclude different disturbances; both ask this one classification. A new
//! kind of event does not compile until it is classified.

use super::index::Index;
use crate::history::{Damage, EventKind, Kept, Loss, ReadResult};
use crate::names::{AddressId, Lane, Space};

/// What an event shows to have gone wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disturbance {
    /// A call of this lane to the store or the upstream failed, or its answer will be late; or a row was malformed.
    Call(Option<Lane>),
    /// A signal was lost, damaged or not published, a subscription was refused or ended, or a writer will not learn that
    /// it committed.
    Message,
    /// The replica was paused, or an armed fault fired on it.
    Replica,
}

/// The disturbance that an event shows, if any.
///
/// A loss because the receiver is down is none: its next life boots, and lists the rows.
pub fn of(index: &Index<'_>, kind: EventKind) -> Option<Disturbance> {
    let call = |address| Disturbance::Call(index.layout.lane(address));
    match kind {
        EventKind::Read { result, address, .. } => (result == ReadResult::Unreadable).then(|| call(address)),
        EventKind::Listed { ok, lane, .. } => (!ok).then_some(Disturbance::Call(Some(lane))),
        EventKind::OpenFailed { address, .. } => Some(call(address)),
        EventKind::AnswersLate { lane, .. } => Some(Disturbance::Call(Some(lane))),
        EventKind::Kept { address, why, .. } => is_malformed(index, address, why).then(|| call(address)),
        EventKind::Lost { why, .. } => (why != Loss::Down).then_some(Disturbance::Message),
        EventKind::Arrived { damage, .. } => (damage != Damage::None).then_some(Disturbance::Message),
        EventKind::Published { ok, .. } => (!ok).then_some(Disturbance::Message),
        EventKind::Dropped { .. }
        | EventKind::AnswerLost { .. }
        | EventKind::SubscriptionRefused { .. }
        | EventKind::Unsubscribed { .. } => Some(Disturbance::Message),
        EventKind::Paused | EventKind::Fault { .. } => Some(Disturbance::Replica),
        EventKind::Requested { .. }
        | EventKind::Answered { .. }
        | EventKind::Unanswered { .. }
        | EventKind::WriteSent { .. }
        | EventKind::Committed { .. }
        | EventKind::Refused { .. }
        | EventKind::WriteFailed { .. }
        | EventKind::Deviated { .. }
        | EventKind::ReadBegan { .. }
        | EventKind::ListBegan { .. }
        | EventKind::Subscribed { .. }
        | EventKind::Received { .. }
        | EventKind::Enqueued { .. }
        | EventKind::Installed { .. }
        | EventKind::Evicted { .. }
        | EventKind::Invalidated { .. }
        | EventKind::Cleared { .. }
        | EventKind::OpenBegan { .. }
        | EventKind::Opened { .. }
        | EventKind::CloseBegan { .. }
        | EventKind::Closed { .. }
        | EventKind::BootBegan { .. }
        | EventKind::Serving
        | EventKind::Reloading { .. }
        | EventKind::Crashed
        | EventKind::ShutDown
        | EventKind::ShutDownBegan { .. }
        | EventKind::NodeIdSet { .. }
        | EventKind::Resumed
        | EventKind::Cut { .. }
        | EventKind::Healed
        | EventKind::UpstreamSet { .. }
        | EventKind::AcceptsSet { .. }
        | EventKind::FaultsEnded
        | EventKind::Triggered { .. }
        | EventKind::RetryArmed { .. } => None,
    }
}

/// Whether a convergence kept what there was because its row is malformed. An object has no upstream whose port could
/// record the failed build, so only the journal shows it.
fn is_malformed(index: &Index<'_>, address: AddressId, why: Kept) -> bool {
    let is_parsed = |space: Space| space.is_built() && !space.has_upstream();
    why == Kept::BuildFailed && index.layout.space(address).is_some_and(is_parsed)
}
