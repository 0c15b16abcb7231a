//! What all parts of one world share: the clock, the agenda and how the run ended.
//!
//! Invariant: no user's code (an act, a hook, a drop) runs while anything here is borrowed, so that such
//! code may call the world in any way.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
    sync::Arc,
    task::Waker,
};

use madsim::time::TimeHandle;

use super::{
    executor::{Ready, Tasks},
    nodes::{CrashHook, Nodes},
    quiet::Waiter,
};
use crate::{
    agenda::{Agenda, DuplicateKey, EntryId, Kind},
    end::End,
    heartbeat::Heartbeat,
    key::{Key, NodeId},
    micros::Micros,
};

/// What an agenda entry does when it fires.
pub(crate) enum Entry {
    /// Wakes the task of a sleep.
    Wake(Waker),
    /// Calls back something that has several entries: the token tells which one this is.
    Fire(Rc<dyn Fire>, u32),
    /// Runs what a user scheduled.
    Run(Box<dyn FnOnce()>),
}

/// Something whose entries the world fires.
pub(crate) trait Fire {
    fn fire(self: Rc<Self>, core: &Rc<Core>, token: u32);
}

/// One seed's world, without its trace.
pub(crate) struct Core {
    pub(crate) seed: u64,
    now: Cell<Micros>,
    clock: TimeHandle,
    agenda: RefCell<Agenda<Entry>>,
    pub(super) tasks: RefCell<Tasks>,
    pub(super) ready: Arc<Ready>,
    pub(super) nodes: RefCell<Nodes>,
    pub(super) crash_hooks: RefCell<Vec<CrashHook>>,
    /// The node whose task is being polled.
    pub(super) polling: Cell<Option<NodeId>>,
    /// That node crashes as soon as the poll returns.
    pub(super) doomed: Cell<bool>,
    pub(super) waiters: RefCell<Vec<Rc<Waiter>>>,
    pub(super) heartbeat: Option<Arc<Heartbeat>>,
    ended: RefCell<Option<End>>,
    closed: Cell<bool>,
}

impl Core {
    pub(super) fn new(seed: u64, heartbeat: Option<Arc<Heartbeat>>) -> Rc<Self> {
        Rc::new(Self {
            seed,
            now: Cell::new(Micros::ZERO),
            clock: TimeHandle::current(),
            agenda: RefCell::default(),
            tasks: RefCell::default(),
            ready: Arc::default(),
            nodes: RefCell::default(),
            crash_hooks: RefCell::default(),
            polling: Cell::new(None),
            doomed: Cell::new(false),
            waiters: RefCell::default(),
            heartbeat,
            ended: RefCell::new(None),
            closed: Cell::new(false),
        })
    }

    pub(crate) fn now(&self) -> Micros {
        self.now.get()
    }

    /// Adds an entry; one of the past falls due now. Once the run is over it is dropped.
    pub(crate) fn schedule(
        &self,
        kind: Kind,
        due: Micros,
        key: Key,
        entry: Entry,
    ) -> Result<EntryId, DuplicateKey> {
        if self.closed.get() {
            return Ok(EntryId::GONE);
        }
        self.agenda.borrow_mut().insert(kind, due.max(self.now()), key, entry)
    }

    /// Adds an entry on behalf of a task or an act. Code that does the very same thing twice at one instant,
    /// such as publishing one signal twice, gets both done, the second one under a key made from the first.
    pub(crate) fn schedule_anyway(&self, kind: Kind, due: Micros, key: Key, entry: Entry) -> EntryId {
        if self.closed.get() {
            return EntryId::GONE;
        }
        self.agenda.borrow_mut().insert_anyway(kind, due.max(self.now()), key, entry)
    }

    pub(crate) fn cancel(&self, id: EntryId) -> bool {
        let entry = self.agenda.borrow_mut().remove(id);
        entry.is_some()
    }

    /// Lets a pending sleep wake this waker instead of an earlier one.
    pub(super) fn rewake(&self, id: EntryId, waker: &Waker) {
        let mut agenda = self.agenda.borrow_mut();
        if let Some(Entry::Wake(present)) = agenda.get_mut(id) {
            present.clone_from(waker);
        }
    }

    pub(super) fn pending(&self, kind: Kind) -> usize {
        self.agenda.borrow().count(kind)
    }

    pub(super) fn next_entry(&self) -> Option<(Micros, Key, Entry)> {
        self.agenda.borrow_mut().pop_first()
    }

    /// Moves the clock, madsim's too. Timers of madsim's own that fall due wake their tasks.
    pub(super) fn advance(&self, to: Micros) -> bool {
        let span = to - self.now();
        if span == Micros::ZERO {
            return false;
        }
        self.now.set(to);
        self.clock.advance(span.into());
        true
    }

    /// Ends the run, unless something has ended it already.
    pub(crate) fn end(&self, end: End) {
        self.ended.borrow_mut().get_or_insert(end);
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended.borrow().is_some()
    }

    pub(super) fn take_end(&self) -> Option<End> {
        self.ended.borrow_mut().take()
    }

    /// Runs a user's code; its panic ends the run.
    pub(super) fn guard<R>(&self, node: NodeId, key: Key, code: impl FnOnce() -> R) -> Option<R> {
        match catch_unwind(AssertUnwindSafe(code)) {
            Ok(result) => Some(result),
            Err(payload) => {
                self.end(End::Panicked { node, key, at: self.now(), message: message(payload.as_ref()) });
                None
            }
        }
    }

    /// Drops all that was left to do: tasks and entries hold the world, which would never be freed. What
    /// their drops schedule or spawn is dropped at once.
    pub(super) fn close(&self) {
        self.closed.set(true);
        self.ready.clear();
        let tasks = self.tasks.take();
        tasks.into_dead().for_each(|task| self.drop_task(task));
        let entries = self.agenda.take();
        self.guard(NodeId::WORLD, Key::default(), || drop(entries));
        let hooks = self.crash_hooks.take();
        self.guard(NodeId::WORLD, Key::default(), || drop(hooks));
        self.waiters.take();
        self.ready.clear();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.get()
    }
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without text").to_owned()
}
