//! `[policy]`, and the words for a policy that cannot be set, here and on the command line.

use super::diagnostic::Diagnostic;
use super::hint::{nearest, suggest};
use super::mistakes::Mistakes;
use super::row::Row;
use super::values::type_noun;
use crate::names::{Lane, POLICIES, Policies, PolicyError, PolicyInfo};

/// What to do about a policy that cannot be set on `lane`: the nearest name, or what there is.
pub fn policy_hint(lane: Lane, error: &PolicyError) -> String {
    let of_lane: Vec<_> = PolicyInfo::of(lane).map(|policy| policy.name).collect();
    match error {
        PolicyError::UnknownValue { value, known, .. } => match nearest(value, known.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("its values are {}", super::hint::listed(known)),
        },
        PolicyError::NotOfLane { .. } | PolicyError::Unknown { .. } => {
            let word = match error {
                PolicyError::Unknown { policy } => policy,
                _ => "",
            };
            suggest(word, &of_lane, &format!("the {lane} lane has"))
        }
    }
}

/// Reads `[policy]`.
pub(super) fn read(file: &Row<'_>, lane: Lane, log: &mut Mistakes) -> Policies {
    let mut policies = Policies::default();
    let table = file.node("policy").and_then(|node| node.get_ref().as_table());
    for (key, node) in table.into_iter().flatten() {
        let (name, value) = (key.get_ref(), node.get_ref());
        let Some(text) = value.as_str() else {
            let known = POLICIES.iter().find(|policy| policy.name == name);
            let message = format!("the policy {} must be text", super::values::quoted(name));
            let mistake = Diagnostic::new(node.span(), message, format!("this is {}", type_noun(value)));
            log.add(match known {
                Some(policy) => {
                    mistake.hint(format!("its values are {}", super::hint::listed(policy.values)))
                }
                None => mistake,
            });
            continue;
        };
        if let Err(error) = policies.set(lane, name, text) {
            let (span, label) = match &error {
                PolicyError::Unknown { .. } => (key.span(), "no such policy"),
                PolicyError::NotOfLane { .. } => (key.span(), "of another lane"),
                PolicyError::UnknownValue { .. } => (node.span(), "no such value"),
            };
            log.add(Diagnostic::new(span, error.to_string(), label).hint(policy_hint(lane, &error)));
        }
    }
    policies
}
