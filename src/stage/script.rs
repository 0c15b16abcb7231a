//! The script: plays the steps of a scenario on a cluster, from the opening boot to the end of the run.
//!
//! 1. Every replica that is not late boots, until the cluster is quiet.
//! 2. Chance faults become active and the workload is put on the agenda, if there is one. The steps are played, each
//!    when the one before is done unless it says otherwise.
//! 3. When the workload is over all faults end, and the cluster is waited for until it is quiet.
//! 4. Every registry is looked into, and the run ends.

use std::rc::Rc;
use std::sync::Arc;

use futures_channel::oneshot;
use reconverge_sim::{Life, Micros, NodeId};

use super::cluster::Cluster;
use super::ids::{START, replica_id};
use super::keys::{self, Class, WorkloadItem};
use super::requests;
use super::storm;
use super::system_under_test::SystemUnderTest;
use crate::family::signal;
use crate::history::{Event, EventKind};
use crate::model::{Action, SignalStep, Step};
use crate::names::{RequestId, Verb};

/// Plays the whole script, then ends the run.
pub async fn play<S: SystemUnderTest>(cluster: Rc<Cluster<S>>) {
    let environment = Rc::clone(&cluster.environment);
    let compiled = Arc::clone(&environment.compiled);
    for (replica, spec) in cluster.replicas().zip(&compiled.scenario.replicas) {
        if !spec.late {
            cluster.boot(replica, START);
        }
    }
    cluster.quiet().await;
    // The instances that each replica begins with, for scenarios that expect the same instance at the end.
    for replica in cluster.replicas() {
        cluster.look(replica, environment.world.recorded(), Some(START));
    }
    let opened = environment.world.now();
    // Only after the opening boot, so that every run begins with a cluster that serves.
    environment.chance_faults.activate();
    // Before anything else happens, because a trigger misses what happens before it is registered.
    start_triggered_steps(&cluster);
    let workload = compiled.scenario.workload.as_ref();
    let faults_end = workload.map(|workload| storm::begin(&cluster, workload, opened));
    let faults_ended = faults_end.map(|at| schedule_end_of_faults(&cluster, at));
    for (request, step) in compiled.steps() {
        if step.when.is_none() {
            play_step(&cluster, request, step, opened).await;
        }
    }
    if let Some(faults_ended) = faults_ended {
        // The steps can be over long before the workload is. The sender belongs to a task of the world, which is not
        // dropped before the end of the run, so there is no error to handle.
        let _ = faults_ended.await;
    }
    cluster.quiet().await;
    for replica in cluster.replicas() {
        cluster.look(replica, environment.world.recorded(), None);
    }
    environment.world.finish();
}

/// Lets all faults end at an instant, whichever step is being played by then. The receiver resolves when they have.
fn schedule_end_of_faults<S: SystemUnderTest>(cluster: &Rc<Cluster<S>>, at: Micros) -> oneshot::Receiver<()> {
    let (sender, receiver) = oneshot::channel();
    let cluster = Rc::clone(cluster);
    let world = cluster.environment.world.clone();
    let key = keys::workload(WorkloadItem::FaultsEnd, 0, 1);
    world.clone().spawn(NodeId::WORLD, key, async move {
        world.sleep(key, at - world.now()).await;
        storm::end_all_faults(&cluster);
        // The receiver is gone if the run has ended.
        let _ = sender.send(());
    });
    receiver
}

/// Starts a task for each step that waits for an event; it performs the step at the instant of the first such event.
fn start_triggered_steps<S: SystemUnderTest>(cluster: &Rc<Cluster<S>>) {
    let environment = &cluster.environment;
    for (request, step) in environment.compiled.steps() {
        let Some(trigger) = &step.when else { continue };
        let event = environment.triggers.register(trigger, &environment.compiled.header);
        let (cluster, action) = (Rc::clone(cluster), step.action.clone());
        let key = keys::step(Class::Step, Event::OUTSIDE, request);
        environment.world.spawn(NodeId::WORLD, key, async move {
            if event.await.is_ok() {
                cluster.environment.record(Event::OUTSIDE, EventKind::Triggered { request });
                perform(&cluster, request, &action).await;
            }
        });
    }
}

/// Begins a step at its time, and waits for its end if the step says so.
async fn play_step<S: SystemUnderTest>(
    cluster: &Rc<Cluster<S>>,
    request: RequestId,
    step: &Step,
    opened: Micros,
) {
    let world = &cluster.environment.world;
    if let Some(at) = step.at {
        let due = opened + Micros::from(at);
        if due > world.now() {
            world.sleep(keys::step(Class::Step, Event::OUTSIDE, request), due - world.now()).await;
        }
    }
    if step.wait {
        return perform(cluster, request, &step.action).await;
    }
    let (cluster, action) = (Rc::clone(cluster), step.action.clone());
    let key = keys::step(Class::Step, Event::OUTSIDE, request);
    world.spawn(NodeId::WORLD, key, async move { perform(&cluster, request, &action).await });
}

async fn perform<S: SystemUnderTest>(cluster: &Rc<Cluster<S>>, request: RequestId, action: &Action) {
    let environment = &cluster.environment;
    let world = &environment.world;
    let id = |name: &String| replica_id(&environment.compiled.header, name);
    match action {
        Action::Request(step) => requests::send(cluster, id(&step.on), request, step).await,
        Action::Settle => cluster.quiet().await,
        Action::Sleep(span) => {
            world.sleep(keys::step(Class::Request, Event::OUTSIDE, request), Micros::from(*span)).await;
        }
        Action::Boot(on) | Action::Restart(on) => {
            // Does nothing to a replica that is down.
            cluster.crash(id(on));
            cluster.boot(id(on), request);
        }
        Action::Crash(on) => cluster.crash(id(on)),
        Action::Shutdown(on) => requests::shut_down(cluster, id(on), request).await,
        Action::Pause(on) => cluster.pause(id(on)),
        Action::Resume(on) => cluster.resume(id(on)),
        Action::Reload(on) => requests::reload(cluster, id(on), request).await,
        Action::Attach { on, node_id } => requests::attach(cluster, id(on), request, node_id.clone()).await,
        Action::Detach(on) => requests::detach(cluster, id(on), request).await,
        Action::Cut { on, noticed } => cluster.cut_link(id(on), *noticed),
        Action::Heal(on) => cluster.restore_link(id(on)),
        Action::Signal(signal) => publish_stray_signal(cluster, request, signal),
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

/// Publishes a signal that no replica sent.
fn publish_stray_signal<S: SystemUnderTest>(cluster: &Cluster<S>, request: RequestId, step: &SignalStep) {
    let environment = &cluster.environment;
    let mut envelope = signal::envelope(request, &step.origin, Verb::Put, &step.address);
    if let Some(payload) = &step.payload {
        envelope.payload = payload.as_str().into();
    }
    environment.publish(Event::OUTSIDE, Life(0), envelope);
}
