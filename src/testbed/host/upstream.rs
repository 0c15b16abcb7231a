//! The upstream's port: opening, closing and reaching what instances connect to.

use std::iter;

use super::SimHost;
use crate::family::lanes::datasource::Connection;
use crate::family::ports::{Handle, Upstream};
use crate::history::What;
use crate::names::{Address, BuildFailure, Correlation, InstanceId, Work};
use crate::scenario::Call;
use crate::testbed::keys::Class;
use crate::testbed::plan::START;
use crate::testbed::tables::connection_digest;

/// An open instance of a simulated upstream.
#[derive(Debug)]
pub struct OpenHandle(InstanceId);

impl Handle for OpenHandle {
    fn id(&self) -> InstanceId {
        self.0
    }
}

impl Upstream for SimHost {
    type Handle = OpenHandle;

    async fn open(
        &self,
        correlation: Correlation,
        address: &Address,
        connection: &Connection,
    ) -> Result<OpenHandle, BuildFailure> {
        let (address, object) = self.environment.intern(address);
        let effects = self.environment.armed.build(self.replica, address, correlation.work);
        let chances = self.environment.build_chances();
        let prepared = self.prepare((Call::Open, Class::Open), correlation, object, chances, effects);
        let fails = prepared.fails;
        let connection = connection_digest(connection);
        let began = Some(What::OpenBegan { correlation, address });
        self.send(prepared, began, move |host| {
            let opened = host.environment.upstreams.borrow_mut().open(host.replica, address, fails);
            match opened {
                Ok(instance) => {
                    host.environment.connections.borrow_mut().push((instance, connection));
                    host.record(What::Opened { correlation, instance });
                    if host.environment.world.life(host.node()) != host.life {
                        host.environment.upstreams.borrow_mut().close(instance);
                    }
                    Ok(OpenHandle(instance))
                }
                Err(why) => {
                    host.record(What::OpenFailed { correlation, address, why });
                    Err(why)
                }
            }
        })
        .await
    }

    async fn close(&self, handle: OpenHandle) {
        let OpenHandle(instance) = handle;
        let object = self.environment.names.borrow().fingerprint(instance.address);
        let attempt = u16::try_from(instance.nth & 0xffff).expect("sixteen bits fit");
        let correlation = Correlation { work: Work::Boot(START), attempt };
        let chances = self.environment.close_chances();
        let prepared = self.prepare((Call::Close, Class::Close), correlation, object, chances, iter::empty());
        let began = Some(What::CloseBegan { instance });
        self.send(prepared, began, move |host| {
            host.environment.upstreams.borrow_mut().close(instance);
            host.record(What::Closed { instance });
        })
        .await;
    }

    fn reachable(&self, handle: &OpenHandle) -> bool {
        self.environment.upstreams.borrow().is_reachable(handle.0.address)
    }
}
