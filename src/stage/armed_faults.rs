//! Armed faults: which of them a moment of the run fires.
//!
//! A fault names what it is about (a step's signal, a read of a row, a port call), never a position, so that
//! it fires at the same moment when something unrelated is added or removed. Every fault that fires is
//! recorded; one that never fires is a miss.

use std::cell::Cell;
use std::sync::Arc;

use super::compiled::{CompiledScenario, address_id, replica_id, request_id};
use crate::history::{FaultId, Header};
use crate::model::{Call, CallEffect, DeliveryEffect, Fault, FaultKind, Moment};
use crate::names::{Address, AddressId, Lane, ReplicaId, RequestId, Work};

/// An armed fault with names turned into indices.
#[derive(Clone, Debug)]
pub struct ArmedFault {
    times: Option<u32>,
    site: Site,
}

/// Where a fault fires, and what it does there.
#[derive(Clone, Debug)]
enum Site {
    Delivery { of: RequestId, to: Option<ReplicaId>, lane: Option<Lane>, effect: DeliveryEffect },
    Publish { of: RequestId, lane: Option<Lane> },
    Subscription { on: ReplicaId, lane: Lane, ending: bool },
    Read { address: Option<AddressId>, on: Option<ReplicaId>, of: Option<RequestId>, effect: CallEffect },
    List { on: ReplicaId, lane: Option<Lane>, effect: CallEffect },
    Write { of: RequestId, effect: WriteEffect },
    Build { address: Option<AddressId>, on: Option<ReplicaId>, of: Option<RequestId>, effect: CallEffect },
    Crash { on: ReplicaId, moment: Moment, call: Call, of: Option<RequestId> },
}

/// What happens to a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteEffect {
    /// What can happen to any call.
    Call(CallEffect),
    /// It commits, and its answer gets lost.
    AnswerLost,
    /// The objects that are bound to its row cannot be counted.
    CountError,
}

impl ArmedFault {
    /// The fault of a scenario, whose names the parser has checked.
    pub fn new(fault: &Fault, header: &Header) -> Self {
        let replica = |name: &String| replica_id(header, name);
        let address = |address: &Address| address_id(&header.addresses, address);
        let site = match &fault.kind {
            FaultKind::Delivery { of, to, lane, effect } => {
                let (to, effect) = (to.as_ref().map(replica), effect.clone());
                Site::Delivery { of: request_id(of), to, lane: *lane, effect }
            }
            FaultKind::PublishError { of, lane } => Site::Publish { of: request_id(of), lane: *lane },
            FaultKind::Subscription { on, lane, ending } => {
                Site::Subscription { on: replica(on), lane: *lane, ending: *ending }
            }
            FaultKind::Read { address: name, on, of, effect } => Site::Read {
                address: address(name),
                on: on.as_ref().map(replica),
                of: of.as_deref().map(request_id),
                effect: *effect,
            },
            FaultKind::List { on, lane, effect } => {
                Site::List { on: replica(on), lane: *lane, effect: *effect }
            }
            FaultKind::Write { of, effect } => {
                Site::Write { of: request_id(of), effect: WriteEffect::Call(*effect) }
            }
            FaultKind::AnswerLost { of } => {
                Site::Write { of: request_id(of), effect: WriteEffect::AnswerLost }
            }
            FaultKind::CountError { of } => {
                Site::Write { of: request_id(of), effect: WriteEffect::CountError }
            }
            FaultKind::Build { address: name, on, of, effect } => Site::Build {
                address: address(name),
                on: on.as_ref().map(replica),
                of: of.as_deref().map(request_id),
                effect: *effect,
            },
            FaultKind::Crash { on, moment, call, of } => Site::Crash {
                on: replica(on),
                moment: *moment,
                call: *call,
                of: of.as_deref().map(request_id),
            },
        };
        Self { times: fault.times, site }
    }
}

/// The armed faults of one run.
#[derive(Debug)]
pub struct ArmedFaults {
    compiled: Arc<CompiledScenario>,
    fired: Vec<Cell<u32>>,
}

/// A fault that fires now.
pub struct Fired<T> {
    /// Which.
    pub fault: FaultId,
    /// What it does.
    pub effect: T,
}

impl ArmedFaults {
    /// All faults of a compiled scenario, none of which has fired.
    pub fn new(compiled: &Arc<CompiledScenario>) -> Self {
        Self { compiled: Arc::clone(compiled), fired: vec![Cell::new(0); compiled.armed.len()] }
    }

    /// The name that a mis-addressed copy of a signal is to carry, if one is given.
    pub fn wrong_name(&self, of: RequestId) -> Option<&str> {
        self.compiled.armed.iter().find_map(|fault| match &fault.site {
            Site::Delivery { of: signal, effect: DeliveryEffect::Misaddress(name), .. } if *signal == of => {
                Some(name.as_str())
            }
            _ => None,
        })
    }

    /// Fires what is armed for the delivery of a signal to a replica.
    pub fn delivery(
        &self,
        of: RequestId,
        lane: Lane,
        to: ReplicaId,
    ) -> impl Iterator<Item = Fired<&DeliveryEffect>> {
        self.fire(move |site| match site {
            Site::Delivery { of: signal, to: receiver, lane: on, effect }
                if *signal == of && matches(*on, lane) && matches(*receiver, to) =>
            {
                Some(effect)
            }
            _ => None,
        })
    }

    /// Fires what is armed for publishing a signal: it fails.
    pub fn publish(&self, of: RequestId, lane: Lane) -> impl Iterator<Item = Fired<()>> {
        self.fire(move |site| match site {
            Site::Publish { of: signal, lane: on } if *signal == of && matches(*on, lane) => Some(()),
            _ => None,
        })
    }

    /// Fires what is armed for the begin or the end of a subscription: the bus refuses it.
    pub fn subscription(&self, on: ReplicaId, lane: Lane, ending: bool) -> impl Iterator<Item = Fired<()>> {
        self.fire(move |site| match site {
            Site::Subscription { on: replica, lane: of, ending: end }
                if (*replica, *of, *end) == (on, lane, ending) =>
            {
                Some(())
            }
            _ => None,
        })
    }

    /// Fires what is armed for a read of one row.
    pub fn read(
        &self,
        on: ReplicaId,
        address: AddressId,
        work: Work,
    ) -> impl Iterator<Item = Fired<CallEffect>> {
        self.fire(move |site| match site {
            Site::Read { address: row, on: reader, of, effect }
                if *row == Some(address) && matches(*reader, on) && matches(*of, work.request()) =>
            {
                Some(*effect)
            }
            _ => None,
        })
    }

    /// Fires what is armed for a listing.
    pub fn list(&self, on: ReplicaId, lane: Lane) -> impl Iterator<Item = Fired<CallEffect>> {
        self.fire(move |site| match site {
            Site::List { on: reader, lane: of, effect } if *reader == on && matches(*of, lane) => {
                Some(*effect)
            }
            _ => None,
        })
    }

    /// Fires what is armed for a transaction.
    pub fn write(&self, of: RequestId) -> impl Iterator<Item = Fired<WriteEffect>> {
        self.fire(move |site| match site {
            Site::Write { of: write, effect } if *write == of => Some(*effect),
            _ => None,
        })
    }

    /// Fires what is armed for a build.
    pub fn build(
        &self,
        on: ReplicaId,
        address: AddressId,
        work: Work,
    ) -> impl Iterator<Item = Fired<CallEffect>> {
        self.fire(move |site| match site {
            Site::Build { address: name, on: builder, of, effect }
                if *name == Some(address) && matches(*builder, on) && matches(*of, work.request()) =>
            {
                Some(*effect)
            }
            _ => None,
        })
    }

    /// Fires the crash that is armed for a port call of a replica.
    pub fn crash(&self, on: ReplicaId, call: Call, work: Work) -> Option<Fired<Moment>> {
        self.fire(move |site| match site {
            Site::Crash { on: replica, moment, call: at, of }
                if *replica == on && *at == call && matches(*of, work.request()) =>
            {
                Some(*moment)
            }
            _ => None,
        })
        .next()
    }

    /// Whether a build that nothing but a reload asks for would fail now, for a fault that is still armed.
    pub fn would_fail_build(&self, on: ReplicaId, address: AddressId) -> bool {
        self.compiled.armed.iter().zip(&self.fired).any(|(fault, fired)| {
            let left = fault.times.is_none_or(|times| fired.get() < times);
            let Site::Build { address: name, on: builder, of: None, effect: CallEffect::Error } = &fault.site
            else {
                return false;
            };
            left && *name == Some(address) && matches(*builder, on)
        })
    }

    fn fire<'a, T: 'a>(
        &'a self,
        effect: impl Fn(&'a Site) -> Option<T> + 'a,
    ) -> impl Iterator<Item = Fired<T>> + 'a {
        self.compiled.armed.iter().zip(&self.fired).enumerate().filter_map(move |(index, (fault, fired))| {
            if fault.times.is_some_and(|times| fired.get() >= times) {
                return None;
            }
            let effect = effect(&fault.site)?;
            fired.set(fired.get().saturating_add(1));
            let fault = FaultId(u16::try_from(index).expect("the parser bounds the number of faults"));
            Some(Fired { fault, effect })
        })
    }
}

/// Whether a fault that may be for anyone is for this one.
fn matches<T: PartialEq + Copy>(only: Option<T>, this: T) -> bool {
    only.is_none_or(|only| only == this)
}
