//! Addresses: the names that signals carry and that rows and instances go by.

use std::fmt;
use std::sync::Arc;

use super::Lane;

/// What an address is the name of. Names of different spaces never mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    /// Lane 1: a cached item, or its cached absence, by `type/name`.
    Item,
    /// Lane 1: the cached listing of a type, by the type.
    Listing,
    /// Lane 2: a registered schema object, by `type/name`. The metadata row goes by the same address.
    Object,
    /// Lane 3: a datasource, which is a row and a pool.
    Datasource,
    /// Lane 4: a row of credentials, by its reference.
    Credential,
    /// Lane 4: a declared connector.
    Connector,
    /// Lane 4: the one queue of its reconciles.
    Reconcile,
}

impl Space {
    /// Every space, in the order of the lanes.
    pub const ALL: &[Self] = &[
        Self::Item,
        Self::Listing,
        Self::Object,
        Self::Datasource,
        Self::Credential,
        Self::Connector,
        Self::Reconcile,
    ];

    /// The word that scenario files put before a name of this space, with a colon between.
    pub fn word(self) -> &'static str {
        match self {
            Self::Item => "item",
            Self::Listing => "listing",
            Self::Object => "object",
            Self::Datasource => "datasource",
            Self::Credential => "credential",
            Self::Connector => "connector",
            Self::Reconcile => "reconcile",
        }
    }

    /// The space of that word, if there is one.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|space| space.word() == word)
    }

    /// The lane whose registry, or whose signal, knows the names of this space.
    pub fn lane(self) -> Lane {
        match self {
            Self::Item | Self::Listing => Lane::MetadataCache,
            Self::Object => Lane::Metadata,
            Self::Datasource => Lane::Datasource,
            Self::Credential | Self::Connector | Self::Reconcile => Lane::Credential,
        }
    }

    /// Whether a row of the shared store goes by the names of this space.
    pub fn has_rows(self) -> bool {
        matches!(self, Self::Object | Self::Datasource | Self::Credential)
    }

    /// Whether a registry holds something by the names of this space.
    pub fn is_held(self) -> bool {
        !matches!(self, Self::Credential | Self::Reconcile)
    }
}

/// What a signal points at: the name of a row, or of what is held in memory for rows. Cheap to clone.
///
/// Any text is a name, for a stray or corrupt signal may carry anything; whether a *row* may have it is the
/// lane's own rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    space: Space,
    name: Arc<str>,
}

impl Address {
    /// The address of a name in a space.
    pub fn new(space: Space, name: &str) -> Self {
        Self { space, name: name.into() }
    }

    /// What it is the name of.
    pub fn space(&self) -> Space {
        self.space
    }

    /// The lane that knows it.
    pub fn lane(&self) -> Lane {
        self.space.lane()
    }

    /// The name as text, without its space.
    pub fn as_str(&self) -> &str {
        &self.name
    }

    /// The same name in another space.
    #[must_use]
    pub fn of(&self, space: Space) -> Self {
        Self { space, name: Arc::clone(&self.name) }
    }

    /// The type and the name of what goes by `type/name`; an empty type, if there is no slash.
    pub fn type_and_name(&self) -> (&str, &str) {
        self.name.split_once('/').unwrap_or(("", &self.name))
    }

    /// The name within its type, of what goes by `type/name`; else the name.
    pub fn name_in_type(&self) -> &str {
        match self.space {
            Space::Item | Space::Object => self.type_and_name().1,
            _ => &self.name,
        }
    }

    /// The address of what goes by `type/name`; of an empty name, if either is empty.
    pub fn typed(space: Space, of: &str, name: &str) -> Self {
        if of.is_empty() || name.is_empty() {
            return Self::new(space, "");
        }
        Self::new(space, &format!("{of}/{name}"))
    }
}

impl fmt::Display for Address {
    /// The name; where a row and what is held for it could be mistaken for each other, with its space before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.space {
            Space::Object | Space::Datasource => f.pad(&self.name),
            Space::Reconcile => f.pad(self.space.word()),
            space => f.pad(&format!("{}:{}", space.word(), self.name)),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:?}", self.space.word(), self.name)
    }
}

/// An address in a history, as an index into the addresses of its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AddressId(pub u16);
