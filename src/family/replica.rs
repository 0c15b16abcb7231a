//! A replica: one life of one process, from its boot to its shutdown.
//!
//! Boot: construct → ready → attach, and the subscription is acknowledged → list every row (retried until
//! readable) → serve. Subscribing *before* listing is what makes a write between the two not be missed.
//!
//! Left out: a crash, which is what happens to a replica and nothing that it does.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use super::lanes::datasource::{DatasourceLane, Datasources, Request};
use super::ports::{Host, Role, Runtime, Task};
use super::registry::Held;
use super::resource::Resource;
use crate::names::{Address, Boot, Correlation, Lane, Policies, RequestId, Work};

/// How long a booting replica waits before it lists again: doubled from the first to the last.
const LIST_RETRY: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

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
        replica.datasources.open_code_defined(Correlation::of(work)).await;
        match policies.boot {
            Boot::SubscribeThenList => {
                replica.bridge(work).await;
                replica.rehydrate(work).await;
            }
            Boot::ListThenSubscribe => {
                replica.rehydrate(work).await;
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
            self.host.runtime().spawn(task, async move { reload(&lane, work).await });
        }
    }

    /// Detaches the lane: from now on nothing is received.
    pub fn detach(&self) {
        self.datasources.detach();
    }

    /// Lists every row and converges each address that is in the rows or in the registry; done when they
    /// have converged.
    pub async fn reload(&self, request: RequestId) {
        reload(&self.datasources, Work::Reload(request)).await;
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
    pub async fn shut_down(&self) {
        self.datasources.shut_down().await;
    }

    async fn bridge(&self, work: Work) {
        if self.options.attach {
            self.attach_lane(&self.options.node, work).await;
        }
    }

    /// Whether the lane was attached by this call.
    async fn attach_lane(&self, node: &str, work: Work) -> bool {
        if !self.options.seam {
            tracing::info!(%node, "{}: no convergence seam, nothing is attached", Lane::Datasource);
            return false;
        }
        match self.datasources.attach(self.host.bus(), node, work).await {
            Ok(attached) => attached,
            Err(_) => {
                tracing::error!(%node, "{}: could not be attached to the bus", Lane::Datasource);
                false
            }
        }
    }

    async fn rehydrate(&self, work: Work) {
        let mut correlation = Correlation::of(work);
        let mut pause = LIST_RETRY.0;
        let convergences = loop {
            match self.datasources.rehydrate(correlation).await {
                Ok(convergences) => break convergences,
                Err(_) => {
                    let node = &self.options.node;
                    tracing::warn!(%node, "{}: the rows could not be listed, trying again", Lane::Datasource);
                    let task = Task { role: Role::ListRetry, correlation, address: None };
                    self.host.runtime().sleep(task, pause).await;
                    pause = LIST_RETRY.1.min(pause * 2);
                    correlation.attempt = correlation.attempt.saturating_add(1);
                }
            }
        };
        for convergence in convergences {
            // Cancelled only by a shutdown, which ends the boot as well.
            let _ = convergence.await;
        }
    }
}

async fn reload<H: Host>(lane: &Rc<DatasourceLane<H>>, work: Work) {
    match lane.rehydrate(Correlation::of(work)).await {
        Ok(convergences) => {
            for convergence in convergences {
                // Cancelled only by a shutdown, and then nothing is left to converge.
                let _ = convergence.await;
            }
        }
        Err(_) => {
            tracing::warn!(node = %lane.node(), "{}: reload failed, the rows are unreadable", Lane::Datasource);
        }
    }
}
