//! Scenario files: one file, one story, strictly read.
//!
//! A file goes from TOML to a [`Scenario`] in four passes: the *tree* with its places (`tree`), the names it
//! holds (`symbols`), its shape (`shape`, driven by the tables of `keys`), and its meaning (one file for each
//! section). Every mistake of a file is found at once; each has a place, a cause and mostly a hint.
//!
//! The room holds no behaviour of a cluster and knows neither the simulator nor the system under test. No
//! bytes whatsoever make it panic, and no secret leaves it in a diagnostic.

mod address;
mod cluster;
mod columns;
#[cfg(test)]
mod complete;
mod connectors;
mod diagnostic;
mod duration;
mod entry;
mod expect;
mod fault_checks;
mod fault_keys;
mod faults;
mod file;
mod hint;
mod json;
mod keys;
mod kind;
mod mask;
mod mistakes;
mod mix;
mod policy;
#[cfg(test)]
mod reference;
mod render;
mod replicas;
mod row_names;
mod rows;
mod schema;
mod services;
mod shape;
pub mod shipped;
mod step_checks;
mod step_ids;
mod step_keys;
mod steps;
mod symbols;
mod syntax;
mod toml_table;
mod tree;
mod triggers;
mod upstreams;
mod values;
mod verbs;
mod workload;

pub use diagnostic::{Diagnostic, Diagnostics};

pub use policy::policy_hint;
pub use schema::json_schema;
pub use tree::parse;
