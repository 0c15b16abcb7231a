//! Scenario files: one story for each file, strictly checked.
//!
//! A file becomes a [`Scenario`](crate::model::Scenario) in four passes:
//!
//! 1. `parse` turns the bytes into TOML values with their places, and `syntax` the parser's errors into mistakes;
//! 2. `symbols` collects the names that the file introduces: replicas, steps, rows;
//! 3. `validator` checks every key and every value against the key tables;
//! 4. `file` reads the sections, one file for each, and checks what several values say together.
//!
//! All mistakes of a file are found at once. Each has a place, a cause and mostly a hint.
//!
//! | files | what they hold |
//! |---|---|
//! | `parse`, `syntax`, `file` | the passes, and the order of the sections |
//! | `keys`, `kind`, `choice` | the types of the key tables: keys, kinds of values, tables with verbs |
//! | `validator`, `symbols`, `values`, `address`, `row_names`, `duration`, `json` | what a value must look like, and what a name may refer to |
//! | `toml_table` | reading a table by its keys |
//! | `services`, `policy`, `replicas`, `cluster`, `upstreams`, `connectors`, `rows`, `columns` | the sections that describe the cluster |
//! | `steps`, `step_keys`, `step_ids`, `step_checks`, `parsed_step`, `verbs` | the steps |
//! | `triggers`, `trigger_checks` | the events that steps wait for |
//! | `faults`, `fault_keys`, `fault_checks` | the faults |
//! | `workload`, `mix` | the workload |
//! | `expect`, `entry` | the expectations |
//! | `diagnostic`, `mistakes`, `flaw`, `hint`, `render` | mistakes, from being found to being shown |
//! | `mask`, `secret_scan` | keeping secrets out of what is shown |
//! | `schema`, `shipped` | the JSON Schema, and the scenarios in the binary |
//!
//! The room holds no behaviour of a cluster and knows neither the simulator nor the system under test. No bytes
//! whatsoever make it panic, and no diagnostic shows a secret.

mod address;
mod choice;
mod cluster;
mod columns;
mod connectors;
mod diagnostic;
mod duration;
mod entry;
mod expect;
mod fault_checks;
mod fault_keys;
mod faults;
mod file;
mod flaw;
mod hint;
mod json;
#[cfg(test)]
mod key_coverage;
#[cfg(test)]
mod key_docs;
mod keys;
mod kind;
mod mask;
mod mistakes;
mod mix;
mod parse;
mod parsed_step;
mod policy;
mod render;
mod replicas;
mod row_names;
mod rows;
mod schema;
mod secret_scan;
mod services;
pub mod shipped;
mod step_checks;
mod step_ids;
mod step_keys;
mod steps;
mod symbols;
mod syntax;
mod toml_table;
mod trigger_checks;
mod triggers;
mod upstreams;
mod validator;
mod values;
mod verbs;
mod workload;

pub use diagnostic::{Diagnostic, Diagnostics};
pub use parse::parse;
pub use policy::policy_hint;
pub use schema::json_schema;
