//! The addresses of one run as indices.
//!
//! Those of the scenario are known before the run, and sorted. A stray or damaged signal can bring others, which are
//! added in the order in which they come. Each address has a fingerprint made from its name, and random choices are
//! keyed by that: an index would change when an unrelated name is added to the scenario.

use std::collections::BTreeMap;

use crate::names::{Address, AddressId, short_hash};

#[derive(Debug)]
pub struct AddressTable {
    ids: BTreeMap<Address, (AddressId, u64)>,
    all: Vec<Address>,
    fingerprints: Vec<u64>,
}

impl AddressTable {
    /// The addresses that a scenario mentions, in the order of the header.
    pub fn new(known: &[Address]) -> Self {
        let mut table = Self { ids: BTreeMap::new(), all: Vec::new(), fingerprints: Vec::new() };
        for address in known {
            table.intern(address);
        }
        table
    }

    /// The index and the fingerprint of an address.
    ///
    /// # Panics
    /// If a run has more than 65,536 different addresses.
    pub fn intern(&mut self, address: &Address) -> (AddressId, u64) {
        if let Some(known) = self.ids.get(address) {
            return *known;
        }
        // Indices are given in the order of the calls, so the first calls give those of the header.
        let id = AddressId(u16::try_from(self.all.len()).expect("a run has few addresses"));
        let entry = (id, fingerprint(address));
        self.all.push(address.clone());
        self.fingerprints.push(entry.1);
        self.ids.insert(address.clone(), entry);
        entry
    }

    pub fn fingerprint(&self, address: AddressId) -> u64 {
        self.fingerprints.get(usize::from(address.0)).copied().unwrap_or_default()
    }

    /// The addresses, by index.
    pub fn all(&self) -> &[Address] {
        &self.all
    }
}

/// A number that stands for an address in keys of random choices.
fn fingerprint(address: &Address) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(address.space().word().as_bytes()).update(b":").update(address.as_str().as_bytes());
    short_hash(hasher.finalize().as_bytes())
}
