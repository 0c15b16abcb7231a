//! A lane and a door as the replica and the bridge see them, whatever their style.

use std::pin::Pin;
use std::rc::Rc;

use super::lane::{Lane, Shown};
use super::ports::{BusError, Host};
use super::request::Request;
use super::{receiver, rehydrate};
use crate::names::Work;

/// A future that stays on its replica.
pub type Local<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// A lane whose style does not matter.
pub trait AnyLane<H: Host> {
    /// Which lane it is.
    fn lane(&self) -> crate::names::Lane;
    /// See [`receiver::attach`].
    fn attach<'a>(&'a self, bus: &'a H::Bus, node: &'a str, work: Work) -> Local<'a, Result<bool, BusError>>;
    /// See [`receiver::detach`].
    fn detach(&self) -> Result<bool, BusError>;
    /// Opens what code defines.
    fn open_code_defined(&self, work: Work) -> Local<'_, ()>;
    /// See [`rehydrate::boot`].
    fn boot(&self, work: Work) -> Local<'_, ()>;
    /// See [`rehydrate::reload`].
    fn reload(&self, work: Work) -> Local<'static, ()>;
    /// From now on what still ends installs nothing.
    fn set_down(&self);
    /// Closes every instance.
    fn close_all(&self, work: Work) -> Local<'_, ()>;
    /// Shows what the registry holds.
    fn view(&self, see: &mut dyn FnMut(Shown<'_>));
    /// See [`Lane::unreachable`].
    fn unreachable(&self) -> Vec<String>;
}

impl<H: Host, L: Lane<H>> AnyLane<H> for Rc<L> {
    fn lane(&self) -> crate::names::Lane {
        L::LANE
    }

    fn attach<'a>(&'a self, bus: &'a H::Bus, node: &'a str, work: Work) -> Local<'a, Result<bool, BusError>> {
        Box::pin(receiver::attach(self, bus, node, work))
    }

    fn detach(&self) -> Result<bool, BusError> {
        receiver::detach(self)
    }

    fn open_code_defined(&self, work: Work) -> Local<'_, ()> {
        Box::pin(Lane::open_code_defined(self, work))
    }

    fn boot(&self, work: Work) -> Local<'_, ()> {
        Box::pin(rehydrate::boot(self, work))
    }

    fn reload(&self, work: Work) -> Local<'static, ()> {
        Box::pin(rehydrate::reload(Self::clone(self), work))
    }

    fn set_down(&self) {
        self.core().set_down();
    }

    fn close_all(&self, work: Work) -> Local<'_, ()> {
        Box::pin(Lane::close_all(self, work))
    }

    fn view(&self, see: &mut dyn FnMut(Shown<'_>)) {
        Lane::view(&**self, see);
    }

    fn unreachable(&self) -> Vec<String> {
        Lane::unreachable(&**self)
    }
}

/// A door whose rows do not matter.
pub trait AnyDoor {
    /// Serves one request. Returns the HTTP status of the answer: 200 or 201 done; 400 malformed; 403 the name
    /// belongs to code; 404 unknown; 409 exists already, or still bound; 503 the store could not be read or
    /// written, or did not answer in time, or the replica shuts down.
    fn serve(&self, request: Request) -> Local<'_, u16>;
}

/// A service of one replica: its door, and the lanes that keep its registries in step.
pub struct Opened<H: Host> {
    /// Which service it is.
    pub service: crate::names::Service,
    /// Its door.
    pub door: Box<dyn AnyDoor>,
    /// Its lanes, in order.
    pub lanes: Vec<Box<dyn AnyLane<H>>>,
}
