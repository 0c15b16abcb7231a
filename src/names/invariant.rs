//! What must hold at every event, by its number in the protocol.

use strum::{Display, EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// An invariant of the protocol (`docs/protocol.md`, section 6); a broken one does not end the run. The sentence of each
/// is what [`Invariant::meaning`] says.
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
#[repr(u8)]
pub enum Invariant {
    /// No install comes from a read that shows the row absent, nor from one that a read begun later had overtaken.
    NoResurrection = 1,
    /// An instance was always built from some committed version of its row.
    NoPhantom = 2,
    /// Within one life of a replica and one incarnation of a row, revisions never go back.
    Monotonic = 3,
    /// A live instance is never replaced by one of equal signature.
    NoChurn = 4,
    /// No rebuild closes the old instance before the new one serves.
    NoGap = 5,
    /// Code-defined instances are never touched.
    CodeUntouched = 6,
    /// No payload holds more than its address.
    AddressOnly = 7,
    /// A refused write publishes nothing, and a failed publish fails no write.
    RefusedSilent = 8,
    /// A replica never converges because of its own signal, and a write has at most one signal.
    NoEcho = 9,
    /// An acknowledged write is never lost, and an unreadable row never evicts.
    NothingLost = 10,
    /// Every built instance is closed exactly once unless its life ended in a crash; at quiet, open is what is registered.
    NoLeak = 11,
    /// A convergence never writes to the store.
    ConvergeWritesNothing = 12,
    /// A door's status and effect are what the rows give when its transaction acts or, if nothing was sent, at some instant during the request.
    DoorAnswersRows = 13,
}

impl Invariant {
    /// Every invariant, by number.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The number in the protocol's list.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The name in scenario files and reports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What it demands, in a sentence.
    pub fn meaning(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }
}
