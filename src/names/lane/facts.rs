//! What is known of a lane, of a service and of a space.

use super::kinds::{Lane, Service, Space};
use crate::names::{Column, Verb};

/// What is known of a lane.
#[derive(Debug)]
pub struct LaneFacts {
    /// The number in the protocol, which is part of keys: it never changes.
    pub number: u8,
    /// The name in scenario files and reports.
    pub name: &'static str,
    /// The bus channel that it publishes on.
    pub channel: &'static str,
    /// The service whose registry it keeps in step.
    pub service: Service,
    /// The space of what its signals name.
    pub signals: Space,
    /// What its payloads look like.
    pub payload: PayloadShape,
}

/// What is known of a service.
#[derive(Debug)]
pub struct ServiceFacts {
    /// The name in scenario files.
    pub name: &'static str,
    /// The space of the rows that its door writes.
    pub rows: Space,
    /// Its spaces. Where several make sense, a bare name in a scenario file is of the first that does.
    pub spaces: &'static [Space],
    /// The columns of its rows.
    pub columns: &'static [Column],
    /// The column without which a row is not given and a put is malformed.
    pub needs: Option<Column>,
    /// The requests that its door serves.
    pub verbs: &'static [Verb],
    /// Whether a row can be marked as defined by code, and objects be bound to it.
    pub has_origin_and_bound: bool,
    /// Whether code declares connectors for it.
    pub has_connectors: bool,
}

/// What is known of a space.
#[derive(Debug)]
pub struct SpaceFacts {
    /// The word that scenario files put before a name, with a colon between.
    pub word: &'static str,
    /// What a name stands for, as a noun in messages.
    pub noun: &'static str,
    /// What a name stands for, with its article.
    pub article: &'static str,
    /// The lane whose registry, or whose signal, knows the names.
    pub lane: Lane,
    /// The names that make sense.
    pub names: NameRule,
    /// How a registry keeps what goes by a name; `None` for what no registry holds.
    pub style: Option<Style>,
    /// The row that a name stands for.
    pub row: RowOf,
    /// What a scenario can expect of an entry, beside the columns of its row.
    pub expects: &'static [&'static str],
    /// What else is true of it.
    pub qualities: &'static [Quality],
}

/// What can be true of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// An entry can be compared with the columns of its row.
    Columns,
    /// Code can define what goes by a name.
    CodeDefinable,
    /// What is built connects to an upstream.
    Upstream,
    /// Readiness names it.
    NamedByReadiness,
    /// The store is read under such a name.
    Read,
    /// People read the name without its space: nothing else of that name is shown beside it.
    ShownBare,
}

/// How a registry keeps what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A cache: a signal drops the entry, and the next read fills it.
    Cache,
    /// An instance that follows its own row, through a queue of its own.
    Resource,
    /// One of a set that is reconciled together, through the one queue of the lane.
    Reconcile,
}

/// The row that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOf {
    /// The row of the same address.
    Same,
    /// The row that has the same name in another space.
    In(Space),
    /// All rows of the type that is named, which have their addresses in another space.
    TypeIn(Space),
    /// The row of the reference that code declares for it.
    Reference,
    /// All rows of the service at once: the one queue of a lane that reconciles them together.
    All,
}

/// The names that make sense in a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRule {
    /// `^[a-z_][a-z0-9_]*$`, and none of the reserved names.
    Plain {
        /// Names that are taken by the product itself.
        reserved: &'static [&'static str],
    },
    /// A type and a name, each plain, with a slash between.
    Typed,
    /// A plain type.
    Type,
    /// Letters, digits and `_`, no digit first.
    Reference,
    /// A plain name, in which `-` may stand behind the first letter.
    Hyphenated,
    /// This name only.
    Only(&'static str),
}

/// What a payload says beside the node id of its publisher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayloadShape {
    /// `{ originNode, type, event: { kind, name } }`, with a kind of `put` or `delete`.
    Event,
    /// `{ originNode, type, name }`.
    Typed,
    /// `{ originNode, … }` with the name under this key.
    Named(&'static str),
}

impl NameRule {
    /// Whether a name is one of these.
    pub fn admits(self, name: &str) -> bool {
        match self {
            Self::Plain { reserved } => is_plain(name) && !reserved.contains(&name),
            Self::Typed => name.split_once('/').is_some_and(|(of, name)| is_plain(of) && is_plain(name)),
            Self::Type => is_plain(name),
            Self::Reference => is_word(name, |byte| byte.is_ascii_alphabetic()),
            Self::Hyphenated => !name.starts_with('-') && is_plain(&name.replace('-', "_")),
            Self::Only(only) => name == only,
        }
    }
}

/// Whether a text is a name in the narrow sense: `^[a-z_][a-z0-9_]*$`.
fn is_plain(name: &str) -> bool {
    is_word(name, |byte| byte.is_ascii_lowercase())
}

/// Whether a text is made of such letters, `_` and digits, no digit first.
fn is_word(name: &str, is_letter: fn(u8) -> bool) -> bool {
    let is_head = |byte: u8| is_letter(byte) || byte == b'_';
    let mut bytes = name.bytes();
    bytes.next().is_some_and(is_head) && bytes.all(|byte| is_head(byte) || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::NameRule;

    #[test]
    fn names_are_admitted_by_their_rule() {
        let plain = NameRule::Plain { reserved: &["default"] };
        for (rule, right, wrong) in [
            (plain, &["orders", "_x1"][..], &["default", "Orders", "1x", "", "a-b", "a/b"][..]),
            (NameRule::Typed, &["view/orders", "object/default"], &["orders", "/a", "a/", "a/b/c", "A/b"]),
            (NameRule::Type, &["view"], &["", "a/b"]),
            (NameRule::Reference, &["CRM_KEY", "a1", "_"], &["1a", "", "a-b", "a/b"]),
            (NameRule::Hyphenated, &["crm-eu", "crm"], &["-crm", "", "Crm"]),
            (NameRule::Only("credentials"), &["credentials"], &["", "other"]),
        ] {
            assert!(right.iter().all(|name| rule.admits(name)), "{rule:?} admits {right:?}");
            assert!(!wrong.iter().any(|name| rule.admits(name)), "{rule:?} refuses {wrong:?}");
        }
    }
}
