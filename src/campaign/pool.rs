//! The pool: many compiled scenarios, each at its seeds, on several threads.
//!
//! A failing seed is run again on a fresh thread before it is reported.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::judged_run::capture_for;
use super::recheck::{Recheck, Unstable, recheck};
use super::tally::SweepGroup;
use super::watchdog::HarnessError;
use super::workers::{Hand, Job, Stop, employ};
use crate::family::Replica;
use crate::names::Situation;
use crate::oracle::Situations;
use crate::stage::Capture;
use crate::stage::CompiledScenario;
use crate::stage::SimHost;
use crate::stage::SystemUnderTest;
use crate::verdict::{JudgedRun, Status, missed_situations};

/// Runs compiled scenarios on several threads.
#[derive(Clone, Debug)]
pub struct Pool {
    /// How many threads; at least one is started.
    pub jobs: usize,
    /// How long one poll may take in real time.
    pub poll_max: Duration,
    /// Ends it early.
    pub stop: Stop,
}

impl Default for Pool {
    /// As many threads as the machine has processors, and ten seconds for a poll.
    fn default() -> Self {
        let jobs = thread::available_parallelism().map_or(1, usize::from);
        Self { jobs, poll_max: Duration::from_secs(10), stop: Stop::default() }
    }
}

/// What became of a compiled scenario at its seeds.
#[derive(Clone, Debug)]
pub struct ScenarioResult {
    /// How many seeds were run.
    pub seeds: u64,
    /// The seeds that did not pass, in order; of a compiled scenario with a harness error, the seed that it had come to.
    pub failing: Vec<u64>,
    /// How many of those seeds are in each group, and which is the first. A seed can be in several.
    pub groups: BTreeMap<SweepGroup, GroupSeeds>,
    /// The situations that the scenario is about and that occurred in none of them.
    pub unseen: Vec<Situation>,
    /// How it ended.
    pub end: ScenarioEnd,
}

/// The seeds of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupSeeds {
    /// How many.
    pub count: u64,
    /// The lowest.
    pub first: u64,
}

impl ScenarioResult {
    /// Before the first seed.
    fn begin() -> Self {
        let (failing, groups, unseen) = (Vec::new(), BTreeMap::new(), Vec::new());
        Self { seeds: 0, failing, groups, unseen, end: ScenarioEnd::Passed }
    }

    /// Adds a seed that did not pass; seeds come in order.
    fn add_failing(&mut self, seed: u64, groups: impl IntoIterator<Item = SweepGroup>) {
        self.failing.push(seed);
        for group in groups {
            self.groups.entry(group).or_insert(GroupSeeds { count: 0, first: seed }).count += 1;
        }
    }
}

/// How the trials of a compiled scenario ended.
#[derive(Clone, Debug)]
pub enum ScenarioEnd {
    /// Every seed passed.
    Passed,
    /// It was stopped before its last seed, and no seed up to there had failed.
    Stopped,
    /// Some seed did not pass; this is the first, run again with everything written down.
    Failed(Box<JudgedRun>),
    /// The first failing seed behaved otherwise when it was run again: it is no function of its seed.
    Unstable(Box<Unstable>),
    /// There is no result.
    HarnessError(HarnessError),
}

impl Pool {
    /// Tries each compiled scenario at its seeds with the family's own replicas. `each` is told of every result, in the
    /// compiled scenarios' order, as soon as it and all before it are there.
    pub fn run_all(
        &self,
        compiled_scenarios: &[Arc<CompiledScenario>],
        each: impl FnMut(usize, &ScenarioResult),
    ) -> Vec<ScenarioResult> {
        self.run_all_with::<Replica<SimHost>>(compiled_scenarios, each)
    }

    /// The same with replicas of one's own.
    pub fn run_all_with<M: SystemUnderTest>(
        &self,
        compiled_scenarios: &[Arc<CompiledScenario>],
        mut each: impl FnMut(usize, &ScenarioResult),
    ) -> Vec<ScenarioResult> {
        let job = Trying::<M> {
            compiled_scenarios: compiled_scenarios.to_vec(),
            next: AtomicUsize::new(0),
            stop: self.stop.clone(),
            member: PhantomData,
        };
        // Each compiled scenario is handed out once, and yields.
        let mut tried: Vec<Option<ScenarioResult>> = vec![None; compiled_scenarios.len()];
        let mut described = 0;
        employ(&Arc::new(job), self.jobs.min(compiled_scenarios.len()), self.poll_max, |(index, result)| {
            tried[index] = Some(result);
            while let Some(Some(result)) = tried.get(described) {
                each(described, result);
                described += 1;
            }
        });
        tried.into_iter().flatten().collect()
    }

    /// Runs one seed of a compiled scenario on a thread of its own, with everything written down.
    ///
    /// # Errors
    /// If a poll does not return in time, or the worker could not be started or died.
    pub fn replay(&self, compiled: &Arc<CompiledScenario>, seed: u64) -> Result<JudgedRun, HarnessError> {
        let job = Replaying { compiled: Arc::clone(compiled), seed, taken: AtomicBool::new(false) };
        // The only piece yields once.
        let mut result = Err(HarnessError::died());
        employ(&Arc::new(job), 1, self.poll_max, |trial| result = trial);
        result
    }
}

/// Each compiled scenario is a piece.
struct Trying<M> {
    compiled_scenarios: Vec<Arc<CompiledScenario>>,
    next: AtomicUsize,
    stop: Stop,
    member: PhantomData<fn() -> M>,
}

impl<M: SystemUnderTest> Job for Trying<M> {
    type Piece = usize;
    type Memory = ();
    type Yield = (usize, ScenarioResult);

    /// Hands out every compiled scenario even when it is to stop; none of their seeds is run then.
    fn take(&self) -> Option<usize> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        (index < self.compiled_scenarios.len()).then_some(index)
    }

    fn work(&self, hand: &mut Hand<'_, ()>, index: &usize) -> (usize, ScenarioResult) {
        (*index, run_scenario::<M>(hand, &self.compiled_scenarios[*index], &self.stop))
    }

    fn lost(&self, index: usize, seed: Option<u64>, harness_error: HarnessError) -> (usize, ScenarioResult) {
        let seeds = &self.compiled_scenarios[index].scenario.seeds;
        let seed = seed.filter(|seed| seeds.contains(seed)).unwrap_or(seeds.start);
        let mut tried = ScenarioResult { seeds: seed - seeds.start + 1, ..ScenarioResult::begin() };
        tried.add_failing(seed, [SweepGroup::of_harness_error(&harness_error)]);
        (index, ScenarioResult { end: ScenarioEnd::HarnessError(harness_error), ..tried })
    }
}

/// Tries one compiled scenario at its seeds.
fn run_scenario<M: SystemUnderTest>(
    hand: &mut Hand<'_, ()>,
    compiled: &Arc<CompiledScenario>,
    stop: &Stop,
) -> ScenarioResult {
    let capture = capture_for(&compiled.scenario);
    let mut tried = ScenarioResult::begin();
    let mut counted = Situations::default();
    let mut first = None;
    for seed in compiled.scenario.seeds.clone() {
        if stop.is_asked() {
            tried.end = ScenarioEnd::Stopped;
            break;
        }
        let trial = JudgedRun::of(&compiled.scenario, hand.runner.run_with::<M>(compiled, seed, capture));
        tried.seeds += 1;
        counted += trial.situations;
        if trial.verdict.status != Status::Pass {
            tried.add_failing(seed, SweepGroup::of(&trial));
            first.get_or_insert(trial);
        }
    }
    tried.unseen = missed_situations(&compiled.scenario, &counted);
    if let Some(first) = first {
        tried.end = match recheck::<M>(&first, compiled, Capture::ALL, hand.heartbeat) {
            Recheck::Same(again) => ScenarioEnd::Failed(Box::new(again)),
            Recheck::Differs(unstable) => ScenarioEnd::Unstable(Box::new(unstable)),
            Recheck::HarnessError(harness_error) => ScenarioEnd::HarnessError(harness_error),
        };
    }
    tried
}

/// One seed is the only piece.
struct Replaying {
    compiled: Arc<CompiledScenario>,
    seed: u64,
    taken: AtomicBool,
}

impl Job for Replaying {
    type Piece = ();
    type Memory = ();
    type Yield = Result<JudgedRun, HarnessError>;

    fn take(&self) -> Option<()> {
        (!self.taken.swap(true, Ordering::Relaxed)).then_some(())
    }

    fn work(&self, hand: &mut Hand<'_, ()>, (): &()) -> Result<JudgedRun, HarnessError> {
        Ok(JudgedRun::of(&self.compiled.scenario, hand.runner.run(&self.compiled, self.seed, Capture::ALL)))
    }

    fn lost(&self, (): (), _: Option<u64>, harness_error: HarnessError) -> Result<JudgedRun, HarnessError> {
        Err(harness_error)
    }
}
