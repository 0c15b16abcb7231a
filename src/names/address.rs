//! Addresses: the names that signals carry and that rows and instances go by.

use std::fmt;
use std::rc::Rc;

/// What a signal points at: the name of a row within its lane. Cheap to clone.
///
/// Any text is an address, for a stray or corrupt signal may carry anything; whether a *row* may have the
/// name is the lane's own rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(Rc<str>);

impl Address {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Address {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// An address in a history, as an index into the addresses of its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AddressId(pub u16);
