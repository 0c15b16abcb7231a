//! The armed faults of one run: which of them fire at a moment of it.
//!
//! Each port call asks here what happens to it, and records every fault that fires. A fault that never fires makes the
//! run a miss.

use std::cell::Cell;
use std::sync::Arc;

use super::fault_site::{ArmedFault, FaultSite, WriteEffect, admits};
use crate::history::FaultId;
use crate::model::{Call, CallEffect, DeliveryEffect, Moment};
use crate::names::{AddressId, Lane, ReplicaId, RequestId, Work};

#[derive(Debug)]
pub struct ArmedFaults {
    faults: Arc<[ArmedFault]>,
    /// How often each fault has fired.
    fired: Vec<Cell<u32>>,
}

/// A fault that fires now, and what it does.
pub struct Fired<T> {
    pub fault: FaultId,
    pub effect: T,
}

impl ArmedFaults {
    /// The faults of a scenario at the start of a run: none has fired.
    pub fn new(faults: &Arc<[ArmedFault]>) -> Self {
        Self { faults: Arc::clone(faults), fired: vec![Cell::new(0); faults.len()] }
    }

    /// The name that a mis-addressed copy of a signal carries, if a fault gives one. Fires nothing.
    pub fn wrong_name(&self, of: RequestId) -> Option<&str> {
        self.faults.iter().find_map(|fault| {
            let FaultSite::Delivery { of: signal, effect: DeliveryEffect::Misaddress(name), .. } =
                &fault.site
            else {
                return None;
            };
            (*signal == of).then_some(name.as_str())
        })
    }

    /// Fires what is armed for the delivery of a signal to a replica.
    pub fn delivery(
        &self,
        of: RequestId,
        lane: Lane,
        to: ReplicaId,
    ) -> impl Iterator<Item = Fired<&DeliveryEffect>> {
        self.fire(move |site| {
            let FaultSite::Delivery { of: signal, to: receiver, lane: on, effect } = site else {
                return None;
            };
            (*signal == of && admits(*on, lane) && admits(*receiver, to)).then_some(effect)
        })
    }

    /// Fires what is armed for publishing a signal: it fails.
    pub fn publish(&self, of: RequestId, lane: Lane) -> impl Iterator<Item = Fired<()>> {
        self.fire(move |site| {
            let FaultSite::Publish { of: signal, lane: on } = site else { return None };
            (*signal == of && admits(*on, lane)).then_some(())
        })
    }

    /// Fires what is armed for the begin or the end of a subscription: the bus refuses it.
    pub fn subscription(&self, on: ReplicaId, lane: Lane, ending: bool) -> impl Iterator<Item = Fired<()>> {
        self.fire(move |site| {
            let FaultSite::Subscription { on: replica, lane: of, ending: end } = site else { return None };
            ((*replica, *of, *end) == (on, lane, ending)).then_some(())
        })
    }

    /// Fires what is armed for a read of one row.
    pub fn read(
        &self,
        on: ReplicaId,
        address: AddressId,
        work: Work,
    ) -> impl Iterator<Item = Fired<CallEffect>> {
        self.fire(move |site| {
            let FaultSite::Read(read) = site else { return None };
            read.effect_on(on, address, work)
        })
    }

    /// Fires what is armed for a listing.
    pub fn list(&self, on: ReplicaId, lane: Lane) -> impl Iterator<Item = Fired<CallEffect>> {
        self.fire(move |site| {
            let FaultSite::List { on: reader, lane: of, effect } = site else { return None };
            (*reader == on && admits(*of, lane)).then_some(*effect)
        })
    }

    /// Fires what is armed for a transaction.
    pub fn write(&self, of: RequestId) -> impl Iterator<Item = Fired<WriteEffect>> {
        self.fire(move |site| {
            let FaultSite::Write { of: write, effect } = site else { return None };
            (*write == of).then_some(*effect)
        })
    }

    /// Fires what is armed for a build.
    pub fn build(
        &self,
        on: ReplicaId,
        address: AddressId,
        work: Work,
    ) -> impl Iterator<Item = Fired<CallEffect>> {
        self.fire(move |site| {
            let FaultSite::Build(build) = site else { return None };
            build.effect_on(on, address, work)
        })
    }

    /// Fires the crash that is armed for a port call of a replica.
    pub fn crash(&self, on: ReplicaId, call: Call, work: Work) -> Option<Fired<Moment>> {
        // One call crashes its replica once. The iterator is lazy, so a second crash that is armed here does not fire now.
        self.fire(move |site| {
            let FaultSite::Crash { on: replica, moment, call: at, of } = site else { return None };
            (*replica == on && *at == call && admits(*of, work.request())).then_some(*moment)
        })
        .next()
    }

    /// Whether a build that only a reload asks for would fail now, because of a fault that can still fire.
    pub fn would_fail_build(&self, on: ReplicaId, address: AddressId) -> bool {
        let mut counted = self.faults.iter().zip(&self.fired);
        counted.any(|(fault, fired)| can_fire(fault, fired) && fault.fails_any_build(on, address))
    }

    /// Fires, in the order of the file, each fault that can still fire and whose site `effect` recognises.
    fn fire<'a, T: 'a>(
        &'a self,
        effect: impl Fn(&'a FaultSite) -> Option<T> + 'a,
    ) -> impl Iterator<Item = Fired<T>> + 'a {
        self.faults.iter().zip(&self.fired).enumerate().filter_map(move |(index, (fault, fired))| {
            if !can_fire(fault, fired) {
                return None;
            }
            let effect = effect(&fault.site)?;
            fired.set(fired.get().saturating_add(1));
            let fault = FaultId(u16::try_from(index).expect("the parser bounds the number of faults"));
            Some(Fired { fault, effect })
        })
    }
}

fn can_fire(fault: &ArmedFault, fired: &Cell<u32>) -> bool {
    fault.times.is_none_or(|times| fired.get() < times)
}
