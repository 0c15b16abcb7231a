//! The stores that hold the rows of every lane.

use super::credential::Credential;
use super::datasource::Datasource;
use super::metadata::Metadatum;
use crate::family::ports::Store;

/// A store with the rows of every lane.
pub trait Stores: Store<Metadatum> + Store<Datasource> + Store<Credential> {}

impl<S> Stores for S where S: Store<Metadatum> + Store<Datasource> + Store<Credential> {}
