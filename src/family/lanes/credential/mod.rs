//! Connector credentials, the lane 4: a whole reconcile for every signal.
//!
//! Rows are credentials, by their reference. What is held in memory are *declared connectors*: code, equal on all
//! replicas and fixed for a life; several can name one reference. A reconcile lists all rows and compares each
//! connector's signature with the one last attempted; exactly those that changed re-materialise, and those that a
//! reload or a retry timer marked.

mod connector;
mod door;
mod materialise;
mod reconcile;
mod record;
mod signal;

use std::rc::Rc;

use crate::family::ports::Host;
use crate::family::replica::Options;
use crate::family::service::Opened;
use crate::names::Service;

pub use connector::{Connector, Declaration};
use door::CredentialDoor;
pub use reconcile::Connectors;
pub use record::{Credential, is_reference_valid};
pub use signal::WIRE;

/// The credential service of one replica.
pub fn open<H: Host>(host: &H, options: &Options) -> Opened<H> {
    let lane = Connectors::new(host.clone(), options);
    let door = Box::new(CredentialDoor(Rc::clone(&lane)));
    Opened { service: Service::Credential, door, lanes: vec![Box::new(lane)] }
}
