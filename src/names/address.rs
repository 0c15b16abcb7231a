//! Addresses: the names that signals carry and that rows and instances go by.

use std::fmt;
use std::sync::Arc;

use super::{Lane, NameRule, RowOf, Space};

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
        if self.space.names() == NameRule::Typed { self.type_and_name().1 } else { &self.name }
    }

    /// The entries of caches that show the row of this address: its item, and the listing of its type.
    pub fn cached(&self) -> impl Iterator<Item = Self> {
        let spaces = self.lane().service().spaces().iter();
        spaces.filter_map(|space| match space.row() {
            RowOf::In(rows) if rows == self.space => Some(self.of(*space)),
            RowOf::TypeIn(rows) if rows == self.space => Some(Self::new(*space, self.type_and_name().0)),
            RowOf::In(_) | RowOf::TypeIn(_) | RowOf::Same | RowOf::Reference | RowOf::All => None,
        })
    }

    /// The cached listing of the type of this row, if there is one.
    pub fn listing(&self) -> Option<Self> {
        self.cached().find(|cached| matches!(cached.space.row(), RowOf::TypeIn(_)))
    }

    /// The cached item that shows this row, if there is one.
    pub fn item(&self) -> Option<Self> {
        self.cached().find(|cached| matches!(cached.space.row(), RowOf::In(_)))
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
        if self.space.is_queue() {
            f.pad(self.space.word())
        } else if self.space.is_shown_bare() {
            f.pad(&self.name)
        } else {
            f.pad(&format!("{}:{}", self.space.word(), self.name))
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
