//! The upstream's port: to open and close instances, and to ask whether their upstream is reachable.

use std::iter;

use super::sim_host::SimHost;
use crate::family::ports::{Connection, Handle, Upstream};
use crate::history::{EventKind, Port};
use crate::model::Call;
use crate::names::{Address, BuildFailure, Correlation, InstanceId, Work};
use crate::stage::ids::START;
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
        let effects = self.environment.armed_faults.build(self.replica, address, correlation.work);
        let rates = self.environment.chance_faults.build_rates();
        let prepared = self
            .prepare((Call::Open, Class::Open), (correlation, lane), object, rates, effects)
            .recorded_as(EventKind::OpenBegan { correlation, address })
            .timed(Port::Open, Some(address));
        let fails = prepared.fails;
        let (opened_with, secret) = (opened_with(space, connection), connection.secret.clone());
        self.send(prepared, move |host| {
            let mut upstreams = host.environment.upstreams.borrow_mut();
            let opened = upstreams.open(host.replica, address, secret.as_ref(), fails);
            drop(upstreams);
            match opened {
                Ok(instance) => {
                    host.environment.connections.borrow_mut().push((instance, opened_with));
                    host.record(EventKind::Opened { correlation, instance });
                    // The call may come from a life that is over. The crash of that life closed what was open then;
                    // this instance opens later, so it must be closed here.
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
        let object = self.environment.addresses.borrow().fingerprint(instance.address);
        // Closing belongs to no work. The number of the instance keeps the keys of two closings apart.
        let correlation = Correlation { work: Work::Boot(START), attempt: instance.ordinal() };
        let rates = self.environment.chance_faults.close_rates();
        let lane = self.environment.addresses.borrow().all()[usize::from(instance.address.0)].lane();
        let call = (Call::Close, Class::Close);
        let prepared = self
            .prepare(call, (correlation, lane), object, rates, iter::empty())
            .recorded_as(EventKind::CloseBegan { instance });
        self.send(prepared, move |host| {
            host.environment.upstreams.borrow_mut().close(instance);
            host.record(EventKind::Closed { instance });
        })
        .await;
    }

    fn reachable(&self, handle: &OpenHandle) -> bool {
        self.environment.upstreams.borrow().is_reachable(handle.0.address)
    }
}
