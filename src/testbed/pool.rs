//! The pool: many plans, each at its seeds, on several threads.
//!
//! A failing seed is run again on a fresh thread before it is reported.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::crew::{Hand, Job, Stop, employ};
use super::environment::Capture;
use super::host::SimHost;
use super::member::Member;
use super::plan::Plan;
use super::recheck::{Recheck, Unstable, recheck};
use super::tally::SweepGroup;
use super::trial::capture_for;
use super::watch::Hitch;
use crate::family::Replica;
use crate::names::Situation;
use crate::oracle::Situations;
use crate::verdict::{Status, Trial, missed_situations};

/// Runs plans on several threads.
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

/// What became of a plan at its seeds.
#[derive(Clone, Debug)]
pub struct Tried {
    /// How many seeds were run.
    pub seeds: u64,
    /// The seeds that did not pass, in order; of a plan with a hitch, the seed that it had come to.
    pub failing: Vec<u64>,
    /// How many of those seeds are in each group, and which is the first. A seed can be in several.
    pub groups: BTreeMap<SweepGroup, GroupSeeds>,
    /// The situations that the scenario is about and that occurred in none of them.
    pub unseen: Vec<Situation>,
    /// How it ended.
    pub end: TriedEnd,
}

/// The seeds of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupSeeds {
    /// How many.
    pub count: u64,
    /// The lowest.
    pub first: u64,
}

impl Tried {
    /// Before the first seed.
    fn begin() -> Self {
        let (failing, groups, unseen) = (Vec::new(), BTreeMap::new(), Vec::new());
        Self { seeds: 0, failing, groups, unseen, end: TriedEnd::Passed }
    }

    /// Adds a seed that did not pass; seeds come in order.
    fn add_failing(&mut self, seed: u64, groups: impl IntoIterator<Item = SweepGroup>) {
        self.failing.push(seed);
        for group in groups {
            self.groups.entry(group).or_insert(GroupSeeds { count: 0, first: seed }).count += 1;
        }
    }
}

/// How the trials of a plan ended.
#[derive(Clone, Debug)]
pub enum TriedEnd {
    /// Every seed passed.
    Passed,
    /// It was stopped before its last seed, and no seed up to there had failed.
    Stopped,
    /// Some seed did not pass; this is the first, run again with everything written down.
    Failed(Box<Trial>),
    /// The first failing seed behaved otherwise when it was run again: it is no function of its seed.
    Unstable(Box<Unstable>),
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
        let job = Trying::<M> {
            plans: plans.to_vec(),
            next: AtomicUsize::new(0),
            stop: self.stop.clone(),
            member: PhantomData,
        };
        // Each plan is handed out once, and yields.
        let mut tried: Vec<Option<Tried>> = vec![None; plans.len()];
        let mut told = 0;
        employ(&Arc::new(job), self.jobs.min(plans.len()), self.poll_max, |(index, result)| {
            tried[index] = Some(result);
            while let Some(Some(result)) = tried.get(told) {
                each(told, result);
                told += 1;
            }
        });
        tried.into_iter().flatten().collect()
    }

    /// Runs one seed of a plan on a thread of its own, with everything written down.
    ///
    /// # Errors
    /// If a poll does not return in time, or the worker could not be started or died.
    pub fn replay(&self, plan: &Arc<Plan>, seed: u64) -> Result<Trial, Hitch> {
        let job = Replaying { plan: Arc::clone(plan), seed, taken: AtomicBool::new(false) };
        // The only piece yields once.
        let mut result = Err(Hitch::died());
        employ(&Arc::new(job), 1, self.poll_max, |trial| result = trial);
        result
    }
}

/// Each plan is a piece.
struct Trying<M> {
    plans: Vec<Arc<Plan>>,
    next: AtomicUsize,
    stop: Stop,
    member: PhantomData<fn() -> M>,
}

impl<M: Member> Job for Trying<M> {
    type Piece = usize;
    type Memory = ();
    type Yield = (usize, Tried);

    /// Hands out every plan even when it is to stop; none of their seeds is run then.
    fn take(&self) -> Option<usize> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        (index < self.plans.len()).then_some(index)
    }

    fn work(&self, hand: &mut Hand<'_, ()>, index: &usize) -> (usize, Tried) {
        (*index, try_plan::<M>(hand, &self.plans[*index], &self.stop))
    }

    fn lost(&self, index: usize, seed: Option<u64>, hitch: Hitch) -> (usize, Tried) {
        let seeds = &self.plans[index].scenario.seeds;
        let seed = seed.filter(|seed| seeds.contains(seed)).unwrap_or(seeds.start);
        let mut tried = Tried { seeds: seed - seeds.start + 1, ..Tried::begin() };
        tried.add_failing(seed, [SweepGroup::of_hitch(&hitch)]);
        (index, Tried { end: TriedEnd::Hitch(hitch), ..tried })
    }
}

/// Tries one plan at its seeds.
fn try_plan<M: Member>(hand: &mut Hand<'_, ()>, plan: &Arc<Plan>, stop: &Stop) -> Tried {
    let capture = capture_for(&plan.scenario);
    let mut tried = Tried::begin();
    let mut counted = Situations::default();
    let mut first = None;
    for seed in plan.scenario.seeds.clone() {
        if stop.is_asked() {
            tried.end = TriedEnd::Stopped;
            break;
        }
        let trial = Trial::of(&plan.scenario, hand.worker.run_with::<M>(plan, seed, capture));
        tried.seeds += 1;
        counted += trial.situations;
        if trial.verdict.status != Status::Pass {
            tried.add_failing(seed, SweepGroup::of(&trial));
            first.get_or_insert(trial);
        }
    }
    tried.unseen = missed_situations(&plan.scenario, &counted);
    if let Some(first) = first {
        tried.end = match recheck::<M>(&first, plan, Capture::ALL, hand.pulse) {
            Recheck::Same(again) => TriedEnd::Failed(Box::new(again)),
            Recheck::Differs(unstable) => TriedEnd::Unstable(Box::new(unstable)),
            Recheck::Hitch(hitch) => TriedEnd::Hitch(hitch),
        };
    }
    tried
}

/// One seed is the only piece.
struct Replaying {
    plan: Arc<Plan>,
    seed: u64,
    taken: AtomicBool,
}

impl Job for Replaying {
    type Piece = ();
    type Memory = ();
    type Yield = Result<Trial, Hitch>;

    fn take(&self) -> Option<()> {
        (!self.taken.swap(true, Ordering::Relaxed)).then_some(())
    }

    fn work(&self, hand: &mut Hand<'_, ()>, (): &()) -> Result<Trial, Hitch> {
        Ok(Trial::of(&self.plan.scenario, hand.worker.run(&self.plan, self.seed, Capture::ALL)))
    }

    fn lost(&self, (): (), _: Option<u64>, hitch: Hitch) -> Result<Trial, Hitch> {
        Err(hitch)
    }
}
