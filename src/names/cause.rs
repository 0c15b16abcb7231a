//! Why a chance to converge was lost: the vocabulary of every explanation.

use std::fmt;

/// The step of a chance's way at which it can be stopped, in the order of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
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

macro_rules! causes {
    ($($variant:ident $name:literal $stage:ident $contract:literal $text:literal;)*) => {
        /// What spent a chance to converge (`docs/protocol.md`, section 6).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Cause {
            $(#[doc = $text] $variant,)*
        }

        impl Cause {
            /// Every cause, in the order of a chance's way.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name in scenario files and reports.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The step at which the chance was stopped.
            pub fn stage(self) -> Stage {
                match self { $(Self::$variant => Stage::$stage,)* }
            }

            /// Whether the contract of the family allows a staleness that this cause accounts for.
            pub fn allowed_by_contract(self) -> bool {
                match self { $(Self::$variant => $contract,)* }
            }

            /// What happened, as a clause that a sentence can end with.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

causes! {
    CommitUnknown "commit-unknown" Publish true "the writer never learnt whether the write had committed, so it published nothing";
    DiedBeforePublish "died-before-publish" Publish true "the writer died after the commit and before it published";
    PublishFailed "publish-failed" Publish true "publishing the signal failed at the writer";
    NotPublished "not-published" Publish false "the door did not publish a signal for the write";
    LostDelivery "lost-delivery" Bus true "the bus lost the delivery";
    Overflow "overflow" Bus true "the subscriber's queue was full and the delivery was thrown away";
    Malformed "malformed" Bus true "the payload arrived corrupt and could not be decoded";
    MisAddressed "mis-addressed" Bus true "the signal arrived with another name";
    Detached "detached" Subscribed true "the replica's lane was not attached to the bus";
    MissedAtBoot "missed-at-boot" Subscribed false "the replica had begun to boot and was not yet subscribed";
    SameNodeId "same-node-id" Accepted true "the replica took a peer's signal for its own, because both have one node id";
    Filtered "filtered" Accepted false "the receiver dropped a signal that was not its own";
    Swallowed "swallowed" Queue false "the queue took the signal and no read began for it";
    ReadError "read-error" Read true "the shared row could not be read";
    StaleRead "stale-read" Read false "the read showed the row as it was before the commit";
    Upstream "upstream" Build true "the upstream refused the connection or could not be reached";
    BuildFailed "build-failed" Build true "building the instance failed";
    Ignored "ignored" Install false "the row was read, and yet nothing was installed";
    Overtaken "overtaken" Afterwards false "an older result was stored over the newer one";
    Died "died" Anywhere true "the replica crashed before it had converged";
}

impl Cause {
    /// The cause of that name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|cause| cause.name() == name)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
