//! The keys of a scenario file: one table of known keys for each TOML table.
//!
//! The validator, the hints about unknown keys, the JSON Schema and the tables in `docs/scenarios.md` are all made
//! from these tables, so the four cannot differ. What a key *means* is left to the file that reads the section.

use std::fmt::Debug;

use toml::de::DeTable;

use super::address::Place;

/// What a value must be.
///
/// What is said about each kind is in `kind`, what a value of it must look like in `values` and `address`, and what
/// it may refer to in `symbols`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// Any text.
    Text,
    /// Text that is not empty.
    Words,
    /// Text that no output shows.
    Secret,
    /// The address of a row, with a name that a row of its lane may have.
    RowName(Place),
    /// An address with any text as its name, because a request or a signal may carry anything.
    AnyName(Place),
    /// The address of something that the scenario names elsewhere.
    Address(Place),
    /// The name of a connector, where it is introduced.
    NewConnector,
    /// A reference that a row of credentials may have, without its space.
    Reference,
    /// The name of a replica, where it is introduced.
    NewReplica {
        /// The table in which replicas are named beside its own keys, which are therefore no names for them.
        reserved: &'static KeyTable,
    },
    /// A replica of the scenario.
    Replica,
    /// The id of a step, where it is introduced.
    NewStep,
    /// A step of the scenario.
    Step,
    /// `true` or `false`.
    Flag,
    /// Only `true`: the key is a verb without an object.
    Done,
    /// A whole number within these bounds, both included.
    Count(u64, u64),
    /// A number from 0 to 1.
    Probability,
    /// A number that is not negative; only its ratio to others counts.
    Share,
    /// A duration such as `5ms`.
    Duration,
    /// A duration, or a range of them such as `1ms..20ms`.
    Span,
    /// How far a clock is ahead or behind, such as `+5s`.
    Skew,
    /// A range of seeds such as `0..16`.
    Seeds,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// The name of a service, where it is put under test.
    NewService,
    /// A service of the scenario.
    Service,
    /// A lane of the scenario.
    Lane,
    /// The name of a cause.
    Cause,
    /// The name of an invariant.
    Invariant,
    /// The name of a situation.
    Situation,
    /// A table with any keys, whose values all exist in JSON too.
    Json,
    /// A list.
    List {
        /// What each element is.
        of: &'static Kind,
        /// Whether each element may occur once only.
        unique: bool,
    },
    /// The first of these that takes the TOML type of the value.
    Either(&'static [Kind]),
    /// A table with these keys.
    Table(&'static KeyTable),
    /// A table with one verb and the keys that belong to it.
    Choice(&'static dyn VariantTables),
    /// The policies of the lanes.
    Policies,
}

/// Whether a key must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// It must be there.
    Required,
    /// It may be left out, and has no default.
    Optional,
    /// It may be left out, and then has this value.
    Default(&'static str),
}

/// One key of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub name: &'static str,
    /// What its value must be.
    pub kind: Kind,
    /// Whether it must be there.
    pub need: Need,
    /// What it means, in one line.
    pub doc: &'static str,
}

/// The keys of a table that are not fixed words but names, such as those of replicas.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    /// What such a key stands for, in capitals.
    pub placeholder: &'static str,
    /// What such a key must be.
    pub key: Kind,
    /// What its value must be.
    pub value: Kind,
    /// What it means, in one line.
    pub doc: &'static str,
}

/// The keys of one TOML table.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyTable {
    /// What the table is, such as "a row".
    pub noun: &'static str,
    /// Its keys, in groups, because several tables share a group.
    pub groups: &'static [&'static [Key]],
    /// Its keys that are names, if it has any.
    pub rest: Option<&'static Rest>,
    /// Keys of which exactly one must be there.
    pub one_of: &'static [&'static str],
}

impl Key {
    /// A key that must be there.
    pub const fn required(name: &'static str, kind: Kind, doc: &'static str) -> Self {
        Self { name, kind, need: Need::Required, doc }
    }

    /// A key that may be left out.
    pub const fn optional(name: &'static str, kind: Kind, doc: &'static str) -> Self {
        Self { name, kind, need: Need::Optional, doc }
    }

    /// A key that has a default.
    pub const fn default(name: &'static str, kind: Kind, default: &'static str, doc: &'static str) -> Self {
        Self { name, kind, need: Need::Default(default), doc }
    }
}

impl KeyTable {
    /// A table that has only these groups of keys.
    pub const fn new(noun: &'static str, groups: &'static [&'static [Key]]) -> Self {
        Self { noun, groups, rest: None, one_of: &[] }
    }

    /// Its keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &'static Key> + use<> {
        self.groups.iter().copied().flatten()
    }

    /// The names of its keys, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.keys().map(|key| key.name)
    }

    /// The key with this name.
    pub fn find(&self, name: &str) -> Option<&'static Key> {
        self.keys().find(|key| key.name == name)
    }

    /// The verb of a table that is a variant of a choice.
    pub fn verb(&self) -> &'static Key {
        &self.groups[0][0]
    }
}

/// What messages say about a table that must have exactly one verb.
#[derive(Clone, Copy, Debug)]
pub(super) struct VerbMessages {
    /// What the table is, such as "step".
    pub noun: &'static str,
    /// The rule that it has one verb, as a sentence.
    pub one: &'static str,
    /// The mistake that it has none, as a sentence.
    pub none: &'static str,
    /// What to do if it has several.
    pub apart: &'static str,
    /// Such a table as it could stand in a file.
    pub example: &'static str,
}

/// The key tables of a choice, without the types of its verbs.
///
/// The validator, the schema and the documents need no more, and a [`Kind`] can refer to every choice this way.
pub(super) trait VariantTables: Debug + Sync {
    /// What messages say about such a table.
    fn messages(&self) -> &VerbMessages;

    /// The keys of each variant, in order; the first key is the verb.
    fn tables(&self) -> Vec<&'static KeyTable>;

    /// The variants whose verb a table has.
    fn matching(&self, table: &DeTable<'_>) -> Vec<&'static KeyTable> {
        self.tables().into_iter().filter(|variant| table.contains_key(variant.verb().name)).collect()
    }

    /// Every verb.
    fn verbs(&self) -> Vec<&'static str> {
        self.tables().iter().map(|variant| variant.verb().name).collect()
    }

    /// Whether any variant has a key of that name.
    fn knows(&self, name: &str) -> bool {
        self.tables().iter().any(|variant| variant.find(name).is_some())
    }
}
