//! The queue of convergences: those of one address run one at a time, in the order of arrival; different
//! addresses run concurrently.
//!
//! By default this order alone protects the order of installs.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use futures_channel::oneshot;

use super::lane::Lane;
use super::ports::{Host, Note, Role, Runtime, Task};
use crate::names::{Address, Correlation, Work};

/// Tells when a convergence has ended, however it ended; cancelled if the replica shuts down first.
pub type Ended = oneshot::Receiver<()>;

/// The queues of all addresses of a lane. An address has an entry while it has a worker.
#[derive(Default)]
pub struct Queue {
    waiting: RefCell<BTreeMap<Address, VecDeque<Job>>>,
}

/// A convergence that waits for its turn.
struct Job {
    work: Work,
    done: oneshot::Sender<()>,
}

/// Enqueues a convergence of the address.
pub fn enqueue<H: Host, L: Lane<H>>(lane: &Rc<L>, work: Work, address: &Address) -> Ended {
    let core = lane.core();
    core.note(Note::Enqueued { work, address });
    let (done, ended) = oneshot::channel();
    if core.queue.push(address, Job { work, done }) {
        let task = Task { role: Role::Converge, correlation: Correlation::of(work), address: Some(address) };
        core.host.runtime().spawn(task, serve(Rc::clone(lane), address.clone()));
    }
    ended
}

/// The worker of an address: runs its convergences until none is left.
async fn serve<H: Host, L: Lane<H>>(lane: Rc<L>, address: Address) {
    while let Some(Job { work, done }) = lane.core().queue.next(&address) {
        lane.converge(work, &address).await;
        // Whoever enqueued it may not wait for it.
        let _ = done.send(());
    }
}

impl Queue {
    /// Adds a convergence. Returns whether the address needs a worker.
    fn push(&self, address: &Address, job: Job) -> bool {
        let mut waiting = self.waiting.borrow_mut();
        match waiting.get_mut(address) {
            Some(jobs) => {
                jobs.push_back(job);
                false
            }
            None => {
                waiting.insert(address.clone(), VecDeque::from([job]));
                true
            }
        }
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
