//! The pool: many plans, each at its seeds, on several threads, watched.
//!
//! A failing seed is run again on a fresh thread before it is reported: hash-map keys and generators that are
//! seeded by the system repeat only in the first run of a thread, so a replica whose behaviour hangs on them
//! shows another digest there, and is reported as no function of its seed. A poll that does not return is
//! found by the watchdog, which gives its thread up and goes on with a new one.
//!
//! This is one of the two places that know threads and the wall clock; neither reaches a run.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the pool starts threads and bounds real time, outside of every run"
)]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use reconverge_sim::{Beat, Pulse};

use super::digest::digest;
use super::environment::Capture;
use super::keys;
use super::member::Member;
use super::plan::Plan;
use super::trial::{Trial, capture_for, weighed};
use super::worker::Worker;
use crate::family::Replica;
use crate::names::ReplicaId;
use crate::verdict::Status;

/// How often the watchdog looks.
const LOOK: Duration = Duration::from_millis(100);

/// Runs plans on several threads.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// How many threads; at least one is started.
    pub jobs: usize,
    /// How long one poll may take in real time.
    pub poll_max: Duration,
}

impl Default for Pool {
    /// As many threads as the machine has processors, and ten seconds for a poll.
    fn default() -> Self {
        let jobs = thread::available_parallelism().map_or(1, usize::from);
        Self { jobs, poll_max: Duration::from_secs(10) }
    }
}

/// What became of a plan at its seeds.
#[derive(Clone, Debug)]
pub struct Tried {
    /// How many seeds were run.
    pub seeds: u64,
    /// The seeds that did not pass, in order.
    pub failing: Vec<u64>,
    /// How it ended.
    pub end: TriedEnd,
}

/// How the trials of a plan ended.
#[derive(Clone, Debug)]
pub enum TriedEnd {
    /// Every seed passed.
    Passed,
    /// Some seed did not pass; this is the first, run again with everything written down.
    Failed(Box<Trial>),
    /// The first failing seed behaved otherwise when it was run again: it is no function of its seed.
    Unstable {
        /// The seed.
        seed: u64,
        /// The first event that differs, by its index.
        event: usize,
        /// The second run.
        again: Box<Trial>,
    },
    /// A poll did not return in time.
    Hung {
        /// The seed.
        seed: u64,
        /// The replica that was polled; `None` for the testbed itself.
        replica: Option<ReplicaId>,
    },
    /// A worker could not be started or died.
    Broken(String),
}

impl Pool {
    /// Tries each plan at its seeds with the family's own replicas. The results are in the plans' order.
    pub fn try_all(&self, plans: &[Arc<Plan>]) -> Vec<Tried> {
        self.try_all_with::<Replica<super::SimHost>>(plans)
    }

    /// Tries each plan at its seeds with replicas of one's own. The results are in the plans' order.
    pub fn try_all_with<M: Member>(&self, plans: &[Arc<Plan>]) -> Vec<Tried> {
        let (sender, results) = mpsc::channel();
        let shared = Arc::new(Shared { plans: plans.to_vec(), next: AtomicUsize::new(0) });
        let start = || Watched::start::<M>(&shared, &sender);
        let mut threads: Vec<Watched> = (0..self.jobs.max(1).min(plans.len())).map(|_| start()).collect();
        let mut tried: Vec<Option<Tried>> = vec![None; plans.len()];
        while tried.iter().any(Option::is_none) {
            match results.recv_timeout(LOOK) {
                Ok((index, result)) => tried[index] = Some(result),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    for thread in &mut threads {
                        if let Some((index, result)) = thread.stuck(self.poll_max) {
                            tried[index].get_or_insert(result);
                            *thread = start();
                        }
                    }
                }
            }
        }
        tried.into_iter().flatten().collect()
    }
}

/// What the threads of a pool share.
struct Shared {
    plans: Vec<Arc<Plan>>,
    next: AtomicUsize,
}

/// A thread of the pool, as the watchdog sees it.
struct Watched {
    pulse: Arc<Pulse>,
    /// The index of the plan that it is at.
    at: Arc<Mutex<Option<usize>>>,
    handle: thread::JoinHandle<()>,
    beat: Beat,
    since: Instant,
}

impl Watched {
    fn start<M: Member>(shared: &Arc<Shared>, sender: &Sender<(usize, Tried)>) -> Self {
        let pulse = Arc::new(Pulse::default());
        let at = Arc::new(Mutex::new(None));
        let (shared, sender) = (Arc::clone(shared), sender.clone());
        let (its_pulse, its_place) = (Arc::clone(&pulse), Arc::clone(&at));
        let handle = thread::spawn(move || work::<M>(&shared, &sender, &its_pulse, &its_place));
        Self { beat: pulse.beat(), pulse, at, handle, since: Instant::now() }
    }

    /// The plan that the thread is stuck at, and what to say of it.
    fn stuck(&mut self, poll_max: Duration) -> Option<(usize, Tried)> {
        let at = (*self.at.lock().unwrap_or_else(PoisonError::into_inner))?;
        let beat = self.pulse.beat();
        let end = if self.handle.is_finished() {
            TriedEnd::Broken("the worker died".to_owned())
        } else if beat != self.beat {
            (self.beat, self.since) = (beat, Instant::now());
            return None;
        } else if self.since.elapsed() < poll_max {
            return None;
        } else {
            let replica = keys::replica(beat.node);
            let replica = (beat.node != reconverge_sim::NodeId::WORLD).then_some(replica);
            TriedEnd::Hung { seed: beat.seed, replica }
        };
        Some((at, Tried { seeds: 0, failing: vec![beat.seed], end }))
    }
}

/// Takes one plan after the other until none is left.
fn work<M: Member>(
    shared: &Shared,
    sender: &Sender<(usize, Tried)>,
    pulse: &Arc<Pulse>,
    at: &Mutex<Option<usize>>,
) {
    let place = |index| *at.lock().unwrap_or_else(PoisonError::into_inner) = index;
    let mut worker = Worker::new(Arc::clone(pulse));
    loop {
        let index = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some(plan) = shared.plans.get(index) else { break };
        place(Some(index));
        let tried = match &mut worker {
            Ok(worker) => try_plan::<M>(worker, plan, pulse),
            Err(error) => broken(format!("SQLite cannot be opened: {error}")),
        };
        place(None);
        if sender.send((index, tried)).is_err() {
            break;
        }
    }
}

/// Tries one plan at its seeds.
fn try_plan<M: Member>(worker: &mut Worker, plan: &Arc<Plan>, pulse: &Arc<Pulse>) -> Tried {
    let capture = capture_for(&plan.scenario);
    let mut failing = Vec::new();
    let mut first = None;
    for seed in plan.scenario.seeds.clone() {
        let trial = weighed(plan, worker.run_with::<M>(plan, seed, capture));
        if trial.verdict.status != Status::Pass {
            failing.push(seed);
            first.get_or_insert(trial);
        }
    }
    let seeds = plan.scenario.seeds.end - plan.scenario.seeds.start;
    let end = match first {
        None => TriedEnd::Passed,
        Some(first) => again::<M>(&first, plan, pulse),
    };
    Tried { seeds, failing, end }
}

/// Runs a failing seed again on a fresh thread, with everything written down.
fn again<M: Member>(first: &Trial, plan: &Arc<Plan>, pulse: &Arc<Pulse>) -> TriedEnd {
    let seed = first.history.seed;
    let (plan, pulse) = (Arc::clone(plan), Arc::clone(pulse));
    let fresh = thread::spawn(move || {
        let mut worker = Worker::new(pulse)?;
        let history = worker.run_with::<M>(&plan, seed, Capture::ALL);
        Ok::<Trial, rusqlite::Error>(weighed(&plan, history))
    });
    let again = match fresh.join() {
        Ok(Ok(again)) => Box::new(again),
        Ok(Err(error)) => return TriedEnd::Broken(format!("SQLite cannot be opened: {error}")),
        Err(_) => return TriedEnd::Broken("the worker died".to_owned()),
    };
    if digest(&first.history) == digest(&again.history) {
        return TriedEnd::Failed(again);
    }
    let (one, other) = (&first.history.events, &again.history.events);
    let event = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    TriedEnd::Unstable { seed, event, again }
}

fn broken(why: String) -> Tried {
    Tried { seeds: 0, failing: Vec::new(), end: TriedEnd::Broken(why) }
}
