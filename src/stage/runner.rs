//! The runner: makes a history from a compiled scenario and a seed.
//!
//! It keeps one store and one trace, which all runs of its thread use one after the other. Invariant: no run sees
//! anything that an earlier run left behind.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use reconverge_sim as sim;
use reconverge_sim::{End, Heartbeat, Limits, Micros, NodeId, Trace};

use super::cluster::Cluster;
use super::compiled::CompiledScenario;
use super::environment::{Capture, Environment, RecordedEvent};
use super::ids::START;
use super::keys::{self, Class};
use super::log_capture::{prevent_interest_cache, with_lines};
use super::script;
use super::system_under_test::SystemUnderTest;
use super::tables::{StoredRow, Tables};
use crate::family::Replica;
use crate::history::{Event, FinalRow, History, Outcome, Upstream};
use crate::names::{Address, AddressId, Instant, ReplicaId};

/// Runs seeds one after the other, on one thread.
#[derive(Debug)]
pub struct Runner {
    tables: Rc<RefCell<Tables>>,
    trace: Trace<RecordedEvent>,
    heartbeat: Arc<Heartbeat>,
}

impl Runner {
    /// A runner with a store of its own. The heartbeat shows other threads where it is.
    ///
    /// # Errors
    /// If SQLite cannot open a database in memory.
    pub fn new(heartbeat: Arc<Heartbeat>) -> rusqlite::Result<Self> {
        prevent_interest_cache();
        let tables = Rc::new(RefCell::new(Tables::open()?));
        Ok(Self { tables, trace: Trace::new(), heartbeat })
    }

    /// Runs a compiled scenario at one seed with the family's own replicas.
    pub fn run(&mut self, compiled: &Arc<CompiledScenario>, seed: u64, capture: Capture) -> History {
        self.run_with::<Replica<super::SimHost>>(compiled, seed, capture)
    }

    /// Runs a compiled scenario at one seed with another system under test.
    pub fn run_with<S: SystemUnderTest>(
        &mut self,
        compiled: &Arc<CompiledScenario>,
        seed: u64,
        capture: Capture,
    ) -> History {
        // Held outside of the run, so that there is a final state even if the run panics or gets stuck.
        let mut final_state: Option<(Rc<Environment>, Rc<Cluster<S>>)> = None;
        // The memory of the trace is used again by the next run.
        let trace = std::mem::take(&mut self.trace);
        // Simulated time costs nothing, and a scenario may let days pass.
        let limits = Limits { time: Micros::from_secs(7 * 24 * 3_600), ..Limits::default() };
        let heartbeat = Some(Arc::clone(&self.heartbeat));
        let tables = Rc::clone(&self.tables);
        let (finished, lines) = with_lines(capture.lines, &self.heartbeat, || {
            sim::run(seed, &limits, heartbeat, trace, |world| {
                let environment = Environment::new(world, Arc::clone(compiled), tables, capture);
                let cluster = Cluster::<S>::new(&environment);
                final_state = Some((environment, Rc::clone(&cluster)));
                let key = keys::step(Class::Step, Event::OUTSIDE, START);
                world.spawn(NodeId::WORLD, key, script::play(cluster));
            })
        });
        let busy = final_state.as_ref().map_or_else(Vec::new, |(_, cluster)| cluster.busy());
        let outcome = outcome(&finished, busy);
        let events = finished.trace.events().iter().map(|stamped| {
            let RecordedEvent { replica, life, kind } = stamped.event;
            Event { at: Instant(stamped.at.0), replica, life, kind }
        });
        let mut history = History {
            header: Arc::clone(&compiled.header),
            seed,
            addresses: compiled.header.addresses.clone(),
            events: events.collect(),
            views: Vec::new(),
            probes: Vec::new(),
            payloads: Vec::new(),
            lines,
            rows: Vec::new(),
            upstreams: Vec::new(),
            connections: Vec::new(),
            ended: Instant(finished.at.0),
            outcome,
        };
        if let Some((environment, cluster)) = final_state {
            complete(&mut history, &environment, &cluster, capture);
        }
        self.trace = finished.trace;
        history
    }
}

/// Adds to a history the state at the end of the run.
fn complete<S: SystemUnderTest>(
    history: &mut History,
    environment: &Environment,
    cluster: &Cluster<S>,
    capture: Capture,
) {
    history.views = cluster.views.take();
    history.probes = cluster.probes.take();
    history.payloads = environment.payloads.take();
    history.connections = environment.connections.take();
    let rows =
        environment.tables.borrow_mut().stored(&environment.compiled.scenario.services, capture.content);
    // Among these are the addresses that stray and damaged signals have brought.
    history.addresses = environment.addresses.borrow().all().to_vec();
    complete_upstreams(history, environment, &rows);
    for row in rows {
        let (address, _) = environment.intern(&row.address);
        let content = row.columns.into_iter().collect();
        history.rows.push(FinalRow { address, version: row.version, content });
    }
    // Once more, because the address of a row can be new.
    history.addresses = environment.addresses.borrow().all().to_vec();
}

/// Adds for everything that is built whether a build from the present rows would succeed, and what is open.
fn complete_upstreams(history: &mut History, environment: &Environment, left: &[StoredRow]) {
    let upstreams = environment.upstreams.borrow();
    let replicas = u16::try_from(history.header.replicas.len()).expect("the parser bounds the replicas");
    for (index, of) in history.addresses.iter().enumerate() {
        if !of.space().is_built() {
            continue;
        }
        let address = AddressId(u16::try_from(index).expect("a run has few addresses"));
        let row = row_of(environment, of, left);
        let secret = row.and_then(|row| row.secret.as_ref());
        let is_well_formed = row.is_none_or(|row| row.is_well_formed);
        let opens = upstreams.is_reachable(address) && upstreams.accepts(address, secret) && is_well_formed;
        let fails = |replica| environment.armed_faults.would_fail_build(ReplicaId(replica), address);
        let builds = (0..replicas).map(|replica| opens && !fails(replica)).collect();
        let open = upstreams.open_of(address).collect();
        history.upstreams.push(Upstream { address, builds, open });
    }
}

/// The row that an instance at an address is built from, if there is one.
fn row_of<'l>(environment: &Environment, held: &Address, left: &'l [StoredRow]) -> Option<&'l StoredRow> {
    let declared = environment.compiled.scenario.connectors.iter().find(|declared| declared.name == *held);
    let address = declared.map_or(held, |declared| &declared.reference);
    left.iter().find(|row| row.address == *address)
}

/// `busy`: the replicas that were booting or serving a request when the run ended.
fn outcome(finished: &sim::Finished<RecordedEvent>, busy: Vec<ReplicaId>) -> Outcome {
    let at = Instant(finished.at.0);
    let who = |node: NodeId| (node != NodeId::WORLD).then(|| keys::replica(node));
    match &finished.end {
        End::Done => Outcome::Quiet,
        End::Panicked { node, at, message, .. } => {
            Outcome::Panicked { replica: who(*node), at: Instant(at.0), message: message.clone() }
        }
        End::Stuck { nodes } => {
            // Whoever is busy is what the script waits for; that says more than which nodes have tasks left.
            let replicas =
                if busy.is_empty() { nodes.iter().filter_map(|node| who(*node)).collect() } else { busy };
            Outcome::Deadlock { replicas, at }
        }
        End::Endless { node, bound, .. } => {
            let bound = match bound {
                sim::Bound::Time => "simulated time",
                sim::Bound::Fired => "events",
                sim::Bound::Polls => "polls at one instant",
            };
            Outcome::Endless { replica: who(*node), at, bound }
        }
    }
}
