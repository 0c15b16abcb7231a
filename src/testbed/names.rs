//! The addresses of one run as indices.
//!
//! The scenario's own are known before the run, sorted; a stray or damaged signal may bring others, which are
//! added in the order in which they come. Each keeps a fingerprint made from its name, which is what random
//! choices are keyed by: an index would change when an unrelated name is added.

use std::collections::BTreeMap;

use crate::names::{Address, AddressId, short_hash};

/// The addresses of one run.
#[derive(Debug)]
pub struct Names {
    ids: BTreeMap<Address, (AddressId, u64)>,
    texts: Vec<String>,
    fingerprints: Vec<u64>,
}

impl Names {
    /// The addresses that a scenario mentions, in the order of the header.
    pub fn new(known: &[String]) -> Self {
        let mut names = Self { ids: BTreeMap::new(), texts: Vec::new(), fingerprints: Vec::new() };
        for name in known {
            names.intern(&Address::from(name.as_str()));
        }
        names
    }

    /// The index and the fingerprint of an address.
    ///
    /// # Panics
    /// If a run has more than 65,536 different addresses.
    pub fn intern(&mut self, address: &Address) -> (AddressId, u64) {
        if let Some(known) = self.ids.get(address) {
            return *known;
        }
        let id = AddressId(u16::try_from(self.texts.len()).expect("a run has few addresses"));
        let entry = (id, fingerprint(address.as_str()));
        self.texts.push(address.to_string());
        self.fingerprints.push(entry.1);
        self.ids.insert(address.clone(), entry);
        entry
    }

    /// The fingerprint of an address of this run.
    pub fn fingerprint(&self, address: AddressId) -> u64 {
        self.fingerprints.get(usize::from(address.0)).copied().unwrap_or_default()
    }

    /// The names, by index.
    pub fn all(&self) -> &[String] {
        &self.texts
    }
}

/// A number that stands for a name in keys of random choices.
fn fingerprint(name: &str) -> u64 {
    short_hash(blake3::hash(name.as_bytes()).as_bytes())
}
