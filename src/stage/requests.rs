//! Requests: what clients and operators ask a replica to do, from the sending to the answer.
//!
//! Invariant: what gets no answer, because its replica was down or died, is recorded as unanswered, unless the run ends
//! before.

use std::rc::Rc;

use futures_channel::oneshot;

use super::cluster::Cluster;
use super::environment::SentRequest;
use super::ids::node_name_id;
use super::keys::{self, Class};
use super::system_under_test::SystemUnderTest;
use crate::family::Request;
use crate::history::EventKind;
use crate::model::RequestStep;
use crate::names::{ReplicaId, RequestId};

/// Sends a client's request to a replica as soon as it serves, and waits for the answer.
pub async fn send<S: SystemUnderTest>(
    cluster: &Rc<Cluster<S>>,
    on: ReplicaId,
    request: RequestId,
    step: &RequestStep,
) {
    let environment = &cluster.environment;
    let (verb, address) = (step.verb, step.address.clone());
    let (id, _) = environment.intern(&address);
    environment.record(on, EventKind::Requested { request, address: id, verb });
    let columns = step.columns.clone();
    let sent = SentRequest { verb, address: address.clone(), columns: columns.clone() };
    environment.sent_requests.borrow_mut().insert(request, sent);
    let served = Request { id: request, verb, address, columns };
    let status =
        call_when_serving(cluster, on, request, async move |system: Rc<S>| system.serve(served).await).await;
    if let Some(status) = status {
        environment.record(on, EventKind::Answered { request, status });
    }
}

/// Lets a replica reload, and waits until it has.
pub async fn reload<S: SystemUnderTest>(cluster: &Rc<Cluster<S>>, on: ReplicaId, request: RequestId) {
    cluster.environment.record(on, EventKind::Reloading { request });
    call_when_serving(cluster, on, request, async move |system: Rc<S>| system.reload(request).await).await;
}

/// Lets a replica attach its lanes, under its own node id or another, and waits until it has.
pub async fn attach<S: SystemUnderTest>(
    cluster: &Rc<Cluster<S>>,
    on: ReplicaId,
    request: RequestId,
    node_id: Option<String>,
) {
    let compiled = &cluster.environment.compiled;
    let own = &compiled.scenario.replicas[usize::from(on.0)].node_id;
    let node = node_name_id(&compiled.header, node_id.as_ref().unwrap_or(own));
    cluster.environment.record(on, EventKind::NodeIdSet { node });
    let attach = async move |system: Rc<S>| system.attach(node_id.as_deref(), request).await;
    call_when_serving(cluster, on, request, attach).await;
}

pub async fn detach<S: SystemUnderTest>(cluster: &Rc<Cluster<S>>, on: ReplicaId, request: RequestId) {
    call_when_serving(cluster, on, request, async |system: Rc<S>| system.detach()).await;
}

/// Lets a replica end its life in good order, and waits until it has.
pub async fn shut_down<S: SystemUnderTest>(cluster: &Rc<Cluster<S>>, on: ReplicaId, request: RequestId) {
    cluster.environment.record(on, EventKind::ShutDownBegan { request });
    let done =
        call_when_serving(cluster, on, request, async move |system: Rc<S>| system.shut_down(request).await)
            .await;
    if done.is_some() {
        cluster.environment.record(on, EventKind::ShutDown);
        // To the world every life ends with a crash; the event before says that this one had nothing left to do.
        cluster.crash(on);
    }
}

/// Lets a replica do something as soon as it serves, and waits until it has. `None`, and recorded as unanswered, if the
/// replica is down or dies before.
async fn call_when_serving<S: SystemUnderTest, T: 'static>(
    cluster: &Rc<Cluster<S>>,
    on: ReplicaId,
    request: RequestId,
    work: impl AsyncFnOnce(Rc<S>) -> T + 'static,
) -> Option<T> {
    let environment = &cluster.environment;
    let answer = match cluster.when_serving(on).await {
        None => None,
        Some(system) => {
            let (sender, receiver) = oneshot::channel();
            let key = keys::step(Class::Request, on, request);
            let in_service = cluster.begin_request(on);
            // The work is a task of the replica, not of the client: a crash of the replica drops it, and with it the
            // sender, which is how the client learns that no answer will come.
            environment.world.spawn(keys::node(on), key, async move {
                let _ = sender.send(work(system).await);
                drop(in_service);
            });
            receiver.await.ok()
        }
    };
    if answer.is_none() {
        environment.record(on, EventKind::Unanswered { request });
    }
    answer
}
