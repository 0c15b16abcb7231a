//! What a client can ask of a door.

use strum::{IntoStaticStr, VariantArray};

/// What a request asks of a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Verb {
    /// Create a row that must not exist.
    Create,
    /// Change a row that must exist.
    Update,
    /// Create or update, whichever fits.
    Put,
    /// Delete a row that must exist.
    Delete,
    /// Move the row's secret to the secrets table.
    Migrate,
    /// Read an item through the cache.
    Read,
    /// Read the listing of a type through the cache.
    List,
    /// Watch a type: from now on whoever watches re-reads it when it changes.
    Watch,
}

impl Verb {
    /// Every request.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The word for it in scenario files and timelines.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether it writes.
    pub fn is_write(self) -> bool {
        match self {
            Self::Create | Self::Update | Self::Put | Self::Delete | Self::Migrate => true,
            Self::Read | Self::List | Self::Watch => false,
        }
    }
}
