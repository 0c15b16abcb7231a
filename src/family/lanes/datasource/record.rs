//! The datasource record: its columns, its effective connection and its signature.

use crate::family::ports::Connection;
use crate::family::request::{Writable, is_plain_name};
use crate::family::transaction::Record;
use crate::names::{
    Address, Columns, Incarnation, Recreate, Revision, Secret, Signature, WallTime, short_hash,
};

/// The key of the signature's hash. Without it, nobody can test a guess of a secret against a signature.
const SIGNATURE_KEY: [u8; 32] = *b"reconverge datasource signature!";

/// A row of the datasource lane, with its effective secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Datasource {
    /// Its name, unique.
    pub name: Address,
    /// The label, for people.
    pub label: String,
    /// The kind of server.
    pub driver: String,
    /// Its settings, a JSON object as text.
    pub config: String,
    /// The effective secret: that of the secrets table if `credentials_ref` names one, else the row's own.
    pub secret: Option<Secret>,
    /// Whether a replica should hold a pool of it.
    pub active: bool,
    /// Whether code defined it.
    pub code: bool,
    /// The entry of the secrets table that holds the secret, if it has been moved there.
    pub credentials_ref: Option<String>,
    /// The revision; 0 in a row that a door predicts and that has not been committed.
    pub revision: Revision,
    /// Which of the rows that have had this name it is.
    pub incarnation: Incarnation,
    /// When it was last written, by the clock of the replica that served the write.
    pub written_at: WallTime,
}

/// What a write does to a row of this lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Set columns, of a new row or of the present one.
    Put(Columns),
    /// Remove the row.
    Delete,
    /// Move the row's own secret to this entry of the secrets table, and refer to it.
    Migrate {
        /// The entry.
        reference: String,
    },
}

impl Record for Datasource {
    type Change = Change;

    fn address(&self) -> &Address {
        &self.name
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
        let mut columns = vec![
            ("label", self.label.clone()),
            ("driver", self.driver.clone()),
            ("config", self.config.clone()),
            ("active", self.active.to_string()),
        ];
        columns.extend(self.credentials_ref.iter().map(|reference| ("credentials_ref", reference.clone())));
        columns
    }
}

impl Datasource {
    /// The driver of a new row, if the request names none.
    pub const DRIVER_DEFAULT: &'static str = "postgres";
    /// The settings of a new row, if the request names none.
    pub const CONFIG_DEFAULT: &'static str = "{}";

    /// A datasource that code defines, with the defaults of a new row.
    pub fn code_defined(name: Address) -> Self {
        Self { code: true, ..Self::new(name) }
    }

    /// What a pool for this row connects with.
    pub fn connection(&self) -> Connection {
        Connection { driver: self.driver.clone(), config: self.config.clone(), secret: self.secret.clone() }
    }

    /// A keyed digest of the effective connection, `active` and, if the policy says so, the incarnation.
    pub fn signature(&self, recreate: Recreate) -> Signature {
        let mut hasher = blake3::Hasher::new_keyed(&SIGNATURE_KEY);
        let secret = self.secret.as_ref().map_or("", Secret::expose);
        for text in [self.driver.as_str(), self.config.as_str(), secret] {
            hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
        }
        hasher.update(&[u8::from(self.active), u8::from(self.secret.is_some())]);
        if recreate == Recreate::NewIncarnation {
            hasher.update(&self.incarnation.0.to_le_bytes());
        }
        Signature(short_hash(hasher.finalize().as_bytes()))
    }
}

impl Writable for Datasource {
    /// A new row with its defaults: labelled by its name, active, without a secret.
    fn new(name: Address) -> Self {
        Self {
            label: name.to_string(),
            driver: Self::DRIVER_DEFAULT.to_owned(),
            config: Self::CONFIG_DEFAULT.to_owned(),
            secret: None,
            active: true,
            code: false,
            credentials_ref: None,
            revision: Revision(0),
            incarnation: Incarnation(0),
            written_at: WallTime(0),
            name,
        }
    }

    /// A secret is set where it is stored.
    fn apply(&mut self, columns: Columns) {
        let Columns { label, driver, config, secret, active, credentials_ref, body: _ } = columns;
        self.label = label.unwrap_or_else(|| std::mem::take(&mut self.label));
        self.driver = driver.unwrap_or_else(|| std::mem::take(&mut self.driver));
        self.config = config.unwrap_or_else(|| std::mem::take(&mut self.config));
        self.active = active.unwrap_or(self.active);
        self.credentials_ref = credentials_ref.or_else(|| self.credentials_ref.take());
        self.secret = secret.or_else(|| self.secret.take());
        self.revision = Revision(0);
    }
}

/// Whether a runtime datasource may have this name: `^[a-z_][a-z0-9_]*$`, and not `default`.
pub fn is_name_valid(name: &str) -> bool {
    is_plain_name(name) && name != "default"
}
