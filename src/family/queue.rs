//! The queue of convergences: what becomes of one while another of the same address is under way.
//!
//! By default those of one address run one at a time, in the order of arrival, and this order alone protects
//! the order of installs. Different addresses always run concurrently.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use futures_channel::oneshot;

use super::lane::Lane;
use super::ports::{Host, Note, Role, Runtime};
use crate::names::{Address, Correlation, Kept, Queue, Work};

/// Tells when a convergence has ended, however it ended; cancelled if the replica shuts down first, or if the
/// queue dropped it.
pub type Ended = oneshot::Receiver<()>;

/// The queues of all addresses of a lane. An address has an entry while it has a worker.
#[derive(Default)]
pub struct Queues {
    waiting: RefCell<BTreeMap<Address, VecDeque<Job>>>,
}

/// A convergence that waits for its turn.
struct Job {
    work: Work,
    done: oneshot::Sender<()>,
    /// Those that were merged into it.
    merged: Vec<oneshot::Sender<()>>,
}

/// What became of a convergence that was enqueued.
enum Place {
    /// It is the first, and needs a worker.
    First,
    /// It waits behind others.
    Behind,
    /// It was merged into the one that waits.
    Merged { into: Work },
    /// It was dropped.
    Dropped,
}

/// Enqueues a convergence of the address.
pub fn enqueue<H: Host, L: Lane<H>>(lane: &Rc<L>, work: Work, address: &Address) -> Ended {
    let core = lane.core();
    core.note(Note::Enqueued { work, address });
    let (done, ended) = oneshot::channel();
    let job = Job { work, done, merged: Vec::new() };
    let task = core.task(Role::Converge, Correlation::of(work), Some(address));
    let runtime = core.host.runtime();
    if core.policies.queue == Queue::Concurrent {
        let (lane, address) = (Rc::clone(lane), address.clone());
        runtime.spawn(task, async move { run(&lane, &address, job).await });
        return ended;
    }
    match core.queues.push(core.policies.queue, address, job) {
        Place::First => runtime.spawn(task, serve(Rc::clone(lane), address.clone())),
        Place::Behind => {}
        Place::Merged { into } => core.kept(work, address, Kept::Coalesced { into }),
        Place::Dropped => core.kept(work, address, Kept::Swallowed),
    }
    ended
}

/// The worker of an address: runs its convergences until none is left.
async fn serve<H: Host, L: Lane<H>>(lane: Rc<L>, address: Address) {
    while let Some(job) = lane.core().queues.next(&address) {
        run(&lane, &address, job).await;
    }
}

/// Runs one convergence, and tells those who wait for it.
async fn run<H: Host, L: Lane<H>>(lane: &Rc<L>, address: &Address, job: Job) {
    lane.converge(job.work, address).await;
    for waiter in job.merged.into_iter().chain([job.done]) {
        // Whoever enqueued it may not wait for it.
        let _ = waiter.send(());
    }
}

impl Queues {
    /// Adds a convergence, or not, as the policy says.
    fn push(&self, policy: Queue, address: &Address, job: Job) -> Place {
        let mut waiting = self.waiting.borrow_mut();
        let Some(jobs) = waiting.get_mut(address) else {
            waiting.insert(address.clone(), VecDeque::from([job]));
            return Place::First;
        };
        match (policy, jobs.back_mut()) {
            (Queue::DropIfBusy, _) => Place::Dropped,
            (Queue::Coalesce, Some(last)) => {
                last.merged.push(job.done);
                Place::Merged { into: last.work }
            }
            _ => {
                jobs.push_back(job);
                Place::Behind
            }
        }
    }

    /// The addresses with a convergence that is queued or under way.
    pub fn busy(&self) -> Vec<Address> {
        self.waiting.borrow().keys().cloned().collect()
    }

    /// The next convergence of the address for its worker; `None` dismisses the worker.
    fn next(&self, address: &Address) -> Option<Job> {
        let mut waiting = self.waiting.borrow_mut();
        let job = waiting.get_mut(address).and_then(VecDeque::pop_front);
        if job.is_none() {
            waiting.remove(address);
        }
        job
    }
}
