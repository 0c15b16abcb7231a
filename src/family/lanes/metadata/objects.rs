//! Lane 2, schema objects: each active row of metadata is one registered object.
//!
//! Building is cheap: the row's definition is parsed. It cannot fail for a well-formed row. A malformed row is a
//! failed build, and the object that was registered before keeps serving.

use std::rc::Rc;

use super::Metadatum;
use super::signal::TypedSignal;
use crate::family::payload::{DecodedSignal, Signal};
use crate::family::ports::{Handle, Host, Journal};
use crate::family::request::Writable;
use crate::family::resource::{Resource, ResourceLane};
use crate::family::transaction::Record;
use crate::names::{Address, BuildFailure, Correlation, InstanceId, Lane, Policies, Signature};

/// The metadata lane on one replica.
pub type MetadataLane<H> = ResourceLane<H, SchemaObjects>;

/// What is the metadata lane's own.
pub struct SchemaObjects;

/// A registered schema object.
pub struct SchemaObject {
    id: InstanceId,
    definition: serde_json::Map<String, serde_json::Value>,
}

impl Handle for SchemaObject {
    fn id(&self) -> InstanceId {
        self.id
    }
}

impl<H: Host> Resource<H> for SchemaObjects {
    const LANE: Lane = Lane::Metadata;
    type Row = Metadatum;
    type Instance = SchemaObject;

    fn signature(row: &Metadatum, policies: &Policies) -> Signature {
        row.signature(policies.recreate)
    }

    async fn build(host: H, _: Correlation, row: Rc<Metadatum>) -> Result<SchemaObject, BuildFailure> {
        let definition = serde_json::from_str(&row.body).map_err(|_| BuildFailure::Failed)?;
        Ok(SchemaObject { id: host.journal().new_instance_id(&row.address), definition })
    }

    /// The body is taken from the object itself, so that an object that differs from its remembered row is seen.
    fn columns(row: &Metadatum, object: &SchemaObject) -> Vec<(&'static str, String)> {
        let mut columns = row.columns();
        let body = columns.iter_mut().filter(|(column, _)| *column == "body");
        body.for_each(|(_, text)| *text = serde_json::to_string(&object.definition).unwrap_or_default());
        columns
    }

    async fn close(_: H, object: SchemaObject) {
        // It holds nothing but memory.
        drop(object);
    }

    fn decode(payload: &str) -> Option<DecodedSignal<'_>> {
        let signal = TypedSignal::decode(payload)?;
        let address = signal.address();
        Some(DecodedSignal { origin_node: signal.origin_node, queue_address: Some(address.clone()), address })
    }

    fn code_defined(address: Address) -> Metadatum {
        Metadatum::new(address)
    }
}
