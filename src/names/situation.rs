//! Situations: what happened in a run that makes it worth having been run.
//!
//! A storm that never brought two reads of one name together has shown nothing about their order. A scenario
//! names the situations that it is about; one that never occurred in any of its seeds is a miss.

use std::fmt;

macro_rules! situations {
    ($($variant:ident $name:literal $text:literal;)*) => {
        /// Something that a scenario can be about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Situation {
            $(#[doc = $text] $variant,)*
        }

        impl Situation {
            /// Every situation.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name in scenario files and reports.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What happened, in a sentence.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

situations! {
    ReadsOverlapped "reads-overlapped" "Two reads of one row were under way at the same time, on one replica or on two.";
    ReadOverlappedCommit "read-overlapped-commit" "A row was committed while a replica's read of it was under way.";
    WritesOverlapped "writes-overlapped" "Two transactions on one row were under way at the same time.";
    SignalsReordered "signals-reordered" "Two signals of one name arrived at a replica in another order than they were published.";
    DeliveryDropped "delivery-dropped" "The bus dropped a delivery.";
    DeliveryDuplicated "delivery-duplicated" "A second copy of a signal arrived.";
    DuplicateAfterDelete "duplicate-after-delete" "A second copy of a signal arrived after a later delete of its row.";
    DeliveryCorrupted "delivery-corrupted" "A signal arrived corrupt.";
    DeliveryMisaddressed "delivery-misaddressed" "A signal arrived with another name.";
    LostToCut "lost-to-cut" "A signal was lost because the receiver's link was cut.";
    LostToOverflow "lost-to-overflow" "A signal was lost because the receiver's inbox was full.";
    PublishFailed "publish-failed" "Publishing a signal failed.";
    ReadFailed "read-failed" "The store failed a read.";
    ListFailed "list-failed" "The store failed a listing.";
    WriteFailed "write-failed" "The store failed a transaction.";
    AnswerLost "answer-lost" "The store's answer to a transaction got lost.";
    WriteRefused "write-refused" "A precondition refused a transaction.";
    BuildFailed "build-failed" "A build failed.";
    FillFenced "fill-fenced" "The cache discarded what a read had found, because its entry had been dropped or filled anew meanwhile.";
    Held "held" "A connector was held, because its upstream refused the credential.";
    Retried "retried" "A connector was tried again by its retry timer.";
    Recreated "recreated" "A row was created anew under the name of a deleted one.";
    BootOverlappedWrite "boot-overlapped-write" "A row was committed while a replica was booting.";
    CrashedBetween "crashed-between" "A writer died between its commit and the publishing of its signal.";
    LandedAfterCrash "landed-after-crash" "A transaction committed after its sender had died.";
    Restarted "restarted" "A replica began another life.";
    PiledUp "piled-up" "A signal arrived at a replica that stood still.";
    StaleExplained "stale-explained" "An entry was stale at the end, for an allowed cause.";
}

impl Situation {
    /// The situation of that name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|situation| situation.name() == name)
    }
}

impl fmt::Display for Situation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
