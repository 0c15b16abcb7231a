//! The facts of datasources: lane 3.

use super::facts::{LaneFacts, NameRule, PayloadShape, Quality, RowOf, ServiceFacts, SpaceFacts, Style};
use super::kinds::{Lane, Service, Space};
use crate::names::{Column, Verb};

pub const SERVICE: ServiceFacts = ServiceFacts {
    name: "datasource",
    rows: Space::Datasource,
    spaces: &[Space::Datasource],
    columns: &[
        Column::Label,
        Column::Driver,
        Column::Config,
        Column::Active,
        Column::CredentialsRef,
        Column::Secret,
    ],
    needs: None,
    verbs: &[Verb::Create, Verb::Update, Verb::Put, Verb::Delete, Verb::Migrate],
    has_origin_and_bound: true,
    has_connectors: false,
};

pub const LANE: LaneFacts = LaneFacts {
    number: 3,
    name: "datasource",
    channel: "datasource.mutated",
    service: Service::Datasource,
    signals: Space::Datasource,
    payload: PayloadShape::Named("name"),
};

pub const DATASOURCE: SpaceFacts = SpaceFacts {
    word: "datasource",
    noun: "datasource",
    article: "a datasource",
    lane: Lane::Datasource,
    names: NameRule::Plain { reserved: &["default"] },
    style: Some(Style::Resource),
    row: RowOf::Same,
    expects: &["held", "same-instance", "stale", "builds", "reads"],
    qualities: &[
        Quality::Columns,
        Quality::CodeDefinable,
        Quality::Upstream,
        Quality::NamedByReadiness,
        Quality::Read,
        Quality::ShownBare,
    ],
};
