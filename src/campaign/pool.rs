//! The pool: runs many scenarios, each at its own seeds, on several threads.
//!
//! The first failing seed of a scenario is run again on a fresh thread before it is reported.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::harness_error::HarnessError;
use super::judged_run::capture_for;
use super::recheck::{RecheckFailure, recheck};
use super::scenario_result::{ScenarioEnd, ScenarioResult};
use super::tally::SweepGroup;
use super::workers::{Job, Stop, Worker, run_job};
use crate::family::Replica;
use crate::oracle::Situations;
use crate::stage::{Capture, CompiledScenario, SimHost, SystemUnderTest};
use crate::verdict::{JudgedRun, Status, missed_situations};

/// Runs scenarios on several threads.
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

impl Pool {
    /// Runs each scenario at its seeds with the family's own replicas. `each` is given every result, in the order of the
    /// scenarios, as soon as it and all before it are there.
    pub fn run_all(
        &self,
        scenarios: &[Arc<CompiledScenario>],
        each: impl FnMut(usize, &ScenarioResult),
    ) -> Vec<ScenarioResult> {
        self.run_all_with::<Replica<SimHost>>(scenarios, each)
    }

    /// The same with another system under test.
    pub fn run_all_with<S: SystemUnderTest>(
        &self,
        scenarios: &[Arc<CompiledScenario>],
        mut each: impl FnMut(usize, &ScenarioResult),
    ) -> Vec<ScenarioResult> {
        let job = RunScenarios::<S> {
            scenarios: scenarios.to_vec(),
            next: AtomicUsize::new(0),
            stop: self.stop.clone(),
            system: PhantomData,
        };
        let mut results: Vec<Option<ScenarioResult>> = vec![None; scenarios.len()];
        let mut reported = 0;
        run_job(&Arc::new(job), self.jobs.min(scenarios.len()), self.poll_max, |(index, result)| {
            results[index] = Some(result);
            // Results arrive in any order and are reported in that of the scenarios.
            while let Some(Some(result)) = results.get(reported) {
                each(reported, result);
                reported += 1;
            }
        });
        // No result is missing: each scenario is handed out once, and each task has one output.
        results.into_iter().flatten().collect()
    }

    /// Runs one seed of a scenario on a thread of its own, with everything captured.
    ///
    /// # Errors
    /// If a poll does not return in time, or the worker could not be started or died.
    pub fn replay(&self, compiled: &Arc<CompiledScenario>, seed: u64) -> Result<JudgedRun, HarnessError> {
        let job = ReplaySeed { compiled: Arc::clone(compiled), seed, is_taken: AtomicBool::new(false) };
        // Overwritten by the output of the only task.
        let mut result = Err(HarnessError::WorkerDied);
        run_job(&Arc::new(job), 1, self.poll_max, |output| result = output);
        result
    }
}

/// The job of running scenarios. Each scenario is a task.
struct RunScenarios<S> {
    scenarios: Vec<Arc<CompiledScenario>>,
    next: AtomicUsize,
    stop: Stop,
    system: PhantomData<fn() -> S>,
}

impl<S: SystemUnderTest> Job for RunScenarios<S> {
    type Task = usize;
    type State = ();
    type Output = (usize, ScenarioResult);

    /// Hands out every scenario even after a stop was requested; then none of its seeds is run, and its result says so.
    fn next_task(&self) -> Option<usize> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        (index < self.scenarios.len()).then_some(index)
    }

    fn run_task(&self, worker: &mut Worker<'_, ()>, index: &usize) -> (usize, ScenarioResult) {
        (*index, run_scenario::<S>(worker, &self.scenarios[*index], &self.stop))
    }

    fn task_lost(&self, index: usize, seed: Option<u64>, error: HarnessError) -> (usize, ScenarioResult) {
        let seeds = &self.scenarios[index].scenario.seeds;
        // The heartbeat may still show a seed of the scenario before.
        let seed = seed.filter(|seed| seeds.contains(seed)).unwrap_or(seeds.start);
        let mut result = ScenarioResult { seeds: seed - seeds.start + 1, ..ScenarioResult::begin() };
        result.add_failing(seed, [SweepGroup::of_harness_error(&error)]);
        (index, ScenarioResult { end: ScenarioEnd::HarnessError(error), ..result })
    }
}

/// Runs one scenario at its seeds.
fn run_scenario<S: SystemUnderTest>(
    worker: &mut Worker<'_, ()>,
    compiled: &Arc<CompiledScenario>,
    stop: &Stop,
) -> ScenarioResult {
    let capture = capture_for(&compiled.scenario);
    let mut result = ScenarioResult::begin();
    let mut situations = Situations::default();
    let mut first_failing = None;
    for seed in compiled.scenario.seeds.clone() {
        if stop.is_requested() {
            result.end = ScenarioEnd::Stopped;
            break;
        }
        let history = worker.runner.run_with::<S>(compiled, seed, capture);
        let run = JudgedRun::of(&compiled.scenario, history);
        result.seeds += 1;
        situations += run.situations;
        if run.verdict.status != Status::Pass {
            result.add_failing(seed, SweepGroup::of(&run));
            first_failing.get_or_insert(run);
        }
    }
    result.missed_situations = missed_situations(&compiled.scenario, &situations);
    if let Some(first) = first_failing {
        result.end = match recheck::<S>(&first, compiled, Capture::ALL, worker.heartbeat) {
            Ok(second_run) => ScenarioEnd::Failed(Box::new(second_run)),
            Err(RecheckFailure::Unstable(unstable)) => ScenarioEnd::Unstable(unstable),
            Err(RecheckFailure::HarnessError(error)) => ScenarioEnd::HarnessError(error),
        };
    }
    result
}

/// The job of running one seed, which is the only task.
struct ReplaySeed {
    compiled: Arc<CompiledScenario>,
    seed: u64,
    is_taken: AtomicBool,
}

impl Job for ReplaySeed {
    type Task = ();
    type State = ();
    type Output = Result<JudgedRun, HarnessError>;

    fn next_task(&self) -> Option<()> {
        (!self.is_taken.swap(true, Ordering::Relaxed)).then_some(())
    }

    fn run_task(&self, worker: &mut Worker<'_, ()>, (): &()) -> Result<JudgedRun, HarnessError> {
        let history = worker.runner.run(&self.compiled, self.seed, Capture::ALL);
        Ok(JudgedRun::of(&self.compiled.scenario, history))
    }

    fn task_lost(&self, (): (), _: Option<u64>, error: HarnessError) -> Result<JudgedRun, HarnessError> {
        Err(error)
    }
}
