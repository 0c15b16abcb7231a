//! The convergences of a lane that wait for their turn, by address.
//!
//! This is data only: `queue` runs the jobs. Invariant: an address has an entry exactly while it has a worker, also
//! while no job waits behind the one that runs.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use futures_channel::oneshot;

use crate::names::{Address, Queue, Work};

/// Resolves when a convergence has ended, whatever its result. It is cancelled if the replica shuts down first, or if
/// the queue dropped the convergence.
pub type Completion = oneshot::Receiver<()>;

/// A convergence that waits for its turn.
pub struct Job {
    /// What it is done for.
    pub work: Work,
    done: oneshot::Sender<()>,
    /// The completions of the convergences that were merged into this one.
    merged: Vec<oneshot::Sender<()>>,
}

impl Job {
    /// A convergence, and what resolves when it has ended.
    pub fn new(work: Work) -> (Self, Completion) {
        let (done, completion) = oneshot::channel();
        (Self { work, done, merged: Vec::new() }, completion)
    }

    /// Resolves the completions of this convergence and of those that were merged into it.
    pub fn complete(self) {
        for waiter in self.merged.into_iter().chain([self.done]) {
            // The send fails if nobody waits, which is fine.
            let _ = waiter.send(());
        }
    }
}

/// What became of a convergence that was enqueued.
pub enum Enqueued {
    /// It is the only one of its address, and needs a worker.
    NeedsWorker,
    /// It waits behind others.
    Waits,
    /// It was merged into the one that waits last.
    Merged {
        /// What that one is done for.
        into: Work,
    },
    /// It was dropped.
    Dropped,
}

/// The waiting convergences of all addresses of a lane.
#[derive(Default)]
pub struct JobQueues {
    waiting: RefCell<BTreeMap<Address, VecDeque<Job>>>,
}

impl JobQueues {
    /// Adds a convergence, as the policy says.
    pub fn push(&self, policy: Queue, address: &Address, job: Job) -> Enqueued {
        let mut waiting = self.waiting.borrow_mut();
        let Some(jobs) = waiting.get_mut(address) else {
            waiting.insert(address.clone(), VecDeque::from([job]));
            return Enqueued::NeedsWorker;
        };
        if policy == Queue::DropIfBusy {
            return Enqueued::Dropped;
        }
        // A job that runs has left the queue, so a job is never merged into one that may have read already.
        if policy == Queue::Coalesce
            && let Some(last) = jobs.back_mut()
        {
            last.merged.push(job.done);
            return Enqueued::Merged { into: last.work };
        }
        jobs.push_back(job);
        Enqueued::Waits
    }

    /// The next convergence of an address, for its worker. `None` ends the worker.
    pub fn next(&self, address: &Address) -> Option<Job> {
        let mut waiting = self.waiting.borrow_mut();
        let job = waiting.get_mut(address).and_then(VecDeque::pop_front);
        if job.is_none() {
            // The entry stands for the worker. From here on a push starts another one.
            waiting.remove(address);
        }
        job
    }

    /// The addresses that have a convergence waiting or running.
    pub fn busy_addresses(&self) -> Vec<Address> {
        self.waiting.borrow().keys().cloned().collect()
    }
}
