//! One value of a policy in place of another, in all scenarios of one service that have the policy at the replaced value.

use std::collections::BTreeMap;

use super::case::Case;
use super::exemptions::Exemption;
use super::settings::Setting;
use crate::campaign::tally::SweepGroup;
use crate::names::Service;

/// One value of a policy in all scenarios of one service that have the policy at the value which it replaces, and are
/// green.
#[derive(Clone, Debug)]
pub struct AblatedValue {
    /// The value.
    pub setting: Setting,
    /// The service of the scenarios; `None` for those of several, which decide nothing.
    pub service: Option<Service>,
    /// The result of each scenario.
    pub cases: Vec<Case>,
    /// What the list says of the value in this service.
    pub exemption: Option<Exemption>,
}

/// Whether a value is guarded by the scenarios of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardStatus {
    /// Some scenario turns red.
    Noticed,
    /// Some scenario turns red, although the list says that none needs to.
    NoticedThoughListed,
    /// No scenario turns red, and the list says why.
    Listed,
    /// No scenario turns red, and none needs to: what they replace by it is not the family's own value, or they are of
    /// several services.
    NotRequired,
    /// No scenario turns red.
    Unguarded,
    /// It was stopped before a scenario turned red, or no scenario could be ablated.
    Unknown,
}

/// In how many scenarios, and in how many of their seeds, a group of failures was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupCount {
    /// How many scenarios.
    pub scenarios: u64,
    /// How many seeds of them.
    pub seeds: u64,
}

impl AblatedValue {
    /// The scenarios that turned red; those first that notice it in the greatest share of their seeds.
    pub fn red(&self) -> Vec<&Case> {
        let mut red: Vec<&Case> = self.cases.iter().filter(|case| case.is_red()).collect();
        // The shares are compared without a division: a / b is greater than c / d if a * d is greater than c * b.
        let product = |red: &Case, seeds: &Case| u128::from(red.red) * u128::from(seeds.seeds);
        red.sort_by(|one, other| product(other, one).cmp(&product(one, other)));
        red
    }

    /// Whether it decides that a service guards the value, or does not.
    fn decides(&self) -> bool {
        self.service.is_some() && self.setting.is_over_default()
    }

    /// Whether the value is guarded.
    pub fn guard_status(&self) -> GuardStatus {
        let is_noticed = self.cases.iter().any(Case::is_red);
        let is_known = !self.cases.is_empty() && !self.cases.iter().any(|case| case.stopped);
        match &self.exemption {
            Some(_) if is_noticed => GuardStatus::NoticedThoughListed,
            None if is_noticed => GuardStatus::Noticed,
            _ if !is_known => GuardStatus::Unknown,
            Some(_) => GuardStatus::Listed,
            None if !self.decides() => GuardStatus::NotRequired,
            None => GuardStatus::Unguarded,
        }
    }

    /// How many seeds were run.
    pub fn seeds(&self) -> u64 {
        self.cases.iter().map(|case| case.seeds).sum()
    }

    /// How many of them are red.
    pub fn red_seeds(&self) -> u64 {
        self.cases.iter().map(|case| case.red).sum()
    }

    /// After how many seeds of one scenario the first red one was found, in the quickest scenario.
    pub fn found_after(&self) -> Option<u64> {
        self.cases.iter().filter_map(|case| case.found_after).min()
    }

    /// What was found, the most frequent first.
    pub fn groups(&self) -> Vec<(SweepGroup, GroupCount)> {
        let mut groups: BTreeMap<SweepGroup, GroupCount> = BTreeMap::new();
        for (group, seeds) in self.cases.iter().flat_map(|case| &case.groups) {
            let count = groups.entry(*group).or_default();
            count.scenarios += 1;
            count.seeds += seeds.count;
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(_, count)| std::cmp::Reverse((count.scenarios, count.seeds)));
        groups
    }
}
