//! The report of an ablation, for people and for machines. It has no figures of the wall clock.
//!
//! | file | part |
//! |---|---|
//! | `report` | what is reported: the experiment and the ablation |
//! | `text` | all of it, for people |
//! | `matrix` | a row for each value: how many scenarios turn red, and which |
//! | `remarks` | values that no scenario notices, and those that are listed |
//! | `json` | all of it, for machines |

pub mod json;
mod matrix;
mod remarks;
mod report;
pub mod text;

pub use report::Report;
