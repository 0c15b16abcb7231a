//! A port call: its fate is decided before it is sent, and the world lets it act and answers it.
//!
//! Invariant: the fate depends on the key of the call and on the armed faults only. So the same call has the same fate
//! whichever other calls there are.

use reconverge_sim::{CallFate, CallRates, CallTiming, CrashPoint, Key, Micros};

use super::sim_host::SimHost;
use crate::family::CALL_TIMEOUT;
use crate::history::{EventKind, Port};
use crate::model::{Call, CallEffect, Moment};
use crate::names::{AddressId, Correlation, Lane};
use crate::stage::armed_faults::Fired;
use crate::stage::keys::{self, Class};

/// A port call whose fate is decided.
pub struct PreparedCall {
    correlation: Correlation,
    lane: Lane,
    key: Key,
    pub timing: CallTiming,
    pub fails: bool,
    /// What is recorded when the call is sent.
    began: Option<EventKind>,
    /// If the caller waits no longer than a time-out: by which port, and about which address.
    timed: Option<(Port, Option<AddressId>)>,
}

impl PreparedCall {
    /// Lets the call record this event when it is sent.
    pub fn recorded_as(self, began: EventKind) -> Self {
        Self { began: Some(began), ..self }
    }

    /// Lets the call record whether its answer arrives after the time-out of its caller.
    pub fn timed(self, port: Port, address: Option<AddressId>) -> Self {
        Self { timed: Some((port, address)), ..self }
    }

    /// What to record if the answer arrives too late. An answer that never arrives is not late.
    fn late(&self) -> Option<EventKind> {
        let (port, address) = self.timed?;
        let Self { correlation, lane, timing, .. } = *self;
        let is_late = timing.request_delay + timing.answer_delay? >= Micros::from(CALL_TIMEOUT);
        is_late.then_some(EventKind::AnswersLate { correlation, lane, port, address })
    }
}

impl SimHost {
    /// Decides what becomes of a call: how long it takes, whether it fails, where its sender crashes.
    pub fn prepare(
        &self,
        (call, class): (Call, Class),
        (correlation, lane): (Correlation, Lane),
        object: u64,
        rates: CallRates,
        effects: impl Iterator<Item = Fired<CallEffect>>,
    ) -> PreparedCall {
        let environment = &self.environment;
        let key = keys::work(class, self.replica, correlation, object);
        let CallFate { mut request_delay, mut answer_delay, error: mut fails } =
            rates.fate(environment.world.seed(), key);
        for Fired { fault, effect } in effects {
            environment.record_fault(self.replica, fault);
            match effect {
                CallEffect::Error => fails = true,
                CallEffect::SlowBefore(by) => request_delay += Micros::from(by),
                CallEffect::SlowAfter(by) => {
                    answer_delay = answer_delay.map(|delay| delay + Micros::from(by));
                }
            }
        }
        // An armed crash goes before one by chance, so that the scenario gets what it asks for.
        let crash = match environment.armed_faults.crash(self.replica, call, correlation.work) {
            None => environment.chance_faults.draw_crash(key, self.replica),
            Some(Fired { fault, effect }) => {
                environment.record_fault(self.replica, fault);
                match effect {
                    Moment::Before => CrashPoint::Before,
                    Moment::During => CrashPoint::InFlight,
                    Moment::After => CrashPoint::After,
                }
            }
        };
        let timing = CallTiming { request_delay, answer_delay, crash };
        PreparedCall { correlation, lane, key, timing, fails, began: None, timed: None }
    }

    /// Sends a prepared call and waits for its answer.
    pub async fn send<A: 'static>(
        &self,
        prepared: PreparedCall,
        act: impl FnOnce(&Self) -> A + 'static,
    ) -> A {
        let PreparedCall { key, timing, began, .. } = prepared;
        // With a crash before the call, nothing is sent.
        if let Some(began) = began
            && timing.crash != CrashPoint::Before
        {
            self.record(began);
        }
        let (host, late) = (self.clone(), prepared.late());
        let act = move || {
            let answer = act(&host);
            if let Some(late) = late {
                host.record(late);
            }
            answer
        };
        self.environment.world.call(self.node(), key, timing, act).await
    }
}
