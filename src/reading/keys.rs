//! The keys of a scenario file: one table of them for each TOML table.
//!
//! These tables feed the reading, the hints about unknown keys, the JSON Schema and the table of keys in
//! `docs/scenarios.md`, so that the four cannot drift apart. What a key *means* is left to the file that
//! reads the section.

pub(super) use super::kind::Kind;

/// Whether a key must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// It must.
    Required,
    /// It need not, and nothing is assumed then.
    Optional,
    /// It need not, and this is assumed then.
    Default(&'static str),
}

/// One key of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    /// Its name.
    pub name: &'static str,
    /// What its value must be.
    pub kind: Kind,
    /// Whether it must be there.
    pub need: Need,
    /// What it says, in one line.
    pub doc: &'static str,
}

/// The keys that a table may have beside those that are listed: names of a kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    /// What such a key stands for, in capitals.
    pub placeholder: &'static str,
    /// What such a key must be.
    pub key: Kind,
    /// What its value must be.
    pub value: Kind,
    /// What it says, in one line.
    pub doc: &'static str,
}

/// The keys of one TOML table.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyTable {
    /// What the table is, such as "a row".
    pub noun: &'static str,
    /// Its keys, in groups that tables share.
    pub groups: &'static [&'static [Key]],
    /// Its keys that are names.
    pub rest: Option<&'static Rest>,
    /// Keys of which exactly one must be there.
    pub one_of: &'static [&'static str],
}

/// A table that is told by its verb: a step, a fault, or the event that a step waits for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// What the table is, such as "step".
    pub noun: &'static str,
    /// That it has one verb, as a sentence.
    pub one: &'static str,
    /// That it has none, as a sentence.
    pub none: &'static str,
    /// What to do about more than one.
    pub apart: &'static str,
    /// Such a table as it could stand in a file.
    pub example: &'static str,
    /// One table for each verb; the verb is the first key of its first group.
    pub variants: &'static [KeyTable],
}

impl Key {
    /// A key that must be there.
    pub const fn required(name: &'static str, kind: Kind, doc: &'static str) -> Self {
        Self { name, kind, need: Need::Required, doc }
    }

    /// A key that need not be there.
    pub const fn optional(name: &'static str, kind: Kind, doc: &'static str) -> Self {
        Self { name, kind, need: Need::Optional, doc }
    }

    /// A key with a default.
    pub const fn default(name: &'static str, kind: Kind, default: &'static str, doc: &'static str) -> Self {
        Self { name, kind, need: Need::Default(default), doc }
    }
}

impl KeyTable {
    /// A table with only these groups of keys.
    pub const fn new(noun: &'static str, groups: &'static [&'static [Key]]) -> Self {
        Self { noun, groups, rest: None, one_of: &[] }
    }

    /// Its keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &'static Key> + use<> {
        self.groups.iter().copied().flatten()
    }

    /// The key of that name.
    pub fn find(&self, name: &str) -> Option<&'static Key> {
        self.keys().find(|key| key.name == name)
    }

    /// The verb, of a table that is a variant of a choice.
    pub fn verb(&self) -> &'static Key {
        &self.groups[0][0]
    }
}

impl Choice {
    /// The variants whose verb `has` finds.
    pub fn matching(&self, has: impl Fn(&str) -> bool) -> Vec<&'static KeyTable> {
        self.variants.iter().filter(|variant| has(variant.verb().name)).collect()
    }

    /// Every verb.
    pub fn verbs(&self) -> Vec<&'static str> {
        self.variants.iter().map(|variant| variant.verb().name).collect()
    }

    /// Whether any variant has a key of that name.
    pub fn knows(&self, name: &str) -> bool {
        self.variants.iter().any(|variant| variant.find(name).is_some())
    }
}
