//! How the copies of a message travel: sent at the publish, delivered or lost when they fall due.
//!
//! Invariant: the observer is called while nothing here is borrowed, so it may call the bus in any way.

use std::{cell::RefCell, rc::Rc};

use super::{
    config::{BusConfig, Order},
    event::{BusEvent, Loss},
    fate::CopyFate,
    message::Message,
    state::{BusState, InFlight},
};
use crate::{
    agenda::EntryKind,
    key::Key,
    stream::Stream,
    world::{Core, Entry, Fire},
};

/// What the handles, the inboxes and the agenda entries of one bus share.
pub(super) struct Transport<M> {
    pub(super) core: Rc<Core>,
    pub(super) config: BusConfig,
    pub(super) state: RefCell<BusState<M>>,
    pub(super) observer: Box<dyn Fn(BusEvent)>,
}

impl<M: Message> Transport<M> {
    /// Sends one copy on its way.
    pub(super) fn send(self: &Rc<Self>, copy: InFlight, message: &M, fate: CopyFate) {
        let InFlight { signal, to, copy: nth, .. } = copy;
        (self.observer)(BusEvent::Sent { signal, to, copy: nth });
        // A cut loses a copy at its publish and, if it begins later, at its arrival.
        if self.state.borrow().is_cut(to) {
            return (self.observer)(BusEvent::Lost { signal, to, copy: nth, why: Loss::Cut });
        }
        let key = signal.caused(to, nth.into());
        let message = self.damaged(message, key, fate);
        let mut due = self.core.now() + fate.delay;
        let mut state = self.state.borrow_mut();
        if self.config.order == Order::Fifo {
            due = state.fifo_due(to, due);
        }
        let token = state.add_in_flight(copy, message);
        drop(state);
        let entry = Entry::Fire(Rc::clone(self) as Rc<dyn Fire>, token);
        self.core.schedule_derived(EntryKind::InFlight, due, key, entry);
    }

    /// The message as it arrives.
    fn damaged(&self, message: &M, key: Key, fate: CopyFate) -> M {
        if !fate.corrupt && !fate.misaddress {
            return message.clone();
        }
        // The damage has a stream of its own, so that it does not depend on how many numbers the fate was drawn from.
        let mut stream = Stream::new(self.core.seed, Key { nth: !key.nth, ..key });
        let message = if fate.corrupt { message.corrupted(&mut stream) } else { message.clone() };
        if fate.misaddress { message.misaddressed(&mut stream) } else { message }
    }
}

impl<M: Message> Fire for Transport<M> {
    /// Delivers a copy that falls due, or loses it.
    fn fire(self: Rc<Self>, core: &Rc<Core>, token: u32) {
        let arriving = self.state.borrow_mut().take_in_flight(token);
        let Some((in_flight, message)) = arriving else { return };
        let InFlight { signal, to, copy, damage, life, .. } = in_flight;
        let outcome = if core.is_alive(to, life) {
            self.state.borrow_mut().deliver(&in_flight, message, self.config.capacity)
        } else {
            Err(Loss::Down)
        };
        (self.observer)(match outcome {
            Ok(()) => BusEvent::Arrived { signal, to, copy, damage },
            Err(why) => BusEvent::Lost { signal, to, copy, why },
        });
    }
}
