//! The pool: many plans, each at its seeds, on several threads, watched.
//!
//! A failing seed is run again on a fresh thread before it is reported: hash-map keys and generators that are
//! seeded by the system repeat only in the first run of a thread, so a replica whose behaviour hangs on them
//! shows another digest there, and is reported as no function of its seed. A poll that does not return is
//! found by the watchdog, which gives its thread up and goes on with a new one.
//!
//! The pool and its watchdog are all of the testbed that knows threads and real time; neither reaches a run.

#![expect(clippy::disallowed_methods, reason = "the pool starts the threads that runs are spread over")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use reconverge_sim::Pulse;

use super::digest::digest;
use super::environment::Capture;
use super::host::SimHost;
use super::member::Member;
use super::plan::Plan;
use super::trial::capture_for;
use super::watch::{Hitch, Watch};
use super::worker::Worker;
use crate::family::Replica;
use crate::verdict::{Status, Trial};

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
    /// How many seeds were asked for.
    pub seeds: u64,
    /// The seeds that did not pass, in order; of a plan with a hitch, the seed that it had come to.
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
    /// There is no result.
    Hitch(Hitch),
}

impl Pool {
    /// Tries each plan at its seeds with the family's own replicas. `each` is told of every result, in the
    /// plans' order, as soon as it and all before it are there.
    pub fn try_all(&self, plans: &[Arc<Plan>], each: impl FnMut(usize, &Tried)) -> Vec<Tried> {
        self.try_all_with::<Replica<SimHost>>(plans, each)
    }

    /// The same with replicas of one's own.
    pub fn try_all_with<M: Member>(
        &self,
        plans: &[Arc<Plan>],
        mut each: impl FnMut(usize, &Tried),
    ) -> Vec<Tried> {
        let (sender, results) = mpsc::channel();
        let shared = Arc::new(Shared { plans: plans.to_vec(), next: AtomicUsize::new(0) });
        let start = || Hand::start::<M>(&shared, &sender);
        let mut hands: Vec<Hand> = (0..self.jobs.max(1).min(plans.len())).map(|_| start()).collect();
        let mut tried: Vec<Option<Tried>> = vec![None; plans.len()];
        let mut told = 0;
        loop {
            while let Some(Some(result)) = tried.get(told) {
                each(told, result);
                told += 1;
            }
            if told == plans.len() {
                return tried.into_iter().flatten().collect();
            }
            // The sender lives here too, so that there is no end but the time-out.
            if let Ok((index, result)) = results.recv_timeout(LOOK) {
                tried[index].get_or_insert(result);
                continue;
            }
            for hand in &mut hands {
                if let Some((index, hitch, seed)) = hand.stuck(self.poll_max) {
                    let seeds = seed_count(&plans[index]);
                    let end = TriedEnd::Hitch(hitch);
                    tried[index].get_or_insert(Tried { seeds, failing: vec![seed], end });
                    *hand = start();
                }
            }
        }
    }

    /// Runs one seed of a plan on a thread of its own, with everything written down.
    ///
    /// # Errors
    /// If a poll does not return in time, or the worker could not be started or died.
    pub fn replay(&self, plan: &Arc<Plan>, seed: u64) -> Result<Trial, Hitch> {
        let pulse = Arc::new(Pulse::default());
        let (sender, result) = mpsc::channel();
        let (its_plan, its_pulse) = (Arc::clone(plan), Arc::clone(&pulse));
        thread::spawn(move || {
            let trial = written_down::<Replica<SimHost>>(&its_plan, seed, its_pulse);
            // Nobody is left to be told if this was given up.
            drop(sender.send(trial.map(Box::new)));
        });
        let mut watch = Watch::new(&pulse);
        loop {
            match result.recv_timeout(LOOK) {
                Ok(trial) => return trial.map(|trial| *trial),
                Err(RecvTimeoutError::Disconnected) => return Err(Hitch::died()),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(beat) = watch.stuck(&pulse, self.poll_max) {
                        return Err(Hitch::hung(beat));
                    }
                }
            }
        }
    }
}

/// What the threads of a pool share.
struct Shared {
    plans: Vec<Arc<Plan>>,
    next: AtomicUsize,
}

/// A thread of the pool, as the watchdog sees it.
struct Hand {
    pulse: Arc<Pulse>,
    /// The index of the plan that it is at.
    at: Arc<Mutex<Option<usize>>>,
    handle: thread::JoinHandle<()>,
    watch: Watch,
}

impl Hand {
    fn start<M: Member>(shared: &Arc<Shared>, sender: &Sender<(usize, Tried)>) -> Self {
        let pulse = Arc::new(Pulse::default());
        let at = Arc::new(Mutex::new(None));
        let (shared, sender) = (Arc::clone(shared), sender.clone());
        let (its_pulse, its_place) = (Arc::clone(&pulse), Arc::clone(&at));
        let handle = thread::spawn(move || work::<M>(&shared, &sender, &its_pulse, &its_place));
        Self { watch: Watch::new(&pulse), pulse, at, handle }
    }

    /// The plan that the thread is stuck at, why, and at which seed.
    fn stuck(&mut self, poll_max: Duration) -> Option<(usize, Hitch, u64)> {
        let at = (*self.at.lock().unwrap_or_else(PoisonError::into_inner))?;
        if self.handle.is_finished() {
            return Some((at, Hitch::died(), self.pulse.beat().seed));
        }
        let beat = self.watch.stuck(&self.pulse, poll_max)?;
        Some((at, Hitch::hung(beat), beat.seed))
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
            Err(error) => {
                let end = TriedEnd::Hitch(Hitch::sqlite(error));
                Tried { seeds: seed_count(plan), failing: Vec::new(), end }
            }
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
        let trial = Trial::of(&plan.scenario, worker.run_with::<M>(plan, seed, capture));
        if trial.verdict.status != Status::Pass {
            failing.push(seed);
            first.get_or_insert(trial);
        }
    }
    let end = first.map_or(TriedEnd::Passed, |first| again::<M>(&first, plan, pulse));
    Tried { seeds: seed_count(plan), failing, end }
}

/// Runs a failing seed again on a fresh thread, with everything written down.
fn again<M: Member>(first: &Trial, plan: &Arc<Plan>, pulse: &Arc<Pulse>) -> TriedEnd {
    let seed = first.history.seed;
    let (plan, pulse) = (Arc::clone(plan), Arc::clone(pulse));
    let fresh = thread::spawn(move || written_down::<M>(&plan, seed, pulse));
    let again = match fresh.join().unwrap_or_else(|_| Err(Hitch::died())) {
        Ok(again) => Box::new(again),
        Err(hitch) => return TriedEnd::Hitch(hitch),
    };
    if digest(&first.history) == digest(&again.history) {
        return TriedEnd::Failed(again);
    }
    let (one, other) = (&first.history.events, &again.history.events);
    let event = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    TriedEnd::Unstable { seed, event, again }
}

/// Runs one seed with a worker of its own, with everything written down.
fn written_down<M: Member>(plan: &Arc<Plan>, seed: u64, pulse: Arc<Pulse>) -> Result<Trial, Hitch> {
    let mut worker = Worker::new(pulse).map_err(|error| Hitch::sqlite(&error))?;
    Ok(Trial::of(&plan.scenario, worker.run_with::<M>(plan, seed, Capture::ALL)))
}

fn seed_count(plan: &Plan) -> u64 {
    plan.scenario.seeds.end - plan.scenario.seeds.start
}
