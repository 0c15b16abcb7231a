//! A port call: the moment it acts, the moment its answer arrives, and where its node may crash.
//!
//! A call is two agenda entries and one allocation. Left out: what it does and whether that fails; that is
//! the act's own affair. Invariant: an act that was sent happens exactly once, whatever becomes of its
//! sender.

use std::{
    cell::Cell,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use super::core::{Core, Entry, Fire};
use crate::{
    agenda::Kind,
    key::{Key, Life, NodeId},
    micros::Micros,
};

/// When a call acts and when its answer arrives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moments {
    /// From the sending to the act.
    pub there: Micros,
    /// From the act to the arrival of the answer; `None` when the answer is lost.
    pub back: Option<Micros>,
    /// Where the calling node crashes.
    pub crash: CrashMoment,
}

/// Where in a call the calling node crashes. The world's own node never does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum CrashMoment {
    /// Nowhere.
    #[default]
    None,
    /// Instead of sending: the call never acts.
    Before,
    /// Right after sending: the call acts later.
    InFlight,
    /// Right after the act: the answer never arrives.
    After,
}

const ACT: u32 = 0;
const ANSWER: u32 = 1;

/// The future of a call.
pub(super) struct Call<A, F> {
    core: Rc<Core>,
    sent: bool,
    state: Rc<State<A, F>>,
}

/// What the future and the two entries share.
struct State<A, F> {
    node: NodeId,
    /// The life that sent the call.
    life: Cell<Life>,
    key: Key,
    moments: Moments,
    act: Cell<Option<F>>,
    answer: Cell<Option<A>>,
    has_arrived: Cell<bool>,
    waker: Cell<Option<Waker>>,
}

impl<A: 'static, F: FnOnce() -> A + 'static> Call<A, F> {
    pub(super) fn new(core: &Rc<Core>, node: NodeId, key: Key, moments: Moments, act: F) -> Self {
        let state = Rc::new(State {
            node,
            life: Cell::default(),
            key,
            moments,
            act: Cell::new(Some(act)),
            answer: Cell::new(None),
            has_arrived: Cell::new(false),
            waker: Cell::new(None),
        });
        Self { core: Rc::clone(core), sent: false, state }
    }

    fn send(&self) {
        let State { node, key, moments, .. } = *self.state;
        let crash = if node == NodeId::WORLD { CrashMoment::None } else { moments.crash };
        if self.core.is_doomed(node) {
            return;
        }
        if crash == CrashMoment::Before {
            self.core.crash(node);
            return;
        }
        self.state.life.set(self.core.life(node));
        let entry = Entry::Fire(Rc::clone(&self.state) as Rc<dyn Fire>, ACT);
        self.core.schedule_anyway(Kind::Work, self.core.now() + moments.there, key, entry);
        if crash == CrashMoment::InFlight {
            self.core.crash(node);
        }
    }
}

impl<A: 'static, F: FnOnce() -> A + 'static> Future for Call<A, F> {
    type Output = A;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<A> {
        if !self.sent {
            self.sent = true;
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
        if !core.is_alive(self.node, self.life.get()) {
            return;
        }
        if self.moments.crash == CrashMoment::After && self.node != NodeId::WORLD {
            core.crash(self.node);
        } else if let Some(back) = self.moments.back {
            self.answer.set(Some(answer));
            let entry = Entry::Fire(Rc::clone(self) as Rc<dyn Fire>, ANSWER);
            core.schedule_anyway(Kind::Work, core.now() + back, self.key, entry);
        }
    }

    fn arrive(&self, core: &Core) {
        if !core.is_alive(self.node, self.life.get()) {
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
