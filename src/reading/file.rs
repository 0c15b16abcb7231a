//! The whole file: its top-level keys, and the order in which its sections are read.

use super::keys::{Key, KeyTable, Kind};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use super::{
    cluster, connectors, expect, faults, policy, replicas, rows, services, steps, triggers, upstreams,
    values, workload,
};
use crate::model::Scenario;
use crate::names::Policies;

/// One service, or several.
const LANES: Kind = Kind::Either(&[Kind::NewService, Kind::List { of: &Kind::NewService, unique: true }]);

/// The keys of a scenario file.
pub(super) static FILE: KeyTable = KeyTable::new(
    "a scenario",
    &[&[
        Key::required("title", Kind::Words, "what the scenario shows, in a sentence"),
        Key::required("lane", LANES, "the services whose lanes are under test: one, or a list of several"),
        Key::default("seeds", Kind::Seeds, "0..16", "the seeds that `run` tries, the end excluded"),
        Key::required(
            "replicas",
            Kind::Either(&[
                Kind::List { of: &Kind::NewReplica, unique: true },
                Kind::Table(&replicas::REPLICAS),
            ]),
            "the replicas: their names, or a table of each by its name",
        ),
        Key::optional("bus", Kind::Table(&cluster::BUS), "how the bus behaves"),
        Key::optional("store", Kind::Table(&cluster::STORE), "how the store behaves"),
        Key::optional("upstream", Kind::Table(&cluster::UPSTREAM), "how the upstreams behave"),
        Key::optional(
            "upstreams",
            Kind::Table(&upstreams::UPSTREAMS),
            "what upstreams are at before the first boot, where they are not reachable or do not accept any secret",
        ),
        Key::optional(
            "connectors",
            Kind::List { of: &Kind::Table(&connectors::CONNECTOR), unique: false },
            "the connectors that code declares on every replica",
        ),
        Key::optional(
            "given",
            Kind::List { of: &Kind::Table(&rows::ROW), unique: false },
            "the rows before the first boot",
        ),
        Key::optional(
            "steps",
            Kind::List { of: &Kind::Choice(&steps::STEPS), unique: false },
            "what is done, in order",
        ),
        Key::optional(
            "workload",
            Kind::Table(&workload::WORKLOAD),
            "writes that are drawn, and what goes wrong with the replicas meanwhile",
        ),
        Key::optional(
            "faults",
            Kind::List { of: &Kind::Choice(&faults::FAULTS), unique: false },
            "faults that are armed before the run",
        ),
        Key::optional("policy", Kind::Policies, "the policies that differ from the family's"),
        Key::optional("expect", Kind::Table(&expect::EXPECT), "what must be true in the end"),
    ]],
);

/// Reads a file whose shape was checked.
pub(super) fn read(file: &TomlTable<'_>, log: &mut Mistakes) -> Option<Scenario> {
    services::check(file, log);
    let under_test = services::services(file);
    let services = under_test.as_deref().unwrap_or_default();
    let policies = match services {
        [] => Policies::default(),
        services => policy::read(file, &services::lanes(services), log),
    };
    let replicas = replicas::read(file, services, log);
    let given = rows::given(file, services, log);
    let connectors = connectors::read(file, services, log);
    let upstreams = upstreams::read(file, services, log);
    let steps = steps::read(file, services, &replicas, log);
    triggers::check(&steps, policies.publish, log);
    let workload = workload::read(file, services, &replicas, log);
    let faults = faults::read(file, services, &steps, policies.publish, log);
    let expect = expect::read(file, services, log);
    Some(Scenario {
        title: file.text("title")?,
        services: under_test?,
        seeds: values::seeds(file.word("seeds")?.text).ok()?,
        replicas,
        bus: cluster::bus(file)?,
        store: cluster::store(file)?,
        upstream: cluster::upstream(file)?,
        given,
        connectors,
        upstreams,
        steps: steps.into_iter().map(|(step, _)| step).collect(),
        workload: if file.has("workload") { Some(workload?) } else { None },
        faults,
        policies,
        expect,
    })
}
