//! The exemptions: a list of values that no scenario needs to notice, each with the reason.
//!
//! The list is part of the program and must be true: a value on it that some scenario notices is reported, and so is a
//! second line of defence that makes no difference when the first is removed.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::settings::Setting;
use crate::names::{POLICIES, Service};

/// The list that is built in.
const BUILT_IN: &str = include_str!("unguarded.toml");

/// Values that no scenario needs to notice.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exemptions {
    /// One for each value, or for each value and service.
    #[serde(rename = "value")]
    pub entries: Vec<Exemption>,
}

/// A value that no scenario needs to notice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Exemption {
    /// The policy.
    pub policy: String,
    /// The value.
    pub value: String,
    /// The services whose scenarios do not need to notice it; if left out, all services that have the policy.
    pub services: Option<Vec<String>>,
    /// Why none needs to.
    pub kind: ExemptionKind,
    /// Why that is so, in a sentence or two.
    pub reason: String,
    /// What must be removed before the value makes a difference.
    pub first_line: Option<FirstLine>,
}

/// Why no scenario needs to notice a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExemptionKind {
    /// It is as good as the family's own.
    Equivalent,
    /// It repairs what breaks when a first line of defence is removed, and changes nothing as long as that is there.
    SecondLine,
}

impl ExemptionKind {
    /// The name in the list and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Equivalent => "equivalent",
            Self::SecondLine => "second-line",
        }
    }
}

/// A value of another policy, by which a first line of defence is removed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstLine {
    /// The policy.
    pub policy: String,
    /// The value.
    pub value: String,
}

impl Exemptions {
    /// The list that is built in.
    ///
    /// # Panics
    /// If it cannot be read. A test reads it.
    pub fn built_in() -> Self {
        Self::parse(BUILT_IN).unwrap_or_else(|error| panic!("the list is right: {error}"))
    }

    /// Reads a list.
    ///
    /// # Errors
    /// If the text is no TOML, or does not have the form of a list.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// What the list says of a value in place of the family's own, in the scenarios of one service. It says nothing of
    /// scenarios of several services.
    pub fn of(&self, setting: &Setting, service: Option<Service>) -> Option<&Exemption> {
        let service = service.filter(|_| setting.is_over_default())?;
        let is_meant = |entry: &&Exemption| entry.policy == setting.policy && entry.value == setting.value;
        self.entries.iter().filter(is_meant).find(|entry| entry.services().contains(&service))
    }

    /// What is wrong with the list, a sentence each.
    pub fn mistakes(&self) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let entries = self.entries.iter().flat_map(|entry| {
            let mut is_new = |service| seen.insert((&entry.policy, &entry.value, service));
            let twice = entry.services().into_iter().filter(|service| !is_new(*service));
            let twice = twice.map(|service| format!("it is listed twice for {service}"));
            let mistakes: Vec<String> = entry.mistakes().into_iter().chain(twice).collect();
            mistakes.into_iter().map(move |mistake| format!("{}={}: {mistake}", entry.policy, entry.value))
        });
        entries.collect()
    }
}

impl Exemption {
    /// The services whose scenarios do not need to notice the value.
    pub fn services(&self) -> Vec<Service> {
        let is_named = |service: &Service| {
            self.services.as_ref().is_none_or(|named| named.iter().any(|name| name == service.name()))
        };
        services_with(&self.policy).filter(is_named).collect()
    }

    fn mistakes(&self) -> Vec<String> {
        let mut mistakes = self.mistakes_of_services();
        match Setting::over_default(&self.policy, &self.value) {
            None => mistakes.push("there is no such policy, or it has no such value".to_owned()),
            Some(setting) if setting.value == setting.own => {
                mistakes.push("it is the family's own value".to_owned());
            }
            Some(_) => {}
        }
        if self.reason.trim().is_empty() {
            mistakes.push("it has no reason".to_owned());
        }
        match (self.kind, &self.first_line) {
            (ExemptionKind::SecondLine, None) => mistakes.push("a second line has a first one".to_owned()),
            (ExemptionKind::Equivalent, Some(_)) => {
                mistakes.push("what is equivalent has no first line".to_owned());
            }
            _ => {}
        }
        if let Some(first) = &self.first_line {
            if first.policy == self.policy {
                mistakes.push("its first line is the same policy".to_owned());
            }
            if Setting::over_default(&first.policy, &first.value).is_none() {
                mistakes.push(format!("there is no {}={}", first.policy, first.value));
            }
        }
        mistakes
    }

    fn mistakes_of_services(&self) -> Vec<String> {
        let Some(named) = &self.services else { return Vec::new() };
        let has = |policy: &str, name: &str| services_with(policy).any(|service| service.name() == name);
        let lacking = |policy: &str| {
            let lacking = named.iter().filter(|name| !has(policy, name));
            lacking.map(|name| format!("`{name}` is no service with the policy {policy}")).collect::<Vec<_>>()
        };
        let none = named.is_empty().then(|| "it is for no service".to_owned());
        let first = self.first_line.iter().flat_map(|first| lacking(&first.policy));
        none.into_iter().chain(lacking(&self.policy)).chain(first).collect()
    }

    /// The value, and the one that removes its first line, if both exist.
    pub(super) fn pair(&self) -> Option<(Setting, Setting)> {
        let first = self.first_line.as_ref()?;
        let first = Setting::over_default(&first.policy, &first.value)?;
        Some((Setting::over_default(&self.policy, &self.value)?, first))
    }
}

/// The services that have a policy.
fn services_with(policy: &str) -> impl Iterator<Item = Service> {
    let info = POLICIES.iter().find(|info| info.name == policy);
    let has =
        move |service: &Service| info.is_some_and(|info| info.is_of(&service.lanes().collect::<Vec<_>>()));
    Service::ALL.iter().copied().filter(has)
}
