//! The facts of connectors and their credentials: lane 4.

use super::facts::{LaneFacts, NameRule, PayloadShape, Quality, RowOf, ServiceFacts, SpaceFacts, Style};
use super::kinds::{Lane, Service, Space};
use crate::names::{Column, Verb};

pub const SERVICE: ServiceFacts = ServiceFacts {
    name: "credential",
    rows: Space::Credential,
    spaces: &[Space::Credential, Space::Connector, Space::Reconcile],
    columns: &[Column::Secret],
    needs: Some(Column::Secret),
    verbs: &[Verb::Put, Verb::Delete],
    has_origin_and_bound: false,
    has_connectors: true,
};

pub const LANE: LaneFacts = LaneFacts {
    number: 4,
    name: "credential",
    channel: "connector-credential.mutated",
    service: Service::Credential,
    signals: Space::Credential,
    payload: PayloadShape::Named("ref"),
};

pub const CREDENTIAL: SpaceFacts = SpaceFacts {
    word: "credential",
    noun: "reference",
    article: "a row of credentials",
    lane: Lane::Credential,
    names: NameRule::Reference,
    style: None,
    row: RowOf::Same,
    expects: &[],
    qualities: &[],
};

pub const CONNECTOR: SpaceFacts = SpaceFacts {
    word: "connector",
    noun: "connector",
    article: "a connector",
    lane: Lane::Credential,
    names: NameRule::Hyphenated,
    style: Some(Style::Reconcile),
    row: RowOf::Reference,
    expects: &["held", "same-instance", "state", "reason", "serving", "stale", "builds"],
    qualities: &[Quality::Upstream],
};

pub const RECONCILE: SpaceFacts = SpaceFacts {
    word: "reconcile",
    noun: "reconcile",
    article: "a reconcile",
    lane: Lane::Credential,
    names: NameRule::Only("credentials"),
    style: None,
    row: RowOf::All,
    expects: &["reads"],
    qualities: &[Quality::Read],
};
