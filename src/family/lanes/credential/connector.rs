//! A declared connector: what code says of it, and what it is at.

use std::time::Duration;

use super::Credential;
use crate::family::ports::Connection;
use crate::names::{
    Address, ConnectorState, Recreate, RequestId, Revision, Secret, Signature, Space, short_hash,
};

/// How long to wait before a degraded connector is tried again: doubled from the first to the last.
const RETRY: (Duration, Duration) = (Duration::from_secs(5), Duration::from_mins(5));

/// A connector as code declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its name.
    pub name: Address,
    /// The kind of API.
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

    /// A digest of the declaration and of which version of its reference's row there is, if any.
    pub fn signature(&self, row: Option<&Credential>, recreate: Recreate) -> Signature {
        let mut hasher = blake3::Hasher::new();
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

    /// What it connects with.
    pub fn connection(&self, secret: &Secret) -> Connection {
        let (driver, config) = (self.provider.clone(), self.config.clone());
        Connection { driver, config, secret: Some(secret.clone()) }
    }
}

/// What a connector is at.
pub struct Connector<I> {
    /// What serves, with the revision and the signature of what it was materialised from.
    pub live: Option<(I, Revision, Signature)>,
    /// The signature last attempted.
    pub attempted: Option<Signature>,
    /// Whether a reload or a retry timer wants it tried again, whatever its signature.
    pub marked: bool,
    /// Its state.
    pub state: ConnectorState,
    /// The timer that is armed, by the request of the retry that it will enqueue.
    pub retry: Option<RequestId>,
    /// How often in a row its upstream could not be reached.
    pub failures: u32,
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
    /// How long to wait until the next attempt, after so many failures in a row.
    pub fn pause(&self) -> Duration {
        let doubled = self.failures.saturating_sub(1).min(16);
        RETRY.0.saturating_mul(1 << doubled).min(RETRY.1)
    }

    /// Its state and the reason for it, by column, for people.
    pub fn columns(&self, declared: &Declaration) -> Vec<(&'static str, String)> {
        let reason = match self.state {
            ConnectorState::Live => None,
            ConnectorState::Held => Some("the upstream refused the credential".to_owned()),
            ConnectorState::Degraded => Some("the upstream could not be reached, or failed".to_owned()),
            ConnectorState::NoReference => {
                Some(format!("no credential under `{}`", declared.reference.as_str()))
            }
        };
        let serving = self.live.as_ref().filter(|_| self.state != ConnectorState::Live);
        let mut columns = vec![("state", self.state.name().to_owned())];
        columns.extend(reason.map(|reason| ("reason", reason)));
        columns.extend(serving.map(|(_, revision, _)| ("serving", format!("revision {}", revision.0))));
        columns
    }
}
