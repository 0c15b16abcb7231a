//! What must be true at the end of a scenario, or where a step looks.
//!
//! Only what is written down is compared; the invariants of the protocol hold without being named here.

use std::collections::BTreeSet;

use crate::names::Columns;
use crate::names::{Address, Cause, Invariant, Situation};

/// What must be true.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expect {
    /// How many signals the replicas publish in all, stray ones not counted.
    pub signals: Option<usize>,
    /// What they publish, in order: each payload as canonical JSON.
    pub payloads: Option<Vec<PayloadExpect>>,
    /// Log lines that must occur.
    pub log: Vec<LineExpect>,
    /// Whether a stale entry that `[expect]` does not name is a failure, even if its cause is allowed.
    pub stale: StaleMode,
    /// Causes that account for a staleness in this scenario beside those of the contract.
    pub allow: BTreeSet<Cause>,
    /// Causes of the contract that do not account for one here.
    pub forbid: BTreeSet<Cause>,
    /// Invariants that this scenario must break.
    pub breaks: BTreeSet<Invariant>,
    /// Situations that must occur in at least one seed.
    pub occurred: BTreeSet<Situation>,
    /// Entries of registries at the end, in the order of the file.
    pub entries: Vec<EntryExpect>,
}

/// How a scenario takes a stale entry that it does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StaleMode {
    /// As a failure.
    #[default]
    None,
    /// As fine, if an allowed cause accounts for it.
    Allowed,
}

/// A payload that must be published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayloadExpect {
    /// The payload as canonical JSON with sorted keys.
    pub json: String,
    /// The partition key, if the scenario says.
    pub partition_key: Option<String>,
}

/// Log lines that must occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineExpect {
    /// The replica; `None` for any.
    pub on: Option<String>,
    /// `error`, `warn`, `info` or `debug`.
    pub level: String,
    /// A part of the message; `None` for any line of that level.
    pub text: Option<String>,
    /// How many; `None` for at least one.
    pub count: Option<usize>,
}

/// What a registry must hold for an address.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryExpect {
    /// The replica.
    pub replica: String,
    /// The address.
    pub address: Address,
    /// Whether an instance is held, or an entry cached.
    pub held: Option<bool>,
    /// Whether what is cached is an absence.
    pub absent: Option<bool>,
    /// The names in a cached listing, sorted.
    pub names: Option<Vec<String>>,
    /// What a connector is at: `live`, `held` or `degraded`.
    pub state: Option<String>,
    /// A part of the reason for that.
    pub reason: Option<String>,
    /// The revision that an older connector still serves.
    pub serving: Option<u64>,
    /// The cause for which the entry is stale; `None`: it must be converged. Only at the end.
    pub stale: Option<Cause>,
    /// Whether the instance is still the one that the replica held when the first step began.
    pub same_instance: Option<bool>,
    /// How many builds the replica has begun for the address in the whole run. Only at the end.
    pub builds: Option<usize>,
    /// How many reads of the row the replica has begun in the whole run. Only at the end.
    pub reads: Option<usize>,
    /// What the instance was built with.
    pub columns: Columns,
}
