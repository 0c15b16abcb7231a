//! A declared connector: what code says of it, and its state on one replica.

use std::time::Duration;

use super::record::Credential;
use crate::family::ports::Connection;
use crate::names::{
    Address, ConnectorState, Recreate, RequestId, Revision, Secret, Signature, Space, short_hash,
};

/// How long to wait before a degraded connector is tried again: the first pause, and the longest that doubling leads
/// to.
const RETRY: (Duration, Duration) = (Duration::from_secs(5), Duration::from_mins(5));

/// A connector as code declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its name.
    pub name: Address,
    /// The kind of API that it connects to.
    pub provider: String,
    /// Its settings, a JSON object as text.
    pub config: String,
    /// The reference of its credential.
    pub reference: Address,
}

impl Declaration {
    /// A connector of that name and reference, without settings.
    pub fn new(name: &str, reference: &str) -> Self {
        Self {
            name: Address::new(Space::Connector, name),
            provider: "http".to_owned(),
            config: "{}".to_owned(),
            reference: Address::new(Space::Credential, reference),
        }
    }

    /// A digest of the declaration and of the version of its reference's row; without a row, of the declaration
    /// alone.
    pub fn signature(&self, row: Option<&Credential>, recreate: Recreate) -> Signature {
        let mut hasher = blake3::Hasher::new();
        // Each text is preceded by its length, so that two different lists of texts never hash alike.
        for text in [self.name.as_str(), &self.provider, &self.config, self.reference.as_str()] {
            hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
        }
        if let Some(row) = row {
            hasher.update(&row.revision.0.to_le_bytes());
            if recreate == Recreate::NewIncarnation {
                hasher.update(&row.incarnation.0.to_le_bytes());
            }
        }
        Signature(short_hash(hasher.finalize().as_bytes()))
    }

    /// What the connector connects with, given the value of its credential.
    pub fn connection(&self, secret: &Secret) -> Connection {
        let (driver, config) = (self.provider.clone(), self.config.clone());
        Connection { driver, config, secret: Some(secret.clone()) }
    }
}

/// The state of a declared connector on one replica.
pub struct Connector<I> {
    /// The instance that serves, if any.
    pub live: Option<Live<I>>,
    /// The signature of the last attempt.
    pub attempted: Option<Signature>,
    /// Whether a reload or a retry timer asks for another attempt, whatever the signature.
    pub marked: bool,
    /// How the last attempt ended.
    pub state: ConnectorState,
    /// The armed retry timer, by the request of the retry that it will enqueue.
    pub retry: Option<RequestId>,
    /// How many attempts in a row could not reach the upstream.
    pub failures: u32,
}

/// An instance that serves for a connector.
pub struct Live<I> {
    pub instance: I,
    /// The revision of the row that it was materialised from.
    pub revision: Revision,
    /// The signature that it was materialised from.
    pub signature: Signature,
}

impl<I> Default for Connector<I> {
    fn default() -> Self {
        Self {
            live: None,
            attempted: None,
            marked: false,
            state: ConnectorState::NoReference,
            retry: None,
            failures: 0,
        }
    }
}

impl<I> Connector<I> {
    /// How long to wait until the next attempt, after this many failures in a row.
    pub fn retry_pause(&self) -> Duration {
        // The pause has long reached its maximum at 16 doublings; the bound keeps the shift valid.
        let doublings = self.failures.saturating_sub(1).min(16);
        RETRY.0.saturating_mul(1 << doublings).min(RETRY.1)
    }

    /// The state and its reason, by column, for people.
    pub fn columns(&self, declared: &Declaration) -> Vec<(&'static str, String)> {
        let reason = match self.state {
            ConnectorState::Live => None,
            ConnectorState::Held => Some("the upstream refused the credential".to_owned()),
            ConnectorState::Degraded => Some("the upstream could not be reached, or failed".to_owned()),
            ConnectorState::NoReference => {
                Some(format!("no credential under `{}`", declared.reference.as_str()))
            }
        };
        let older = self.live.as_ref().filter(|_| self.state != ConnectorState::Live);
        let mut columns = vec![("state", self.state.name().to_owned())];
        columns.extend(reason.map(|reason| ("reason", reason)));
        columns.extend(older.map(|older| ("serving", format!("revision {}", older.revision.0))));
        columns
    }
}
