//! The chance faults: what goes wrong by chance, from the end of the opening boot until everything heals.
//!
//! | what | chance | drawn for |
//! |---|---|---|
//! | a delivery is dropped, doubled, corrupted, mis-addressed | `bus` | signal, receiver, copy |
//! | publishing fails | `bus.publish-error` | the write whose signal it is |
//! | a read or listing, a transaction fails; an answer is lost | `store` | replica, work, address, attempt |
//! | a build fails | `upstream.build-error` | replica, work, address, attempt |
//! | a replica crashes at a port call | `workload.crash-at-call` | the call |
//!
//! A choice is drawn whether or not it is needed, so that a chance that is changed changes no other choice.

use std::cell::Cell;
use std::collections::BTreeMap;

use reconverge_sim::{CallRates, CrashPoint, DeliveryRates, Key, Latency, Micros, Stream};

use super::environment::Environment;
use super::keys;
use crate::model::Span;
use crate::names::ReplicaId;

/// Whether chances act, and which crashes they have caused.
#[derive(Debug, Default)]
pub struct ChanceFaults {
    is_bad: Cell<bool>,
    /// For each replica that a chance is about to crash, the call at which it does.
    crashing: std::cell::RefCell<BTreeMap<ReplicaId, Key>>,
}

impl ChanceFaults {
    /// From now on chances act.
    pub fn begin(&self) {
        self.is_bad.set(true);
    }

    /// From now on nothing goes wrong by chance.
    pub fn heal(&self) {
        self.is_bad.set(false);
    }

    /// The call at which a chance crashed this replica, if one did; told once.
    pub fn crashed_at(&self, replica: ReplicaId) -> Option<Key> {
        self.crashing.borrow_mut().remove(&replica)
    }

    fn chance(&self, chance: f64) -> f64 {
        if self.is_bad.get() { chance } else { 0.0 }
    }
}

/// A range of durations as the simulator draws from it.
pub fn range(span: Span) -> Latency {
    Latency { lo: Micros::from(span.min), hi: Micros::from(span.max) }
}

impl Environment {
    /// What becomes of a transaction.
    pub fn write_rates(&self) -> CallRates {
        let store = &self.compiled.scenario.store;
        let lost_answer = self.chance_faults.chance(store.lose_answer);
        CallRates { lost_answer, ..self.calls(store.latency, store.write_error) }
    }

    /// What becomes of a read or a listing.
    pub fn read_rates(&self) -> CallRates {
        let store = &self.compiled.scenario.store;
        self.calls(store.latency, store.read_error)
    }

    /// What becomes of publishing a signal.
    pub fn publish_rates(&self) -> CallRates {
        let bus = &self.compiled.scenario.bus;
        self.calls(bus.latency, bus.publish_error)
    }

    /// What becomes of subscribing.
    pub fn subscribe_rates(&self) -> CallRates {
        self.calls(self.compiled.scenario.bus.latency, 0.0)
    }

    /// What becomes of a build.
    pub fn build_rates(&self) -> CallRates {
        let upstream = &self.compiled.scenario.upstream;
        self.calls(upstream.latency, upstream.build_error)
    }

    /// What becomes of closing an instance.
    pub fn close_rates(&self) -> CallRates {
        self.calls(self.compiled.scenario.upstream.latency, 0.0)
    }

    /// What becomes of a delivery.
    pub fn delivery_rates(&self) -> DeliveryRates {
        let bus = &self.compiled.scenario.bus;
        let chance = |chance| self.chance_faults.chance(chance);
        DeliveryRates {
            drop: chance(bus.drop),
            duplicate: chance(bus.duplicate),
            corrupt: chance(bus.corrupt),
            misaddress: chance(bus.misaddress),
            delay: range(bus.delay),
        }
    }

    /// Whether a chance crashes the replica at the call of this key, and at which moment.
    pub fn crash_at(&self, call: Key, replica: ReplicaId) -> CrashPoint {
        let chance = self.compiled.scenario.workload.as_ref().map_or(0.0, |workload| workload.crash_at_call);
        let chance = self.chance_faults.chance(chance);
        if chance <= 0.0 {
            return CrashPoint::None;
        }
        let mut stream = Stream::new(self.world.seed(), keys::crash(call));
        if !stream.chance(chance) {
            return CrashPoint::None;
        }
        self.chance_faults.crashing.borrow_mut().insert(replica, call);
        match stream.below(3) {
            0 => CrashPoint::Before,
            1 => CrashPoint::InFlight,
            _ => CrashPoint::After,
        }
    }

    /// How long a replica is down that a chance crashed at this call.
    pub fn down_after(&self, call: Key, down: Span) -> Micros {
        let mut stream = Stream::new(self.world.seed(), Key { nth: u32::MAX, ..keys::crash(call) });
        range(down).draw(&mut stream)
    }

    fn calls(&self, latency: Span, error: f64) -> CallRates {
        let way = range(latency);
        CallRates {
            request_delay: way,
            answer_delay: way,
            error: self.chance_faults.chance(error),
            lost_answer: 0.0,
        }
    }
}
