//! What a wait for quiet and the world share.

use std::{
    cell::Cell,
    task::{Poll, Waker},
};

/// One wait for quiet.
#[derive(Default)]
pub(super) struct Waiter {
    is_quiet: Cell<bool>,
    waker: Cell<Option<Waker>>,
}

impl Waiter {
    /// Ends the wait.
    pub(super) fn end(&self) {
        self.is_quiet.set(true);
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    /// Whether the wait is over. If not, `waker` is woken when it is.
    pub(super) fn poll(&self, waker: &Waker) -> Poll<()> {
        if self.is_quiet.get() {
            return Poll::Ready(());
        }
        self.waker.set(Some(waker.clone()));
        Poll::Pending
    }
}
