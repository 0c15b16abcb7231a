//! The verbs that write, so that the rules of a door need not answer for verbs that read.

use crate::names::Verb;

/// What a write request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteVerb {
    Create,
    Update,
    Put,
    Delete,
    Migrate,
}

impl WriteVerb {
    /// The verb as one that writes; `None` if it reads.
    pub fn of(verb: Verb) -> Option<Self> {
        match verb {
            Verb::Create => Some(Self::Create),
            Verb::Update => Some(Self::Update),
            Verb::Put => Some(Self::Put),
            Verb::Delete => Some(Self::Delete),
            Verb::Migrate => Some(Self::Migrate),
            Verb::Read | Verb::List | Verb::Watch => None,
        }
    }

    /// Whether it sets the columns that the request's body names.
    pub fn sets_columns(self) -> bool {
        match self {
            Self::Create | Self::Update | Self::Put => true,
            Self::Delete | Self::Migrate => false,
        }
    }
}
