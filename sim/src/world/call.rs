//! A port call: the instant at which it acts, the instant at which its answer arrives, and where its node may crash.
//!
//! A call is two agenda entries and one allocation. Left out: what the call does, and whether that fails. The act
//! decides that. Invariant: a call that was sent acts exactly once, whatever becomes of its sender.

use std::{
    cell::Cell,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use super::core::{Core, Entry, Fire};
use crate::{
    agenda::EntryKind,
    key::{Key, Life, NodeId},
    micros::Micros,
};

/// When a call acts, when its answer arrives, and where the caller crashes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CallTiming {
    /// From the sending to the act.
    pub request_delay: Micros,
    /// From the act to the arrival of the answer; `None` if the answer is lost.
    pub answer_delay: Option<Micros>,
    /// Where the calling node crashes.
    pub crash: CrashPoint,
}

/// Where in a call the calling node crashes. The driver's node, [`NodeId::WORLD`], never does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum CrashPoint {
    /// Nowhere.
    #[default]
    None,
    /// Instead of sending. The call never acts.
    Before,
    /// Right after sending. The call acts later, for a caller that is gone.
    InFlight,
    /// Right after the act. The answer never arrives.
    After,
}

const ACT: u32 = 0;
const ANSWER: u32 = 1;

/// The future of a call. The call is sent when the future is first polled.
pub(super) struct Call<A, F> {
    core: Rc<Core>,
    is_sent: bool,
    state: Rc<State<A, F>>,
}

/// What the future and the two entries share.
struct State<A, F> {
    node: NodeId,
    /// The life that sent the call.
    life: Cell<Life>,
    key: Key,
    timing: CallTiming,
    act: Cell<Option<F>>,
    answer: Cell<Option<A>>,
    has_arrived: Cell<bool>,
    waker: Cell<Option<Waker>>,
}

impl<A: 'static, F: FnOnce() -> A + 'static> Call<A, F> {
    pub(super) fn new(core: &Rc<Core>, node: NodeId, key: Key, timing: CallTiming, act: F) -> Self {
        let state = Rc::new(State {
            node,
            life: Cell::default(),
            key,
            timing,
            act: Cell::new(Some(act)),
            answer: Cell::new(None),
            has_arrived: Cell::new(false),
            waker: Cell::new(None),
        });
        Self { core: Rc::clone(core), is_sent: false, state }
    }

    fn send(&self) {
        let State { node, key, timing, .. } = *self.state;
        let crash = if node == NodeId::WORLD { CrashPoint::None } else { timing.crash };
        // The same poll may make several calls. Those after the one that crashes the node are not sent.
        if self.core.is_crash_pending(node) {
            return;
        }
        if crash == CrashPoint::Before {
            self.core.crash(node);
            return;
        }
        // The life that sends, which need not be the one that made the future.
        self.state.life.set(self.core.life(node));
        let entry = Entry::Fire(Rc::clone(&self.state) as Rc<dyn Fire>, ACT);
        self.core.schedule_derived(EntryKind::InFlight, self.core.now() + timing.request_delay, key, entry);
        if crash == CrashPoint::InFlight {
            self.core.crash(node);
        }
    }
}

impl<A: 'static, F: FnOnce() -> A + 'static> Future for Call<A, F> {
    type Output = A;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<A> {
        if !self.is_sent {
            self.is_sent = true;
            self.send();
        }
        if self.state.has_arrived.get()
            && let Some(answer) = self.state.answer.take()
        {
            return Poll::Ready(answer);
        }
        self.state.waker.set(Some(cx.waker().clone()));
        Poll::Pending
    }
}

impl<A: 'static, F: FnOnce() -> A + 'static> State<A, F> {
    fn act(self: &Rc<Self>, core: &Rc<Core>) {
        let Some(act) = self.act.take() else { return };
        let answer = act();
        // Without its caller a call still acts, but nobody waits for the answer.
        if !core.is_alive(self.node, self.life.get()) {
            return;
        }
        if self.timing.crash == CrashPoint::After && self.node != NodeId::WORLD {
            core.crash(self.node);
        } else if let Some(delay) = self.timing.answer_delay {
            self.answer.set(Some(answer));
            let entry = Entry::Fire(Rc::clone(self) as Rc<dyn Fire>, ANSWER);
            core.schedule_derived(EntryKind::InFlight, core.now() + delay, self.key, entry);
        }
    }

    fn arrive(&self, core: &Core) {
        if !core.is_alive(self.node, self.life.get()) {
            // Dropped here, and not together with a future that somebody may still hold.
            self.answer.take();
            return;
        }
        self.has_arrived.set(true);
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

impl<A: 'static, F: FnOnce() -> A + 'static> Fire for State<A, F> {
    fn fire(self: Rc<Self>, core: &Rc<Core>, token: u32) {
        match token {
            ACT => self.act(core),
            _ => self.arrive(core),
        }
    }
}
