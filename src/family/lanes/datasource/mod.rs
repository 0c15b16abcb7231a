//! Lane 3, datasources: each active row is one live connection pool.
//!
//! Doors: create, update, delete, and `put` for whichever of the first two fits; they publish symmetrically.
//! A fourth write, `migrate`, moves a secret from the row's own column to the secrets table; it leaves every
//! live pool alone and does not publish. The signature is over the *effective connection*: driver, config,
//! the secret wherever it is stored, `active`, and the incarnation; a label is no part of it.

mod door;
mod record;
mod signal;

use std::rc::Rc;

use crate::family::lane::Heard;
use crate::family::ports::{Handle, Host, Upstream};
use crate::family::replica::Options;
use crate::family::resource::{Resource, ResourceLane};
use crate::family::service::Opened;
use crate::family::signal::Signal;
use crate::names::{
    Address, BuildFailure, Correlation, InstanceId, Lane, Policies, Service, Signature, Space,
};

use door::DatasourceDoor;
pub use record::{Change, Datasource, is_name_valid};
use signal::NameSignal;
pub use signal::WIRE;

/// The datasource service of one replica.
pub fn open<H: Host>(host: &H, options: &Options) -> Opened<H> {
    let lane = DatasourceLane::new(host.clone(), options, Space::Datasource);
    let door = Box::new(DatasourceDoor(Rc::clone(&lane)));
    Opened { service: Service::Datasource, door, lanes: vec![Box::new(lane)] }
}

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

    fn decode(payload: &str) -> Option<Heard<'_>> {
        let signal = NameSignal::decode(payload)?;
        let named = signal.named();
        Some(Heard { origin_node: signal.origin_node, queue: Some(named.clone()), named })
    }

    fn of_code(address: Address) -> Datasource {
        Datasource::of_code(address)
    }

    fn is_reachable(host: &H, pool: &Self::Instance) -> bool {
        host.upstream().reachable(&pool.0)
    }
}
