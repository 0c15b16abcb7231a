//! The rows of a scenario: what exists before the first boot, and the columns that steps and expectations name.
//!
//! Secrets are carried in a type that no output shows.

use std::collections::BTreeMap;

use crate::names::{Address, Secret};

/// A row that exists before the first boot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSpec {
    /// Its address.
    pub address: Address,
    /// Its columns; what is left out has the default of the record.
    pub fields: Fields,
    /// Who defined it: `true` for code.
    pub origin_code: bool,
    /// The objects that are bound to it.
    pub bound: Vec<String>,
}

/// Columns of a row as a scenario gives or expects them; `None` where it says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// What people call it. No part of the signature.
    pub label: Option<String>,
    /// The kind of server.
    pub driver: Option<String>,
    /// The settings, as canonical JSON with sorted keys.
    pub config: Option<String>,
    /// The secret in the row's own column. Never expected, only given.
    pub secret: Option<Secret>,
    /// Whether an instance is due.
    pub active: Option<bool>,
    /// The entry of the secrets table that holds the secret instead.
    pub credentials_ref: Option<String>,
    /// The definition of a schema object, which ought to be a JSON object as text.
    pub body: Option<String>,
}

impl Fields {
    /// The columns that are set, without the secret, as text.
    pub fn named(&self) -> BTreeMap<&'static str, String> {
        let mut named = BTreeMap::new();
        let text = [
            ("label", &self.label),
            ("driver", &self.driver),
            ("config", &self.config),
            ("credentials_ref", &self.credentials_ref),
            ("body", &self.body),
        ];
        for (name, value) in text {
            if let Some(value) = value {
                named.insert(name, value.clone());
            }
        }
        if let Some(active) = self.active {
            named.insert("active", active.to_string());
        }
        named
    }
}
