//! Situations: what happened in a run that makes it worth having been run.
//!
//! A storm that never brought two reads of one name together has shown nothing about their order. A scenario
//! names the situations that it is about; one that never occurred in any of its seeds is a miss.

use strum::{Display, EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// Something that a scenario can be about. The sentence of each is what [`Situation::meaning`] says.
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
pub enum Situation {
    /// Two reads of one row were under way at the same time, on one replica or on two.
    ReadsOverlapped,
    /// A row was committed while a replica's read of it was under way.
    ReadOverlappedCommit,
    /// Two transactions on one row were under way at the same time.
    WritesOverlapped,
    /// Two signals of one name arrived at a replica in another order than they were published.
    SignalsReordered,
    /// The bus dropped a delivery.
    DeliveryDropped,
    /// A second copy of a signal arrived.
    DeliveryDuplicated,
    /// A second copy of a signal arrived after a later delete of its row.
    DuplicateAfterDelete,
    /// A signal arrived corrupt.
    DeliveryCorrupted,
    /// A signal arrived with another name.
    DeliveryMisaddressed,
    /// A signal was lost because the receiver's link was cut.
    LostToCut,
    /// A signal was lost because the receiver's inbox was full.
    LostToOverflow,
    /// Publishing a signal failed.
    PublishFailed,
    /// The store failed a read.
    ReadFailed,
    /// The store failed a listing.
    ListFailed,
    /// The store failed a transaction.
    WriteFailed,
    /// The store's answer to a transaction got lost.
    AnswerLost,
    /// A precondition refused a transaction.
    WriteRefused,
    /// A build failed.
    BuildFailed,
    /// The cache discarded what a read had found, because its entry had been dropped or filled anew meanwhile.
    FillFenced,
    /// A connector was held, because its upstream refused the credential.
    Held,
    /// A connector was tried again by its retry timer.
    Retried,
    /// A row was created anew under the name of a deleted one.
    Recreated,
    /// A row was committed while a replica was booting.
    BootOverlappedWrite,
    /// A writer died between its commit and the publishing of its signal.
    CrashedBetween,
    /// A transaction committed after its sender had died.
    LandedAfterCrash,
    /// A replica began another life.
    Restarted,
    /// A signal arrived at a replica that stood still.
    PiledUp,
    /// An entry was stale at the end, for an allowed cause.
    StaleExplained,
}

impl Situation {
    /// Every situation.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The name in scenario files and reports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What happened, in a sentence.
    pub fn meaning(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }
}
