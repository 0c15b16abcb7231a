//! The driver: plays the script of a compiled scenario on a cluster.
//!
//! First every replica that is not late boots, until the cluster is quiet. Then the steps, each when the one
//! before is done unless it says otherwise. At the end the driver waits until the cluster is quiet, looks
//! into every registry and ends the run.

use std::rc::Rc;

use futures_channel::oneshot;
use reconverge_sim::{Life, Micros, NodeId};

use super::cluster::Cluster;
use super::compiled::{START, node_name_id, replica_id};
use super::environment::SentRequest;
use super::keys::{self, Class, Drawn};
use super::storm;
use super::system_under_test::SystemUnderTest;
use crate::family::{Request, signal};
use crate::history::{Event, EventKind};
use crate::model::{Action, RequestStep, SignalStep, Step};
use crate::names::{ReplicaId, RequestId, Verb};

/// Plays the whole script, then ends the run.
pub async fn drive<M: SystemUnderTest>(cluster: Rc<Cluster<M>>) {
    let environment = Rc::clone(&cluster.environment);
    let compiled = Rc::new(std::sync::Arc::clone(&environment.compiled));
    for (replica, spec) in cluster.replicas().zip(&compiled.scenario.replicas) {
        if !spec.late {
            cluster.boot(replica, START);
        }
    }
    cluster.quiet().await;
    for replica in cluster.replicas() {
        cluster.look(replica, environment.world.recorded(), Some(START));
    }
    let opened = environment.world.now();
    environment.chance_faults.begin();
    arm(&cluster);
    let calm = compiled.scenario.workload.as_ref().map(|workload| storm::begin(&cluster, workload, opened));
    let calmed = calm.map(|calm| calm_down(&cluster, calm));
    for (request, step) in compiled.steps() {
        if step.when.is_none() {
            play(&cluster, request, step, opened).await;
        }
    }
    if let Some(calmed) = calmed {
        // The task that heals belongs to the world, and so is never cancelled.
        let _ = calmed.await;
    }
    cluster.quiet().await;
    for replica in cluster.replicas() {
        cluster.look(replica, environment.world.recorded(), None);
    }
    environment.world.finish();
}

/// Heals everything at an instant, whatever the steps are at by then.
fn calm_down<M: SystemUnderTest>(cluster: &Rc<Cluster<M>>, at: Micros) -> oneshot::Receiver<()> {
    let (sender, receiver) = oneshot::channel();
    let cluster = Rc::clone(cluster);
    let world = cluster.environment.world.clone();
    let key = keys::drawn(Drawn::Heal, 0, 1);
    world.clone().spawn(NodeId::WORLD, key, async move {
        world.sleep(key, at - world.now()).await;
        storm::heal(&cluster);
        // The driver waits for it, or the run has ended.
        let _ = sender.send(());
    });
    receiver
}

/// Lets each step that waits for an event begin at the instant of the first one.
fn arm<M: SystemUnderTest>(cluster: &Rc<Cluster<M>>) {
    let environment = &cluster.environment;
    for (request, step) in environment.compiled.steps() {
        let Some(trigger) = &step.when else { continue };
        let event = environment.triggers.wait(trigger, &environment.compiled.header);
        let (cluster, action) = (Rc::clone(cluster), step.action.clone());
        let key = keys::step(Class::Step, Event::OUTSIDE, request);
        environment.world.spawn(NodeId::WORLD, key, async move {
            if event.await.is_ok() {
                cluster.environment.record(Event::OUTSIDE, EventKind::Triggered { request });
                act(&cluster, request, &action).await;
            }
        });
    }
}

/// Begins a step when its time has come, and waits for its end if it says so.
async fn play<M: SystemUnderTest>(cluster: &Rc<Cluster<M>>, request: RequestId, step: &Step, opened: Micros) {
    let world = &cluster.environment.world;
    if let Some(at) = step.at {
        let due = opened + Micros::from(at);
        if due > world.now() {
            world.sleep(keys::step(Class::Step, Event::OUTSIDE, request), due - world.now()).await;
        }
    }
    if step.wait {
        return act(cluster, request, &step.action).await;
    }
    let (cluster, action) = (Rc::clone(cluster), step.action.clone());
    let key = keys::step(Class::Step, Event::OUTSIDE, request);
    world.spawn(NodeId::WORLD, key, async move { act(&cluster, request, &action).await });
}

async fn act<M: SystemUnderTest>(cluster: &Rc<Cluster<M>>, request: RequestId, action: &Action) {
    let environment = &cluster.environment;
    let world = &environment.world;
    let id = |name: &String| replica_id(&environment.compiled.header, name);
    match action {
        Action::Request(step) => send(cluster, id(&step.on), request, step).await,
        Action::Settle => cluster.quiet().await,
        Action::Sleep(span) => {
            world.sleep(keys::step(Class::Request, Event::OUTSIDE, request), Micros::from(*span)).await;
        }
        Action::Boot(on) | Action::Restart(on) => {
            cluster.crash(id(on));
            cluster.boot(id(on), request);
        }
        Action::Crash(on) => cluster.crash(id(on)),
        Action::Shutdown(on) => shut_down(cluster, id(on), request).await,
        Action::Pause(on) => storm::pause(cluster, id(on)),
        Action::Resume(on) => storm::resume(cluster, id(on)),
        Action::Reload(on) => reload(cluster, id(on), request).await,
        Action::Attach { on, node_id } => {
            let node_id = node_id.clone();
            let own = &environment.compiled.scenario.replicas[usize::from(id(on).0)].node_id;
            let node = node_name_id(&environment.compiled.header, node_id.as_ref().unwrap_or(own));
            environment.record(id(on), EventKind::NodeIdSet { node });
            let attach = async move |member: Rc<M>| member.attach(node_id.as_deref(), request).await;
            ask(cluster, id(on), request, attach).await;
        }
        Action::Detach(on) => {
            ask(cluster, id(on), request, async |member: Rc<M>| member.detach()).await;
        }
        Action::Cut { on, noticed } => storm::cut(cluster, id(on), *noticed),
        Action::Heal(on) => storm::mend(cluster, id(on)),
        Action::Signal(signal) => stray(cluster, request, signal),
        Action::Upstream { address, reachable } => {
            let (address, _) = environment.intern(address);
            environment.upstreams.borrow_mut().set_reachable(address, *reachable);
            environment.record(Event::OUTSIDE, EventKind::UpstreamSet { address, reachable: *reachable });
        }
        Action::Accepts { address, accepts } => {
            let (address, _) = environment.intern(address);
            environment.upstreams.borrow_mut().set_accepts(address, accepts.clone());
            environment.record(Event::OUTSIDE, EventKind::AcceptsSet { address });
        }
        Action::Ready { on, .. } => cluster.probe(id(on), request),
        Action::Look(entry) => cluster.look(id(&entry.replica), world.recorded(), Some(request)),
    }
}

/// A client's request: sent to the replica once it serves, and answered by it or never.
pub async fn send<M: SystemUnderTest>(
    cluster: &Rc<Cluster<M>>,
    on: ReplicaId,
    request: RequestId,
    step: &RequestStep,
) {
    let environment = &cluster.environment;
    let (verb, address) = (step.verb, step.address.clone());
    let (id, _) = environment.intern(&address);
    environment.record(on, EventKind::Requested { request, address: id, verb });
    let columns = step.columns.clone();
    let asked = SentRequest { verb, address: address.clone(), columns: columns.clone() };
    environment.asked.borrow_mut().insert(request, asked);
    let asked = Request { id: request, verb, address, columns };
    let status = ask(cluster, on, request, async move |member: Rc<M>| member.serve(asked).await).await;
    if let Some(status) = status {
        environment.record(on, EventKind::Answered { request, status });
    }
}

/// Lets a replica reload, and waits until it has.
pub async fn reload<M: SystemUnderTest>(cluster: &Rc<Cluster<M>>, on: ReplicaId, request: RequestId) {
    cluster.environment.record(on, EventKind::Reloading { request });
    ask(cluster, on, request, async move |member: Rc<M>| member.reload(request).await).await;
}

async fn shut_down<M: SystemUnderTest>(cluster: &Rc<Cluster<M>>, on: ReplicaId, request: RequestId) {
    cluster.environment.record(on, EventKind::ShutDownBegan { request });
    let done = ask(cluster, on, request, async move |member: Rc<M>| member.shut_down(request).await).await;
    if done.is_some() {
        cluster.environment.record(on, EventKind::ShutDown);
        cluster.crash(on);
    }
}

/// Lets a replica do something as soon as it serves, and waits until it has done it. `None`, and recorded as
/// unanswered, if it is down or dies before.
async fn ask<M: SystemUnderTest, T: 'static>(
    cluster: &Rc<Cluster<M>>,
    on: ReplicaId,
    request: RequestId,
    work: impl AsyncFnOnce(Rc<M>) -> T + 'static,
) -> Option<T> {
    let environment = &cluster.environment;
    let answer = match cluster.serving(on).await {
        None => None,
        Some(member) => {
            let (sender, receiver) = oneshot::channel();
            let key = keys::step(Class::Request, on, request);
            let at_work = cluster.at_work(on);
            environment.world.spawn(keys::node(on), key, async move {
                // The client waits for as long as the replica lives.
                let _ = sender.send(work(member).await);
                drop(at_work);
            });
            receiver.await.ok()
        }
    };
    if answer.is_none() {
        environment.record(on, EventKind::Unanswered { request });
    }
    answer
}

/// A signal that no replica sent.
fn stray<M: SystemUnderTest>(cluster: &Cluster<M>, request: RequestId, step: &SignalStep) {
    let environment = &cluster.environment;
    let mut envelope = signal::envelope(request, &step.origin, Verb::Put, &step.address);
    if let Some(payload) = &step.payload {
        envelope.payload = payload.as_str().into();
    }
    environment.spread(Event::OUTSIDE, Life(0), envelope);
}
