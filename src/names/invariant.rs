//! What must hold at every event, by its number in the protocol.

use std::fmt;

macro_rules! invariants {
    ($($variant:ident $number:literal $name:literal $text:literal;)*) => {
        /// An invariant of the protocol (`docs/protocol.md`, section 6); a broken one does not end the run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Invariant {
            $(#[doc = $text] $variant,)*
        }

        impl Invariant {
            /// Every invariant that is checked, by number.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The number in the protocol's list.
            pub fn number(self) -> u8 {
                match self { $(Self::$variant => $number,)* }
            }

            /// The name in scenario files and reports.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What it demands, in a sentence.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

invariants! {
    NoResurrection 1 "no-resurrection" "No install comes from a read that shows the row absent, nor from one that a read begun later had overtaken.";
    NoPhantom 2 "no-phantom" "An instance was always built from some committed version of its row.";
    Monotonic 3 "monotonic" "Within one life of a replica and one incarnation of a row, revisions never go back.";
    NoChurn 4 "no-churn" "A live instance is never replaced by one of equal signature.";
    NoGap 5 "no-gap" "No rebuild closes the old instance before the new one serves.";
    CodeUntouched 6 "code-untouched" "Code-defined instances are never touched.";
    AddressOnly 7 "address-only" "No payload holds more than its address.";
    RefusedSilent 8 "refused-silent" "A refused write publishes nothing, and a failed publish fails no write.";
    NoEcho 9 "no-echo" "A replica never converges because of its own signal, and a write has at most one signal.";
    NothingLost 10 "nothing-lost" "An acknowledged write is never lost, and an unreadable row never evicts.";
    NoLeak 11 "no-leak" "Every built instance is closed exactly once unless its life ended in a crash; at quiet, open is what is registered.";
    ConvergeWritesNothing 12 "converge-writes-nothing" "A convergence never writes to the store.";
    DoorAnswersRows 13 "door-answers-rows" "A door's status and effect are what the rows give when its transaction acts or, if nothing was sent, at some instant during the request.";
}

impl Invariant {
    /// The invariant of that name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|invariant| invariant.name() == name)
    }
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
