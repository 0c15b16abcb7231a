//! Materialising a connector: the upstream's answer decides the connector's state.
//!
//! | row | upstream | state | what serves |
//! |---|---|---|---|
//! | present | opens | live | the new instance; the old one is closed |
//! | present | refuses the credential | held; no timer | the old instance, if there is one |
//! | present | cannot be reached | degraded; tried again after 5 s, doubled up to 300 s | the old instance, if there is one |
//! | absent | is not asked | degraded, naming the reference; no timer | nothing: the old instance is closed |
//!
//! Invariant: at most one retry timer of a connector is in force. A timer that was armed before the last attempt does
//! nothing when it fires.

use std::rc::Rc;

use super::connector::{Connector, Declaration, Live};
use super::connectors::{Connectors, HandleOf};
use super::record::Credential;
use crate::family::bounded_build;
use crate::family::install::Candidate;
use crate::family::ports::{Handle, Host, JournalEvent, Role, Runtime, Upstream};
use crate::family::queue::enqueue;
use crate::names::{
    Address, BuildFailure, ConnectorState, Correlation, Kept, Rebuild, RequestId, Signature, Unchanged, Work,
};

impl<H: Host> Connectors<H> {
    /// Brings one connector to the row that was found under its reference.
    pub(super) async fn materialise(
        self: &Rc<Self>,
        work: Work,
        declared: &Declaration,
        row: Option<Credential>,
        candidate: Candidate,
    ) {
        let name = &declared.name;
        let signature = declared.signature(row.as_ref(), self.core.policies.recreate);
        let Some(row) = row else { return self.lose_reference(work, name, signature, candidate) };
        if self.core.policies.rebuild == Rebuild::CloseThenBuild {
            self.close_live(work, name);
        }
        let opened = self.open(work, declared, &row).await;
        // The upstream took time to answer. What held before it is checked once more.
        if self.core.is_shut_down() {
            self.discard(work, name, opened);
            return self.core.record_kept(work, name, Kept::ShutDown);
        }
        if !self.admit(name, candidate) {
            self.discard(work, name, opened);
            return self.core.record_kept(work, name, Kept::Discarded);
        }
        match opened {
            Ok(instance) => {
                let live = Live { instance, revision: row.revision, signature };
                self.install(work, name, live);
            }
            Err(BuildFailure::Refused) => {
                self.record_attempt(name, signature, ConnectorState::Held);
                self.core.record_kept(work, name, Kept::Held);
            }
            Err(BuildFailure::Unreachable | BuildFailure::Failed) => {
                self.record_attempt(name, signature, ConnectorState::Degraded);
                self.core.record_kept(work, name, Kept::Degraded);
                self.arm_retry(work, name);
            }
        }
    }

    fn install(&self, work: Work, name: &Address, live: Live<HandleOf<H>>) {
        let signature = live.signature;
        let keeps = self.core.policies.unchanged == Unchanged::KeepInstance;
        let serves_already = |connector: &mut Connector<_>| {
            keeps && connector.live.as_ref().is_some_and(|live| live.signature == signature)
        };
        if self.with(name, serves_already) {
            // A reconcile that runs beside this one has materialised the same meanwhile.
            self.record_attempt(name, signature, ConnectorState::Live);
            self.close(work, name, live.instance);
            return self.core.record_kept(work, name, Kept::Unchanged);
        }
        let revision = Some(live.revision).filter(|revision| revision.0 != 0);
        self.core.record(JournalEvent::Installed { work, instance: live.instance.id(), revision });
        let old = self.with(name, |connector| connector.live.replace(live));
        self.record_attempt(name, signature, ConnectorState::Live);
        // The old instance is closed only now, so that some instance serves at every moment.
        if let Some(old) = old {
            self.close(work, name, old.instance);
        }
    }

    /// The connector's reference has no row: nothing serves any more.
    fn lose_reference(&self, work: Work, name: &Address, signature: Signature, candidate: Candidate) {
        if !self.admit(name, candidate) {
            return self.core.record_kept(work, name, Kept::Discarded);
        }
        self.record_attempt(name, signature, ConnectorState::NoReference);
        if !self.close_live(work, name) {
            self.core.record_kept(work, name, Kept::NoReference);
        }
    }

    /// Writes down what was attempted and how it ended. A retry timer that is armed is cancelled.
    fn record_attempt(&self, name: &Address, signature: Signature, state: ConnectorState) {
        self.with(name, |connector| {
            // The pauses grow only while the very same attempt fails again and again.
            let failed_again = state == ConnectorState::Degraded && connector.attempted == Some(signature);
            connector.failures = if failed_again { connector.failures } else { 0 };
            (connector.attempted, connector.state, connector.retry) = (Some(signature), state, None);
        });
    }

    /// Arms the timer after which a degraded connector is tried again.
    fn arm_retry(self: &Rc<Self>, work: Work, name: &Address) {
        let retry = RequestId::derived(work, name.as_str());
        let pause = self.with(name, |connector| {
            connector.retry = Some(retry);
            connector.failures += 1;
            connector.retry_pause()
        });
        let (lane, name) = (Rc::clone(self), name.clone());
        let correlation = Correlation::of(Work::Retry(retry));
        let task_address = name.clone();
        let task = self.core.task(Role::Retry, correlation, Some(&task_address));
        self.core.host.runtime().spawn(task, async move {
            let task = lane.core.task(Role::Retry, correlation, Some(&name));
            lane.core.host.runtime().sleep(task, pause).await;
            // Another attempt meanwhile has removed or replaced this timer's id. Then the timer does nothing.
            if lane.with(&name, |connector| connector.retry == Some(retry)) && !lane.core.is_shut_down() {
                lane.with(&name, |connector| (connector.retry, connector.marked) = (None, true));
                // Nobody waits for the reconcile of a retry.
                drop(enqueue(&lane, Work::Retry(retry), &lane.queue_address));
            }
        });
    }

    /// Arms the retry timers of degraded connectors that have none, because their last retry could not read the rows.
    pub(super) fn rearm_retries(self: &Rc<Self>, work: Work) {
        for declared in &self.declared {
            let has_no_timer = |connector: &mut Connector<_>| {
                connector.state == ConnectorState::Degraded && connector.retry.is_none()
            };
            if self.with(&declared.name, has_no_timer) {
                self.arm_retry(work, &declared.name);
            }
        }
    }

    async fn open(
        &self,
        work: Work,
        declared: &Declaration,
        row: &Credential,
    ) -> Result<HandleOf<H>, BuildFailure> {
        let (correlation, connection) = (Correlation::of(work), declared.connection(&row.secret));
        let (host, closing_host) = (self.core.host.clone(), self.core.host.clone());
        let name = declared.name.clone();
        let opening = async move { host.upstream().open(correlation, &name, &connection).await };
        let close = async move |late| closing_host.upstream().close(late).await;
        bounded_build::build(&self.core, correlation, &declared.name, opening, close).await
    }

    /// Takes out the instance that serves and closes it. Returns whether there was one.
    fn close_live(&self, work: Work, name: &Address) -> bool {
        let Some(old) = self.with(name, |connector| connector.live.take()) else { return false };
        self.core.record(JournalEvent::Evicted { work, instance: old.instance.id() });
        self.close(work, name, old.instance);
        true
    }

    /// Closes an instance that was opened and will not be installed.
    fn discard(&self, work: Work, name: &Address, opened: Result<HandleOf<H>, BuildFailure>) {
        if let Ok(instance) = opened {
            self.close(work, name, instance);
        }
    }

    /// Closes an instance in the background, because a close that hangs must not block the queue.
    fn close(&self, work: Work, name: &Address, instance: HandleOf<H>) {
        // One work can close several instances of a connector. The ordinal tells their tasks apart.
        let correlation = Correlation { work, attempt: instance.id().ordinal() };
        let task = self.core.task(Role::Close, correlation, Some(name));
        let host = self.core.host.clone();
        self.core.host.runtime().spawn(task, async move { host.upstream().close(instance).await });
    }

    /// Whether a result may be installed. If so, later results are compared with it.
    fn admit(&self, name: &Address, candidate: Candidate) -> bool {
        self.core.installs.admit(self.core.policies.install, name, candidate)
    }
}
