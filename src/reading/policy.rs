//! `[policy]`, and hints about a policy that cannot be set, in a file or on the command line.

use super::diagnostic::Diagnostic;
use super::duration::duration;
use super::flaw::quoted;
use super::hint::{listed, nearest, suggest};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use super::values::type_noun;
use crate::names::{Lane, POLICIES, Policies, PolicyError, PolicyInfo};

/// What to do about a policy that cannot be set on these lanes: the nearest name, or a list of the possible ones.
pub fn policy_hint(lanes: &[Lane], error: &PolicyError) -> String {
    let of_lanes: Vec<_> = PolicyInfo::of(lanes).map(|policy| policy.name).collect();
    match error {
        PolicyError::UnknownValue { value, known, .. } => match nearest(value, known.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => values(known),
        },
        PolicyError::NotOfLane { .. } | PolicyError::Unknown { .. } => {
            let word = match error {
                PolicyError::Unknown { policy } => policy,
                PolicyError::NotOfLane { .. } | PolicyError::UnknownValue { .. } => "",
            };
            suggest(word, &of_lanes, &named(lanes))
        }
    }
}

/// Reads `[policy]`.
pub(super) fn read(file: &TomlTable<'_>, lanes: &[Lane], mistakes: &mut Mistakes) -> Policies {
    let mut policies = Policies::default();
    let table = file.node("policy").and_then(|node| node.get_ref().as_table());
    for (key, node) in table.into_iter().flatten() {
        let (name, value) = (key.get_ref(), node.get_ref());
        let Some(text) = value.as_str() else {
            let known = POLICIES.iter().find(|policy| policy.name == name);
            let message = format!("the policy {} must be text", quoted(name));
            let mistake = Diagnostic::new(node.span(), message, format!("this is {}", type_noun(value)));
            mistakes.add(match known {
                Some(policy) => mistake.hint(values(policy.values)),
                None => mistake,
            });
            continue;
        };
        if let Err(error) = policies.set(lanes, name, text) {
            let (span, label) = match &error {
                PolicyError::Unknown { .. } => (key.span(), "no such policy"),
                PolicyError::NotOfLane { .. } => (key.span(), "of another lane"),
                PolicyError::UnknownValue { .. } => (node.span(), "no such value"),
            };
            mistakes.add(Diagnostic::new(span, error.to_string(), label).hint(policy_hint(lanes, &error)));
        }
    }
    policies
}

/// Whether a policy takes any duration, so that its values are only examples.
pub(super) fn is_timed(values: &[&str]) -> bool {
    values.iter().any(|value| duration(value).is_ok())
}

fn values(known: &[&str]) -> String {
    match known {
        [none, example] if is_timed(known) => {
            format!("its values are `{none}` and durations such as `{example}`")
        }
        _ => format!("its values are {}", listed(known)),
    }
}

fn named(lanes: &[Lane]) -> String {
    let names: Vec<_> = lanes.iter().map(|lane| lane.name()).collect();
    match names[..] {
        [one] => format!("the {one} lane has"),
        _ => format!("the lanes {} have", names.join(" and ")),
    }
}
