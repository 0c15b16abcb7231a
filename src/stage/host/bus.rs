//! The bus's port: publishing, subscribing, and the fate of each delivery.

use std::rc::Rc;

use reconverge_sim::bus::{self, Channel, Fate};
use reconverge_sim::{Key, Life, Micros};

use super::SimHost;
use super::exact::is_exact;
use crate::family::ports::{Arrival, Bus, BusError, Driver, Envelope, Inbox};
use crate::family::signal;
use crate::history::{Event, EventKind, Payload};
use crate::model::{Call, CallEffect, ClusterSpec, DeliveryEffect};
use crate::names::{Address, Correlation, Lane, ReplicaId, RequestId, Work};
use crate::stage::armed_faults::Fired;
use crate::stage::environment::Environment;
use crate::stage::keys::{self, Class};
use crate::stage::message::BusMessage;

impl PartialEq for SimHost {
    /// A run has one bus.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.environment, &other.environment)
    }
}

impl Bus for SimHost {
    type Inbox = SimInbox;

    fn driver(&self) -> Driver {
        match self.environment.compiled.scenario.replicas[usize::from(self.replica.0)].cluster {
            ClusterSpec::Memory => Driver::Memory,
            ClusterSpec::Bus | ClusterSpec::None => Driver::CrossProcess,
        }
    }

    async fn publish(&self, envelope: Envelope) -> Result<(), BusError> {
        let (request, lane) = (envelope.id, envelope.lane);
        let correlation = Correlation::of(Work::Write(request));
        let errors = self.environment.armed.publish(request, lane);
        let effects = errors.map(|Fired { fault, .. }| Fired { fault, effect: CallEffect::Error });
        let chances = self.environment.publish_rates();
        let prepared = self.prepare(
            (Call::Publish, Class::Publish),
            (correlation, lane),
            lane.number().into(),
            chances,
            effects,
        );
        let fails = prepared.fails;
        self.send(prepared, None, move |host| {
            if fails {
                let address = host.environment.intern(&address_of(&envelope)).0;
                host.record(EventKind::Published { request, address, ok: false });
                return Err(BusError);
            }
            host.environment.spread(host.replica, host.life, envelope);
            Ok(())
        })
        .await
    }

    async fn subscribe(&self, correlation: Correlation, lane: Lane) -> Result<SimInbox, BusError> {
        let chances = self.environment.subscribe_rates();
        let call = (Call::Subscribe, Class::Subscribe);
        let errors = self.environment.armed.subscription(self.replica, lane, false);
        let effects = errors.map(|Fired { fault, .. }| Fired { fault, effect: CallEffect::Error });
        let prepared = self.prepare(call, (correlation, lane), lane.number().into(), chances, effects);
        let refused = prepared.fails;
        self.send(prepared, None, move |host| {
            if refused {
                host.record(EventKind::SubscriptionRefused { lane, ending: false });
            } else if host.environment.bus.subscribe(host.node(), host.life, channel(lane)) {
                host.record(EventKind::Subscribed { lane });
            }
        })
        .await;
        if refused {
            return Err(BusError);
        }
        Ok(SimInbox(self.environment.bus.inbox(self.node(), self.life, channel(lane))))
    }

    fn unsubscribe(&self, lane: Lane) -> Result<(), BusError> {
        if let Some(Fired { fault, .. }) =
            self.environment.armed.subscription(self.replica, lane, true).next()
        {
            self.environment.record_fault(self.replica, fault);
            self.record(EventKind::SubscriptionRefused { lane, ending: true });
            return Err(BusError);
        }
        self.environment.bus.unsubscribe(self.node(), self.life, channel(lane));
        self.record(EventKind::Unsubscribed { lane });
        Ok(())
    }
}

/// The receiving end of a simulated subscription.
pub struct SimInbox(bus::Inbox<BusMessage>);

impl Inbox for SimInbox {
    async fn next(&mut self) -> Arrival {
        match self.0.next().await {
            bus::Arrival::Message { message, copy } => {
                Arrival::Message { envelope: (*message.envelope).clone(), copy }
            }
            bus::Arrival::Reconnected => Arrival::Reconnected,
            bus::Arrival::Overflowed => Arrival::Overflowed,
        }
    }
}

impl Environment {
    /// Publishes now, from a replica or from [`Event::OUTSIDE`].
    pub fn spread(&self, from: ReplicaId, life: Life, envelope: Envelope) {
        let request = envelope.id;
        let address = self.intern(&address_of(&envelope)).0;
        let life = crate::names::LifeId(if from == Event::OUTSIDE { 0 } else { life.0 });
        self.record_in(from, life, EventKind::Published { request, address, ok: true });
        if from != Event::OUTSIDE && (self.capture.payloads || !self.is_exact(from, &envelope)) {
            self.payloads.borrow_mut().push(Payload {
                request,
                replica: from,
                channel: envelope.lane.channel(),
                partition_key: envelope.partition_key.clone(),
                text: envelope.payload.to_string(),
            });
        }
        let lane = envelope.lane;
        let (signal, channel) = (keys::signal(from, request, lane), channel(lane));
        let wrong_name = self.armed.wrong_name(request).map(Into::into);
        let letter = BusMessage { envelope: Rc::new(envelope), wrong_name };
        self.bus
            .publish(signal, channel, &letter, |to| self.fate((request, lane), signal, keys::replica(to)));
    }

    /// Whether a replica publishes just what the request calls for that it is at. If not the payload is written down,
    /// so that it is judged whoever reads it.
    fn is_exact(&self, from: ReplicaId, envelope: &Envelope) -> bool {
        let node = &self.compiled.scenario.replicas[usize::from(from.0)].node_id;
        let asked = self.asked.borrow();
        asked.get(&envelope.id).is_some_and(|asked| is_exact(envelope, node, asked.verb, &asked.address))
    }

    /// What becomes of a signal on its way to a replica: drawn first, then as the armed faults say.
    fn fate(&self, (request, lane): (RequestId, Lane), signal: Key, to: ReplicaId) -> Fate {
        let mut fate = self.delivery_rates().fate(self.world.seed(), signal, keys::node(to));
        for Fired { fault, effect } in self.armed.delivery(request, lane, to) {
            // What chance has dropped already, a fault cannot change, unless that is what it would have done.
            if !fate.is_empty() || *effect == DeliveryEffect::Drop {
                self.record_fault(to, fault);
                fate = apply(fate, effect);
            }
        }
        fate
    }
}

fn apply(fate: Fate, effect: &DeliveryEffect) -> Fate {
    let mut changed = Fate::dropped();
    let mut push = |copy| {
        // More copies than the bus takes are as good as the most that it takes.
        let _ = changed.push(copy);
    };
    for mut copy in fate.iter() {
        match effect {
            DeliveryEffect::Drop => continue,
            DeliveryEffect::Duplicate(_) => {}
            DeliveryEffect::Delay(by) => copy.delay += Micros::from(*by),
            DeliveryEffect::Corrupt => copy.corrupt = true,
            DeliveryEffect::Misaddress(_) => copy.misaddress = true,
        }
        push(copy);
    }
    if let (DeliveryEffect::Duplicate(after), Some(mut copy)) = (effect, fate.iter().next()) {
        copy.delay += Micros::from(*after);
        push(copy);
    }
    changed
}

/// The address that a message is about: what its payload says or, where that says nothing, what its partition
/// key ends with.
fn address_of(envelope: &Envelope) -> Address {
    signal::named(envelope.lane, &envelope.payload).unwrap_or_else(|| {
        let name = envelope.partition_key.split_once(':').map_or("", |(_, name)| name);
        Address::new(envelope.lane.signals(), name)
    })
}

fn channel(lane: Lane) -> Channel {
    Channel(lane as u16)
}
