//! The registry of a lane: its live instances, each beside the row that it was built from.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::names::{Address, Signature};

/// What a registry holds for an address.
pub struct Held<R, I> {
    /// The live instance.
    pub instance: I,
    /// The row that it was built from; `None` for one that code defined.
    pub built_from: Option<(Rc<R>, Signature)>,
}

impl<R, I> Held<R, I> {
    /// Whether code defined it, so that the lane never touches it.
    pub fn is_code(&self) -> bool {
        self.built_from.is_none()
    }
}

/// The live instances of a lane by address.
pub struct Registry<R, I> {
    entries: BTreeMap<Address, Held<R, I>>,
}

impl<R, I> Default for Registry<R, I> {
    fn default() -> Self {
        Self { entries: BTreeMap::new() }
    }
}

impl<R, I> Registry<R, I> {
    /// Everything that is held, by address.
    pub fn iter(&self) -> impl Iterator<Item = (&Address, &Held<R, I>)> {
        self.entries.iter()
    }

    /// Whether anything is held for the address.
    pub fn holds(&self, address: &Address) -> bool {
        self.entries.contains_key(address)
    }

    /// The signature of the row that the live instance was built from, if the lane built one.
    pub fn signature(&self, address: &Address) -> Option<Signature> {
        self.entries.get(address)?.built_from.as_ref().map(|(_, signature)| *signature)
    }

    /// Puts an instance in; returns the one that it replaces.
    pub fn install(&mut self, address: Address, held: Held<R, I>) -> Option<Held<R, I>> {
        self.entries.insert(address, held)
    }

    /// Takes the instance that the lane built out. One that code defined stays.
    pub fn evict(&mut self, address: &Address) -> Option<Held<R, I>> {
        if self.entries.get(address)?.is_code() { None } else { self.entries.remove(address) }
    }

    /// Takes everything out.
    pub fn drain(&mut self) -> impl Iterator<Item = (Address, Held<R, I>)> + use<R, I> {
        std::mem::take(&mut self.entries).into_iter()
    }
}
