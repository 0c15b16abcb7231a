//! Lane 2, schema objects: each active row of metadata is one registered object.
//!
//! Building is cheap: the row's definition is parsed. It cannot fail for a well-formed row; a malformed one is a
//! failed build, and the object that was registered before keeps serving.

use std::rc::Rc;

use super::Metadatum;
use super::signal::TypedSignal;
use crate::family::lane::Heard;
use crate::family::ports::{Handle, Host, Journal};
use crate::family::request::Patched;
use crate::family::resource::{Resource, ResourceLane};
use crate::family::signal::Signal;
use crate::family::transaction::Record;
use crate::names::{Address, BuildFailure, Correlation, InstanceId, Lane, Policies, Signature};

/// The metadata lane on one replica.
pub type MetadataLane<H> = ResourceLane<H, SchemaObjects>;

/// What is the metadata lane's own.
pub struct SchemaObjects;

/// A registered schema object.
pub struct SchemaObject {
    id: InstanceId,
    /// The definition.
    pub definition: serde_json::Map<String, serde_json::Value>,
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
        Ok(SchemaObject { id: host.journal().identity(&row.address), definition })
    }

    /// The definition is what the object was made of, whatever the row beside it says.
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

    fn decode(payload: &str) -> Option<Heard<'_>> {
        let signal = TypedSignal::decode(payload)?;
        let named = signal.named();
        Some(Heard { origin_node: signal.origin_node, queue: Some(named.clone()), named })
    }

    fn of_code(address: Address) -> Metadatum {
        Metadatum::new(address)
    }
}
