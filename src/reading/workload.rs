//! `[workload]`: writes that are drawn instead of scripted.

use std::collections::BTreeSet;

use super::address::Place;
use super::connectors;
use super::diagnostic::Diagnostic;
use super::keys::{Key, KeyTable, Kind};
use super::mistakes::Mistakes;
use super::mix::{self, MIX};
use super::toml_table::TomlTable;
use crate::model::{ReplicaSpec, Workload};
use crate::names::{Address, NameRule, Service, Verb};

/// The most names of a workload.
const NAMES_MAX: u64 = 1_000;

/// The most things of one kind that go wrong with replicas.
const EVENTS: Kind = Kind::Count(0, 10_000);

/// The keys of `[workload]`.
pub(super) static WORKLOAD: KeyTable = KeyTable::new("a workload", &[WRITES, MIX, TROUBLE]);

const WRITES: &[Key] = &[
    Key::required("writes", Kind::Count(1, 100_000), "how many writes there are"),
    Key::required(
        "names",
        Kind::Either(&[
            Kind::Count(1, NAMES_MAX),
            Kind::List { of: &Kind::RowName(Place::Row), unique: true },
        ]),
        "the rows that they are about: their names, or how many of each service (`orders`, `object/orders`, and the references of the connectors before `ORDERS`)",
    ),
    Key::optional(
        "on",
        Kind::List { of: &Kind::Replica, unique: true },
        "the replicas that serve them; all if left out",
    ),
    Key::default(
        "watchers",
        Kind::Count(0, 20),
        "0",
        "how many local watchers of a type of metadata there are on each replica, for each type that is named",
    ),
    Key::default("at", Kind::Duration, "0s", "when it begins, counted from the end of the opening boot"),
    Key::default(
        "over",
        Kind::Duration,
        "200ms",
        "how long it goes on; each write begins at an instant drawn from this span",
    ),
];

const TROUBLE: &[Key] = &[
    Key::default("crashes", EVENTS, "0", "how many crashes of replicas there are"),
    Key::default("pauses", EVENTS, "0", "how many pauses of replicas"),
    Key::default("cuts", EVENTS, "0", "how many cuts of links that the replica notices"),
    Key::default("zombies", EVENTS, "0", "how many cuts of links that it does not notice"),
    Key::default("reloads", EVENTS, "0", "how many reloads of replicas"),
    Key::default("down", Kind::Span, "5ms..50ms", "how long a replica is down, stands still or is cut off"),
    Key::default(
        "crash-at-call",
        Kind::Probability,
        "0",
        "the probability that a port call crashes its replica: before it is sent, under way, or right after it acted",
    ),
];

/// Names that read well, for a file that says only how many.
const WORDS: &[&str] = &[
    "orders", "billing", "users", "stock", "audit", "search", "mail", "reports", "metrics", "events",
    "files", "tickets", "invoices", "payments", "shipping", "catalog",
];

/// Reads `[workload]`.
pub(super) fn read(
    file: &TomlTable<'_>,
    services: &[Service],
    replicas: &[ReplicaSpec],
    log: &mut Mistakes,
) -> Option<Workload> {
    let row = TomlTable::at(file.node("workload")?, &WORKLOAD)?;
    lists(&row, log);
    if row.count("watchers") != Some(0) {
        let watched: Vec<_> =
            Service::ALL.iter().copied().filter(|service| service.serves(Verb::Watch)).collect();
        mix::beyond(&row, "watchers", &watched, services, log);
    }
    let count = |name| row.count(name).and_then(|count| u32::try_from(count).ok());
    let on = if row.has("on") {
        row.texts("on")
    } else {
        replicas.iter().map(|replica| replica.name.clone()).collect()
    };
    Some(Workload {
        writes: count("writes")?,
        names: names(file, services)?,
        on,
        at: row.duration("at")?,
        over: row.duration("over")?,
        mix: mix::read(&row, services, log),
        watchers: count("watchers")?,
        crashes: count("crashes")?,
        pauses: count("pauses")?,
        cuts: count("cuts")?,
        zombies: count("zombies")?,
        reloads: count("reloads")?,
        down: row.span_of("down")?,
        crash_at_call: row.probability("crash-at-call")?,
    })
}

/// The names that the workload writes; none without one, `None` where they cannot be read.
pub(super) fn names(file: &TomlTable<'_>, services: &[Service]) -> Option<Vec<Address>> {
    let Some(node) = file.node("workload") else { return Some(Vec::new()) };
    let row = TomlTable::at(node, &WORKLOAD)?;
    if row.node("names")?.get_ref().is_array() {
        return Some(row.addresses("names", services));
    }
    let count = row.count("names").filter(|count| *count <= NAMES_MAX)?;
    let of_each = services.iter().flat_map(|service| {
        let names = match service.rows().names() {
            NameRule::Reference => references(file, count),
            NameRule::Typed => made(count).iter().map(|name| format!("object/{name}")).collect(),
            NameRule::Plain { .. } | NameRule::Type | NameRule::Hyphenated | NameRule::Only(_) => made(count),
        };
        names.into_iter().map(|name| Address::new(service.rows(), &name))
    });
    Some(of_each.collect())
}

/// So many references: those of the connectors in their order, then `ORDERS`, `BILLING`, ….
fn references(file: &TomlTable<'_>, count: u64) -> Vec<String> {
    let declared = connectors::named(file).into_iter().map(|(_, reference)| reference.as_str().to_owned());
    let upper = made(count).into_iter().map(|name| name.to_uppercase());
    let mut seen = BTreeSet::new();
    let differing = declared.chain(upper).filter(|name| seen.insert(name.clone()));
    differing.zip(0..count).map(|(name, _)| name).collect()
}

/// So many names: `orders`, `billing`, …, `orders_2`, ….
fn made(count: u64) -> Vec<String> {
    let rounds = (1..).flat_map(|round| WORDS.iter().map(move |word| (word, round)));
    let names = rounds.zip(0..count).map(|((word, round), _)| match round {
        1 => (*word).to_owned(),
        _ => format!("{word}_{round}"),
    });
    names.collect()
}

/// A list that is there names something, and not too much.
fn lists(row: &TomlTable<'_>, log: &mut Mistakes) {
    let limits =
        [("names", "row", usize::try_from(NAMES_MAX).unwrap_or(usize::MAX)), ("on", "replica", usize::MAX)];
    for (name, what, most) in limits {
        let Some(list) = row.node(name).and_then(|node| node.get_ref().as_array()) else { continue };
        if list.is_empty() {
            let message = format!("`{name}` names no {what}");
            log.add(Diagnostic::new(row.place(name), message, "none here").hint("name one at least"));
        } else if let Some(item) = list.get(most) {
            let message = format!("`{name}` names more than {most}");
            log.add(Diagnostic::new(item.span(), message, "one too many"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_names_read_well_and_differ() {
        assert_eq!(made(4), ["orders", "billing", "users", "stock"]);
        assert_eq!(made(18)[16..], ["orders_2", "billing_2"]);
        let all: std::collections::BTreeSet<_> = made(NAMES_MAX).into_iter().collect();
        assert_eq!(all.len(), 1_000);
    }
}
