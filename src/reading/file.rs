//! The whole file: its top-level keys, and the order in which its sections are read.

use super::keys::{Key, KeyTable, Kind};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use super::{
    cluster, connectors, expect, fault_keys, faults, policy, replicas, rows, services, step_keys, steps,
    trigger_checks, upstreams, values, workload,
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
                Kind::List { of: &replicas::NEW_REPLICA, unique: true },
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
            Kind::List { of: &Kind::Choice(&step_keys::STEPS), unique: false },
            "what is done, in order",
        ),
        Key::optional(
            "workload",
            Kind::Table(&workload::WORKLOAD),
            "writes that are drawn, and what goes wrong with the replicas meanwhile",
        ),
        Key::optional(
            "faults",
            Kind::List { of: &Kind::Choice(&fault_keys::FAULTS), unique: false },
            "faults that are armed before the run",
        ),
        Key::optional("policy", Kind::Policies, "the policies that differ from the family's"),
        Key::optional("expect", Kind::Table(&expect::EXPECT), "what must be true in the end"),
    ]],
);

/// Reads a file after the validator has checked it; `None` if a mistake makes that impossible.
pub(super) fn read(file: &TomlTable<'_>, mistakes: &mut Mistakes) -> Option<Scenario> {
    services::check(file, mistakes);
    let under_test = services::read(file);
    let services = under_test.as_deref().unwrap_or_default();
    let policies = match services {
        [] => Policies::default(),
        services => policy::read(file, &services::lanes(services), mistakes),
    };
    let replicas = replicas::read(file, services, mistakes);
    let given = rows::given(file, services, mistakes);
    let connectors = connectors::read(file, services, mistakes);
    let upstreams = upstreams::read(file, services, mistakes);
    let steps = steps::read(file, services, &replicas, mistakes);
    trigger_checks::check(&steps, policies.publish, mistakes);
    let workload = workload::read(file, services, &replicas, mistakes);
    let faults = faults::read(file, services, &steps, policies.publish, mistakes);
    let expect = expect::read(file, services, mistakes);
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
        steps: steps.into_iter().map(|parsed| parsed.step).collect(),
        workload: if file.has("workload") { Some(workload?) } else { None },
        faults,
        policies,
        expect,
    })
}
