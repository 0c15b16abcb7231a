//! Why a chance to converge was lost: the vocabulary of every explanation.

use strum::{Display, EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// The step of a chance's way at which it can be stopped, in the order of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChanceStep {
    /// The write itself and the publishing of its signal.
    Publish,
    /// The way of the signal over the bus.
    Bus,
    /// Whether the replica was subscribed.
    Subscribed,
    /// Whether the receiver took the signal.
    Accepted,
    /// The queue of convergences.
    Queue,
    /// The read of the shared row.
    Read,
    /// The build of the instance.
    Build,
    /// The install into the registry.
    Install,
    /// What happened to the install later.
    Afterwards,
    /// At any step.
    Anywhere,
}

/// What spent a chance to converge (`docs/protocol.md`, section 6), in the order of a chance's way. The sentence of each
/// is what [`Cause::meaning`] says.
#[derive(
    Clone,
    Copy,
    Debug,
    Display,
    EnumMessage,
    EnumString,
    Eq,
    Hash,
    IntoStaticStr,
    Ord,
    PartialEq,
    PartialOrd,
    VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Cause {
    /// the writer never learnt whether the write had committed, so it published nothing
    CommitUnknown,
    /// the writer died after the commit and before it published
    DiedBeforePublish,
    /// publishing the signal failed at the writer
    PublishFailed,
    /// the door did not publish a signal for the write
    NotPublished,
    /// the bus lost the delivery
    LostDelivery,
    /// the subscriber's queue was full and the delivery was thrown away
    Overflow,
    /// the payload arrived corrupt and could not be decoded
    Malformed,
    /// the signal arrived with another name
    MisAddressed,
    /// the replica's lane was not attached to the bus
    Detached,
    /// the replica had begun to boot and was not yet subscribed
    MissedAtBoot,
    /// the replica took a peer's signal for its own, because both have one node id
    SameNodeId,
    /// the receiver dropped a signal that was not its own
    Filtered,
    /// the queue took the signal and no read began for it
    Swallowed,
    /// the shared row could not be read
    ReadError,
    /// the read showed the row as it was before the commit
    StaleRead,
    /// the upstream refused the connection or could not be reached
    Upstream,
    /// building the instance failed
    BuildFailed,
    /// the row was read, and yet nothing was installed
    Ignored,
    /// an older result was stored over the newer one
    Overtaken,
    /// the replica crashed before it had converged
    Died,
}

impl Cause {
    /// Every cause, in the order of a chance's way.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The name in scenario files and reports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What happened, as a clause that a sentence can end with.
    pub fn meaning(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// The step at which the chance was stopped.
    pub fn step(self) -> ChanceStep {
        match self {
            Self::CommitUnknown | Self::DiedBeforePublish | Self::PublishFailed | Self::NotPublished => {
                ChanceStep::Publish
            }
            Self::LostDelivery | Self::Overflow | Self::Malformed | Self::MisAddressed => ChanceStep::Bus,
            Self::Detached | Self::MissedAtBoot => ChanceStep::Subscribed,
            Self::SameNodeId | Self::Filtered => ChanceStep::Accepted,
            Self::Swallowed => ChanceStep::Queue,
            Self::ReadError | Self::StaleRead => ChanceStep::Read,
            Self::Upstream | Self::BuildFailed => ChanceStep::Build,
            Self::Ignored => ChanceStep::Install,
            Self::Overtaken => ChanceStep::Afterwards,
            Self::Died => ChanceStep::Anywhere,
        }
    }

    /// Whether the contract of the family allows a staleness that this cause accounts for.
    pub fn allowed_by_contract(self) -> bool {
        match self {
            Self::CommitUnknown
            | Self::DiedBeforePublish
            | Self::PublishFailed
            | Self::LostDelivery
            | Self::Overflow
            | Self::Malformed
            | Self::MisAddressed
            | Self::Detached
            | Self::SameNodeId
            | Self::ReadError
            | Self::Upstream
            | Self::BuildFailed
            | Self::Died => true,
            Self::NotPublished
            | Self::MissedAtBoot
            | Self::Filtered
            | Self::Swallowed
            | Self::StaleRead
            | Self::Ignored
            | Self::Overtaken => false,
        }
    }
}
