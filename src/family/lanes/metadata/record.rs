//! The metadata record: its columns and its signature.

use crate::family::request::{Writable, is_plain_name};
use crate::family::transaction::Record;
use crate::names::{Address, Columns, Incarnation, Recreate, Revision, Signature, WallTime, short_hash};

/// A row of metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadatum {
    /// Its type and name, as `type/name`.
    pub address: Address,
    /// The label, for people.
    pub label: String,
    /// The definition of the schema object, which should be a JSON object as text.
    pub body: String,
    /// Whether a replica should hold a schema object of it.
    pub active: bool,
    /// The revision; 0 in a row that a door predicts and that has not been committed.
    pub revision: Revision,
    /// Which of the rows that have had this name it is.
    pub incarnation: Incarnation,
    /// When it was last written, by the clock of the replica that served the write.
    pub written_at: WallTime,
}

impl Record for Metadatum {
    type Change = crate::family::request::Change;

    fn address(&self) -> &Address {
        &self.address
    }

    fn revision(&self) -> Revision {
        self.revision
    }

    fn written_at(&self) -> WallTime {
        self.written_at
    }

    fn is_active(&self) -> bool {
        self.active
    }

    fn columns(&self) -> Vec<(&'static str, String)> {
        vec![("label", self.label.clone()), ("body", self.body.clone()), ("active", self.active.to_string())]
    }
}

impl Writable for Metadatum {
    fn new(address: Address) -> Self {
        Self {
            label: address.as_str().to_owned(),
            address,
            body: "{}".to_owned(),
            active: true,
            revision: Revision(0),
            incarnation: Incarnation(0),
            written_at: WallTime(0),
        }
    }

    fn apply(&mut self, columns: Columns) {
        let Columns { label, body, active, .. } = columns;
        self.label = label.unwrap_or_else(|| std::mem::take(&mut self.label));
        self.body = body.unwrap_or_else(|| std::mem::take(&mut self.body));
        self.active = active.unwrap_or(self.active);
        self.revision = Revision(0);
    }
}

impl Metadatum {
    /// A digest of what matters to a schema object: the definition, `active` and, if the policy says so, the
    /// incarnation.
    pub fn signature(&self, recreate: Recreate) -> Signature {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&(self.body.len() as u64).to_le_bytes()).update(self.body.as_bytes());
        hasher.update(&[u8::from(self.active)]);
        if recreate == Recreate::NewIncarnation {
            hasher.update(&self.incarnation.0.to_le_bytes());
        }
        Signature(short_hash(hasher.finalize().as_bytes()))
    }
}

/// Whether metadata may have this name: a plain type, a slash, a plain name.
pub fn is_name_valid(name: &str) -> bool {
    name.split_once('/').is_some_and(|(type_name, name)| is_plain_name(type_name) && is_plain_name(name))
}
