//! What an event is about: its address, its request or its lane.
//!
//! A timeline that is restricted to one address asks this. Both methods list every kind of event: a new kind that was
//! forgotten here would silently be missing from each timeline.

use super::EventKind;
use crate::names::{AddressId, Lane, RequestId};

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// One address.
    Address(AddressId),
    /// One request, and so the address that this request is about.
    Request(RequestId),
    /// A whole replica, or the whole cluster.
    Everyone,
}

impl EventKind {
    /// The lane that the event itself names. An event that names an address belongs to the lane of that address.
    pub fn lane(&self) -> Option<Lane> {
        match *self {
            Self::Dropped { lane, .. }
            | Self::Arrived { lane, .. }
            | Self::Lost { lane, .. }
            | Self::Received { lane, .. }
            | Self::Subscribed { lane }
            | Self::Unsubscribed { lane }
            | Self::SubscriptionRefused { lane, .. }
            | Self::ListBegan { lane, .. }
            | Self::Listed { lane, .. }
            | Self::AnswersLate { lane, .. } => Some(lane),
            Self::Requested { .. }
            | Self::Answered { .. }
            | Self::Unanswered { .. }
            | Self::WriteSent { .. }
            | Self::Committed { .. }
            | Self::Refused { .. }
            | Self::WriteFailed { .. }
            | Self::AnswerLost { .. }
            | Self::ReadBegan { .. }
            | Self::Read { .. }
            | Self::Published { .. }
            | Self::Enqueued { .. }
            | Self::Installed { .. }
            | Self::Evicted { .. }
            | Self::Kept { .. }
            | Self::OpenBegan { .. }
            | Self::Opened { .. }
            | Self::OpenFailed { .. }
            | Self::CloseBegan { .. }
            | Self::Closed { .. }
            | Self::BootBegan { .. }
            | Self::Serving
            | Self::Reloading { .. }
            | Self::Crashed
            | Self::ShutDown
            | Self::Paused
            | Self::Resumed
            | Self::Cut { .. }
            | Self::Healed
            | Self::UpstreamSet { .. }
            | Self::Fault { .. }
            | Self::FaultsEnded
            | Self::Deviated { .. }
            | Self::ShutDownBegan { .. }
            | Self::NodeIdSet { .. }
            | Self::Triggered { .. }
            | Self::Invalidated { .. }
            | Self::Cleared { .. }
            | Self::AcceptsSet { .. }
            | Self::RetryArmed { .. } => None,
        }
    }

    /// What the event is about.
    pub fn subject(&self) -> Subject {
        match *self {
            Self::Requested { address, .. }
            | Self::Committed { address, .. }
            | Self::ReadBegan { address, .. }
            | Self::Read { address, .. }
            | Self::Enqueued { address, .. }
            | Self::Kept { address, .. }
            | Self::OpenBegan { address, .. }
            | Self::OpenFailed { address, .. }
            | Self::AnswersLate { address: Some(address), .. }
            | Self::UpstreamSet { address, .. }
            | Self::AcceptsSet { address }
            | Self::RetryArmed { address, .. }
            | Self::Invalidated { address, .. } => Subject::Address(address),
            Self::Opened { instance, .. }
            | Self::Installed { instance, .. }
            | Self::Evicted { instance, .. }
            | Self::CloseBegan { instance }
            | Self::Closed { instance } => Subject::Address(instance.address),
            Self::Answered { request, .. }
            | Self::Unanswered { request }
            | Self::WriteSent { request }
            | Self::Refused { request, .. }
            | Self::WriteFailed { request }
            | Self::AnswerLost { request }
            | Self::Deviated { request, .. }
            | Self::Published { request, .. }
            | Self::Dropped { request, .. }
            | Self::Arrived { request, .. }
            | Self::Lost { request, .. }
            | Self::Received { request, .. } => Subject::Request(request),
            // The first four carry the request of a step, but that step concerns a whole replica.
            Self::BootBegan { .. }
            | Self::Reloading { .. }
            | Self::ShutDownBegan { .. }
            | Self::Triggered { .. }
            | Self::ListBegan { .. }
            | Self::Listed { .. }
            | Self::AnswersLate { address: None, .. }
            | Self::Subscribed { .. }
            | Self::Unsubscribed { .. }
            | Self::SubscriptionRefused { .. }
            | Self::Cleared { .. }
            | Self::Serving
            | Self::Crashed
            | Self::ShutDown
            | Self::Paused
            | Self::Resumed
            | Self::Cut { .. }
            | Self::Healed
            | Self::NodeIdSet { .. }
            | Self::Fault { .. }
            | Self::FaultsEnded => Subject::Everyone,
        }
    }
}
