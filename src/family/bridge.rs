//! The bridge: attaches the lanes of a replica to the bus once its services are ready, and detaches them at shutdown.
//!
//! The bridge looks for each lane's attach seam. Without a cluster service, without the lane's service, or without
//! the seam, there is nothing to attach, which is logged at `debug` only. A bus within one process needs no
//! attaching, because it connects one replica with itself.
//!
//! Invariant: the lanes are independent. A lane whose attach or detach fails is logged as an error, and the others
//! are attached or detached all the same.

use futures_util::future::join_all;

use super::ports::{Bus, BusError, Driver, Host};
use super::service::AnyLane;
use crate::names::{Lane, Service, Work};

/// What the bridge finds when it looks for the attach seam of a lane.
pub enum Seam<'a, H: Host> {
    /// The lane has a seam.
    Found(&'a dyn AnyLane<H>),
    /// The lane's service is there, but has no seam.
    Bare(Lane),
    /// The service is not there.
    Absent(Service),
}

/// Attaches every lane that has a seam, all at the same time. Returns the lanes that this call attached.
pub async fn attach<H: Host>(
    bus: Option<&H::Bus>,
    node: &str,
    work: Work,
    seams: impl Iterator<Item = Seam<'_, H>>,
) -> Vec<Lane> {
    let Some(bus) = bus else {
        tracing::debug!(%node, "bridge: no cluster service, nothing is attached");
        return Vec::new();
    };
    if bus.driver() == Driver::Memory {
        tracing::debug!(%node, "bridge: an in-process bus, nothing is attached");
        return Vec::new();
    }
    let attaching = seams.filter_map(|seam| match seam {
        Seam::Found(lane) => Some(async move { (lane.lane(), lane.attach(bus, node, work).await) }),
        Seam::Bare(lane) => {
            tracing::debug!(%node, "bridge: {lane} has no convergence seam, it is not attached");
            None
        }
        Seam::Absent(service) => {
            tracing::debug!(%node, "bridge: no {service} service, it is not attached");
            None
        }
    });
    // All at the same time, so that a subscription that hangs does not delay the other lanes.
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
