//! What is said about the kinds of values: their TOML type, their noun, their words, an example.

use toml::de::DeValue;

use super::address::Place;
use super::keys::Kind;
use crate::names::{Cause, Invariant, Lane, Service, Situation};

impl Kind {
    /// Whether a value of this kind can have the TOML type of `value`.
    pub fn takes(&self, value: &DeValue<'_>) -> bool {
        match self {
            Self::Text
            | Self::Words
            | Self::Secret
            | Self::RowName(_)
            | Self::AnyName(_)
            | Self::Address(_)
            | Self::NewConnector
            | Self::Reference
            | Self::NewReplica { .. }
            | Self::Replica
            | Self::NewStep
            | Self::Step
            | Self::Duration
            | Self::Span
            | Self::Skew
            | Self::Seeds
            | Self::OneOf(_)
            | Self::NewService
            | Self::Service
            | Self::Lane
            | Self::Cause
            | Self::Invariant
            | Self::Situation => value.is_str(),
            Self::Flag | Self::Done => value.is_bool(),
            Self::Count(..) => value.is_integer(),
            Self::Probability | Self::Share => value.is_integer() || value.is_float(),
            Self::Json | Self::Table(_) | Self::Choice(_) | Self::Policies => value.is_table(),
            Self::List { .. } => value.is_array(),
            Self::Either(kinds) => kinds.iter().any(|kind| kind.takes(value)),
        }
    }

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
            Self::NewReplica { .. } | Self::Replica => "the name of a replica".to_owned(),
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

    /// A value as it could stand in a file, if a message needs one.
    pub fn example(&self) -> Option<&'static str> {
        match self {
            Self::Duration => Some("\"5ms\""),
            Self::Span => Some("\"1ms..20ms\""),
            Self::Seeds => Some("\"0..16\""),
            Self::Skew => Some("\"+5s\""),
            Self::Probability | Self::Share => Some("0.25"),
            Self::Json => Some("{ key = \"value\" }"),
            Self::Choice(choice) => Some(choice.messages().example),
            Self::List { of: Self::NewReplica { .. }, .. } => Some("[\"a\", \"b\"]"),
            Self::List { of: Self::RowName(_), .. } => Some("[\"orders\", \"billing\"]"),
            Self::NewService => Some("\"datasource\""),
            Self::Policies => Some("{ publish = \"after-commit\" }"),
            Self::Either(kinds) => kinds.iter().find_map(Self::example),
            _ => None,
        }
    }

    /// Where the addresses of this kind stand; `None` if its values are no addresses.
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
