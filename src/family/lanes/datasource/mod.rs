//! Lane 3, datasources: each active row is one live connection pool.
//!
//! Doors: create, update, delete, and `put` for whichever of the first two fits; they publish symmetrically.
//! A fourth write, `migrate`, moves a secret from the row's own column to the secrets table; it leaves every
//! live pool alone and does not publish. The signature is over the *effective connection*: driver, config,
//! the secret wherever it is stored, `active`, and the incarnation; a label is no part of it.

mod door;
mod record;

use std::rc::Rc;

use super::super::ports::{Handle, Host, Upstream};
use super::super::registry::Held;
use super::super::resource::{Resource, ResourceLane};
use crate::names::{BuildFailure, Correlation, InstanceId, Lane, Policies, Signature, Work};

pub use door::Request;
pub use record::{Change, Connection, Datasource, Patch, is_name_valid};

/// The datasource lane on one replica.
pub type DatasourceLane<H> = ResourceLane<H, Datasources>;

/// What is the datasource lane's own.
pub struct Datasources;

/// A live connection pool.
pub struct Pool<T>(
    /// What the upstream gave for it.
    pub T,
);

impl<T: Handle> Handle for Pool<T> {
    fn id(&self) -> InstanceId {
        self.0.id()
    }
}

impl<H: Host> Resource<H> for Datasources {
    const LANE: Lane = Lane::Datasource;
    type Row = Datasource;
    type Instance = Pool<<H::Upstream as Upstream>::Handle>;

    fn signature(row: &Datasource, policies: &Policies) -> Signature {
        row.signature(policies.recreate)
    }

    async fn build(
        host: H,
        correlation: Correlation,
        row: Rc<Datasource>,
    ) -> Result<Self::Instance, BuildFailure> {
        host.upstream().open(correlation, &row.name, &row.connection()).await.map(Pool)
    }

    async fn close(host: H, pool: Self::Instance) {
        host.upstream().close(pool.0).await;
    }
}

impl<H: Host> DatasourceLane<H> {
    /// Opens the pools that code defines. One that cannot be opened, or not in time, is logged; its name stays
    /// code's.
    pub(in super::super) async fn open_code_defined(self: &Rc<Self>, work: Work) {
        for address in &self.code {
            let row = Rc::new(Datasource::of_code(address.clone()));
            if let Some(instance) = self.build(work, address, &row).await {
                let held = Held { instance, built_from: None };
                self.registry.borrow_mut().install(address.clone(), held);
            } else {
                let node = self.core.node();
                tracing::error!(%node, "datasource: code-defined `{address}` could not be opened");
            }
        }
    }

    /// The datasources in the registry whose upstream cannot be reached now, by name.
    pub fn unreachable(&self) -> Vec<String> {
        let registry = self.registry.borrow();
        let stuck =
            registry.iter().filter(|(_, held)| !self.core.host.upstream().reachable(&held.instance.0));
        stuck.map(|(address, _)| address.to_string()).collect()
    }
}
