//! Waiting for the world to be quiet.
//!
//! Quiet is the first moment at which no task can be polled and nothing is in flight. Armed timers, steps still to
//! come and the ready tasks of paused nodes do not count.

use std::{
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
};

use super::{core::Core, waiter::Waiter};
use crate::agenda::EntryKind;

/// The future of one wait.
pub(super) struct Quiet {
    core: Rc<Core>,
    /// `None` before the first poll: only what happens from then on counts.
    waiter: Option<Rc<Waiter>>,
}

impl Quiet {
    pub(super) fn new(core: &Rc<Core>) -> Self {
        Self { core: Rc::clone(core), waiter: None }
    }
}

impl Future for Quiet {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Self { core, waiter } = &mut *self;
        let waiter = waiter.get_or_insert_with(|| {
            let waiter = Rc::<Waiter>::default();
            core.waiters.borrow_mut().push(Rc::clone(&waiter));
            waiter
        });
        waiter.poll(cx.waker())
    }
}

impl Core {
    /// If nothing is in flight, ends all waits for quiet. Returns whether there were any. To be called when no task
    /// is ready.
    pub(super) fn end_waits_if_quiet(&self) -> bool {
        if self.pending(EntryKind::InFlight) > 0 || self.waiters.borrow().is_empty() {
            return false;
        }
        for waiter in self.waiters.take() {
            waiter.end();
        }
        true
    }
}
