//! The five ports of the family, implemented on the simulated world.
//!
//! Every port call is two moments: when it acts, and when its answer arrives. What was sent belongs to the
//! world and outlives its sender. Each call asks the armed faults what happens to it, and records what the
//! world saw of it.

mod bus;
mod exact;
mod store;
mod upstream;

use std::rc::Rc;
use std::time::Duration;

use reconverge_sim::{CallFate, CallRates, CallTiming, CrashPoint, Key, Life, Micros, NodeId};

use super::armed_faults::Fired;
use super::environment::Environment;
use super::keys::{self, Class};
use crate::family::CALL_TIMEOUT;
use crate::family::ports::{Host, Journal, JournalEvent, Role, Runtime, TaskId};
use crate::history::{EventKind, Port};
use crate::model::{Call, CallEffect, ClusterSpec, Moment};
use crate::names::{Address, Correlation, InstanceId, Instant, Lane, LifeId, ReplicaId, WallTime};

/// The surroundings of one life of one replica.
#[derive(Clone)]
pub struct SimHost {
    environment: Rc<Environment>,
    replica: ReplicaId,
    life: Life,
}

/// A port call whose fate is decided.
struct Prepared {
    /// What it is for, to say that its answer comes late.
    correlation: Correlation,
    lane: Lane,
    key: Key,
    timing: CallTiming,
    fails: bool,
}

impl SimHost {
    /// The surroundings of the present life of a replica.
    pub fn new(environment: &Rc<Environment>, replica: ReplicaId) -> Self {
        let life = environment.world.life(keys::node(replica));
        Self { environment: Rc::clone(environment), replica, life }
    }

    /// Which replica this is.
    pub fn replica(&self) -> ReplicaId {
        self.replica
    }

    fn node(&self) -> NodeId {
        keys::node(self.replica)
    }

    /// Records an event of this life, which may be over.
    fn record(&self, kind: EventKind) {
        self.environment.record_in(self.replica, LifeId(self.life.0), kind);
    }

    /// Decides what becomes of a call: how long it takes, whether it fails, where its sender crashes.
    fn prepare(
        &self,
        call: (Call, Class),
        (correlation, lane): (Correlation, Lane),
        object: u64,
        chances: CallRates,
        effects: impl Iterator<Item = Fired<CallEffect>>,
    ) -> Prepared {
        let environment = &self.environment;
        let (call, class) = call;
        let key = keys::work(class, self.replica, correlation, object);
        let CallFate { mut request_delay, mut answer_delay, error: mut fails } =
            chances.fate(environment.world.seed(), key);
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
        let crash = match environment.armed.crash(self.replica, call, correlation.work) {
            None => environment.crash_at(key, self.replica),
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
        Prepared { correlation, lane, key, timing, fails }
    }

    /// Sends a prepared call, and records first that it is sent, if it is.
    async fn send<A: 'static>(
        &self,
        prepared: Prepared,
        began: Option<EventKind>,
        act: impl FnOnce(&Self) -> A + 'static,
    ) -> A {
        let Prepared { correlation, lane, key, timing, .. } = prepared;
        if let Some(began) = began
            && timing.crash != CrashPoint::Before
        {
            self.record(began);
        }
        let host = self.clone();
        let late = began.and_then(|began| late(began, correlation, lane, timing));
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

/// What to record of a call whose answer arrives when its time-out is over.
fn late(began: EventKind, correlation: Correlation, lane: Lane, timing: CallTiming) -> Option<EventKind> {
    if timing.request_delay + timing.answer_delay? < Micros::from(CALL_TIMEOUT) {
        return None;
    }
    let (port, address) = match began {
        EventKind::WriteSent { .. } => (Port::Write, None),
        EventKind::ReadBegan { address, .. } => (Port::Read, Some(address)),
        EventKind::ListBegan { .. } => (Port::List, None),
        EventKind::OpenBegan { address, .. } => (Port::Open, Some(address)),
        _ => return None,
    };
    Some(EventKind::AnswersLate { correlation, lane, port, address })
}

impl Host for SimHost {
    type Store = Self;
    type Bus = Self;
    type Upstream = Self;
    type Journal = Self;
    type Runtime = Self;

    fn store(&self) -> &Self {
        self
    }

    fn bus(&self) -> Option<&Self> {
        let spec = &self.environment.compiled.scenario.replicas[usize::from(self.replica.0)];
        (spec.cluster != ClusterSpec::None).then_some(self)
    }

    fn upstream(&self) -> &Self {
        self
    }

    fn journal(&self) -> &Self {
        self
    }

    fn runtime(&self) -> &Self {
        self
    }
}

impl Runtime for SimHost {
    fn now(&self) -> Duration {
        self.environment.world.now().into()
    }

    fn wall_clock(&self) -> WallTime {
        let skew = self.environment.compiled.scenario.replicas[usize::from(self.replica.0)].clock_skew_us;
        WallTime(skew.saturating_add_unsigned(self.environment.world.now().0))
    }

    async fn sleep(&self, task: TaskId<'_>, duration: Duration) {
        let key = self.task_key(Class::Timer(task.role), task);
        let (world, duration) = (&self.environment.world, Micros::from(duration));
        self.record_retry(task, duration);
        if task.role != Role::ReadRetry {
            return world.sleep(key, duration).await;
        }
        // A convergence that waits to read again is at work, and the world is not quiet meanwhile.
        let timing =
            CallTiming { request_delay: duration, answer_delay: Some(Micros(0)), crash: CrashPoint::None };
        world.call(self.node(), key, timing, || ()).await;
    }

    fn spawn(&self, task: TaskId<'_>, future: impl Future<Output = ()> + 'static) {
        let key = self.task_key(Class::Task(task.role), task);
        self.environment.world.spawn(self.node(), key, future);
    }
}

impl SimHost {
    /// Records that a timer is armed, if it is one after which an address is tried again.
    fn record_retry(&self, task: TaskId<'_>, after: Micros) {
        let (Role::Retry, Some(address)) = (task.role, task.address) else { return };
        let (address, _) = self.environment.intern(address);
        let due = Instant((self.environment.world.now() + after).0);
        self.record(EventKind::RetryArmed { work: task.correlation.work, address, due });
    }

    fn task_key(&self, class: Class, task: TaskId<'_>) -> Key {
        let of_lane = task.lane.number().into();
        let object = task.address.map_or(of_lane, |address| self.environment.intern(address).1);
        keys::work(class, self.replica, task.correlation, object)
    }
}

impl Journal for SimHost {
    fn record(&self, event: JournalEvent<'_>) {
        let id = |address| self.environment.intern(address).0;
        self.record(match event {
            JournalEvent::Received { lane, request, copy, verdict } => {
                EventKind::Received { lane, request, copy, verdict }
            }
            JournalEvent::Enqueued { work, address } => EventKind::Enqueued { work, address: id(address) },
            JournalEvent::Installed { work, instance, revision } => {
                EventKind::Installed { work, instance, revision }
            }
            JournalEvent::Evicted { work, instance } => EventKind::Evicted { work, instance },
            JournalEvent::Kept { work, address, why } => EventKind::Kept { work, address: id(address), why },
            JournalEvent::Invalidated { work, address } => {
                EventKind::Invalidated { work, address: id(address) }
            }
            JournalEvent::Cleared { work } => EventKind::Cleared { work },
        });
    }

    fn new_instance_id(&self, address: &Address) -> InstanceId {
        let (address, _) = self.environment.intern(address);
        let mut identities = self.environment.identities.borrow_mut();
        let nth = identities.entry((self.replica, address)).or_default();
        *nth += 1;
        InstanceId { replica: self.replica, address, nth: *nth }
    }
}
