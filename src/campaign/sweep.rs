//! The sweep: runs many seeds of one scenario on several threads, and goes on after failures.
//!
//! Seeds are handed out in chunks, in order, so that one lock is taken for a chunk and not for a seed. Of each group of
//! failures only some seeds are run again: the first ones, and each that is shorter than all before it.
//!
//! Invariant: what is found does not depend on the number of threads or on timing, if the replicas are functions of
//! their seeds. A thread runs its seeds in rising order, so a seed that is to be run again among all seeds is also to be
//! run again among those of its thread. More threads run more seeds of a large group again, and so may detect more
//! replicas that are not functions of their seeds.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::harness_error::HarnessError;
use super::judged_run::capture_for;
use super::pool::Pool;
use super::recheck::{RecheckFailure, recheck};
use super::tally::{Representative, RepresentativeRun, SweepGroup, SweepTally};
use super::workers::{Job, Stop, Worker, lock, run_job};
use crate::family::Replica;
use crate::stage::{Capture, CompiledScenario, SimHost, SystemUnderTest};
use crate::verdict::{JudgedRun, Status};

/// How many seeds of each group are run again at most, beside each that becomes its representative.
pub const RECHECKS_MAX: u64 = 1_000;

/// How many seeds are handed out at once at most.
const CHUNK_MAX: u64 = 64;

/// How many workers may be lost before the sweep gives up: one that hangs keeps its processor busy until the end.
const LOST_WORKERS_MAX: u64 = 16;

/// The result of a sweep.
#[derive(Clone, Debug)]
pub struct SweepResult {
    /// How many seeds were requested.
    pub requested: u64,
    /// The results of the seeds that were run.
    pub tally: SweepTally,
    /// Whether too many workers were lost to go on.
    pub gave_up: bool,
}

impl Pool {
    /// Sweeps the seeds of a scenario with the family's own replicas. With `check_determinism` the passing seeds are run
    /// again too. `each` is given the tally whenever it has grown.
    pub fn sweep(
        &self,
        compiled: &Arc<CompiledScenario>,
        check_determinism: bool,
        each: impl FnMut(&SweepTally),
    ) -> SweepResult {
        self.sweep_with::<Replica<SimHost>>(compiled, check_determinism, each)
    }

    /// The same with another system under test.
    pub fn sweep_with<S: SystemUnderTest>(
        &self,
        compiled: &Arc<CompiledScenario>,
        check_determinism: bool,
        mut each: impl FnMut(&SweepTally),
    ) -> SweepResult {
        let seeds = compiled.scenario.seeds.clone();
        let requested = seeds.end - seeds.start;
        // Eight chunks for each thread at least, so that none is without work for long at the end.
        let chunk = (requested / (self.jobs.max(1) as u64 * 8)).clamp(1, CHUNK_MAX);
        let job = Arc::new(SweepJob::<S> {
            compiled: Arc::clone(compiled),
            capture: capture_for(&compiled.scenario),
            check_determinism,
            chunk,
            remaining: Mutex::new(vec![seeds]),
            lost_workers: AtomicU64::new(0),
            stop: self.stop.clone(),
            system: PhantomData,
        });
        let mut tally = SweepTally::default();
        run_job(&job, self.jobs, self.poll_max, |part| {
            tally.merge(part);
            each(&tally);
        });
        SweepResult { requested, tally, gave_up: job.gave_up() }
    }
}

/// The job of a sweep. A range of seeds is a task.
struct SweepJob<S> {
    compiled: Arc<CompiledScenario>,
    capture: Capture,
    check_determinism: bool,
    chunk: u64,
    /// The seeds that are not handed out yet; the last range is handed out first.
    remaining: Mutex<Vec<Range<u64>>>,
    lost_workers: AtomicU64,
    stop: Stop,
    system: PhantomData<fn() -> S>,
}

impl<S: SystemUnderTest> Job for SweepJob<S> {
    type Task = Range<u64>;
    type State = KnownGroups;
    type Output = SweepTally;

    fn next_task(&self) -> Option<Range<u64>> {
        if self.stop.is_requested() || self.gave_up() {
            return None;
        }
        let mut remaining = lock(&self.remaining);
        let Range { start, end } = remaining.pop()?;
        let middle = end.min(start.saturating_add(self.chunk));
        // The rest goes back to the end of the list, which is handed out next: so seeds are handed out in rising order.
        if middle < end {
            remaining.push(middle..end);
        }
        Some(start..middle)
    }

    fn run_task(&self, worker: &mut Worker<'_, KnownGroups>, seeds: &Range<u64>) -> SweepTally {
        if seeds.start < worker.state.end {
            // This range was given back by a lost worker. What this worker knows comes from higher seeds, and which seeds
            // are run again must depend on lower ones only.
            *worker.state = KnownGroups::default();
        }
        worker.state.end = seeds.end;
        let mut tally = SweepTally::default();
        for seed in seeds.clone() {
            if self.stop.is_requested() {
                break;
            }
            let history = worker.runner.run_with::<S>(&self.compiled, seed, self.capture);
            let run = JudgedRun::of(&self.compiled.scenario, history);
            let groups = self.groups(worker, &run);
            tally.add(&run, groups);
        }
        tally
    }

    /// Tallies the seed at which the worker was lost. The other seeds of the range are handed out again, because their
    /// results are lost with the worker.
    fn task_lost(&self, seeds: Range<u64>, seed: Option<u64>, error: HarnessError) -> SweepTally {
        let seed = seed.filter(|seed| seeds.contains(seed)).unwrap_or(seeds.start);
        self.lost_workers.fetch_add(1, Ordering::Relaxed);
        // The lower range comes last, because the last is handed out first.
        let others = [seed + 1..seeds.end, seeds.start..seed];
        lock(&self.remaining).extend(others.into_iter().filter(|range| !range.is_empty()));
        let mut tally = SweepTally::default();
        tally.add_seed(seed, vec![without_run(seed, 0, error)]);
        tally
    }
}

impl<S: SystemUnderTest> SweepJob<S> {
    fn gave_up(&self) -> bool {
        self.lost_workers.load(Ordering::Relaxed) >= LOST_WORKERS_MAX
    }

    /// The groups that a run belongs to, each with its representative so far. Nothing is allocated for a run that
    /// passes.
    fn groups(
        &self,
        worker: &mut Worker<'_, KnownGroups>,
        run: &JudgedRun,
    ) -> Vec<(SweepGroup, Representative)> {
        if run.verdict.status == Status::Pass {
            if !self.check_determinism {
                return Vec::new();
            }
            return match recheck::<S>(run, &self.compiled, self.capture, worker.heartbeat) {
                Ok(_) => Vec::new(),
                Err(failure) => vec![unconfirmed(run, failure)],
            };
        }
        let groups = SweepGroup::of(run);
        let is_due = self.check_determinism || groups.iter().any(|group| worker.state.is_due(*group, run));
        let mut second_run = None;
        if is_due {
            // With everything captured, because the second run may be shown in the report.
            match recheck::<S>(run, &self.compiled, Capture::ALL, worker.heartbeat) {
                Ok(same) => second_run = Some(Arc::new(same)),
                // The first run proves nothing then, so the seed belongs to none of its groups.
                Err(failure) => return vec![unconfirmed(run, failure)],
            }
        }
        let with_representative = |group| (group, worker.state.add(group, run, second_run.as_ref()));
        groups.into_iter().map(with_representative).collect()
    }
}

/// What a worker knows of each group from the seeds that it has run.
#[derive(Default)]
struct KnownGroups {
    /// All those seeds lie below this one.
    end: u64,
    groups: BTreeMap<SweepGroup, KnownGroup>,
}

struct KnownGroup {
    /// How many of its runs were run again.
    rechecks: u64,
    representative: Representative,
}

impl KnownGroups {
    /// Whether a run of the group is to be run again: among the first ones, or with fewer events than the
    /// representative.
    fn is_due(&self, group: SweepGroup, run: &JudgedRun) -> bool {
        let events = run.history.events.len();
        self.groups
            .get(&group)
            .is_none_or(|known| known.rechecks < RECHECKS_MAX || events < known.representative.events)
    }

    /// Adds a run, and its second run if it was run again. Returns the representative of the group.
    fn add(
        &mut self,
        group: SweepGroup,
        run: &JudgedRun,
        second_run: Option<&Arc<JudgedRun>>,
    ) -> Representative {
        let (events, seed) = (run.history.events.len(), run.history.seed);
        let candidate = second_run.map(|second_run| Representative {
            events,
            seed,
            run: RepresentativeRun::JudgedRun(Arc::clone(second_run)),
        });
        match (self.groups.get_mut(&group), candidate) {
            (Some(known), None) => known.representative.clone(),
            (Some(known), Some(candidate)) => {
                known.rechecks += 1;
                if candidate.is_preferred_to(&known.representative) {
                    known.representative = candidate;
                }
                known.representative.clone()
            }
            (None, candidate) => {
                let representative = candidate.expect("the first of a group is run again");
                let known = KnownGroup { rechecks: 1, representative: representative.clone() };
                self.groups.insert(group, known);
                representative
            }
        }
    }
}

/// The group of a run that its second run does not confirm.
fn unconfirmed(run: &JudgedRun, failure: RecheckFailure) -> (SweepGroup, Representative) {
    let (events, seed) = (run.history.events.len(), run.history.seed);
    match failure {
        RecheckFailure::Unstable(unstable) => {
            let run = RepresentativeRun::Unstable(Arc::from(unstable));
            (SweepGroup::Unstable, Representative { events, seed, run })
        }
        RecheckFailure::HarnessError(error) => without_run(seed, events, error),
    }
}

/// The group of a seed that has no run, or no second run. `events`: how many the first run has, if there is one.
fn without_run(seed: u64, events: usize, error: HarnessError) -> (SweepGroup, Representative) {
    let group = SweepGroup::of_harness_error(&error);
    (group, Representative { events, seed, run: RepresentativeRun::HarnessError(error) })
}
