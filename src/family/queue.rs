//! The queue of convergences: what becomes of one while another of the same address runs.
//!
//! By default the convergences of one address run one at a time, in the order of arrival. This order alone protects
//! the order of installs: the last convergence of an address is the one that read last. Convergences of different
//! addresses always run concurrently.

use std::rc::Rc;

use super::jobs::{Completion, Enqueued, Job};
use super::lane::ReplicaLane;
use super::ports::{Host, JournalEvent, Role, Runtime};
use crate::names::{Address, Correlation, Kept, Queue, Work};

/// Enqueues a convergence of an address.
pub fn enqueue<H: Host, L: ReplicaLane<H>>(lane: &Rc<L>, work: Work, address: &Address) -> Completion {
    let core = lane.core();
    // Recorded before the policy decides, so that a convergence that is merged or dropped is on record as well.
    core.record(JournalEvent::Enqueued { work, address });
    let (job, completion) = Job::new(work);
    let task = core.task(Role::Converge, Correlation::of(work), Some(address));
    let runtime = core.host.runtime();
    // Under this policy nothing is in order: a convergence that read earlier may install later.
    if core.policies.queue == Queue::Concurrent {
        let (lane, address) = (Rc::clone(lane), address.clone());
        runtime.spawn(task, async move { run(&lane, &address, job).await });
        return completion;
    }
    match core.jobs.push(core.policies.queue, address, job) {
        Enqueued::NeedsWorker => runtime.spawn(task, run_all(Rc::clone(lane), address.clone())),
        Enqueued::Waits => {}
        Enqueued::Merged { into } => core.record_kept(work, address, Kept::Coalesced { into }),
        Enqueued::Dropped => core.record_kept(work, address, Kept::Swallowed),
    }
    completion
}

/// The worker of an address: runs its convergences, one after the other, until none waits.
async fn run_all<H: Host, L: ReplicaLane<H>>(lane: Rc<L>, address: Address) {
    // A job leaves the queue before it reads. So a convergence that is enqueued during the read is not merged into
    // it: it gets a read of its own, which sees what was committed before it was enqueued.
    while let Some(job) = lane.core().jobs.next(&address) {
        run(&lane, &address, job).await;
    }
}

async fn run<H: Host, L: ReplicaLane<H>>(lane: &Rc<L>, address: &Address, job: Job) {
    lane.converge(job.work, address).await;
    job.complete();
}
