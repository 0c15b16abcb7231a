//! The keys of a scenario file: one table of them for each TOML table.
//!
//! These tables feed the reading, the hints about unknown keys, the JSON Schema and the table of keys in
//! `docs/scenarios.md`, so that the four cannot drift apart. What a key *means* is left to the file that
//! reads the section.

use crate::names::{Cause, Invariant, Lane, Situation};

/// What a value must be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// Any text.
    Text,
    /// Text that is not empty.
    Words,
    /// Text that no output shows.
    Secret,
    /// A name that a row of the lane may have.
    RowName,
    /// Any text as the name of a row, for a request or a signal may carry anything.
    AnyName,
    /// The name of a row that the scenario names elsewhere.
    Address,
    /// The name of a replica, where it is introduced.
    NewReplica,
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
    /// A whole number within these bounds.
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
    /// The name of a lane.
    Lane,
    /// The name of a cause.
    Cause,
    /// The name of an invariant.
    Invariant,
    /// The name of a situation.
    Situation,
    /// A table of any shape that has an equal in JSON.
    Json,
    /// A list without duplicates, or with them.
    List {
        /// What each element is.
        of: &'static Kind,
        /// Whether each element may occur once only.
        unique: bool,
    },
    /// Whichever of these the type of the value fits.
    Either(&'static [Kind]),
    /// A table with these keys.
    Table(&'static Table),
    /// A table with one verb and what belongs to it.
    Choice(&'static Choice),
    /// The policies of the lane.
    Policies,
}

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
pub(super) struct Table {
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
    pub variants: &'static [Table],
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

impl Table {
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
    pub fn matching(&self, has: impl Fn(&str) -> bool) -> Vec<&'static Table> {
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

impl Kind {
    /// The words that a value may be, if they are few.
    pub fn words(&self) -> Option<Vec<&'static str>> {
        match self {
            Self::OneOf(words) => Some(words.to_vec()),
            Self::Lane => Some(Lane::ALL.iter().map(|lane| lane.name()).collect()),
            Self::Cause => Some(Cause::ALL.iter().map(|cause| cause.name()).collect()),
            Self::Invariant => Some(Invariant::ALL.iter().map(|invariant| invariant.name()).collect()),
            Self::Situation => Some(Situation::ALL.iter().map(|situation| situation.name()).collect()),
            _ => None,
        }
    }

    /// What a value must be, as the end of a sentence.
    pub fn noun(&self) -> String {
        match self {
            Self::Text | Self::Words | Self::Secret | Self::AnyName => "text".to_owned(),
            Self::RowName | Self::Address => "the name of a datasource".to_owned(),
            Self::NewReplica | Self::Replica => "the name of a replica".to_owned(),
            Self::NewStep | Self::Step => "the id of a step".to_owned(),
            Self::Flag => "true or false".to_owned(),
            Self::Done => "true".to_owned(),
            Self::Count(..) => "a whole number".to_owned(),
            Self::Probability => "a number from 0 to 1".to_owned(),
            Self::Share => "a number that is not negative".to_owned(),
            Self::Duration => "a duration".to_owned(),
            Self::Skew => "a duration with its sign".to_owned(),
            Self::Span => "a duration or a range of durations".to_owned(),
            Self::Seeds => "a range of seeds".to_owned(),
            Self::OneOf(words) => {
                words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ")
            }
            Self::Lane => "the name of a lane".to_owned(),
            Self::Cause => "the name of a cause".to_owned(),
            Self::Invariant => "the name of an invariant".to_owned(),
            Self::Situation => "the name of a situation".to_owned(),
            Self::List { .. } => "a list".to_owned(),
            Self::Either(kinds) => kinds.iter().map(Self::noun).collect::<Vec<_>>().join(" or "),
            Self::Table(_) | Self::Choice(_) | Self::Json | Self::Policies => "a table".to_owned(),
        }
    }

    /// A value as it could stand in a file.
    pub fn example(&self) -> Option<&'static str> {
        match self {
            Self::Duration => Some("\"5ms\""),
            Self::Span => Some("\"1ms..20ms\""),
            Self::Seeds => Some("\"0..16\""),
            Self::Skew => Some("\"+5s\""),
            Self::Probability | Self::Share => Some("0.25"),
            Self::Json => Some("{ key = \"value\" }"),
            Self::Choice(choice) => Some(choice.example),
            Self::List { of: Self::NewReplica, .. } => Some("[\"a\", \"b\"]"),
            Self::List { of: Self::RowName, .. } => Some("[\"orders\", \"billing\"]"),
            Self::Policies => Some("{ publish = \"after-commit\" }"),
            Self::Either(kinds) => kinds.iter().find_map(Self::example),
            _ => None,
        }
    }
}
