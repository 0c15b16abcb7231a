//! The pool: threads that take one piece of work after the other, each with a worker of its own, watched.
//!
//! A poll that does not return cannot be interrupted. Its thread is given up: whatever it may still do is
//! thrown away, its piece is reported as lost, and a new thread goes on in its place.
//!
//! Here and in the watchdog is all of the testbed that knows threads and real time; neither reaches a run.

#![expect(clippy::disallowed_methods, reason = "the crew starts the threads that runs are spread over")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::stage::Heartbeat;

use super::watchdog::{HarnessError, Looks, Watch};
use crate::stage::Runner;

/// Asks a pool to end early: what is begun is brought to the end of its seed, and no more is begun.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks. Returns whether that had been asked before.
    pub fn ask(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether the end was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a pool works at.
pub trait Job: Send + Sync + 'static {
    /// A piece of it, done by one thread.
    type Piece: Clone + Send + 'static;
    /// What a thread remembers from one piece to the next.
    type Memory: Default;
    /// What comes of a piece.
    type Yield: Send + 'static;

    /// Hands the next piece out, if there is one.
    fn take(&self) -> Option<Self::Piece>;
    /// Does a piece.
    fn work(&self, hand: &mut Hand<'_, Self::Memory>, piece: &Self::Piece) -> Self::Yield;
    /// What comes of a piece whose thread was lost at this seed, if it had come to one. What is left of the
    /// piece can be handed out again.
    fn lost(&self, piece: Self::Piece, seed: Option<u64>, harness_error: HarnessError) -> Self::Yield;
}

/// What a thread of the pool works with.
pub struct Hand<'a, Memory> {
    /// Its worker.
    pub runner: &'a mut Runner,
    /// What the watchdog sees of it.
    pub heartbeat: &'a Arc<Heartbeat>,
    /// What it remembers.
    pub memory: &'a mut Memory,
}

/// Has a job done by so many threads. `each` is told of what comes of each piece, in the order of time.
pub fn employ<J: Job>(job: &Arc<J>, jobs: usize, poll_max: Duration, mut each: impl FnMut(J::Yield)) {
    let (sender, messages) = mpsc::channel();
    let mut members: Vec<Watched<J>> = (0..jobs.max(1)).map(|_| Watched::start(job, &sender)).collect();
    let mut at_work = members.len();
    let mut looks = Looks::begin();
    while at_work > 0 {
        match messages.recv_timeout(looks.left()) {
            Ok(Message::Yield(yielded)) => each(yielded),
            Ok(Message::End) => at_work -= 1,
            // The sender lives here too, so this is the time-out.
            Err(_) => {}
        }
        if looks.are_due() {
            for member in &mut members {
                if let Some((piece, seed, harness_error)) = member.lost(poll_max) {
                    each(job.lost(piece, seed, harness_error));
                    *member = Watched::start(job, &sender);
                }
            }
        }
    }
}

enum Message<Y> {
    Yield(Y),
    End,
}

/// Where a thread is.
enum Place<P> {
    /// Between two pieces, or at its end.
    Idle,
    At(P),
    GivenUp,
}

/// A thread of the pool, as the watchdog sees it.
struct Watched<J: Job> {
    heartbeat: Arc<Heartbeat>,
    place: Arc<Mutex<Place<J::Piece>>>,
    handle: thread::JoinHandle<()>,
    watch: Watch,
}

impl<J: Job> Watched<J> {
    fn start(job: &Arc<J>, sender: &Sender<Message<J::Yield>>) -> Self {
        let heartbeat = Arc::new(Heartbeat::default());
        let place = Arc::new(Mutex::new(Place::Idle));
        let (job, sender) = (Arc::clone(job), sender.clone());
        let (its_heartbeat, its_place) = (Arc::clone(&heartbeat), Arc::clone(&place));
        let handle = thread::spawn(move || {
            if toil(&*job, &sender, &its_heartbeat, &its_place) {
                // Nobody is left to be told if the command has ended.
                drop(sender.send(Message::End));
            }
        });
        Self { watch: Watch::begin(&heartbeat), heartbeat, place, handle }
    }

    /// Gives the thread up if it is stuck or has died: its piece, the seed that it had come to, and why.
    fn lost(&mut self, poll_max: Duration) -> Option<(J::Piece, Option<u64>, HarnessError)> {
        let dead = self.handle.is_finished();
        let mut place = lock(&self.place);
        let Place::At(_) = *place else { return None };
        let (beat, harness_error) = if dead {
            (self.heartbeat.read(), HarnessError::died())
        } else {
            let beat = self.watch.stuck(&self.heartbeat, poll_max)?;
            (beat, HarnessError::hung(beat))
        };
        let Place::At(piece) = std::mem::replace(&mut *place, Place::GivenUp) else { return None };
        Some((piece, (beat.count > 0).then_some(beat.seed), harness_error))
    }
}

/// Does one piece after the other until none is left. Returns whether it was not given up.
fn toil<J: Job>(
    job: &J,
    sender: &Sender<Message<J::Yield>>,
    heartbeat: &Arc<Heartbeat>,
    place: &Mutex<Place<J::Piece>>,
) -> bool {
    let mut runner = Runner::new(Arc::clone(heartbeat));
    let mut memory = J::Memory::default();
    while let Some(piece) = job.take() {
        *lock(place) = Place::At(piece.clone());
        let yielded = match &mut runner {
            Ok(runner) => job.work(&mut Hand { runner, heartbeat, memory: &mut memory }, &piece),
            Err(error) => job.lost(piece, None, HarnessError::sqlite(error)),
        };
        let mut place = lock(place);
        if let Place::GivenUp = *place {
            return false;
        }
        *place = Place::Idle;
        drop(place);
        if sender.send(Message::Yield(yielded)).is_err() {
            return false;
        }
    }
    true
}

/// A thread that panicked left whole what it had locked.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
