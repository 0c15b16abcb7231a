//! Worker threads: each takes one task of a job after the other, with a runner of its own, and is watched.
//!
//! A poll that does not return cannot be interrupted. Its thread is abandoned: its later output is thrown away, its task
//! is reported as lost, and a new thread takes its place.
//!
//! Only this file, the watchdog and the recheck know threads and real time; neither reaches a run. Invariant: each task
//! that is handed out has exactly one output, either from its worker or as a lost task.

#![expect(clippy::disallowed_methods, reason = "these are the threads that runs are spread over")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::harness_error::HarnessError;
use super::watchdog::{CheckTimer, HeartbeatMonitor};
use crate::stage::{Heartbeat, Runner};

/// Asks a pool to end early: seeds that are being run are run to their end, and no more are begun.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Requests the end. Returns whether it had been requested before.
    pub fn request(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether the end was requested.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Work that is cut into tasks, for several threads.
pub trait Job: Send + Sync + 'static {
    /// What one thread does at a time.
    type Task: Clone + Send + 'static;
    /// What a worker remembers from one task to the next.
    type State: Default;
    /// The result of a task.
    type Output: Send + 'static;

    /// Hands out the next task, if there is one.
    fn next_task(&self) -> Option<Self::Task>;

    fn run_task(&self, worker: &mut Worker<'_, Self::State>, task: &Self::Task) -> Self::Output;

    /// The output of a task whose worker was lost, at this seed if the worker had begun one. The job can hand out the rest
    /// of the task again.
    fn task_lost(&self, task: Self::Task, seed: Option<u64>, error: HarnessError) -> Self::Output;
}

/// What a worker thread has while it runs a task.
pub struct Worker<'a, State> {
    pub runner: &'a mut Runner,
    /// Where the watchdog sees that the worker moves on.
    pub heartbeat: &'a Arc<Heartbeat>,
    pub state: &'a mut State,
}

/// Runs a job on so many threads, at least one. `each` is given the output of each task, in the order in which they
/// arrive.
pub fn run_job<J: Job>(job: &Arc<J>, threads: usize, poll_max: Duration, mut each: impl FnMut(J::Output)) {
    let (sender, messages) = mpsc::channel();
    let mut workers: Vec<WorkerHandle<J>> =
        (0..threads.max(1)).map(|_| WorkerHandle::start(job, &sender)).collect();
    let mut running = workers.len();
    let mut check = CheckTimer::start();
    while running > 0 {
        match messages.recv_timeout(check.remaining()) {
            Ok(Message::Output(output)) => each(output),
            Ok(Message::Finished) => running -= 1,
            // A sender lives in this function, so the error is the time-out and never a closed channel.
            Err(_) => {}
        }
        if check.restart_if_due() {
            for worker in &mut workers {
                if let Some((task, seed, error)) = worker.abandon_if_lost(poll_max) {
                    each(job.task_lost(task, seed, error));
                    // `running` stays: the new worker finishes in place of the lost one, which sends nothing more.
                    *worker = WorkerHandle::start(job, &sender);
                }
            }
        }
    }
}

enum Message<O> {
    Output(O),
    /// A worker has found no more tasks.
    Finished,
}

/// What a worker does now. Under its lock, the worker and the watchdog agree on which of them reports a task.
enum Assignment<T> {
    /// Between two tasks, or at its end.
    Idle,
    Running(T),
    /// The watchdog has reported the task as lost.
    Abandoned,
}

/// A worker thread, as the watchdog sees it.
struct WorkerHandle<J: Job> {
    heartbeat: Arc<Heartbeat>,
    assignment: Arc<Mutex<Assignment<J::Task>>>,
    thread: thread::JoinHandle<()>,
    monitor: HeartbeatMonitor,
}

impl<J: Job> WorkerHandle<J> {
    fn start(job: &Arc<J>, sender: &Sender<Message<J::Output>>) -> Self {
        let heartbeat = Arc::new(Heartbeat::default());
        let assignment = Arc::new(Mutex::new(Assignment::Idle));
        let (job, sender) = (Arc::clone(job), sender.clone());
        let (its_heartbeat, its_assignment) = (Arc::clone(&heartbeat), Arc::clone(&assignment));
        let thread = thread::spawn(move || {
            if run_tasks(&*job, &sender, &its_heartbeat, &its_assignment) {
                // The receiver is gone if the command has ended.
                drop(sender.send(Message::Finished));
            }
        });
        Self { monitor: HeartbeatMonitor::start(&heartbeat), heartbeat, assignment, thread }
    }

    /// Abandons the thread if it is stuck or has died. Returns its task, the seed that it had begun, and the reason.
    fn abandon_if_lost(&mut self, poll_max: Duration) -> Option<(J::Task, Option<u64>, HarnessError)> {
        // Read before the lock is taken: a thread that has finished does not change its assignment any more, so one
        // that is still `Running` then has died in its task.
        let is_dead = self.thread.is_finished();
        let mut assignment = lock(&self.assignment);
        let Assignment::Running(_) = *assignment else { return None };
        let (beat, error) = if is_dead {
            (self.heartbeat.read(), HarnessError::WorkerDied)
        } else {
            let beat = self.monitor.stuck_at(&self.heartbeat, poll_max)?;
            (beat, HarnessError::hung(beat))
        };
        let before = std::mem::replace(&mut *assignment, Assignment::Abandoned);
        let Assignment::Running(task) = before else { return None };
        // Without any beat the worker has not begun a seed.
        Some((task, (beat.count > 0).then_some(beat.seed), error))
    }
}

/// Runs one task after the other until none is left. Returns false if the worker was abandoned or the receiver is gone.
fn run_tasks<J: Job>(
    job: &J,
    sender: &Sender<Message<J::Output>>,
    heartbeat: &Arc<Heartbeat>,
    assignment: &Mutex<Assignment<J::Task>>,
) -> bool {
    let mut runner = Runner::new(Arc::clone(heartbeat));
    let mut state = J::State::default();
    while let Some(task) = job.next_task() {
        *lock(assignment) = Assignment::Running(task.clone());
        let output = match &mut runner {
            Ok(runner) => job.run_task(&mut Worker { runner, heartbeat, state: &mut state }, &task),
            Err(error) => job.task_lost(task, None, HarnessError::store_not_opened(error)),
        };
        let mut assignment = lock(assignment);
        // The poll did return after all, but too late: the task is reported as lost, so this output is thrown away.
        if let Assignment::Abandoned = *assignment {
            return false;
        }
        *assignment = Assignment::Idle;
        drop(assignment);
        if sender.send(Message::Output(output)).is_err() {
            return false;
        }
    }
    true
}

/// Locks a mutex. A worker that panicked while it held the lock has left the data whole, so poisoning is ignored.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
