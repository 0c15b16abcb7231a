//! An ablation as it is reported.

use std::ops::Range;

use crate::campaign::{Ablation, Case, Experiment};

/// How many characters a line has at most, if no word is longer.
pub const WIDTH: usize = 118;

/// An ablation with all that its report says.
pub struct Report<'a> {
    /// What was to be ablated.
    pub experiment: &'a Experiment,
    /// What was found.
    pub ablation: &'a Ablation,
    /// The seeds that were requested instead of each scenario's own.
    pub seeds: Option<&'a Range<u64>>,
    /// Whether all shipped scenarios were ablated, so that what the list of exemptions says must hold.
    pub covers_all_shipped: bool,
    /// Whether every scenario that turns red is named, not only those that notice most surely.
    pub names_all: bool,
}

impl Report<'_> {
    /// A scenario's name as `replay` takes it.
    pub fn name(&self, case: &Case) -> &str {
        let name = self.experiment.subjects[case.subject].name.as_str();
        let shipped = name.strip_prefix("scenarios/").and_then(|name| name.strip_suffix(".toml"));
        shipped.unwrap_or(name)
    }
}
