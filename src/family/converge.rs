//! Convergence: bring the registry entry of one address to what its row says now.
//!
//! | row now | live instance | action |
//! |---|---|---|
//! | present, active | none | build |
//! | present, same signature | built from it | nothing: the very same instance stays |
//! | present, signature changed | older | rebuild, swap, close the old; if the build fails the old one keeps serving |
//! | absent or inactive | any | evict and close |
//! | unreadable | any | nothing: an unreadable row is not "gone" |
//!
//! Invariant: a convergence never writes to the store, and never touches an instance that the lane did not build.

use std::rc::Rc;

use super::bounded_build;
use super::bounded_read;
use super::install::{Candidate, Route};
use super::ports::{Handle, Host, JournalEvent, Store};
use super::registry::Entry;
use super::resource::{Resource, ResourceLane};
use super::transaction::{Record, Snapshot};
use crate::names::{Address, Correlation, Kept, ReadError, Rebuild, Revision, Signature, Unchanged, Work};

impl<H: Host, R: Resource<H>> ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    /// One convergence, with its own read of the row.
    pub(super) async fn converge_row(self: &Rc<Self>, work: Work, address: &Address) {
        if self.is_exempt(work, address) {
            return;
        }
        match self.read(work, address).await {
            Ok((read, found)) => {
                let candidate = Candidate::new(Route::Queue, read, &found);
                self.apply(work, address, found.row, candidate).await;
            }
            Err(read) if self.treats_as_gone(address) => {
                let candidate = Candidate::new(Route::Queue, read, &Snapshot::<R::Row>::absent());
                self.evict(work, address, candidate);
            }
            Err(_) => self.core.record_kept(work, address, Kept::Unreadable),
        }
    }

    /// Installs a row that a door has written, or will write, outside the queue.
    pub(super) async fn install_directly(
        self: &Rc<Self>,
        work: Work,
        address: &Address,
        written: Snapshot<R::Row>,
    ) {
        let candidate = Candidate::new(Route::Bypass, 0, &written);
        self.apply(work, address, written.row, candidate).await;
    }

    /// Whether an address must be left alone, because the replica is shut down or code defines it. If so, the reason
    /// is recorded.
    pub(super) fn is_exempt(&self, work: Work, address: &Address) -> bool {
        let why = if self.core.is_shut_down() {
            Kept::ShutDown
        } else if self.code.contains(address) {
            Kept::CodeDefined
        } else {
            return false;
        };
        self.core.record_kept(work, address, why);
        true
    }

    /// Brings the registry to the row that was found.
    pub(super) async fn apply(
        self: &Rc<Self>,
        work: Work,
        address: &Address,
        row: Option<R::Row>,
        candidate: Candidate,
    ) {
        match row.filter(Record::is_active) {
            Some(row) => self.install(work, address, Rc::new(row), candidate).await,
            None => self.evict(work, address, candidate),
        }
    }

    /// Reads the row, as often as the policy says. See [`bounded_read::read`].
    async fn read(&self, work: Work, address: &Address) -> Result<(u64, Snapshot<R::Row>), u64> {
        let (store, source) = (self.core.host.store(), self.core.source());
        let fetch = async |correlation| store.read(correlation, source, address).await;
        bounded_read::read(&self.core, work, address, fetch).await
    }

    /// Whether a failed read of the row evicts the entry that the registry holds for it.
    fn treats_as_gone(&self, address: &Address) -> bool {
        self.core.policies.read_error == ReadError::TreatAsGone && self.holds(address)
    }

    /// Builds an instance from an active row and installs it, unless the live one was built from an equal row.
    async fn install(self: &Rc<Self>, work: Work, address: &Address, row: Rc<R::Row>, candidate: Candidate) {
        let signature = R::signature(&row, &self.core.policies);
        if self.is_unchanged(address, signature) {
            // Nothing is installed, but an older result must not replace what this read has confirmed. So it is
            // offered, and the answer does not matter.
            self.admit(address, candidate);
            return self.core.record_kept(work, address, Kept::Unchanged);
        }
        if self.core.is_shut_down() {
            return self.core.record_kept(work, address, Kept::ShutDown);
        }
        if self.core.policies.rebuild == Rebuild::CloseThenBuild {
            self.close_old(work, address).await;
        }
        let Some(instance) = self.build(work, address, &row).await else {
            return self.core.record_kept(work, address, Kept::BuildFailed);
        };
        // The build took time. What held before it is checked once more.
        if let Some(why) = self.reason_to_discard(address, signature, candidate) {
            self.close(work, address, instance);
            return self.core.record_kept(work, address, why);
        }
        let revision = Some(row.revision()).filter(|revision| *revision != Revision(0));
        self.core.record(JournalEvent::Installed { work, instance: instance.id(), revision });
        let entry = Entry { instance, built_from: Some((row, signature)) };
        let old = self.registry.borrow_mut().install(address.clone(), entry);
        // The old instance is closed only now, so that some instance serves at every moment.
        if let Some(old) = old {
            self.close(work, address, old.instance);
        }
    }

    /// Why an instance that was just built is not installed; `None` if it is.
    fn reason_to_discard(
        &self,
        address: &Address,
        signature: Signature,
        candidate: Candidate,
    ) -> Option<Kept> {
        if self.core.is_shut_down() {
            Some(Kept::ShutDown)
        } else if !self.admit(address, candidate) {
            Some(Kept::Discarded)
        } else {
            // A convergence outside the queue may have installed an equal instance meanwhile.
            self.is_unchanged(address, signature).then_some(Kept::Unchanged)
        }
    }

    /// Whether the live instance stays, because it was built from a row of this signature.
    fn is_unchanged(&self, address: &Address, signature: Signature) -> bool {
        self.core.policies.unchanged == Unchanged::KeepInstance
            && self.registry.borrow().signature(address) == Some(signature)
    }

    /// Whether a result may be installed. If so, later results are compared with it.
    fn admit(&self, address: &Address, candidate: Candidate) -> bool {
        self.core.installs.admit(self.core.policies.install, address, candidate)
    }

    fn evict(&self, work: Work, address: &Address, candidate: Candidate) {
        if !self.admit(address, candidate) {
            return self.core.record_kept(work, address, Kept::Discarded);
        }
        match self.take_out(work, address) {
            Some(old) => self.close(work, address, old),
            None => self.core.record_kept(work, address, Kept::NothingHeld),
        }
    }

    /// Takes the live instance out and begins to close it, before its successor is built.
    async fn close_old(&self, work: Work, address: &Address) {
        if let Some(old) = self.take_out(work, address) {
            self.begin_close(work, address, old).await;
        }
    }

    /// Takes the live instance out of the registry and records that.
    fn take_out(&self, work: Work, address: &Address) -> Option<R::Instance> {
        let old = self.registry.borrow_mut().evict(address)?;
        self.core.record(JournalEvent::Evicted { work, instance: old.instance.id() });
        Some(old.instance)
    }

    /// Builds an instance; `None` if that failed or took too long.
    pub(super) async fn build(
        self: &Rc<Self>,
        work: Work,
        address: &Address,
        row: &Rc<R::Row>,
    ) -> Option<R::Instance> {
        let (correlation, host) = (Correlation::of(work), self.core.host.clone());
        let building = R::build(host.clone(), correlation, Rc::clone(row));
        let close = move |late| R::close(host, late);
        bounded_build::build(&self.core, correlation, address, building, close).await.ok()
    }
}
