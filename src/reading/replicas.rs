//! `replicas`: the processes of the cluster, by name.
//!
//! A list of names is enough where all replicas are alike; a table says more about each. The order of the file is kept.

use toml::de::DeValue;

use super::address::Place;
use super::diagnostic::Diagnostic;
use super::expect::EXPECT;
use super::keys::{Key, KeyTable, Kind, Rest};
use super::mistakes::Mistakes;
use super::toml_table::{TomlTable, Word};
use crate::model::{ClusterSpec, ReplicaSpec};
use crate::names::{Lane, Service};

/// The most replicas of a scenario.
const REPLICAS_MAX: usize = 64;

/// The name of a new replica. It must be no key of `[expect]`, where replicas are named beside those keys.
pub(super) const NEW_REPLICA: Kind = Kind::NewReplica { reserved: &EXPECT };

/// The keys of one replica.
pub(super) static REPLICA: KeyTable = KeyTable::new(
    "a replica",
    &[&[
        Key::default(
            "boot",
            Kind::OneOf(&["start", "late"]),
            "start",
            "when it boots: before the first step, or by a step",
        ),
        Key::default("attach", Kind::Flag, "true", "whether its lanes are attached to the bus at boot"),
        Key::default(
            "cluster",
            Kind::OneOf(&["bus", "memory", "none"]),
            "bus",
            "its cluster service: a bus across processes, one within its process, or none at all",
        ),
        Key::optional(
            "absent",
            Kind::List { of: &Kind::Service, unique: true },
            "the services that it lacks",
        ),
        Key::optional(
            "bare",
            Kind::List { of: &Kind::Lane, unique: true },
            "the lanes whose service has no convergence seam",
        ),
        Key::optional(
            "code",
            Kind::List { of: &Kind::RowName(Place::Code), unique: true },
            "the datasources and schema objects that its code defines",
        ),
        Key::optional("node-id", Kind::Words, "the node id on its signals; its name if left out"),
        Key::default(
            "clock",
            Kind::Skew,
            "0s",
            "how far its wall clock is ahead (`+5s`) or behind (`-250ms`)",
        ),
    ]],
);

/// The table form of `replicas`.
pub(super) static REPLICAS: KeyTable = KeyTable {
    rest: Some(&Rest {
        placeholder: "REPLICA",
        key: NEW_REPLICA,
        value: Kind::Table(&REPLICA),
        doc: "the replica of that name",
    }),
    ..KeyTable::new("the replicas", &[])
};

/// The replicas that a file names, each with its table, which is empty where the file only lists names.
pub(super) fn named<'t>(file: &TomlTable<'t>) -> Vec<(Word<'t>, TomlTable<'t>)> {
    let bare = |word: &Word<'t>| TomlTable { content: None, span: word.span.clone(), keys: &REPLICA };
    let listed = file.words("replicas").into_iter().map(|word| (word.clone(), bare(&word)));
    let tables = file.table("replicas", &REPLICAS).rest();
    listed.chain(tables.filter_map(|(name, node)| Some((name, TomlTable::at(node, &REPLICA)?)))).collect()
}

/// Reads `replicas`.
pub(super) fn read(file: &TomlTable<'_>, services: &[Service], mistakes: &mut Mistakes) -> Vec<ReplicaSpec> {
    let named = named(file);
    if file.node("replicas").is_some_and(|node| is_empty(node.get_ref())) {
        let mistake = Diagnostic::new(file.place("replicas"), "a scenario needs a replica", "none here");
        mistakes.add(mistake.hint("such as `replicas = [\"a\", \"b\"]`"));
    }
    if let Some((name, _)) = named.get(REPLICAS_MAX) {
        let message = format!("a scenario has at most {REPLICAS_MAX} replicas");
        mistakes.add(Diagnostic::new(name.span.clone(), message, "one too many"));
    }
    named.iter().filter_map(|(name, table)| replica(name, table, services)).collect()
}

fn is_empty(value: &DeValue<'_>) -> bool {
    match value {
        DeValue::Array(list) => list.is_empty(),
        DeValue::Table(table) => table.is_empty(),
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_) => false,
    }
}

fn replica(name: &Word<'_>, table: &TomlTable<'_>, services: &[Service]) -> Option<ReplicaSpec> {
    Some(ReplicaSpec {
        name: name.owned(),
        node_id: table.text("node-id").unwrap_or_else(|| name.owned()),
        late: table.word("boot")?.text == "late",
        attach: table.flag("attach")?,
        cluster: match table.word("cluster")?.text {
            "memory" => ClusterSpec::Memory,
            "none" => ClusterSpec::None,
            _ => ClusterSpec::Bus,
        },
        absent: table.words("absent").iter().filter_map(|word| Service::from_name(word.text)).collect(),
        bare: table.words("bare").iter().filter_map(|word| Lane::from_name(word.text)).collect(),
        code: table.addresses("code", services),
        clock_skew_us: table.skew("clock")?,
    })
}
