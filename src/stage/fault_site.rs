//! The site of an armed fault: at which moment of a run it fires, with names turned into indices.
//!
//! A site says what the fault is about (the signal of a step, a read of a row, a port call of a replica), never at
//! which position of the run it fires. So it fires at the same moment when something unrelated is added or removed.

use super::ids::{address_id, replica_id, request_id};
use crate::history::Header;
use crate::model::{Call, CallEffect, DeliveryEffect, Fault, FaultKind, Moment};
use crate::names::{Address, AddressId, Lane, ReplicaId, RequestId, Work};

#[derive(Clone, Debug)]
pub struct ArmedFault {
    /// How often it fires at most; `None` for every time.
    pub times: Option<u32>,
    pub site: FaultSite,
}

/// Where a fault fires, and what it does there. A field that is `None` admits anything.
#[derive(Clone, Debug)]
pub enum FaultSite {
    Delivery { of: RequestId, to: Option<ReplicaId>, lane: Option<Lane>, effect: DeliveryEffect },
    Publish { of: RequestId, lane: Option<Lane> },
    Subscription { on: ReplicaId, lane: Lane, ending: bool },
    Read(RowCall),
    List { on: ReplicaId, lane: Option<Lane>, effect: CallEffect },
    Write { of: RequestId, effect: WriteEffect },
    Build(RowCall),
    Crash { on: ReplicaId, moment: Moment, call: Call, of: Option<RequestId> },
}

/// A port call that is about one address: a read of a row, or a build of an instance.
#[derive(Clone, Debug)]
pub struct RowCall {
    /// `None` for an address that is not in the header, which no call of a run is about.
    address: Option<AddressId>,
    on: Option<ReplicaId>,
    of: Option<RequestId>,
    effect: CallEffect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteEffect {
    /// What can happen to any call.
    Call(CallEffect),
    /// The transaction commits, and its answer gets lost.
    AnswerLost,
    /// The objects that are bound to the row cannot be counted.
    CountError,
}

impl ArmedFault {
    /// The fault of a scenario. Its names are known to exist, because the parser has checked them.
    pub fn new(fault: &Fault, header: &Header) -> Self {
        Self { times: fault.times, site: FaultSite::new(&fault.kind, header) }
    }

    /// Whether it makes a build fail that happens for no particular step, such as one that a reload asks for.
    pub fn fails_any_build(&self, on: ReplicaId, address: AddressId) -> bool {
        let FaultSite::Build(build) = &self.site else { return false };
        // One that is limited to a step's build does not concern a build that no step asks for.
        build.of.is_none() && build.effect == CallEffect::Error && build.concerns(on, address)
    }
}

impl FaultSite {
    fn new(kind: &FaultKind, header: &Header) -> Self {
        let replica = |name: &String| replica_id(header, name);
        let write = |of: &str, effect| Self::Write { of: request_id(of), effect };
        match kind {
            FaultKind::Delivery { of, to, lane, effect } => Self::Delivery {
                of: request_id(of),
                to: to.as_ref().map(replica),
                lane: *lane,
                effect: effect.clone(),
            },
            FaultKind::PublishError { of, lane } => Self::Publish { of: request_id(of), lane: *lane },
            FaultKind::Subscription { on, lane, ending } => {
                Self::Subscription { on: replica(on), lane: *lane, ending: *ending }
            }
            FaultKind::Read { address, on, of, effect } => {
                Self::Read(RowCall::new(header, address, on.as_deref(), of.as_deref(), *effect))
            }
            FaultKind::List { on, lane, effect } => {
                Self::List { on: replica(on), lane: *lane, effect: *effect }
            }
            FaultKind::Write { of, effect } => write(of, WriteEffect::Call(*effect)),
            FaultKind::AnswerLost { of } => write(of, WriteEffect::AnswerLost),
            FaultKind::CountError { of } => write(of, WriteEffect::CountError),
            FaultKind::Build { address, on, of, effect } => {
                Self::Build(RowCall::new(header, address, on.as_deref(), of.as_deref(), *effect))
            }
            FaultKind::Crash { on, moment, call, of } => Self::Crash {
                on: replica(on),
                moment: *moment,
                call: *call,
                of: of.as_deref().map(request_id),
            },
        }
    }
}

impl RowCall {
    fn new(
        header: &Header,
        address: &Address,
        on: Option<&str>,
        of: Option<&str>,
        effect: CallEffect,
    ) -> Self {
        Self {
            address: address_id(&header.addresses, address),
            on: on.map(|name| replica_id(header, name)),
            of: of.map(request_id),
            effect,
        }
    }

    /// What happens to such a call of a replica; `None` if the fault is about another call.
    pub fn effect_on(&self, on: ReplicaId, address: AddressId, work: Work) -> Option<CallEffect> {
        (self.concerns(on, address) && admits(self.of, work.request())).then_some(self.effect)
    }

    fn concerns(&self, on: ReplicaId, address: AddressId) -> bool {
        self.address == Some(address) && admits(self.on, on)
    }
}

/// Whether a field of a site, which admits anything if it is `None`, admits this value.
pub fn admits<T: PartialEq + Copy>(field: Option<T>, value: T) -> bool {
    field.is_none_or(|only| only == value)
}
