//! Waiting for the world to be quiet.
//!
//! Quiet is the first moment at which no task can be polled and nothing is in flight. Armed timers, steps
//! still to come and the ready tasks of paused nodes do not count.

use std::{
    cell::Cell,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use super::core::Core;
use crate::agenda::Kind;

/// The future of one wait.
pub(super) struct Quiet {
    core: Rc<Core>,
    waiter: Option<Rc<Waiter>>,
}

/// What the future and the world share.
#[derive(Default)]
pub(super) struct Waiter {
    is_quiet: Cell<bool>,
    waker: Cell<Option<Waker>>,
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
        if waiter.is_quiet.get() {
            return Poll::Ready(());
        }
        waiter.waker.set(Some(cx.waker().clone()));
        Poll::Pending
    }
}

impl Core {
    /// If nothing is in flight, tells all who wait for that; whether there was anyone.
    pub(super) fn tell_quiet(&self) -> bool {
        if self.pending(Kind::Work) > 0 || self.waiters.borrow().is_empty() {
            return false;
        }
        for waiter in self.waiters.take() {
            waiter.is_quiet.set(true);
            if let Some(waker) = waiter.waker.take() {
                waker.wake();
            }
        }
        true
    }
}
