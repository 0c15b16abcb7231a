//! Settings: a policy at a value, and which settings a scenario could have instead of its own.
//!
//! Only this file of the ablation knows which policies a scenario has.

use std::fmt;

use crate::model::Scenario;
use crate::names::{POLICIES, PolicyInfo};

/// A policy at a value, in place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Setting {
    /// The policy.
    pub policy: &'static str,
    /// The value.
    pub value: &'static str,
    /// The value that it replaces: the scenario's own.
    pub own: &'static str,
}

impl Setting {
    /// A value of a policy in place of the family's own, if both exist.
    pub fn over_default(policy: &str, value: &str) -> Option<Self> {
        let info = POLICIES.iter().find(|info| info.name == policy)?;
        let value = info.values.iter().find(|known| **known == value)?;
        Some(Self { policy: info.name, value, own: info.values[0] })
    }

    /// Whether it replaces the family's own value. If it does not, a red scenario says nothing of the family: the scenario
    /// is about the value that was replaced.
    pub fn is_over_default(&self) -> bool {
        POLICIES.iter().any(|info| info.name == self.policy && info.values[0] == self.own)
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.policy, self.value)?;
        if self.is_over_default() { Ok(()) } else { write!(f, " (not {})", self.own) }
    }
}

/// A policy, or one value of it, that an ablation is limited to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyFilter {
    /// The policy.
    pub policy: String,
    /// The value; `None` for all.
    pub value: Option<String>,
}

impl PolicyFilter {
    /// Whether the ablation is to include this setting.
    pub fn admits(&self, setting: &Setting) -> bool {
        self.policy == setting.policy && self.value.as_ref().is_none_or(|value| value == setting.value)
    }
}

impl fmt::Display for PolicyFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{}={value}", self.policy),
            None => f.write_str(&self.policy),
        }
    }
}

/// The position of a setting in the order of the policies, of the values that are replaced, and of the values.
pub(super) type Position = [usize; 3];

/// Every value that a scenario's policies could have instead of the scenario's own, each with its position.
pub(super) fn other_values(scenario: &Scenario) -> impl Iterator<Item = (Position, Setting)> {
    policies(scenario).flat_map(|(info, own)| {
        let policy = POLICIES.iter().position(|known| known.name == info.name).unwrap_or(POLICIES.len());
        let replaced = info.values.iter().position(|value| *value == own).unwrap_or(0);
        let others = info.values.iter().enumerate().filter(move |(_, value)| **value != own);
        others
            .map(move |(index, value)| ([policy, replaced, index], Setting { policy: info.name, value, own }))
    })
}

/// A scenario with settings over what its file says.
pub(super) fn with_settings(scenario: &Scenario, settings: &[Setting]) -> Scenario {
    let mut scenario = scenario.clone();
    for setting in settings {
        let set = scenario.policies.set(&scenario.lanes(), setting.policy, setting.value);
        set.expect("a setting is one of the scenario's own");
    }
    scenario
}

/// Stands for a value that the policy does not list, such as a duration that the scenario chose.
const ITS_OWN: &str = "its own";

/// The policies of a scenario, each with the value that the scenario has it at.
fn policies(scenario: &Scenario) -> impl Iterator<Item = (&'static PolicyInfo, &'static str)> {
    let overrides = scenario.policies.overrides();
    POLICIES.iter().filter(move |info| info.is_of(&scenario.lanes())).map(move |info| {
        let own = overrides.iter().find(|(policy, _)| *policy == info.name);
        let listed = |value: &String| info.values.iter().find(|listed| *listed == value).copied();
        (info, own.map_or(info.values[0], |(_, value)| listed(value).unwrap_or(ITS_OWN)))
    })
}
