//! An experiment: what is to be ablated.

use super::exemptions::Exemptions;
use super::settings::{PolicyFilter, Setting};
use crate::model::NamedScenario;

/// What is to be ablated.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The scenarios, each at its own seeds.
    pub subjects: Vec<NamedScenario>,
    /// Only these policies or values; all, if there are none.
    pub only: Vec<PolicyFilter>,
    /// The values that no scenario needs to notice.
    pub exemptions: Exemptions,
    /// Whether the pairs of the list are run too.
    pub pairs: bool,
}

impl Experiment {
    pub(super) fn includes(&self, setting: &Setting) -> bool {
        self.only.is_empty() || self.only.iter().any(|filter| filter.admits(setting))
    }
}
