//! Connector credentials, the lane 4: a whole reconcile for every signal.
//!
//! Rows are credentials, by their reference. What is held in memory are *declared connectors*: code, equal on all
//! replicas and fixed for a life. Several can name one reference. A reconcile lists all rows and compares each
//! connector's signature with the one last attempted. It materialises again exactly the connectors whose signature
//! has changed, and those that a reload or a retry timer has marked.

mod connector;
mod connectors;
mod door;
mod materialise;
mod reconcile;
mod record;
mod signal;

use std::rc::Rc;

use crate::family::options::Options;
use crate::family::ports::Host;
use crate::family::service::ReplicaService;
use crate::names::Service;

pub use connector::Declaration;
use connectors::Connectors;
use door::CredentialDoor;
pub use record::Credential;
pub(super) use signal::CREDENTIAL_FORMAT;

/// Constructs the credential service of one replica.
pub(super) fn construct<H: Host>(host: &H, options: &Options) -> ReplicaService<H> {
    let lane = Connectors::new(host.clone(), options);
    let door = Box::new(CredentialDoor(Rc::clone(&lane)));
    ReplicaService { service: Service::Credential, door, lanes: vec![Box::new(lane)] }
}
