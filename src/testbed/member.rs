//! What the testbed asks of a replica, whoever wrote it.
//!
//! The family's own [`Replica`] is one; a test plants a faulty one through the same seam.

use std::rc::Rc;

use super::host::SimHost;
use crate::family::lanes::datasource::Request;
use crate::family::ports::Handle;
use crate::family::{Options, Readiness, Replica};
use crate::names::{Address, InstanceId, RequestId, Revision};

/// A replica as the script drives it: one life, from its boot on.
pub trait Member: 'static {
    /// Boots a replica; done when it serves.
    fn boot(host: SimHost, options: Options) -> impl Future<Output = Rc<Self>>;
    /// Serves one request. Returns the HTTP status of the answer.
    fn serve(&self, request: Request) -> impl Future<Output = u16>;
    /// Attaches the lane, under a node id if one is given; done when the subscription is acknowledged.
    fn attach(&self, node: Option<&str>, request: RequestId) -> impl Future<Output = ()>;
    /// Detaches the lane.
    fn detach(&self);
    /// Reloads the lane; done when it has converged.
    fn reload(&self, request: RequestId) -> impl Future<Output = ()>;
    /// Ends the life in good order; done when every instance is closed.
    fn shut_down(&self, request: RequestId) -> impl Future<Output = ()>;
    /// Answers a readiness probe.
    fn ready(&self) -> Readiness;
    /// Shows what the registry holds, by address.
    fn view(&self, see: &mut dyn FnMut(Seen<'_>));
}

/// An instance in a registry, as a replica shows it.
#[derive(Debug)]
pub struct Seen<'a> {
    /// Its address.
    pub address: &'a Address,
    /// Its identity.
    pub instance: InstanceId,
    /// Whether code defined it.
    pub code: bool,
    /// The revision of the row that it was built from, where the replica knows it.
    pub revision: Option<Revision>,
    /// The columns of that row, without secrets.
    pub columns: Vec<(&'static str, String)>,
}

impl Member for Replica<SimHost> {
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

    fn view(&self, see: &mut dyn FnMut(Seen<'_>)) {
        self.view(|address, held| {
            let row = held.built_from.as_ref().map(|(row, _)| row);
            see(Seen {
                address,
                instance: held.instance.id(),
                code: held.is_code(),
                revision: row.map(|row| row.revision).filter(|revision| revision.0 != 0),
                columns: row.map(|row| super::tables::columns(row)).unwrap_or_default(),
            });
        });
    }
}
