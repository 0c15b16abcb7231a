//! The queue of convergences: those of one address run one at a time, in the order of arrival; different
//! addresses run concurrently.
//!
//! By default this order alone protects the order of installs.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use futures_channel::oneshot;

use crate::names::{Address, Work};

/// A convergence that waits for its turn.
pub struct Job {
    /// What it is done for.
    pub work: Work,
    /// Told when it has ended, however it ended.
    pub done: oneshot::Sender<()>,
}

/// The queues of all addresses of a lane. An address has an entry while it has a worker.
#[derive(Default)]
pub struct Queue {
    waiting: RefCell<BTreeMap<Address, VecDeque<Job>>>,
}

impl Queue {
    /// Adds a convergence. Returns what tells of its end, and whether the address needs a worker.
    pub fn push(&self, address: &Address, work: Work) -> (oneshot::Receiver<()>, bool) {
        let (done, ended) = oneshot::channel();
        let job = Job { work, done };
        let mut waiting = self.waiting.borrow_mut();
        match waiting.get_mut(address) {
            Some(jobs) => {
                jobs.push_back(job);
                (ended, false)
            }
            None => {
                waiting.insert(address.clone(), VecDeque::from([job]));
                (ended, true)
            }
        }
    }

    /// The next convergence of the address for its worker; `None` dismisses the worker.
    pub fn next(&self, address: &Address) -> Option<Job> {
        let mut waiting = self.waiting.borrow_mut();
        let job = waiting.get_mut(address).and_then(VecDeque::pop_front);
        if job.is_none() {
            waiting.remove(address);
        }
        job
    }
}
