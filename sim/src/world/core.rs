//! What all parts of one world share: the clock, the agenda and how the run ended.
//!
//! Invariant: no code of a user (an act, a hook, a drop) runs while anything here is borrowed, so that such code may
//! call the world in any way.

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
    nodes::{CrashHook, Nodes},
    tasks::{ReadyQueue, Task, Tasks},
    waiter::Waiter,
};
use crate::{
    agenda::{Agenda, DuplicateKey, EntryId, EntryKind},
    end::End,
    heartbeat::Heartbeat,
    key::{Key, NodeId},
    micros::Micros,
};

/// What an agenda entry does when it fires.
pub(crate) enum Entry {
    /// Wakes the task of a sleep.
    Wake(Waker),
    /// Calls a target that can have several entries. The token tells it which one this is.
    Fire(Rc<dyn Fire>, u32),
    /// Runs what a user scheduled.
    Run(Box<dyn FnOnce()>),
}

/// A target of agenda entries.
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
    pub(super) ready: Arc<ReadyQueue>,
    pub(super) nodes: RefCell<Nodes>,
    pub(super) crash_hooks: RefCell<Vec<CrashHook>>,
    /// The node whose task is being polled.
    pub(super) polling: Cell<Option<NodeId>>,
    /// Whether that node crashes as soon as the poll returns.
    pub(super) crash_pending: Cell<bool>,
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
            crash_pending: Cell::new(false),
            waiters: RefCell::default(),
            heartbeat,
            ended: RefCell::new(None),
            closed: Cell::new(false),
        })
    }

    pub(crate) fn now(&self) -> Micros {
        self.now.get()
    }

    /// Adds an entry. One that is due in the past falls due now. Once the run is over, the entry is dropped.
    pub(crate) fn schedule(
        &self,
        kind: EntryKind,
        due: Micros,
        key: Key,
        entry: Entry,
    ) -> Result<EntryId, DuplicateKey> {
        if self.closed.get() {
            return Ok(EntryId::NONE);
        }
        self.agenda.borrow_mut().insert(kind, due.max(self.now()), key, entry)
    }

    /// Adds an entry on behalf of a task or an act. Such code may do the very same thing twice at one instant, such
    /// as publish one signal twice. Then both happen, the second under a key that is derived from the first.
    pub(crate) fn schedule_derived(&self, kind: EntryKind, due: Micros, key: Key, entry: Entry) -> EntryId {
        if self.closed.get() {
            return EntryId::NONE;
        }
        self.agenda.borrow_mut().insert_derived(kind, due.max(self.now()), key, entry)
    }

    pub(crate) fn cancel(&self, id: EntryId) -> bool {
        // Dropped after the borrow: the entry may hold code of a user.
        let entry = self.agenda.borrow_mut().remove(id);
        entry.is_some()
    }

    /// Lets a sleep that is pending wake this waker instead of the one before.
    pub(super) fn rewake(&self, id: EntryId, waker: &Waker) {
        let mut agenda = self.agenda.borrow_mut();
        if let Some(Entry::Wake(present)) = agenda.get_mut(id) {
            present.clone_from(waker);
        }
    }

    pub(super) fn pending(&self, kind: EntryKind) -> usize {
        self.agenda.borrow().count(kind)
    }

    pub(super) fn next_entry(&self) -> Option<(Micros, Key, Entry)> {
        self.agenda.borrow_mut().pop_first()
    }

    /// Moves the clock, and madsim's with it, whose own timers may wake tasks. Returns whether time has passed.
    pub(super) fn advance(&self, to: Micros) -> bool {
        let span = to - self.now();
        if span == Micros::ZERO {
            return false;
        }
        self.now.set(to);
        // Code that asks madsim for the time must see the world's.
        self.clock.advance(span.into());
        true
    }

    /// Ends the run, unless it has ended already: the first end counts.
    pub(crate) fn end(&self, end: End) {
        self.ended.borrow_mut().get_or_insert(end);
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended.borrow().is_some()
    }

    pub(super) fn take_end(&self) -> Option<End> {
        self.ended.borrow_mut().take()
    }

    /// Runs code of a user. If it panics, the run ends, and the result is `None`.
    pub(super) fn guard<R>(&self, node: NodeId, key: Key, code: impl FnOnce() -> R) -> Option<R> {
        // What the code left half done is dropped or reset before the next run, so nothing can observe it.
        match catch_unwind(AssertUnwindSafe(code)) {
            Ok(result) => Some(result),
            Err(payload) => {
                self.end(End::Panicked { node, key, at: self.now(), message: message(payload.as_ref()) });
                None
            }
        }
    }

    /// Drops a task. Its drop is code of a user.
    pub(super) fn drop_task(&self, task: Task) {
        self.guard(task.node, task.handle.key, || drop(task.future));
    }

    /// Drops everything that is left. Tasks and entries hold the world, so without this it would never be freed. What
    /// their drops schedule or spawn is dropped at once.
    pub(super) fn close(&self) {
        // First of all, so that nothing that is dropped below can add anything.
        self.closed.set(true);
        self.ready.clear();
        let tasks = self.tasks.take();
        tasks.into_ordered().for_each(|task| self.drop_task(task));
        let entries = self.agenda.take();
        self.guard(NodeId::WORLD, Key::default(), || drop(entries));
        let hooks = self.crash_hooks.take();
        self.guard(NodeId::WORLD, Key::default(), || drop(hooks));
        self.waiters.take();
        // The drops may have woken tasks, whose handles would keep the queue alive in a circle.
        self.ready.clear();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.get()
    }

    /// Tells the watchdog for which node the world works now.
    pub(super) fn record_heartbeat(&self, node: NodeId) {
        if let Some(heartbeat) = &self.heartbeat {
            heartbeat.record(node, self.now());
        }
    }
}

/// The text of a panic.
fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without text").to_owned()
}
