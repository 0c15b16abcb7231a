//! What a client can ask of a door.

/// What a request asks of a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// The word for it in scenario files and timelines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Put => "put",
            Self::Delete => "delete",
            Self::Migrate => "migrate",
            Self::Read => "read",
            Self::List => "list",
            Self::Watch => "watch",
        }
    }

    /// Whether it writes.
    pub fn is_write(self) -> bool {
        !matches!(self, Self::Read | Self::List | Self::Watch)
    }
}
