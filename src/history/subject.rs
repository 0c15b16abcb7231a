//! What an event is about.

use super::EventKind;
use crate::names::{AddressId, Lane, RequestId};

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// One address.
    Address(AddressId),
    /// One request, and so the address that it is about.
    Request(RequestId),
    /// All of a replica, or all of the cluster.
    Everyone,
}

impl EventKind {
    /// The lane that the event belongs to, where it names one and no address.
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
            _ => None,
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
            _ => Subject::Everyone,
        }
    }
}
