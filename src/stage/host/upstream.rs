//! The upstream's port: opening, closing and reaching what instances connect to.

use std::iter;

use super::SimHost;
use crate::family::ports::{Connection, Handle, Upstream};
use crate::history::EventKind;
use crate::model::Call;
use crate::names::{Address, BuildFailure, Correlation, InstanceId, Work};
use crate::stage::compiled::START;
use crate::stage::keys::Class;
use crate::stage::tables::opened_with;

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
        let (space, lane) = (address.space(), address.lane());
        let (address, object) = self.environment.intern(address);
        let effects = self.environment.armed.build(self.replica, address, correlation.work);
        let chances = self.environment.build_rates();
        let prepared = self.prepare((Call::Open, Class::Open), (correlation, lane), object, chances, effects);
        let fails = prepared.fails;
        let (opened_with, secret) = (opened_with(space, connection), connection.secret.clone());
        let began = Some(EventKind::OpenBegan { correlation, address });
        self.send(prepared, began, move |host| {
            let mut upstreams = host.environment.upstreams.borrow_mut();
            let opened = upstreams.open(host.replica, address, secret.as_ref(), fails);
            drop(upstreams);
            match opened {
                Ok(instance) => {
                    host.environment.connections.borrow_mut().push((instance, opened_with));
                    host.record(EventKind::Opened { correlation, instance });
                    if host.environment.world.life(host.node()) != host.life {
                        host.environment.upstreams.borrow_mut().close(instance);
                    }
                    Ok(OpenHandle(instance))
                }
                Err(why) => {
                    host.record(EventKind::OpenFailed { correlation, address, why });
                    Err(why)
                }
            }
        })
        .await
    }

    async fn close(&self, handle: OpenHandle) {
        let OpenHandle(instance) = handle;
        let object = self.environment.names.borrow().fingerprint(instance.address);
        let attempt = instance.ordinal();
        let correlation = Correlation { work: Work::Boot(START), attempt };
        let chances = self.environment.close_rates();
        let lane = self.environment.names.borrow().all()[usize::from(instance.address.0)].lane();
        let call = (Call::Close, Class::Close);
        let prepared = self.prepare(call, (correlation, lane), object, chances, iter::empty());
        let began = Some(EventKind::CloseBegan { instance });
        self.send(prepared, began, move |host| {
            host.environment.upstreams.borrow_mut().close(instance);
            host.record(EventKind::Closed { instance });
        })
        .await;
    }

    fn reachable(&self, handle: &OpenHandle) -> bool {
        self.environment.upstreams.borrow().is_reachable(handle.0.address)
    }
}
