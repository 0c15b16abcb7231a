//! Who and what a scenario names: its replicas, its steps and its rows, gathered before anything is checked.
//!
//! A reference to something else is a mistake. Where the names themselves could not be gathered, nothing is
//! said about references, for one mistake must not cause others.

use std::collections::BTreeSet;

use super::hint::suggest;
use super::keys::Kind;
use super::row::{Row, Word};
use super::values::quoted;
use super::{faults, replicas, rows, steps, workload};

/// The names of a scenario; `None` where they could not all be gathered.
#[derive(Debug, Default)]
pub(super) struct Cast {
    /// The replicas.
    replicas: Option<BTreeSet<String>>,
    /// The ids of the steps.
    steps: Option<BTreeSet<String>>,
    /// The names of rows: given, defined by code, asked for by a step or brought by a signal,
    /// or drawn by the workload.
    addresses: Option<BTreeSet<String>>,
}

impl Cast {
    /// Gathers the names of a file.
    pub fn gather(file: &Row<'_>) -> Self {
        let replicas: BTreeSet<_> = replicas::named(file).iter().map(|(name, _)| name.owned()).collect();
        let identities = steps::identities(file);
        let steps: Option<BTreeSet<_>> = identities.into_iter().map(|id| id.map(|id| id.text)).collect();
        let readable = |name: &str| file.node(name).is_none_or(|node| node.get_ref().is_array());
        Self {
            replicas: Some(replicas).filter(|replicas| !replicas.is_empty()),
            steps: steps.filter(|_| readable("steps")),
            addresses: addresses(file).filter(|_| readable("steps") && readable("given")),
        }
    }

    /// What is wrong with a reference of this kind: message, label and hint.
    pub fn unknown(&self, kind: &Kind, text: &str) -> Option<(String, String, String)> {
        let (what, names, known) = match kind {
            Kind::Replica => ("replica", self.replicas.as_ref()?, "the replicas are"),
            Kind::Step => ("step", self.steps.as_ref()?, "the steps are"),
            Kind::Address => ("datasource", self.addresses.as_ref()?, "the scenario names"),
            _ => return None,
        };
        if names.contains(text) {
            return None;
        }
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let message = format!("unknown {what} {}", quoted(text));
        Some((message, format!("the scenario has no such {what}"), suggest(text, &names, known)))
    }
}

fn addresses(file: &Row<'_>) -> Option<BTreeSet<String>> {
    let drawn = workload::names(file)?;
    let given = file.list("given").filter_map(|node| Row::at(node, &rows::ROW)?.word("name"));
    let code = replicas::named(file).into_iter().flat_map(|(_, row)| row.words("code"));
    let asked = file.list("steps").filter_map(|node| Row::choice(node, &steps::STEPS)).filter_map(|step| {
        let verb = step.keys.verb();
        matches!(verb.kind, Kind::AnyName).then(|| step.word(verb.name)).flatten()
    });
    let brought = file.list("faults").filter_map(|node| {
        Row::choice(node, &faults::FAULTS).filter(|fault| fault.keys.find("as").is_some())?.word("as")
    });
    let written = given.chain(code).chain(asked).chain(brought).map(|word: Word<'_>| word.owned());
    Some(written.chain(drawn).collect())
}
