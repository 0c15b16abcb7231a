//! The system under test: what the testbed needs of a replica.
//!
//! The family's own [`Replica`] is one. A test plants a faulty one through the same trait.

use std::rc::Rc;

use super::host::SimHost;
use crate::family::{EntryView, Options, Readiness, Replica, Request};
use crate::names::RequestId;

/// One life of one replica, from its boot on, as the script uses it.
pub trait SystemUnderTest: 'static {
    /// Boots a replica; done when it serves.
    fn boot(host: SimHost, options: Options) -> impl Future<Output = Rc<Self>>;
    /// Serves one request. Returns the HTTP status of the answer.
    fn serve(&self, request: Request) -> impl Future<Output = u16>;
    /// Attaches the lanes, under a node id if one is given; done when the subscriptions are acknowledged.
    fn attach(&self, node: Option<&str>, request: RequestId) -> impl Future<Output = ()>;
    /// Detaches the lanes.
    fn detach(&self);
    /// Reloads the lanes; done when they have converged.
    fn reload(&self, request: RequestId) -> impl Future<Output = ()>;
    /// Ends the life in good order; done when every instance is closed.
    fn shut_down(&self, request: RequestId) -> impl Future<Output = ()>;
    /// Answers a readiness probe.
    fn ready(&self) -> Readiness;
    /// Shows what the registries hold, entry by entry: lane after lane, and in each in the order of the addresses.
    fn view(&self, visit: &mut dyn FnMut(EntryView<'_>));
}

impl SystemUnderTest for Replica<SimHost> {
    fn boot(host: SimHost, options: Options) -> impl Future<Output = Rc<Self>> {
        Self::boot(host, options)
    }

    fn serve(&self, request: Request) -> impl Future<Output = u16> {
        self.serve(request)
    }

    fn attach(&self, node: Option<&str>, request: RequestId) -> impl Future<Output = ()> {
        self.attach(node, request)
    }

    fn detach(&self) {
        self.detach();
    }

    fn reload(&self, request: RequestId) -> impl Future<Output = ()> {
        self.reload(request)
    }

    fn shut_down(&self, request: RequestId) -> impl Future<Output = ()> {
        self.shut_down(request)
    }

    fn ready(&self) -> Readiness {
        self.ready()
    }

    fn view(&self, visit: &mut dyn FnMut(EntryView<'_>)) {
        self.view(visit);
    }
}
