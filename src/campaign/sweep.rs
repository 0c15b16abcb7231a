//! The sweep: many seeds of one compiled scenario, over several threads, going on after failures.
//!
//! Seeds are handed out in chunks, in order, so that no lock is taken for a seed. What is found does not depend
//! on the number of threads or on timing, as long as the replicas are functions of their seeds: a thread sees its
//! seeds in rising order, so whatever is due to be run again among all seeds is due among its own. (More threads
//! run more of a large group again, and so may find a replica out that is none.)

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::judged_run::capture_for;
use super::pool::Pool;
use super::recheck::{Recheck, recheck};
use super::tally::{Representative, RepresentativeRun, SweepGroup, SweepTally};
use super::watchdog::HarnessError;
use super::workers::{Hand, Job, Stop, employ, lock};
use crate::family::Replica;
use crate::stage::Capture;
use crate::stage::CompiledScenario;
use crate::stage::SimHost;
use crate::stage::SystemUnderTest;
use crate::verdict::{JudgedRun, Status};

/// How many seeds of each group are run again, beside each that is kept.
pub const RECHECKS_MAX: u64 = 1_000;

/// How many seeds are handed out at once.
const CHUNK: u64 = 64;

/// How many threads may be lost before the sweep gives up: one that hangs keeps its processor busy.
const LOST_MAX: u64 = 16;

/// What a sweep found.
#[derive(Clone, Debug)]
pub struct SweepResult {
    /// How many seeds were asked for.
    pub asked: u64,
    /// What the seeds came to that were run.
    pub tally: SweepTally,
    /// Whether too many threads were lost to go on.
    pub gave_up: bool,
}

impl Pool {
    /// Sweeps the seeds of a compiled scenario with the family's own replicas. With `check_determinism` the passing seeds
    /// are run again too. `each` is told of the tally whenever it has grown.
    pub fn sweep(
        &self,
        compiled: &Arc<CompiledScenario>,
        check_determinism: bool,
        each: impl FnMut(&SweepTally),
    ) -> SweepResult {
        self.sweep_with::<Replica<SimHost>>(compiled, check_determinism, each)
    }

    /// The same with replicas of one's own.
    pub fn sweep_with<M: SystemUnderTest>(
        &self,
        compiled: &Arc<CompiledScenario>,
        check_determinism: bool,
        mut each: impl FnMut(&SweepTally),
    ) -> SweepResult {
        let seeds = compiled.scenario.seeds.clone();
        let asked = seeds.end - seeds.start;
        let job = Arc::new(Sweeping::<M> {
            compiled: Arc::clone(compiled),
            capture: capture_for(&compiled.scenario),
            check_determinism,
            chunk: (asked / (self.jobs.max(1) as u64 * 8)).clamp(1, CHUNK),
            left: Mutex::new(vec![seeds]),
            lost: AtomicU64::new(0),
            stop: self.stop.clone(),
            member: PhantomData,
        });
        let mut tally = SweepTally::default();
        employ(&job, self.jobs, self.poll_max, |part| {
            tally.merge(part);
            each(&tally);
        });
        SweepResult { asked, tally, gave_up: job.gave_up() }
    }
}

struct Sweeping<M> {
    compiled: Arc<CompiledScenario>,
    capture: Capture,
    check_determinism: bool,
    chunk: u64,
    /// The seeds that are not handed out yet, the next ones last.
    left: Mutex<Vec<Range<u64>>>,
    lost: AtomicU64,
    stop: Stop,
    member: PhantomData<fn() -> M>,
}

/// What a thread remembers of the seeds below the present one.
#[derive(Default)]
struct Memory {
    below: u64,
    groups: BTreeMap<SweepGroup, Remembered>,
}

struct Remembered {
    rechecks: u64,
    kept: Representative,
}

impl<M: SystemUnderTest> Job for Sweeping<M> {
    type Piece = Range<u64>;
    type Memory = Memory;
    type Yield = SweepTally;

    fn take(&self) -> Option<Range<u64>> {
        if self.stop.is_asked() || self.gave_up() {
            return None;
        }
        let mut left = lock(&self.left);
        let Range { start, end } = left.pop()?;
        let middle = end.min(start.saturating_add(self.chunk));
        if middle < end {
            left.push(middle..end);
        }
        Some(start..middle)
    }

    fn work(&self, hand: &mut Hand<'_, Memory>, piece: &Range<u64>) -> SweepTally {
        if piece.start < hand.memory.below {
            // A piece that another thread was lost with: what lies below it is not known here.
            *hand.memory = Memory::default();
        }
        hand.memory.below = piece.end;
        let mut tally = SweepTally::default();
        for seed in piece.clone() {
            if self.stop.is_asked() {
                break;
            }
            let run = hand.runner.run_with::<M>(&self.compiled, seed, self.capture);
            let trial = JudgedRun::of(&self.compiled.scenario, run);
            let groups = self.groups(hand, &trial);
            tally.add(&trial, groups);
        }
        tally
    }

    /// The other seeds of the piece are handed out again, as what they came to is lost.
    fn lost(&self, piece: Range<u64>, seed: Option<u64>, harness_error: HarnessError) -> SweepTally {
        let seed = seed.filter(|seed| piece.contains(seed)).unwrap_or(piece.start);
        self.lost.fetch_add(1, Ordering::Relaxed);
        let rest = [seed + 1..piece.end, piece.start..seed];
        lock(&self.left).extend(rest.into_iter().filter(|range| !range.is_empty()));
        let mut tally = SweepTally::default();
        let group = SweepGroup::of_harness_error(&harness_error);
        tally.add_seed(
            seed,
            vec![(
                group,
                Representative { events: 0, seed, run: RepresentativeRun::HarnessError(harness_error) },
            )],
        );
        tally
    }
}

impl<M: SystemUnderTest> Sweeping<M> {
    fn gave_up(&self) -> bool {
        self.lost.load(Ordering::Relaxed) >= LOST_MAX
    }

    /// The groups that a run belongs to, each with the seed that is kept of it. Nothing is allocated for a run
    /// that passes.
    fn groups(&self, hand: &mut Hand<'_, Memory>, trial: &JudgedRun) -> Vec<(SweepGroup, Representative)> {
        if trial.verdict.status == Status::Pass {
            if !self.check_determinism {
                return Vec::new();
            }
            return match recheck::<M>(trial, &self.compiled, self.capture, hand.heartbeat) {
                Recheck::Same(_) => Vec::new(),
                otherwise => vec![not_again(trial, otherwise)],
            };
        }
        let groups = SweepGroup::of(trial);
        let due = self.check_determinism || groups.iter().any(|group| hand.memory.is_due(*group, trial));
        let mut again = None;
        if due {
            match recheck::<M>(trial, &self.compiled, Capture::ALL, hand.heartbeat) {
                Recheck::Same(trial) => again = Some(Arc::new(trial)),
                otherwise => return vec![not_again(trial, otherwise)],
            }
        }
        let kept = |group| (group, hand.memory.keep(group, trial, again.as_ref()));
        groups.into_iter().map(kept).collect()
    }
}

impl Memory {
    /// Whether a run of the group is run again: among the first, or with fewer events than all before it.
    fn is_due(&self, group: SweepGroup, trial: &JudgedRun) -> bool {
        let events = trial.history.events.len();
        self.groups
            .get(&group)
            .is_none_or(|known| known.rechecks < RECHECKS_MAX || events < known.kept.events)
    }

    /// Remembers a run that may have been run again. Returns which of the group is to be kept.
    fn keep(
        &mut self,
        group: SweepGroup,
        trial: &JudgedRun,
        again: Option<&Arc<JudgedRun>>,
    ) -> Representative {
        let (events, seed) = (trial.history.events.len(), trial.history.seed);
        let mine = again.map(|again| Representative {
            events,
            seed,
            run: RepresentativeRun::JudgedRun(Arc::clone(again)),
        });
        match (self.groups.get_mut(&group), mine) {
            (Some(known), None) => known.kept.clone(),
            (Some(known), Some(mine)) => {
                known.rechecks += 1;
                if mine.is_before(&known.kept) {
                    known.kept = mine;
                }
                known.kept.clone()
            }
            (None, mine) => {
                let kept = mine.expect("the first of a group is run again");
                self.groups.insert(group, Remembered { rechecks: 1, kept: kept.clone() });
                kept
            }
        }
    }
}

/// The group of a run whose second one is not the same.
fn not_again(trial: &JudgedRun, recheck: Recheck) -> (SweepGroup, Representative) {
    let (events, seed) = (trial.history.events.len(), trial.history.seed);
    match recheck {
        Recheck::Same(again) => unreachable!("seed {} came out the same", again.history.seed),
        Recheck::Differs(unstable) => {
            let run = RepresentativeRun::Unstable(Arc::new(unstable));
            (SweepGroup::Unstable, Representative { events, seed, run })
        }
        Recheck::HarnessError(harness_error) => (
            SweepGroup::of_harness_error(&harness_error),
            Representative { events, seed, run: RepresentativeRun::HarnessError(harness_error) },
        ),
    }
}
