//! Connectors on the paper cluster: `crm`, which names `KEY`.

use std::collections::BTreeMap;

use reconverge::history::{BuildFailure, ConnectorInfo, ConnectorState, Entry, EventKind, Kept, RowState};
use reconverge::names::{Correlation, Instant, Lane, ReplicaId, RequestId, Work};

use super::{CRM, Change, Forge, KEY, RECONCILE};

impl Forge {
    /// The connector is declared, and no row given; nobody has booted.
    pub fn declared() -> Self {
        let mut forge = Self::with(&[Lane::Credential]);
        let (connector, reference) = (forge.address(CRM), forge.address(KEY));
        forge.header.connectors.push(ConnectorInfo { connector, reference });
        forge
    }

    /// `KEY` given; a and b booted, and live on it.
    pub fn connected() -> Self {
        let mut forge = Self::declared();
        forge.given(KEY);
        forge.boot("a");
        forge.boot("b");
        forge
    }

    /// The connectors of a replica that nothing serves for.
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

    /// A whole reconcile, as the family does it while the upstream opens what it is asked to.
    pub fn reconcile(&mut self, on: &str, work: Work) {
        self.read(on, work, RECONCILE);
        self.materialise(on, work);
    }

    /// What follows the read of a reconcile.
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
                self.settle(on, ConnectorState::Live);
            }
            None => {
                if self.held(on, CRM).is_some() {
                    self.evict(on, work, CRM);
                } else {
                    self.keep(on, work, CRM, Kept::NoReference);
                }
                self.settle(on, ConnectorState::NoReference);
            }
        }
    }

    /// What follows the read of a reconcile whose upstream does not open the connector: unless it is refused, a retry
    /// is armed.
    pub fn refuse(&mut self, on: &str, work: Work, why: BuildFailure) {
        self.reject(on, work, why);
        if why != BuildFailure::Refused {
            self.arm(on);
        }
    }

    /// The same, with no retry.
    pub fn reject(&mut self, on: &str, work: Work, why: BuildFailure) {
        self.begin_open(on, work, CRM);
        let (correlation, address) = (Correlation::of(work), self.address(CRM));
        self.record(on, EventKind::OpenFailed { correlation, address, why });
        let is_refused = why == BuildFailure::Refused;
        self.keep(on, work, CRM, if is_refused { Kept::Held } else { Kept::Degraded });
        let state = if is_refused { ConnectorState::Held } else { ConnectorState::Degraded };
        self.settle(on, state);
    }

    /// Arms the timer after which the connector is tried again in 5 s, and says for which work.
    pub fn arm(&mut self, on: &str) -> Work {
        let (address, due) = (self.address(CRM), Instant(self.clock + 5_000_000));
        let work = Work::Retry(RequestId(1_000 + self.events.len() as u64));
        self.record(on, EventKind::RetryArmed { work, address, due });
        work
    }

    /// The connector is at this from now on, and the row as it is was the last that was attempted.
    pub fn settle(&mut self, on: &str, state: ConnectorState) {
        let of = (self.replica(on), self.address(CRM));
        let due = self.row(CRM).filter(|row| row.state != RowState::Absent);
        self.attempted.insert(of, due.map(|due| due.signature));
        self.states.insert(of, state);
    }

    /// Whether the upstream would open the connector on a replica now.
    pub fn opens(&mut self, on: &str, opens: bool) {
        self.set_opens(on, CRM, opens);
    }

    /// Whether what is held at an address could be built on a replica now.
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

    /// A copy arrives and is followed to the end of its reconcile.
    pub fn deliver_key(&mut self, step: &str, to: &str) {
        let work = self.follow(step, to, 0);
        self.reconcile(to, work);
    }
}
