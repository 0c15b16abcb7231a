//! The registry of a lane: its live instances, each beside the row that it was built from.
//!
//! Invariant: what code defined is never evicted.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::names::{Address, Signature};

/// What a registry holds for an address.
pub struct Entry<R, I> {
    /// The live instance.
    pub instance: I,
    /// The row that the instance was built from; `None` if code defined it.
    pub built_from: Option<(Rc<R>, Signature)>,
}

impl<R, I> Entry<R, I> {
    /// Whether code defined the instance, so that the lane never changes it.
    pub fn is_code_defined(&self) -> bool {
        self.built_from.is_none()
    }
}

/// The live instances of a lane, by address.
pub struct Registry<R, I> {
    entries: BTreeMap<Address, Entry<R, I>>,
}

impl<R, I> Default for Registry<R, I> {
    fn default() -> Self {
        Self { entries: BTreeMap::new() }
    }
}

impl<R, I> Registry<R, I> {
    pub fn iter(&self) -> impl Iterator<Item = (&Address, &Entry<R, I>)> {
        self.entries.iter()
    }

    pub fn holds(&self, address: &Address) -> bool {
        self.entries.contains_key(address)
    }

    /// The signature of the row that the live instance was built from; `None` without an instance, and for one that
    /// code defined.
    pub fn signature(&self, address: &Address) -> Option<Signature> {
        self.entries.get(address)?.built_from.as_ref().map(|(_, signature)| *signature)
    }

    /// Adds an entry. Returns the one that it replaces.
    pub fn install(&mut self, address: Address, entry: Entry<R, I>) -> Option<Entry<R, I>> {
        self.entries.insert(address, entry)
    }

    /// Removes the entry of an address, unless code defined it.
    pub fn evict(&mut self, address: &Address) -> Option<Entry<R, I>> {
        if self.entries.get(address)?.is_code_defined() { None } else { self.entries.remove(address) }
    }

    /// Removes all entries, also those that code defined.
    pub fn drain(&mut self) -> impl Iterator<Item = (Address, Entry<R, I>)> + use<R, I> {
        std::mem::take(&mut self.entries).into_iter()
    }
}
