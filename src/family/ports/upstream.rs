//! The port to what instances connect to: a database server, an API.

use std::future::Future;

use crate::names::{Address, BuildFailure, Correlation, InstanceId, Secret};

/// What an instance connects with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The kind of server.
    pub driver: String,
    /// The settings, a JSON object as text.
    pub config: String,
    /// The secret, if one is needed.
    pub secret: Option<Secret>,
}

/// What instances connect to.
pub trait Upstream {
    /// An open instance.
    type Handle: Handle;

    /// Opens an instance. The instance is open from the moment that the upstream acts, whether or not the answer
    /// arrives. So a caller that stops waiting must still close the instance when the answer comes.
    ///
    /// # Errors
    /// Why it was not opened.
    fn open(
        &self,
        correlation: Correlation,
        address: &Address,
        connection: &Connection,
    ) -> impl Future<Output = Result<Self::Handle, BuildFailure>>;

    /// Closes an instance.
    fn close(&self, handle: Self::Handle) -> impl Future<Output = ()>;

    /// Whether the server that the instance connects to can be reached now.
    fn reachable(&self, handle: &Self::Handle) -> bool;
}

/// An open instance of an upstream.
pub trait Handle: 'static {
    /// The identity of the instance.
    fn id(&self) -> InstanceId;
}
