//! The kinds of values that a scenario file holds.
//!
//! What a value of a kind must look like is left to `values` and `address`, and what it may refer to, to `symbols`.

use super::address::Place;
use super::keys::{Choice, KeyTable};
use crate::names::{Cause, Invariant, Lane, Service, Situation};

/// What a value must be.
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
    /// An address with any text as its name, for a request or a signal may carry anything.
    AnyName(Place),
    /// The address of something that the scenario names elsewhere.
    Address(Place),
    /// The name of a connector, where it is introduced.
    NewConnector,
    /// A reference that a row of credentials may have, without its space.
    Reference,
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
    Table(&'static KeyTable),
    /// A table with one verb and what belongs to it.
    Choice(&'static Choice),
    /// The policies of the lanes.
    Policies,
}

impl Kind {
    /// The words that a value may be, if they are few.
    pub fn words(&self) -> Option<Vec<&'static str>> {
        match self {
            Self::OneOf(words) => Some(words.to_vec()),
            Self::NewService | Self::Service => {
                Some(Service::ALL.iter().map(|service| service.name()).collect())
            }
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
            Self::Text | Self::Words | Self::Secret => "text".to_owned(),
            Self::RowName(place) | Self::AnyName(place) | Self::Address(place) => place.noun().to_owned(),
            Self::NewConnector => "the name of a connector".to_owned(),
            Self::Reference => "a reference of credentials".to_owned(),
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
            Self::NewService | Self::Service => "the name of a service".to_owned(),
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
            Self::List { of: Self::RowName(_), .. } => Some("[\"orders\", \"billing\"]"),
            Self::NewService => Some("\"datasource\""),
            Self::Policies => Some("{ publish = \"after-commit\" }"),
            Self::Either(kinds) => kinds.iter().find_map(Self::example),
            _ => None,
        }
    }

    /// Where the addresses of this kind stand.
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::RowName(place) | Self::AnyName(place) | Self::Address(place) => Some(*place),
            Self::List { of, .. } => of.place(),
            Self::Either(kinds) => kinds.iter().find_map(Self::place),
            _ => None,
        }
    }

    /// Whether no output may show a value of this kind.
    pub fn is_secret(&self) -> bool {
        match self {
            Self::Secret => true,
            Self::List { of, .. } => of.is_secret(),
            _ => false,
        }
    }
}
