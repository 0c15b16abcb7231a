//! The scenarios that a command works on, with the policies and seeds that the user sets over what the files say.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use super::mistake::Mistake;
use super::sources::{Source, sources};
use crate::model::{NamedScenario, Scenario};
use crate::names::PolicyError;
use crate::reading::{parse, policy_hint};

/// Parses sources and sets policies over what they say. Returns the scenarios and how many were left out.
///
/// Of several sources, those whose lanes lack a policy are left out; a single one must have it.
pub fn load(
    sources: Vec<Source>,
    policies: &[(String, String)],
) -> Result<(Vec<NamedScenario>, usize), Vec<Mistake>> {
    let single = sources.len() == 1;
    let (mut loaded, mut mistakes, mut skipped) = (Vec::new(), Vec::new(), 0);
    'sources: for Source { name, bytes } in sources {
        let mut scenario = match parse(&name, &bytes) {
            Ok(scenario) => scenario,
            Err(diagnostics) => {
                mistakes.push(Mistake::File(diagnostics));
                continue;
            }
        };
        for (policy, value) in policies {
            match scenario.policies.set(&scenario.lanes(), policy, value) {
                Ok(()) => {}
                Err(PolicyError::NotOfLane { .. }) if !single => {
                    skipped += 1;
                    continue 'sources;
                }
                Err(error) => {
                    let hint = policy_hint(&scenario.lanes(), &error);
                    mistakes.push(Mistake::other(format!("--policy {policy}={value}: {error}"), hint));
                    break 'sources;
                }
            }
        }
        loaded.push(NamedScenario { name, scenario: Arc::new(scenario) });
    }
    if mistakes.is_empty() && loaded.is_empty() {
        let hint = "name a scenario of a lane that has the policy, or leave the policy out";
        mistakes.push(Mistake::other("no scenario has such a policy", hint));
    }
    if mistakes.is_empty() { Ok((loaded, skipped)) } else { Err(mistakes) }
}

/// A scenario at other seeds than its own, if some are given.
pub fn at_seeds(scenario: &Arc<Scenario>, seeds: Option<&Range<u64>>) -> Arc<Scenario> {
    let Some(seeds) = seeds else { return Arc::clone(scenario) };
    let mut scenario = Scenario { seeds: seeds.clone(), ..(**scenario).clone() };
    // A situation that must occur somewhere among the scenario's own seeds does not have to among others.
    scenario.expect.occurred.clear();
    Arc::new(scenario)
}

/// Loads the one scenario that the path names, and sets policies over what it says.
pub fn load_one(path: &PathBuf, policies: &[(String, String)]) -> Result<NamedScenario, Vec<Mistake>> {
    let sources = sources(std::slice::from_ref(path))?;
    if sources.len() > 1 {
        let message = format!("the folder holds {} scenario files", sources.len());
        return Err(vec![Mistake::other(message, "name one of them; only `run` takes several")]);
    }
    let (mut loaded, _) = load(sources, policies)?;
    Ok(loaded.remove(0))
}
