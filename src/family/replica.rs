//! A replica: one life of one process, from its boot to its shutdown.
//!
//! Boot: construct the services → ready → the bridge attaches, and the subscriptions are acknowledged → list every
//! row (retried until readable) → serve. The replica subscribes *before* it lists, so that a write between the two is
//! not missed. The lanes list independently of one another, once the bridge is done.
//!
//! Left out: a crash, which is nothing that a replica does.

use std::rc::Rc;

use futures_util::future::join_all;

use super::bridge::{self, Seam};
use super::lanes;
use super::options::Options;
use super::ports::{Host, Role, Runtime, TaskId};
use super::request::Request;
use super::service::{AnyLane, ReplicaService};
use super::view::EntryView;
use crate::names::{Boot, Correlation, Lane, RequestId, Work};

/// The answer of `GET /ready`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readiness {
    /// 200, or 503 if `names` is not empty.
    pub status: u16,
    /// The names of the datasources in the registry whose upstream cannot be reached now.
    pub names: Vec<String>,
}

/// A replica that has booted.
pub struct Replica<H: Host> {
    host: H,
    options: Options,
    services: Vec<ReplicaService<H>>,
}

impl<H: Host> Replica<H> {
    /// Boots a replica. The future ends when the replica serves.
    pub async fn boot(host: H, options: Options) -> Rc<Self> {
        let present = options.services.iter().filter(|service| !options.absent.contains(service));
        let services = present.map(|service| lanes::construct(*service, &host, &options)).collect();
        let replica = Rc::new(Self { host, options, services });
        let work = Work::Boot(replica.options.boot);
        join_all(replica.lanes().map(|lane| lane.open_code_defined(work))).await;
        match replica.options.policies.boot {
            Boot::SubscribeThenList => {
                replica.attach_at_boot(work).await;
                replica.rehydrate(work).await;
            }
            Boot::ListThenSubscribe => {
                replica.rehydrate(work).await;
                replica.attach_at_boot(work).await;
            }
        }
        replica
    }

    /// Attaches the lanes, under `node` or else under the replica's own node id, and reloads each lane that was
    /// attached by this call. Does nothing for a lane that is already attached to this bus under this node id.
    ///
    /// The future ends when the subscriptions are acknowledged. The reloads go on in the background.
    pub async fn attach(&self, node: Option<&str>, request: RequestId) {
        let work = Work::Attach(request);
        let attached = self.attach_lanes(node.unwrap_or(&self.options.node), work).await;
        for lane in self.lanes().filter(|lane| attached.contains(&lane.lane())) {
            let correlation = Correlation::of(work);
            let task = TaskId { role: Role::Reload, correlation, lane: lane.lane(), address: None };
            self.host.runtime().spawn(task, lane.reload(work));
        }
    }

    /// Detaches the lanes. From now on nothing is received.
    pub fn detach(&self) {
        bridge::detach(&self.options.node, self.lanes());
    }

    /// Lists all rows, converges each address that is in the rows or in a registry, and clears the caches. The future
    /// ends when all of that is done.
    pub async fn reload(&self, request: RequestId) {
        join_all(self.lanes().map(|lane| lane.reload(Work::Reload(request)))).await;
    }

    /// Serves one request at the door of the service whose address it names. Returns the HTTP status of the answer;
    /// 404 where there is no such service.
    pub async fn serve(&self, request: Request) -> u16 {
        let service = request.address.lane().service();
        // A replica can lack a service that the cluster's others have. Its requests are unknown here.
        match self.services.iter().find(|present| present.service == service) {
            Some(present) => present.door.serve(request).await,
            None => 404,
        }
    }

    /// Answers `GET /ready`.
    pub fn ready(&self) -> Readiness {
        let names: Vec<_> = self.lanes().flat_map(AnyLane::unreachable_names).collect();
        Readiness { status: if names.is_empty() { 200 } else { 503 }, names }
    }

    /// Calls `visit` for each entry of the registries, lane by lane and by address.
    pub fn view(&self, visit: &mut dyn FnMut(EntryView<'_>)) {
        self.lanes().for_each(|lane| lane.view(visit));
    }

    /// Ends the life in good order: detaches the lanes and closes every instance. Convergences that wait or run end
    /// without effect.
    pub async fn shut_down(&self, request: RequestId) {
        // First of all, so that nothing is installed between the detach and the close.
        self.lanes().for_each(AnyLane::set_shut_down);
        self.detach();
        for lane in self.lanes() {
            lane.close_all(Work::Reload(request)).await;
        }
    }

    fn lanes(&self) -> impl Iterator<Item = &dyn AnyLane<H>> {
        self.services.iter().flat_map(|service| service.lanes.iter().map(|lane| &**lane))
    }

    async fn rehydrate(&self, work: Work) {
        join_all(self.lanes().map(|lane| lane.boot(work))).await;
    }

    async fn attach_at_boot(&self, work: Work) {
        if self.options.attach {
            self.attach_lanes(&self.options.node, work).await;
        }
    }

    /// Attaches the lanes that have a seam. Returns those that this call attached.
    async fn attach_lanes(&self, node: &str, work: Work) -> Vec<Lane> {
        bridge::attach(self.host.bus(), node, work, self.seams()).await
    }

    fn seams(&self) -> impl Iterator<Item = Seam<'_, H>> {
        let absent = self.options.absent.iter().map(|service| Seam::Absent(*service));
        let present = self.lanes().map(|any_lane| {
            let lane = any_lane.lane();
            if self.options.bare.contains(&lane) { Seam::Bare(lane) } else { Seam::Found(any_lane) }
        });
        present.chain(absent)
    }
}
