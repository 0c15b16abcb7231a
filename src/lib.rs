//! A deterministic simulation testbed for cluster invalidation.
pub mod campaign;
pub mod cli;
pub mod family;
pub mod history;
pub mod model;
pub mod names;
pub mod oracle;
pub mod reading;
pub mod report;
pub mod stage;
pub mod verdict;
