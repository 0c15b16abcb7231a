//! The chance faults: what goes wrong by chance, from the end of the opening boot until all faults end.
//!
//! | what | chance | keyed by |
//! |---|---|---|
//! | a delivery is dropped, duplicated, corrupted, mis-addressed | `bus` | signal, receiver, copy |
//! | publishing fails | `bus.publish-error` | the write whose signal it is |
//! | a read, a listing or a transaction fails; an answer is lost | `store` | replica, work, address, attempt |
//! | a build fails | `upstream.build-error` | replica, work, address, attempt |
//! | a replica crashes at a port call | `workload.crash-at-call` | the call |
//!
//! This file says with which chances the simulator draws; it draws only crashes itself. Outside of the time in which
//! chance faults are active every chance is 0, while latencies are drawn as ever.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use reconverge_sim::{CallRates, CrashPoint, DeliveryRates, Key, Latency, Micros, Stream};

use super::keys;
use crate::model::{Scenario, Span};
use crate::names::ReplicaId;

#[derive(Debug)]
pub struct ChanceFaults {
    scenario: Arc<Scenario>,
    seed: u64,
    are_active: Cell<bool>,
    /// For each replica that a chance is about to crash, the call at which it crashes.
    crash_calls: RefCell<BTreeMap<ReplicaId, Key>>,
}

/// A range of durations as the simulator draws from it.
pub fn latency(span: Span) -> Latency {
    Latency { lo: Micros::from(span.min), hi: Micros::from(span.max) }
}

impl ChanceFaults {
    /// The chance faults of a run, not yet active.
    pub fn new(scenario: &Arc<Scenario>, seed: u64) -> Self {
        let (are_active, crash_calls) = (Cell::new(false), RefCell::default());
        Self { scenario: Arc::clone(scenario), seed, are_active, crash_calls }
    }

    pub fn activate(&self) {
        self.are_active.set(true);
    }

    pub fn deactivate(&self) {
        self.are_active.set(false);
    }

    pub fn write_rates(&self) -> CallRates {
        let store = &self.scenario.store;
        let lost_answer = self.chance(store.lose_answer);
        CallRates { lost_answer, ..self.call_rates(store.latency, store.write_error) }
    }

    /// Of a read or a listing.
    pub fn read_rates(&self) -> CallRates {
        let store = &self.scenario.store;
        self.call_rates(store.latency, store.read_error)
    }

    pub fn publish_rates(&self) -> CallRates {
        let bus = &self.scenario.bus;
        self.call_rates(bus.latency, bus.publish_error)
    }

    pub fn subscribe_rates(&self) -> CallRates {
        self.call_rates(self.scenario.bus.latency, 0.0)
    }

    pub fn build_rates(&self) -> CallRates {
        let upstream = &self.scenario.upstream;
        self.call_rates(upstream.latency, upstream.build_error)
    }

    pub fn close_rates(&self) -> CallRates {
        self.call_rates(self.scenario.upstream.latency, 0.0)
    }

    pub fn delivery_rates(&self) -> DeliveryRates {
        let bus = &self.scenario.bus;
        DeliveryRates {
            drop: self.chance(bus.drop),
            duplicate: self.chance(bus.duplicate),
            corrupt: self.chance(bus.corrupt),
            misaddress: self.chance(bus.misaddress),
            delay: latency(bus.delay),
        }
    }

    /// Draws whether the replica crashes at the call of this key, and at which moment of it.
    pub fn draw_crash(&self, call: Key, replica: ReplicaId) -> CrashPoint {
        let chance = self.scenario.workload.as_ref().map_or(0.0, |workload| workload.crash_at_call);
        let chance = self.chance(chance);
        // Every port call comes through here, and few scenarios crash replicas by chance: no stream is made for others.
        if chance <= 0.0 {
            return CrashPoint::None;
        }
        let mut stream = Stream::new(self.seed, keys::crash_at(call));
        if !stream.chance(chance) {
            return CrashPoint::None;
        }
        // The crash happens later, inside of the call. What then schedules the reboot needs the key of the call.
        self.crash_calls.borrow_mut().insert(replica, call);
        match stream.below(3) {
            0 => CrashPoint::Before,
            1 => CrashPoint::InFlight,
            _ => CrashPoint::After,
        }
    }

    /// The call at which a chance crashed this replica, if one did. Returns it once.
    pub fn take_crash_call(&self, replica: ReplicaId) -> Option<Key> {
        self.crash_calls.borrow_mut().remove(&replica)
    }

    /// Draws how long a replica is down after a chance crashed it at this call.
    pub fn draw_downtime(&self, call: Key, down: Span) -> Micros {
        // Another stream than that of the crash itself: a change of the one must not change the other.
        let mut stream = Stream::new(self.seed, Key { nth: u32::MAX, ..keys::crash_at(call) });
        latency(down).draw(&mut stream)
    }

    fn call_rates(&self, span: Span, error: f64) -> CallRates {
        let latency = latency(span);
        CallRates {
            request_delay: latency,
            answer_delay: latency,
            error: self.chance(error),
            lost_answer: 0.0,
        }
    }

    fn chance(&self, chance: f64) -> f64 {
        if self.are_active.get() { chance } else { 0.0 }
    }
}
