//! Steps that were read, each beside its table in the file, and what a step can cause.
//!
//! Faults and events are about steps. Whether they can ever happen depends on whether their step writes or publishes.

use std::collections::BTreeMap;

use super::toml_table::TomlTable;
use crate::model::{Action, Answer, RequestStep, Step};
use crate::names::{Lane, Publish, Verb};

/// A step, and the table that it was read from.
#[derive(Debug)]
pub(super) struct ParsedStep<'t> {
    pub step: Step,
    pub table: TomlTable<'t>,
}

/// Why a step does not do what is asked, as the end of a sentence.
pub(super) type Reason = String;

/// The steps by their ids.
pub(super) fn by_id<'s, 't>(steps: &'s [ParsedStep<'t>]) -> BTreeMap<&'s str, &'s ParsedStep<'t>> {
    steps.iter().map(|step| (step.id(), step)).collect()
}

impl ParsedStep<'_> {
    pub fn id(&self) -> &str {
        &self.step.id
    }

    pub fn action(&self) -> &Action {
        &self.step.action
    }

    /// The request of the step, if it is a write.
    pub fn write(&self) -> Option<&RequestStep> {
        match self.action() {
            Action::Request(request) if request.verb.is_write() => Some(request),
            _ => None,
        }
    }

    /// Why the step writes nothing; `None` if it does write.
    pub fn why_no_write(&self) -> Option<Reason> {
        self.write().is_none().then(|| format!("a `{}` step writes nothing", self.table.verb()))
    }

    /// Why the step publishes nothing, where doors publish like this; `None` if it does, or if it may.
    pub fn why_no_signal(&self, publish: Publish) -> Option<Reason> {
        if matches!(self.action(), Action::Signal(_)) {
            return None;
        }
        let Some(write) = self.write() else {
            return Some(format!("a `{}` step publishes nothing", self.table.verb()));
        };
        if write.verb == Verb::Migrate {
            return Some("a `migrate` step publishes nothing".to_owned());
        }
        if withholds(publish, write.verb) {
            return Some(format!("under `publish = \"{}\"` it publishes nothing", publish.name()));
        }
        match write.answer {
            // A door that publishes before it commits cannot know yet that the write will be refused.
            Answer::Status(status) if status >= 400 && publish != Publish::BeforeCommit => {
                Some(format!("a write that is answered {status} publishes nothing"))
            }
            Answer::Done | Answer::Status(_) | Answer::None | Answer::Any => None,
        }
    }

    /// The lanes on which the step can signal; none if it cannot.
    pub fn signal_lanes(&self) -> Vec<Lane> {
        if let Some(write) = self.write() {
            write.address.lane().service().lanes().collect()
        } else if let Action::Signal(signal) = self.action() {
            vec![signal.address.lane()]
        } else {
            Vec::new()
        }
    }
}

/// Whether a door never publishes a write of this kind.
///
/// Whether a `put` creates or updates depends on the rows, so it is withheld only where both are.
fn withholds(publish: Publish, verb: Verb) -> bool {
    match publish {
        Publish::AfterCommit | Publish::BeforeCommit => false,
        Publish::NeverOnCreate => verb == Verb::Create,
        Publish::NeverOnUpdate => verb == Verb::Update,
        Publish::NeverOnPut => matches!(verb, Verb::Create | Verb::Update | Verb::Put),
        Publish::NeverOnDelete => verb == Verb::Delete,
        Publish::Never => true,
    }
}
