//! Materialising a connector: what its upstream says decides what it is at.
//!
//! | row | upstream | state | what serves |
//! |---|---|---|---|
//! | present | opens | live | the new one; the old one is closed |
//! | present | refuses the credential | held; no timer | the old one, if there is one |
//! | present | cannot be reached | degraded; tried again after 5 s, doubled up to 300 s | the old one, if there is one |
//! | absent | is not asked | degraded, naming the reference; no timer | nothing: the old one is closed |

use std::rc::Rc;

use super::{Connector, Connectors, Credential, Declaration};
use crate::family::building;
use crate::family::install::{Freshness, Way};
use crate::family::ports::{Handle, Host, Note, Role, Runtime, Upstream};
use crate::family::queue::enqueue;
use crate::family::transaction::Snapshot;
use crate::names::{
    Address, BuildFailure, ConnectorState, Correlation, Kept, Rebuild, RequestId, Revision, Signature,
    Unchanged, Work,
};

/// What serves for a connector.
type Live<H> = <<H as Host>::Upstream as Upstream>::Handle;

impl<H: Host> Connectors<H> {
    /// Brings one connector to what was found of its reference.
    pub(super) async fn materialise(
        self: &Rc<Self>,
        work: Work,
        declared: &Declaration,
        found: Snapshot<Credential>,
        (read, way): (u64, Way),
    ) {
        let name = &declared.name;
        let signature = declared.signature(found.row.as_ref(), self.core.policies.recreate);
        let claim = (way, Freshness::of(read, &found));
        let Some(row) = found.row else { return self.degrade(work, name, signature, claim) };
        if self.core.policies.rebuild == Rebuild::CloseThenBuild {
            self.close_live(work, name);
        }
        let opened = self.open(work, declared, &row).await;
        if self.core.is_down() {
            self.discard(work, name, opened);
            return self.core.kept(work, name, Kept::ShutDown);
        }
        if !self.admits(name, claim) {
            self.discard(work, name, opened);
            return self.core.kept(work, name, Kept::Discarded);
        }
        match opened {
            Ok(handle) => self.install(work, name, (handle, row.revision, signature)),
            Err(BuildFailure::Refused) => self.fail(work, name, signature, ConnectorState::Held),
            Err(_) => self.fail(work, name, signature, ConnectorState::Degraded),
        }
    }

    fn install(self: &Rc<Self>, work: Work, name: &Address, live: (Live<H>, Revision, Signature)) {
        let signature = live.2;
        let keeps = self.core.policies.unchanged == Unchanged::KeepInstance;
        let serves = |connector: &mut Connector<_>| {
            connector.live.as_ref().is_some_and(|(_, _, serving)| keeps && *serving == signature)
        };
        if self.with(name, serves) {
            // A reconcile beside this one has materialised the same meanwhile.
            self.settle(name, signature, ConnectorState::Live);
            self.close(work, name, live.0);
            return self.core.kept(work, name, Kept::Unchanged);
        }
        let revision = Some(live.1).filter(|revision| revision.0 != 0);
        self.core.note(Note::Installed { work, instance: live.0.id(), revision });
        let old = self.with(name, |connector| connector.live.replace(live));
        self.settle(name, signature, ConnectorState::Live);
        if let Some((old, ..)) = old {
            self.close(work, name, old);
        }
    }

    /// The upstream did not open it: what serves goes on serving.
    fn fail(self: &Rc<Self>, work: Work, name: &Address, signature: Signature, state: ConnectorState) {
        self.settle(name, signature, state);
        let why = if state == ConnectorState::Held { Kept::Held } else { Kept::Degraded };
        self.core.kept(work, name, why);
        if state == ConnectorState::Degraded {
            self.arm(work, name);
        }
    }

    /// Its reference has no row: nothing serves.
    fn degrade(&self, work: Work, name: &Address, signature: Signature, claim: (Way, Freshness)) {
        if !self.admits(name, claim) {
            return self.core.kept(work, name, Kept::Discarded);
        }
        self.settle(name, signature, ConnectorState::NoReference);
        if !self.close_live(work, name) {
            self.core.kept(work, name, Kept::NoReference);
        }
    }

    /// Writes down what was attempted and how it ended. Whatever timer was armed is void.
    fn settle(&self, name: &Address, signature: Signature, state: ConnectorState) {
        self.with(name, |connector| {
            let again = state == ConnectorState::Degraded && connector.attempted == Some(signature);
            connector.failures = if again { connector.failures } else { 0 };
            (connector.attempted, connector.state, connector.retry) = (Some(signature), state, None);
        });
    }

    /// Arms the timer after which a degraded connector is tried again.
    fn arm(self: &Rc<Self>, work: Work, name: &Address) {
        let retry = RequestId::derived(work, name.as_str());
        let pause = self.with(name, |connector| {
            connector.retry = Some(retry);
            connector.failures += 1;
            connector.pause()
        });
        let (lane, name) = (Rc::clone(self), name.clone());
        let correlation = Correlation::of(Work::Retry(retry));
        let named = name.clone();
        let task = self.core.task(Role::Retry, correlation, Some(&named));
        self.core.host.runtime().spawn(task, async move {
            let task = lane.core.task(Role::Retry, correlation, Some(&name));
            lane.core.host.runtime().sleep(task, pause).await;
            if lane.with(&name, |connector| connector.retry == Some(retry)) && !lane.core.is_down() {
                lane.with(&name, |connector| (connector.retry, connector.marked) = (None, true));
                // The reconcile answers for itself.
                drop(enqueue(&lane, Work::Retry(retry), &lane.queue));
            }
        });
    }

    /// Arms the timers of degraded connectors anew whose retry could not read the rows.
    pub(super) fn rearm(self: &Rc<Self>, work: Work) {
        for declared in &self.declared {
            let is_left = |connector: &mut Connector<_>| {
                connector.state == ConnectorState::Degraded && connector.retry.is_none()
            };
            if self.with(&declared.name, is_left) {
                self.arm(work, &declared.name);
            }
        }
    }

    async fn open(
        &self,
        work: Work,
        declared: &Declaration,
        row: &Credential,
    ) -> Result<Live<H>, BuildFailure> {
        let (correlation, connection) = (Correlation::of(work), declared.connection(&row.secret));
        let (host, closing_host) = (self.core.host.clone(), self.core.host.clone());
        let name = declared.name.clone();
        let opening = async move { host.upstream().open(correlation, &name, &connection).await };
        let close = async move |late| closing_host.upstream().close(late).await;
        building::build(&self.core, correlation, &declared.name, opening, close).await
    }

    /// Takes what serves out and closes it; returns whether anything did.
    fn close_live(&self, work: Work, name: &Address) -> bool {
        let Some((old, ..)) = self.with(name, |connector| connector.live.take()) else { return false };
        self.core.note(Note::Evicted { work, instance: old.id() });
        self.close(work, name, old);
        true
    }

    /// Closes what was opened and will not be installed.
    fn discard(&self, work: Work, name: &Address, opened: Result<Live<H>, BuildFailure>) {
        if let Ok(handle) = opened {
            self.close(work, name, handle);
        }
    }

    /// Closes an instance in the background.
    fn close(&self, work: Work, name: &Address, handle: Live<H>) {
        let attempt = handle.id().ordinal();
        let task = self.core.task(Role::Close, Correlation { work, attempt }, Some(name));
        let host = self.core.host.clone();
        self.core.host.runtime().spawn(task, async move { host.upstream().close(handle).await });
    }

    /// Whether a result may be stored; it is in force then.
    fn admits(&self, name: &Address, (way, fresh): (Way, Freshness)) -> bool {
        self.core.installs.admit(self.core.policies.install, way, name, fresh)
    }

    fn with<T>(&self, name: &Address, act: impl FnOnce(&mut Connector<Live<H>>) -> T) -> T {
        act(self.standing.borrow_mut().entry(name.clone()).or_default())
    }
}
