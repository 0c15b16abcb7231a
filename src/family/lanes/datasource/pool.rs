//! The connection pools of lane 3: how a row becomes one.

use std::rc::Rc;

use super::Datasource;
use super::signal::NameSignal;
use crate::family::payload::{DecodedSignal, Signal};
use crate::family::ports::{Handle, Host, Upstream};
use crate::family::resource::{Resource, ResourceLane};
use crate::names::{Address, BuildFailure, Correlation, InstanceId, Lane, Policies, Signature};

/// The datasource lane on one replica.
pub type DatasourceLane<H> = ResourceLane<H, Pools>;

/// What is the datasource lane's own.
pub struct Pools;

/// A live connection pool, by the handle that the upstream gave for it.
pub struct Pool<T>(T);

impl<T: Handle> Handle for Pool<T> {
    fn id(&self) -> InstanceId {
        self.0.id()
    }
}

impl<H: Host> Resource<H> for Pools {
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

    fn decode(payload: &str) -> Option<DecodedSignal<'_>> {
        let signal = NameSignal::decode(payload)?;
        let address = signal.address();
        Some(DecodedSignal { origin_node: signal.origin_node, queue_address: Some(address.clone()), address })
    }

    fn code_defined(address: Address) -> Datasource {
        Datasource::code_defined(address)
    }

    fn is_reachable(host: &H, pool: &Self::Instance) -> bool {
        host.upstream().reachable(&pool.0)
    }
}
