//! Reports: what a person or a machine is shown of a run.
//!
//! Text is made here and nowhere else, and only for what somebody reads: a passing seed costs none.

pub mod describe;
pub mod json;
pub mod table;
pub mod text;
pub mod timeline;
