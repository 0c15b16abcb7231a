//! A lane and a door as the replica and the bridge see them, whatever their style.

use std::rc::Rc;

use futures_util::future::LocalBoxFuture;

use super::lane::ReplicaLane;
use super::ports::{BusError, Host};
use super::request::Request;
use super::view::EntryView;
use super::{receiver, rehydrate};
use crate::names::{Lane, Service, Work};

/// A lane whose style does not matter.
pub trait AnyLane<H: Host> {
    fn lane(&self) -> Lane;
    /// See [`receiver::attach`].
    fn attach<'a>(
        &'a self,
        bus: &'a H::Bus,
        node: &'a str,
        work: Work,
    ) -> LocalBoxFuture<'a, Result<bool, BusError>>;
    /// See [`receiver::detach`].
    fn detach(&self) -> Result<bool, BusError>;
    /// See [`ReplicaLane::open_code_defined`].
    fn open_code_defined(&self, work: Work) -> LocalBoxFuture<'_, ()>;
    /// See [`rehydrate::boot`].
    fn boot(&self, work: Work) -> LocalBoxFuture<'_, ()>;
    /// See [`rehydrate::reload`].
    fn reload(&self, work: Work) -> LocalBoxFuture<'static, ()>;
    /// From now on, work that is still running installs nothing.
    fn set_shut_down(&self);
    /// See [`ReplicaLane::close_all`].
    fn close_all(&self, work: Work) -> LocalBoxFuture<'_, ()>;
    /// See [`ReplicaLane::view`].
    fn view(&self, visit: &mut dyn FnMut(EntryView<'_>));
    /// See [`ReplicaLane::unreachable_names`].
    fn unreachable_names(&self) -> Vec<String>;
}

impl<H: Host, L: ReplicaLane<H>> AnyLane<H> for Rc<L> {
    fn lane(&self) -> Lane {
        L::LANE
    }

    fn attach<'a>(
        &'a self,
        bus: &'a H::Bus,
        node: &'a str,
        work: Work,
    ) -> LocalBoxFuture<'a, Result<bool, BusError>> {
        Box::pin(receiver::attach(self, bus, node, work))
    }

    fn detach(&self) -> Result<bool, BusError> {
        receiver::detach(self)
    }

    fn open_code_defined(&self, work: Work) -> LocalBoxFuture<'_, ()> {
        Box::pin(ReplicaLane::open_code_defined(self, work))
    }

    fn boot(&self, work: Work) -> LocalBoxFuture<'_, ()> {
        Box::pin(rehydrate::boot(self, work))
    }

    fn reload(&self, work: Work) -> LocalBoxFuture<'static, ()> {
        Box::pin(rehydrate::reload(Self::clone(self), work))
    }

    fn set_shut_down(&self) {
        self.core().set_shut_down();
    }

    fn close_all(&self, work: Work) -> LocalBoxFuture<'_, ()> {
        Box::pin(ReplicaLane::close_all(self, work))
    }

    fn view(&self, visit: &mut dyn FnMut(EntryView<'_>)) {
        ReplicaLane::view(&**self, visit);
    }

    fn unreachable_names(&self) -> Vec<String> {
        ReplicaLane::unreachable_names(&**self)
    }
}

/// A door whose rows do not matter.
pub trait AnyDoor {
    /// Serves one request. Returns the HTTP status of the answer: 200 or 201 done; 400 malformed; 403 the name
    /// belongs to code; 404 unknown; 409 exists already, or still bound; 503 the store could not be read or written,
    /// or did not answer in time, or the replica shuts down.
    fn serve(&self, request: Request) -> LocalBoxFuture<'_, u16>;
}

/// A service of one replica: its door, and the lanes that keep its registries in step.
pub struct ReplicaService<H: Host> {
    pub service: Service,
    pub door: Box<dyn AnyDoor>,
    /// The lanes, in the protocol's order.
    pub lanes: Vec<Box<dyn AnyLane<H>>>,
}
