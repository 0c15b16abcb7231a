//! The facts of metadata: the lanes 1 and 2, which one door signals.

use super::facts::{LaneFacts, NameRule, PayloadShape, Quality, RowOf, ServiceFacts, SpaceFacts, Style};
use super::kinds::{Lane, Service, Space};
use crate::names::{Column, Verb};

pub const SERVICE: ServiceFacts = ServiceFacts {
    name: "metadata",
    rows: Space::Object,
    spaces: &[Space::Object, Space::Item, Space::Listing],
    columns: &[Column::Label, Column::Body, Column::Active],
    needs: None,
    verbs: &[Verb::Create, Verb::Update, Verb::Put, Verb::Delete, Verb::Read, Verb::List, Verb::Watch],
    has_origin_and_bound: false,
    has_connectors: false,
};

pub const CACHE_LANE: LaneFacts = LaneFacts {
    number: 1,
    name: "metadata-cache",
    channel: "metadata.changed",
    service: Service::Metadata,
    signals: Space::Item,
    payload: PayloadShape::Event,
};

pub const OBJECT_LANE: LaneFacts = LaneFacts {
    number: 2,
    name: "metadata",
    channel: "metadata.mutated",
    service: Service::Metadata,
    signals: Space::Object,
    payload: PayloadShape::Typed,
};

pub const ITEM: SpaceFacts = SpaceFacts {
    word: "item",
    noun: "item",
    article: "an item of the cache",
    lane: Lane::MetadataCache,
    names: NameRule::Typed,
    style: Some(Style::Cache),
    row: RowOf::In(Space::Object),
    expects: &["held", "absent", "stale", "reads"],
    qualities: &[Quality::Columns, Quality::Read],
};

pub const LISTING: SpaceFacts = SpaceFacts {
    word: "listing",
    noun: "type",
    article: "a listing",
    lane: Lane::MetadataCache,
    names: NameRule::Type,
    style: Some(Style::Cache),
    row: RowOf::TypeIn(Space::Object),
    expects: &["held", "names", "stale", "reads"],
    qualities: &[Quality::Read],
};

pub const OBJECT: SpaceFacts = SpaceFacts {
    word: "object",
    noun: "object",
    article: "an object",
    lane: Lane::Metadata,
    names: NameRule::Typed,
    style: Some(Style::Resource),
    row: RowOf::Same,
    expects: &["held", "same-instance", "stale", "reads"],
    qualities: &[Quality::Columns, Quality::CodeDefinable, Quality::Read, Quality::ShownBare],
};
