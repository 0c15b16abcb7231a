//! A replica: one life of one process, from its boot to its shutdown.
//!
//! Boot: construct → ready → attach, and the subscription is acknowledged → list every row (retried until
//! readable) → serve. Subscribing *before* listing is what makes a write between the two not be missed.
//!
//! Left out: a crash, which is what happens to a replica and nothing that it does.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::lanes::datasource::{DatasourceLane, Datasources, Request};
use super::ports::{Host, Role, Runtime, Task};
use super::receiver::{attach, detach};
use super::registry::Held;
use super::rehydrate::{self, reload};
use super::resource::Resource;
use crate::names::{Address, Boot, Correlation, Lane, Policies, RequestId, Work};

/// What a replica is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// What asked for this boot.
    pub boot: RequestId,
    /// The node id, which must be the replica's alone.
    pub node: String,
    /// What the family decides, and how.
    pub policies: Policies,
    /// Whether the bridge attaches the lane at boot.
    pub attach: bool,
    /// Whether the datasource service offers the seam by which its registry can be converged. Without it the
    /// lane attaches nothing.
    pub seam: bool,
    /// The datasources that code defines.
    pub code: BTreeSet<Address>,
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
    datasources: Rc<DatasourceLane<H>>,
}

impl<H: Host> Replica<H> {
    /// Boots a replica; done when it serves.
    pub async fn boot(host: H, options: Options) -> Rc<Self> {
        let (policies, code) = (options.policies, options.code.clone());
        let datasources = DatasourceLane::new(host.clone(), policies, &options.node, code);
        let replica = Rc::new(Self { host, options, datasources });
        let work = Work::Boot(replica.options.boot);
        replica.datasources.open_code_defined(work).await;
        match policies.boot {
            Boot::SubscribeThenList => {
                replica.bridge(work).await;
                rehydrate::boot(&replica.datasources, work).await;
            }
            Boot::ListThenSubscribe => {
                rehydrate::boot(&replica.datasources, work).await;
                replica.bridge(work).await;
            }
        }
        replica
    }

    /// Attaches the lane under the replica's node id, or another, and reloads it once the subscription is
    /// acknowledged. Does nothing if that very pair is attached already.
    pub async fn attach(&self, node: Option<&str>, request: RequestId) {
        let work = Work::Attach(request);
        if self.attach_lane(node.unwrap_or(&self.options.node), work).await {
            let lane = Rc::clone(&self.datasources);
            let task = Task { role: Role::Reload, correlation: Correlation::of(work), address: None };
            self.host.runtime().spawn(task, reload(lane, work));
        }
    }

    /// Detaches the lane: from now on nothing is received.
    pub fn detach(&self) {
        detach(&self.datasources);
    }

    /// Lists every row and converges each address that is in the rows or in the registry; done when they
    /// have converged.
    pub async fn reload(&self, request: RequestId) {
        reload(Rc::clone(&self.datasources), Work::Reload(request)).await;
    }

    /// Serves one request at the datasource door. Returns the HTTP status of the answer.
    pub async fn serve(&self, request: Request) -> u16 {
        self.datasources.serve(request).await
    }

    /// `GET /ready`: names each datasource in the registry whose upstream is unreachable now.
    pub fn ready(&self) -> Readiness {
        let names = self.datasources.unreachable();
        Readiness { status: if names.is_empty() { 200 } else { 503 }, names }
    }

    /// Calls `see` for each datasource that the registry holds, by name.
    pub fn view(
        &self,
        see: impl FnMut(
            &Address,
            &Held<<Datasources as Resource<H>>::Row, <Datasources as Resource<H>>::Instance>,
        ),
    ) {
        self.datasources.view(see);
    }

    /// Ends the life in good order: detaches and closes every instance.
    pub async fn shut_down(&self, request: RequestId) {
        self.datasources.shut_down(Work::Reload(request)).await;
    }

    async fn bridge(&self, work: Work) {
        if self.options.attach {
            self.attach_lane(&self.options.node, work).await;
        }
    }

    /// Whether the lane was attached by this call.
    async fn attach_lane(&self, node: &str, work: Work) -> bool {
        if self.datasources.core.is_down() {
            return false;
        }
        if !self.options.seam {
            tracing::info!(%node, "{}: no convergence seam, nothing is attached", Lane::Datasource);
            return false;
        }
        match attach(&self.datasources, self.host.bus(), node, work).await {
            Ok(attached) => attached,
            Err(_) => {
                tracing::error!(%node, "{}: could not be attached to the bus", Lane::Datasource);
                false
            }
        }
    }
}
