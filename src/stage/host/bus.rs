//! The bus's port: to publish, to subscribe, and what becomes of each delivery.

use std::rc::Rc;

use reconverge_sim::bus::{self, Channel, Fate};
use reconverge_sim::{Key, Life, Micros};

use super::exact::is_exact;
use super::sim_host::SimHost;
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
        let errors = self.environment.armed_faults.publish(request, lane);
        let effects = errors.map(|Fired { fault, .. }| Fired { fault, effect: CallEffect::Error });
        let rates = self.environment.chance_faults.publish_rates();
        let call = (Call::Publish, Class::Publish);
        let prepared = self.prepare(call, (correlation, lane), lane.number().into(), rates, effects);
        let fails = prepared.fails;
        self.send(prepared, move |host| {
            if fails {
                let address = host.environment.intern(&address_of(&envelope)).0;
                host.record(EventKind::Published { request, address, ok: false });
                return Err(BusError);
            }
            host.environment.publish(host.replica, host.life, envelope);
            Ok(())
        })
        .await
    }

    async fn subscribe(&self, correlation: Correlation, lane: Lane) -> Result<SimInbox, BusError> {
        let call = (Call::Subscribe, Class::Subscribe);
        let errors = self.environment.armed_faults.subscription(self.replica, lane, false);
        let effects = errors.map(|Fired { fault, .. }| Fired { fault, effect: CallEffect::Error });
        let rates = self.environment.chance_faults.subscribe_rates();
        let prepared = self.prepare(call, (correlation, lane), lane.number().into(), rates, effects);
        let refused = prepared.fails;
        self.send(prepared, move |host| {
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
        let refused = self.environment.armed_faults.subscription(self.replica, lane, true).next();
        if let Some(Fired { fault, .. }) = refused {
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
    /// Publishes a message at this instant, from a life of a replica or from [`Event::OUTSIDE`].
    pub fn publish(&self, from: ReplicaId, life: Life, envelope: Envelope) {
        let request = envelope.id;
        let address = self.intern(&address_of(&envelope)).0;
        let life = crate::names::LifeId(if from == Event::OUTSIDE { 0 } else { life.0 });
        // Before the bus takes the message, because the bus records at once which deliveries it drops.
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
        let wrong_name = self.armed_faults.wrong_name(request).map(Into::into);
        let message = BusMessage { envelope: Rc::new(envelope), wrong_name };
        let fate_of = |to| self.fate((request, lane), signal, keys::replica(to));
        self.bus.publish(signal, channel, &message, fate_of);
    }

    /// Whether the message is exactly the one that the client's request calls for. If it is not, the payload is recorded
    /// even if payloads are not captured, so that the oracles can judge it.
    fn is_exact(&self, from: ReplicaId, envelope: &Envelope) -> bool {
        let node = &self.compiled.scenario.replicas[usize::from(from.0)].node_id;
        let requests = self.sent_requests.borrow();
        requests.get(&envelope.id).is_some_and(|sent| is_exact(envelope, node, sent.verb, &sent.address))
    }

    /// What becomes of a signal on its way to a replica: drawn first, then as the armed faults say.
    fn fate(&self, (request, lane): (RequestId, Lane), signal: Key, to: ReplicaId) -> Fate {
        let rates = self.chance_faults.delivery_rates();
        let mut fate = rates.fate(self.world.seed(), signal, keys::node(to));
        for Fired { fault, effect } in self.armed_faults.delivery(request, lane, to) {
            // A fault cannot change a delivery that chance has dropped, so it is not recorded. One that drops is: what it
            // is about has happened.
            if !fate.is_empty() || *effect == DeliveryEffect::Drop {
                self.record_fault(to, fault);
                fate = apply(fate, effect);
            }
        }
        fate
    }
}

/// The fate of a delivery after an armed fault has fired.
fn apply(fate: Fate, effect: &DeliveryEffect) -> Fate {
    let mut changed = Fate::dropped();
    let mut push = |copy| {
        // A fate holds a few copies at most. Those beyond are left out: one duplicate is as good as several.
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
