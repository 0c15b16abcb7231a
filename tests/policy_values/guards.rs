//! The files in `scenarios/guards`, the values that each guards against, and what exactly is red under them.

use reconverge::names::{Cause, Invariant};

/// How a run can be red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Red {
    /// An entry is stale for this cause.
    Stale(Cause),
    /// This invariant is broken.
    Breaks(Invariant),
    /// A replica holds something else, or read otherwise, than expected.
    Entry,
    /// A request is answered otherwise than expected.
    Answer,
}

use Invariant::{DoorAnswersRows, Monotonic, NoChurn, NoGap, NoPhantom, NoResurrection, NothingLost};
use Red::{Answer, Breaks, Entry, Stale};

/// Values of policies, as (policy, value).
pub type Values = &'static [(&'static str, &'static str)];

/// Each file of the datasource service, the values that it guards against, and what exactly is red under them at every
/// seed.
const DATASOURCE: &[(&str, Values, &[Red])] = &[
    ("boot-list-then-subscribe", &[("boot", "list-then-subscribe")], &[Stale(Cause::MissedAtBoot), Entry]),
    ("door-reads-registry", &[("door-reads", "registry")], &[Breaks(DoorAnswersRows), Answer]),
    ("install-clock", &[("install", "clock")], &[Stale(Cause::Ignored), Entry]),
    (
        "install-version",
        &[("install", "version"), ("recreate", "same-name-same-row")],
        &[Stale(Cause::Ignored), Entry],
    ),
    (
        "own-write-in-hand-before-commit",
        &[("own-write", "in-hand-before-commit")],
        &[Stale(Cause::Overtaken), Breaks(NoPhantom), Entry],
    ),
    ("queue-coalesce", &[("queue", "coalesce")], &[Entry]),
    (
        "queue-concurrent",
        &[("queue", "concurrent")],
        &[Stale(Cause::Overtaken), Breaks(NoResurrection), Breaks(Monotonic), Entry],
    ),
    (
        "queue-concurrent-delete",
        &[("queue", "concurrent")],
        &[Stale(Cause::Overtaken), Breaks(NoResurrection), Breaks(Monotonic), Entry],
    ),
    ("queue-drop-if-busy", &[("queue", "drop-if-busy")], &[Stale(Cause::Swallowed), Entry]),
    ("read-error-retry", &[("read-error", "retry")], &[Entry]),
    (
        "read-error-treat-as-gone",
        &[("read-error", "treat-as-gone")],
        &[Stale(Cause::Overtaken), Breaks(NothingLost), Entry],
    ),
    ("read-error-treat-as-gone-list", &[("read-error", "treat-as-gone")], &[Stale(Cause::ReadError), Entry]),
    ("read-from-replica", &[("read-from", "replica")], &[Stale(Cause::StaleRead), Entry]),
    ("rebuild-close-then-build", &[("rebuild", "close-then-build")], &[Breaks(NoGap)]),
    ("rebuild-close-then-build-error", &[("rebuild", "close-then-build")], &[Breaks(NoGap), Entry]),
    ("recreate-same-name-same-row", &[("recreate", "same-name-same-row")], &[Stale(Cause::Ignored), Entry]),
    (
        "rehydrate-from-listing",
        &[("rehydrate", "from-listing")],
        &[Stale(Cause::Overtaken), Breaks(NoResurrection), Breaks(Monotonic), Entry],
    ),
    ("rehydrate-from-listing-build-error", &[("rehydrate", "from-listing")], &[Entry]),
    ("unchanged-always-rebuild", &[("unchanged", "always-rebuild")], &[Breaks(NoChurn), Entry]),
];

/// The same of the files of the metadata service.
const METADATA: &[(&str, Values, &[Red])] = &[
    (
        "metadata/boot-list-then-subscribe",
        &[("boot", "list-then-subscribe")],
        &[Stale(Cause::MissedAtBoot), Entry],
    ),
    ("metadata/door-reads-registry", &[("door-reads", "registry")], &[Breaks(DoorAnswersRows), Answer]),
    ("metadata/install-clock", &[("install", "clock")], &[Stale(Cause::Ignored), Entry]),
    (
        "metadata/own-write-in-hand",
        &[("own-write", "in-hand")],
        &[Stale(Cause::Overtaken), Breaks(Monotonic), Entry],
    ),
    (
        "metadata/own-write-in-hand-before-commit",
        &[("own-write", "in-hand-before-commit")],
        &[Stale(Cause::Overtaken), Breaks(NoPhantom), Entry],
    ),
    ("metadata/queue-coalesce", &[("queue", "coalesce")], &[Entry]),
    (
        "metadata/queue-concurrent",
        &[("queue", "concurrent")],
        &[Stale(Cause::Overtaken), Breaks(NoResurrection), Breaks(Monotonic), Entry],
    ),
    ("metadata/queue-drop-if-busy", &[("queue", "drop-if-busy")], &[Stale(Cause::Swallowed), Entry]),
    ("metadata/read-error-retry", &[("read-error", "retry")], &[Entry]),
    ("metadata/read-error-retry-item", &[("read-error", "retry")], &[Entry, Answer]),
    (
        "metadata/read-error-treat-as-gone",
        &[("read-error", "treat-as-gone")],
        &[Stale(Cause::Overtaken), Breaks(NothingLost), Entry],
    ),
    (
        "metadata/read-error-treat-as-gone-item",
        &[("read-error", "treat-as-gone")],
        &[Stale(Cause::ReadError), Breaks(NoPhantom), Entry, Answer],
    ),
    ("metadata/read-from-replica", &[("read-from", "replica")], &[Stale(Cause::StaleRead), Entry]),
    ("metadata/read-from-replica-item", &[("read-from", "replica")], &[Stale(Cause::StaleRead), Entry]),
    (
        "metadata/rehydrate-from-listing",
        &[("rehydrate", "from-listing")],
        &[Stale(Cause::Overtaken), Breaks(NoResurrection), Breaks(Monotonic), Entry],
    ),
    ("metadata/ttl-expires", &[("ttl", "50ms")], &[Entry]),
];

/// The same of the files of the credential service.
const CREDENTIAL: &[(&str, Values, &[Red])] = &[
    (
        "credential/boot-list-then-subscribe",
        &[("boot", "list-then-subscribe")],
        &[Stale(Cause::MissedAtBoot), Entry],
    ),
    (
        "credential/door-reads-registry",
        &[("door-reads", "registry")],
        &[Stale(Cause::LostDelivery), Breaks(DoorAnswersRows), Entry, Answer],
    ),
    ("credential/install-clock", &[("install", "clock")], &[Stale(Cause::Ignored), Entry]),
    (
        "credential/own-write-in-hand",
        &[("own-write", "in-hand")],
        &[Stale(Cause::Overtaken), Breaks(Monotonic)],
    ),
    (
        "credential/own-write-in-hand-before-commit",
        &[("own-write", "in-hand-before-commit")],
        &[Stale(Cause::Overtaken), Breaks(NoPhantom), Entry],
    ),
    ("credential/queue-coalesce", &[("queue", "coalesce")], &[Entry]),
    (
        "credential/queue-concurrent",
        &[("queue", "concurrent")],
        &[Stale(Cause::Overtaken), Breaks(NoResurrection), Breaks(Monotonic)],
    ),
    ("credential/queue-drop-if-busy", &[("queue", "drop-if-busy")], &[Stale(Cause::Swallowed), Entry]),
    ("credential/read-error-retry", &[("read-error", "retry")], &[Entry]),
    (
        "credential/read-error-treat-as-gone",
        &[("read-error", "treat-as-gone")],
        &[Stale(Cause::Overtaken), Breaks(NothingLost), Entry],
    ),
    ("credential/read-from-replica", &[("read-from", "replica")], &[Stale(Cause::StaleRead), Entry]),
    (
        "credential/rehydrate-from-listing",
        &[("rehydrate", "from-listing")],
        &[Stale(Cause::Overtaken), Breaks(NoResurrection), Breaks(Monotonic)],
    ),
];

/// Every file of all services.
pub fn files() -> impl Iterator<Item = &'static (&'static str, Values, &'static [Red])> {
    DATASOURCE.iter().chain(METADATA).chain(CREDENTIAL)
}

/// Each file that a value repairs on top of those that the file guards against.
pub const REPAIRS: &[(&str, &str, &str)] = &[
    ("queue-concurrent", "install", "latest-read"),
    ("queue-concurrent", "install", "version"),
    ("queue-concurrent", "install", "clock"),
    ("queue-concurrent-delete", "install", "latest-read"),
    ("queue-concurrent-delete", "install", "version"),
    ("queue-concurrent-delete", "install", "clock"),
    ("metadata/queue-concurrent", "install", "latest-read"),
    ("metadata/queue-concurrent", "install", "version"),
    ("metadata/queue-concurrent", "install", "clock"),
    ("credential/queue-concurrent", "install", "latest-read"),
    ("credential/queue-concurrent", "install", "version"),
    ("credential/queue-concurrent", "install", "clock"),
    ("install-clock", "install", "version"),
    ("install-version", "recreate", "new-incarnation"),
];
