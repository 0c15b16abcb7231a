//! Scenario files.
mod model;
pub use model::*;
