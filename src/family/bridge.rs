//! The bridge: attaches the lanes of a replica to the bus once its services are ready, and detaches them at
//! shutdown.
//!
//! It looks for each lane's attach seam. Without a cluster service, without the lane's service or without its seam
//! there is nothing to bind, and it says so at `debug` only; an in-process bus needs no binding, for one replica
//! needs no bus. The lanes are independent: one whose attach or detach fails is reported and leaves the others
//! as they are.

use futures_util::future::join_all;

use super::ports::{Bus, BusError, Driver, Host};
use super::service::AnyLane;
use crate::names::{Lane, Service, Work};

/// What the bridge finds of a lane on its replica.
pub enum Seat<'a, H: Host> {
    /// The lane's service is there, with the seam by which its registry can be converged.
    Seam(&'a dyn AnyLane<H>),
    /// The lane's service is there, without that seam.
    Bare(Lane),
    /// There is no such service.
    Absent(Service),
}

/// Attaches every lane that has a seam, all at the same time. Returns which were attached by this call.
pub async fn attach<H: Host>(
    bus: Option<&H::Bus>,
    node: &str,
    work: Work,
    seats: impl Iterator<Item = Seat<'_, H>>,
) -> Vec<Lane> {
    let Some(bus) = bus else {
        tracing::debug!(%node, "bridge: no cluster service, nothing is attached");
        return Vec::new();
    };
    if bus.driver() == Driver::Memory {
        tracing::debug!(%node, "bridge: an in-process bus, nothing is attached");
        return Vec::new();
    }
    let attaching = seats.filter_map(|seat| match seat {
        Seat::Seam(lane) => Some(async move { (lane.lane(), lane.attach(bus, node, work).await) }),
        Seat::Bare(lane) => {
            tracing::debug!(%node, "bridge: {lane} has no convergence seam, it is not attached");
            None
        }
        Seat::Absent(service) => {
            tracing::debug!(%node, "bridge: no {service} service, it is not attached");
            None
        }
    });
    let attached = join_all(attaching).await.into_iter().filter_map(|(lane, result)| match result {
        Ok(attached) => attached.then_some(lane),
        Err(BusError) => {
            tracing::error!(%node, "bridge: {lane} could not be attached to the bus");
            None
        }
    });
    attached.collect()
}

/// Detaches every lane.
pub fn detach<'a, H: Host>(node: &str, lanes: impl Iterator<Item = &'a dyn AnyLane<H>>) {
    for lane in lanes {
        match lane.detach() {
            Ok(true) => tracing::debug!(%node, "bridge: detached {}", lane.lane().channel()),
            Ok(false) => {}
            Err(BusError) => {
                tracing::error!(%node, "bridge: {} could not be detached from the bus", lane.lane());
            }
        }
    }
}
