//! Lane 3, datasources: each active row is one live connection pool.
//!
//! Doors: create, update, delete, and `put`, which is create or update. They publish symmetrically. A fourth write,
//! `migrate`, moves a secret from the row's own column to the secrets table; it leaves every live pool alone and does
//! not publish. The signature covers the *effective connection*: driver, config, the secret wherever it is stored,
//! `active`, and the incarnation. A label is no part of it.

mod door;
mod pool;
mod record;
mod signal;

use std::rc::Rc;

use crate::family::options::Options;
use crate::family::ports::Host;
use crate::family::service::ReplicaService;
use crate::names::{Service, Space};

use door::DatasourceDoor;
use pool::DatasourceLane;
pub use record::{Change, Datasource};
pub(super) use signal::DATASOURCE_FORMAT;

/// Constructs the datasource service of one replica.
pub(super) fn construct<H: Host>(host: &H, options: &Options) -> ReplicaService<H> {
    let lane = DatasourceLane::new(host.clone(), options, Space::Datasource);
    let door = Box::new(DatasourceDoor(Rc::clone(&lane)));
    ReplicaService { service: Service::Datasource, door, lanes: vec![Box::new(lane)] }
}
