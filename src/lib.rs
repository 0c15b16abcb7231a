//! A deterministic simulation testbed for cluster invalidation.
pub mod cli;
pub mod family;
pub mod history;
pub mod names;
pub mod oracle;
pub mod report;
pub mod scenario;
pub mod testbed;
pub mod verdict;
