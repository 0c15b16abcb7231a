//! `bus`, `store` and `upstream`: how long things take, and what goes wrong by chance.

use super::keys::{Key, KeyTable, Kind};
use super::toml_table::TomlTable;
use crate::model::{BusSpec, StoreSpec, UpstreamSpec};

/// The keys of `bus`.
pub(super) static BUS: KeyTable = KeyTable::new(
    "the bus",
    &[&[
        Key::default("delay", Kind::Span, "1ms..20ms", "how long each copy of a message is on its way"),
        Key::default(
            "latency",
            Kind::Span,
            "200us..1ms",
            "how long publishing and subscribing take, each way",
        ),
        Key::default("drop", Kind::Probability, "0", "the probability that a delivery is dropped"),
        Key::default("duplicate", Kind::Probability, "0", "the probability that a delivery arrives twice"),
        Key::default("corrupt", Kind::Probability, "0", "the probability that a copy arrives unreadable"),
        Key::default(
            "misaddress",
            Kind::Probability,
            "0",
            "the probability that a copy arrives with another name",
        ),
        Key::default(
            "publish-error",
            Kind::Probability,
            "0",
            "the probability that publishing a signal fails",
        ),
        Key::default(
            "order",
            Kind::OneOf(&["any", "fifo"]),
            "any",
            "whether each replica receives in the order of publishing",
        ),
        Key::optional(
            "capacity",
            Kind::Count(1, 1_000_000),
            "how many messages a replica's inbox holds; any number if left out",
        ),
    ]],
);

/// The keys of `store`.
pub(super) static STORE: KeyTable = KeyTable::new(
    "the store",
    &[&[
        Key::default("latency", Kind::Span, "500us..3ms", "how long a call takes, before and after it acts"),
        Key::default("read-error", Kind::Probability, "0", "the probability that a read or a listing fails"),
        Key::default("write-error", Kind::Probability, "0", "the probability that a transaction fails"),
        Key::default(
            "lose-answer",
            Kind::Probability,
            "0",
            "the probability that a transaction commits and its answer gets lost",
        ),
        Key::default(
            "lag",
            Kind::Span,
            "0us",
            "how far a read replica lags behind, under `read-from = \"replica\"`",
        ),
    ]],
);

/// The keys of `upstream`.
pub(super) static UPSTREAM: KeyTable = KeyTable::new(
    "the upstream",
    &[&[
        Key::default("latency", Kind::Span, "1ms..5ms", "how long a call takes, before and after it acts"),
        Key::default("build-error", Kind::Probability, "0", "the probability that a build fails"),
    ]],
);

/// Reads `bus`.
pub(super) fn bus(file: &TomlTable<'_>) -> Option<BusSpec> {
    let bus = file.table("bus", &BUS);
    Some(BusSpec {
        delay: bus.span_of("delay")?,
        latency: bus.span_of("latency")?,
        drop: bus.probability("drop")?,
        duplicate: bus.probability("duplicate")?,
        corrupt: bus.probability("corrupt")?,
        misaddress: bus.probability("misaddress")?,
        publish_error: bus.probability("publish-error")?,
        fifo: bus.word("order")?.text == "fifo",
        capacity: bus.size("capacity"),
    })
}

/// Reads `store`.
pub(super) fn store(file: &TomlTable<'_>) -> Option<StoreSpec> {
    let store = file.table("store", &STORE);
    Some(StoreSpec {
        latency: store.span_of("latency")?,
        read_error: store.probability("read-error")?,
        write_error: store.probability("write-error")?,
        lose_answer: store.probability("lose-answer")?,
        lag: store.span_of("lag")?,
    })
}

/// Reads `upstream`.
pub(super) fn upstream(file: &TomlTable<'_>) -> Option<UpstreamSpec> {
    let upstream = file.table("upstream", &UPSTREAM);
    Some(UpstreamSpec {
        latency: upstream.span_of("latency")?,
        build_error: upstream.probability("build-error")?,
    })
}
