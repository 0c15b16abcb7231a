//! A replica: one life of one process, from its boot to its shutdown.
//!
//! Boot: construct the services → ready → the bridge attaches, and the subscriptions are acknowledged → list every
//! row (retried until readable) → serve. Subscribing *before* listing is what makes a write between the two not
//! be missed. Each lane lists as soon as the bridge is done, whatever the others are at.
//!
//! Left out: a crash, which is what happens to a replica and nothing that it does.

use std::collections::BTreeSet;
use std::rc::Rc;

use futures_util::future::join_all;

use super::bridge::{self, Seat};
use super::lane::Shown;
use super::lanes::{self, credential::Declaration};
use super::ports::{Host, Role, Runtime, Task};
use super::request::Request;
use super::service::{AnyLane, Opened};
use crate::names::{Address, Boot, Correlation, Lane, Policies, RequestId, Service, Work};

/// What a replica is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// What asked for this boot.
    pub boot: RequestId,
    /// The node id, which must be the replica's alone.
    pub node: String,
    /// What the family decides, and how.
    pub policies: Policies,
    /// Whether the bridge attaches the lanes at boot.
    pub attach: bool,
    /// The services that the cluster's replicas are meant to have.
    pub services: Vec<Service>,
    /// Those of them that this replica lacks.
    pub absent: BTreeSet<Service>,
    /// The lanes whose service offers no seam by which its registry can be converged. They attach nothing.
    pub bare: BTreeSet<Lane>,
    /// What code defines.
    pub code: BTreeSet<Address>,
    /// The connectors that code declares, equal on all replicas.
    pub connectors: Vec<Declaration>,
}

/// The answer of `GET /ready`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readiness {
    /// 200, or 503 if a datasource is stuck.
    pub status: u16,
    /// The datasources whose upstream cannot be reached now, by name.
    pub names: Vec<String>,
}

/// A replica that has booted.
pub struct Replica<H: Host> {
    host: H,
    options: Options,
    services: Vec<Opened<H>>,
}

impl<H: Host> Replica<H> {
    /// Boots a replica; done when it serves.
    pub async fn boot(host: H, options: Options) -> Rc<Self> {
        let present = options.services.iter().filter(|service| !options.absent.contains(service));
        let services = present.map(|service| lanes::open(*service, &host, &options)).collect();
        let replica = Rc::new(Self { host, options, services });
        let work = Work::Boot(replica.options.boot);
        join_all(replica.lanes().map(|lane| lane.open_code_defined(work))).await;
        match replica.options.policies.boot {
            Boot::SubscribeThenList => {
                replica.bridge(work).await;
                replica.list(work).await;
            }
            Boot::ListThenSubscribe => {
                replica.list(work).await;
                replica.bridge(work).await;
            }
        }
        replica
    }

    /// Attaches the lanes under the replica's node id, or another, and reloads each whose subscription was
    /// acknowledged. Does nothing where that very pair is attached already.
    pub async fn attach(&self, node: Option<&str>, request: RequestId) {
        let work = Work::Attach(request);
        let attached = self.attach_lanes(node.unwrap_or(&self.options.node), work).await;
        for lane in self.lanes().filter(|lane| attached.contains(&lane.lane())) {
            let correlation = Correlation::of(work);
            let task = Task { role: Role::Reload, correlation, lane: lane.lane(), address: None };
            self.host.runtime().spawn(task, lane.reload(work));
        }
    }

    /// Detaches the lanes: from now on nothing is received.
    pub fn detach(&self) {
        bridge::detach(&self.options.node, self.lanes());
    }

    /// Lists every row and converges each address that is in the rows or in a registry, and clears the caches; done
    /// when that has been done.
    pub async fn reload(&self, request: RequestId) {
        join_all(self.lanes().map(|lane| lane.reload(Work::Reload(request)))).await;
    }

    /// Serves one request at the door of the service whose address it names. Returns the HTTP status of the answer;
    /// 404 where there is no such service.
    pub async fn serve(&self, request: Request) -> u16 {
        let service = request.address.lane().service();
        match self.services.iter().find(|opened| opened.service == service) {
            Some(opened) => opened.door.serve(request).await,
            None => 404,
        }
    }

    /// `GET /ready`: names each datasource in the registry whose upstream is unreachable now.
    pub fn ready(&self) -> Readiness {
        let names: Vec<_> = self.lanes().flat_map(AnyLane::unreachable).collect();
        Readiness { status: if names.is_empty() { 200 } else { 503 }, names }
    }

    /// Calls `see` for each address that the registries hold, lane by lane.
    pub fn view(&self, see: &mut dyn FnMut(Shown<'_>)) {
        self.lanes().for_each(|lane| lane.view(see));
    }

    /// Ends the life in good order: detaches and closes every instance. What is queued ends without effect.
    pub async fn shut_down(&self, request: RequestId) {
        self.lanes().for_each(AnyLane::set_down);
        self.detach();
        for lane in self.lanes() {
            lane.close_all(Work::Reload(request)).await;
        }
    }

    fn lanes(&self) -> impl Iterator<Item = &dyn AnyLane<H>> {
        self.services.iter().flat_map(|opened| opened.lanes.iter().map(|lane| &**lane))
    }

    async fn list(&self, work: Work) {
        join_all(self.lanes().map(|lane| lane.boot(work))).await;
    }

    async fn bridge(&self, work: Work) {
        if self.options.attach {
            self.attach_lanes(&self.options.node, work).await;
        }
    }

    /// The lanes that were attached by this call.
    async fn attach_lanes(&self, node: &str, work: Work) -> Vec<Lane> {
        bridge::attach(self.host.bus(), node, work, self.seats()).await
    }

    fn seats(&self) -> impl Iterator<Item = Seat<'_, H>> {
        let absent = self.options.absent.iter().map(|service| Seat::Absent(*service));
        let seated = self.lanes().map(|lane| match lane.lane() {
            bare if self.options.bare.contains(&bare) => Seat::Bare(bare),
            _ => Seat::Seam(lane),
        });
        seated.chain(absent)
    }
}
