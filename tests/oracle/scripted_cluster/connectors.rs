//! Connectors on the scripted cluster: `crm`, whose reference is `KEY`.

use std::collections::BTreeMap;

use reconverge::history::{BuildFailure, ConnectorInfo, ConnectorState, Entry, EventKind, Kept, RowState};
use reconverge::names::{Correlation, Instant, Lane, ReplicaId, RequestId, Work};

use super::{CRM, Change, KEY, RECONCILE, ScriptedCluster};

impl ScriptedCluster {
    /// The connector is declared. No row is given, and no replica has booted.
    pub fn declared() -> Self {
        let mut cluster = Self::with(&[Lane::Credential]);
        let (connector, reference) = (cluster.address(CRM), cluster.address(KEY));
        cluster.header.connectors.push(ConnectorInfo { connector, reference });
        cluster
    }

    /// `KEY` is given; a and b have booted, and the connector is live on both.
    pub fn connected() -> Self {
        let mut cluster = Self::declared();
        cluster.given(KEY);
        cluster.boot("a");
        cluster.boot("b");
        cluster
    }

    /// The connectors of a replica that have no instance.
    pub(super) fn idle_connectors(&self, replica: ReplicaId) -> Vec<Entry> {
        let of = |connector| (replica, connector);
        let idle = self.header.connectors.iter().map(|declared| declared.connector);
        let idle = idle.filter(|connector| !self.registry.contains_key(&of(*connector)));
        let entry = |address| {
            let state = self.states.get(&of(address)).copied().unwrap_or(ConnectorState::NoReference);
            let (code, revision, shown, content) = (false, None, None, BTreeMap::new());
            Entry { address, instance: None, code, state: Some(state), revision, shown, content }
        };
        idle.map(entry).collect()
    }

    /// A whole reconcile, as the family does it if the upstream opens what it is asked to open.
    pub fn reconcile(&mut self, on: &str, work: Work) {
        self.read(on, work, RECONCILE);
        self.materialise(on, work);
    }

    /// The rest of a reconcile after its read.
    pub fn materialise(&mut self, on: &str, work: Work) {
        let due = self.row(CRM).filter(|row| row.state != RowState::Absent);
        let of = (self.replica(on), self.address(CRM));
        let signature = due.map(|due| due.signature);
        if self.attempted.get(&of) == Some(&signature) {
            return self.keep(on, work, RECONCILE, Kept::Unchanged);
        }
        match due {
            Some(_) => {
                let instance = self.open(on, work, CRM);
                self.install(on, work, instance);
                self.set_state(on, ConnectorState::Live);
            }
            None => {
                if self.held(on, CRM).is_some() {
                    self.evict(on, work, CRM);
                } else {
                    self.keep(on, work, CRM, Kept::NoReference);
                }
                self.set_state(on, ConnectorState::NoReference);
            }
        }
    }

    /// The rest of a reconcile after its read, if the upstream does not open the connector. Unless it refuses, a retry is
    /// armed.
    pub fn fail_attempt(&mut self, on: &str, work: Work, why: BuildFailure) {
        self.fail_attempt_without_retry(on, work, why);
        if why != BuildFailure::Refused {
            self.arm(on);
        }
    }

    /// The same, with no retry.
    pub fn fail_attempt_without_retry(&mut self, on: &str, work: Work, why: BuildFailure) {
        self.begin_open(on, work, CRM);
        let (correlation, address) = (Correlation::of(work), self.address(CRM));
        self.record(on, EventKind::OpenFailed { correlation, address, why });
        let is_refused = why == BuildFailure::Refused;
        self.keep(on, work, CRM, if is_refused { Kept::Held } else { Kept::Degraded });
        let state = if is_refused { ConnectorState::Held } else { ConnectorState::Degraded };
        self.set_state(on, state);
    }

    /// Arms a timer that tries the connector again in 5 s. Returns the work of that retry.
    pub fn arm(&mut self, on: &str) -> Work {
        let (address, due) = (self.address(CRM), Instant(self.clock + 5_000_000));
        let work = Work::Retry(RequestId(1_000 + self.events.len() as u64));
        self.record(on, EventKind::RetryArmed { work, address, due });
        work
    }

    /// Sets the state of the connector. The row as it is counts as the last that was attempted.
    pub fn set_state(&mut self, on: &str, state: ConnectorState) {
        let of = (self.replica(on), self.address(CRM));
        let due = self.row(CRM).filter(|row| row.state != RowState::Absent);
        self.attempted.insert(of, due.map(|due| due.signature));
        self.states.insert(of, state);
    }

    /// Sets whether the upstream would open the connector on a replica now.
    pub fn set_connector_opens(&mut self, on: &str, opens: bool) {
        self.set_opens(on, CRM, opens);
    }

    /// Sets whether an address could be built on a replica now.
    pub fn set_opens(&mut self, on: &str, name: &str, opens: bool) {
        let entry = (self.address(name), self.replica(on));
        self.builds.insert(entry, opens);
    }

    /// A whole write of a credential.
    pub fn write_key(&mut self, on: &str, step: &str, key: &str, change: Change) {
        self.commit(on, step, key, change);
        self.publish(on, step, key, true);
        let work = Work::Write(self.request(step));
        self.reconcile(on, work);
        self.acknowledge(on, step);
    }

    /// A copy arrives, is followed, and its reconcile ends.
    pub fn deliver_key(&mut self, step: &str, to: &str) {
        let work = self.follow(step, to, 0);
        self.reconcile(to, work);
    }
}
