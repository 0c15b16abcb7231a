//! Timers.
//!
//! A sleep is one agenda entry, which is cancelled when the future is dropped. If the node is paused, the timer still
//! falls due, and the task sees that when the node resumes.

use std::{
    fmt,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use super::core::{Core, Entry};
use crate::{
    agenda::{EntryId, EntryKind},
    key::Key,
    micros::Micros,
};

/// A wait until an instant; see [`World::sleep`](super::World::sleep).
#[must_use = "a future does nothing unless it is polled"]
pub struct Sleep {
    core: Rc<Core>,
    key: Key,
    due: Micros,
    armed: Option<(EntryId, Waker)>,
}

impl Sleep {
    pub(super) fn new(core: &Rc<Core>, key: Key, span: Micros) -> Self {
        Self { core: Rc::clone(core), key, due: core.now() + span, armed: None }
    }

    /// The instant at which the wait is over.
    pub fn due(&self) -> Micros {
        self.due
    }

    fn arm(&mut self, waker: &Waker) {
        match &mut self.armed {
            None => {
                let entry = Entry::Wake(waker.clone());
                let id = self.core.schedule_derived(EntryKind::Timer, self.due, self.key, entry);
                self.armed = Some((id, waker.clone()));
            }
            // The future was moved to another task, or combined with others that poll it with a waker of their own.
            Some((id, present)) if !present.will_wake(waker) => {
                present.clone_from(waker);
                self.core.rewake(*id, waker);
            }
            Some(_) => {}
        }
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.core.now() >= self.due {
            return Poll::Ready(());
        }
        self.arm(cx.waker());
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some((id, _)) = self.armed.take() {
            self.core.cancel(id);
        }
    }
}

impl fmt::Debug for Sleep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sleep").field("key", &self.key).field("due", &self.due).finish_non_exhaustive()
    }
}
