//! `bus`, `store` and `upstream`: how long things take, and what goes wrong by chance.

use super::keys::{Key, Kind, Table};
use super::row::Row;
use super::{BusSpec, Span, StoreSpec, UpstreamSpec};

/// The keys of `bus`.
pub(super) static BUS: Table = Table::new(
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
pub(super) static STORE: Table = Table::new(
    "the store",
    &[&[Key::default(
        "latency",
        Kind::Span,
        "500us..3ms",
        "how long a call takes, before and after it acts",
    )]],
);

/// The keys of `upstream`.
pub(super) static UPSTREAM: Table = Table::new(
    "the upstream",
    &[&[Key::default("latency", Kind::Span, "1ms..5ms", "how long a call takes, before and after it acts")]],
);

/// Reads `bus`.
pub(super) fn bus(file: &Row<'_>) -> Option<BusSpec> {
    let bus = file.table("bus", &BUS);
    Some(BusSpec {
        delay: bus.span_of("delay")?,
        latency: bus.span_of("latency")?,
        drop: bus.probability("drop")?,
        duplicate: bus.probability("duplicate")?,
        corrupt: 0.0,
        misaddress: 0.0,
        publish_error: 0.0,
        fifo: bus.word("order")?.text == "fifo",
        capacity: bus.size("capacity"),
    })
}

/// Reads `store`.
pub(super) fn store(file: &Row<'_>) -> Option<StoreSpec> {
    let store = file.table("store", &STORE);
    let none = Span { min: std::time::Duration::ZERO, max: std::time::Duration::ZERO };
    let latency = store.span_of("latency")?;
    Some(StoreSpec { latency, read_error: 0.0, write_error: 0.0, lose_answer: 0.0, lag: none })
}

/// Reads `upstream`.
pub(super) fn upstream(file: &Row<'_>) -> Option<UpstreamSpec> {
    Some(UpstreamSpec { latency: file.table("upstream", &UPSTREAM).span_of("latency")?, build_error: 0.0 })
}
