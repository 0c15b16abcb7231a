//! Convergence: drive the registry of one address to what its row says now.
//!
//! | row now | live instance | action |
//! |---|---|---|
//! | present, active | none | build |
//! | present, same signature | built from it | nothing: the very same instance stays |
//! | present, signature changed | older | rebuild, swap, close the old; if the build fails the old one keeps serving |
//! | absent or inactive | any | evict and close |
//! | unreadable | any | nothing: an unreadable row is not "gone" |
//!
//! Invariant: it never writes to the store, nor touches an instance that the lane did not build.

use std::rc::Rc;

use super::bounded_read;
use super::building;
use super::install::{Freshness, Way};
use super::ports::{Handle, Host, Note, Store};
use super::registry::Held;
use super::resource::{Resource, ResourceLane};
use super::transaction::{Record, Snapshot};
use crate::names::{Address, Correlation, Kept, ReadError, Rebuild, Revision, Signature, Unchanged, Work};

/// By what a result claims to be stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    /// How it came about.
    pub way: Way,
    /// How fresh it is.
    pub fresh: Freshness,
}

impl<H: Host, R: Resource<H>> ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    /// One convergence, with its own read of the row.
    pub(super) async fn converge_row(self: &Rc<Self>, work: Work, address: &Address) {
        if self.is_excused(work, address) {
            return;
        }
        match self.read(work, address).await {
            Ok((read, found)) => {
                let fresh = Freshness::of(read, &found);
                self.drive(work, address, found.row, Claim { way: Way::Queue, fresh }).await;
            }
            Err(read) if self.takes_for_gone(address) => {
                let fresh = Freshness::of(read, &Snapshot::<R::Row>::nothing());
                self.evict(work, address, Claim { way: Way::Queue, fresh });
            }
            Err(_) => self.core.kept(work, address, Kept::Unreadable),
        }
    }

    /// Whether there is nothing to do for an address: the replica is shut down, or code defines it.
    pub(super) fn is_excused(&self, work: Work, address: &Address) -> bool {
        let why = if self.core.is_down() {
            Kept::ShutDown
        } else if self.code.contains(address) {
            Kept::CodeDefined
        } else {
            return false;
        };
        self.core.kept(work, address, why);
        true
    }

    /// Drives the registry to what was found.
    pub(super) async fn drive(
        self: &Rc<Self>,
        work: Work,
        address: &Address,
        row: Option<R::Row>,
        claim: Claim,
    ) {
        match row {
            Some(row) if row.is_active() => self.adopt(work, address, Rc::new(row), claim).await,
            _ => self.evict(work, address, claim),
        }
    }

    /// Reads the row, as often as the policy says; with its place in the order of reads.
    async fn read(&self, work: Work, address: &Address) -> Result<(u64, Snapshot<R::Row>), u64> {
        let (store, source) = (self.core.host.store(), self.core.source());
        let fetch = async |correlation| store.read(correlation, source, address).await;
        bounded_read::read(&self.core, work, address, fetch).await
    }

    /// Whether a failed read of the row evicts what is held for it.
    fn takes_for_gone(&self, address: &Address) -> bool {
        self.core.policies.read_error == ReadError::TreatAsGone && self.holds(address)
    }

    /// Builds an instance from an active row, unless the live one was built from the same.
    async fn adopt(self: &Rc<Self>, work: Work, address: &Address, row: Rc<R::Row>, claim: Claim) {
        let signature = R::signature(&row, &self.core.policies);
        if self.is_unchanged(address, signature) {
            // Whether or not it may be stored, nothing changes; if it may, it is in force.
            self.admits(address, claim);
            return self.core.kept(work, address, Kept::Unchanged);
        }
        if self.core.is_down() {
            return self.core.kept(work, address, Kept::ShutDown);
        }
        if self.core.policies.rebuild == Rebuild::CloseThenBuild {
            self.close_first(work, address).await;
        }
        let Some(instance) = self.build(work, address, &row).await else {
            return self.core.kept(work, address, Kept::BuildFailed);
        };
        if let Some(why) = self.objection(address, signature, claim) {
            self.close(work, address, instance);
            return self.core.kept(work, address, why);
        }
        let revision = Some(row.revision()).filter(|revision| *revision != Revision(0));
        self.core.note(Note::Installed { work, instance: instance.id(), revision });
        let held = Held { instance, built_from: Some((row, signature)) };
        let old = self.registry.borrow_mut().install(address.clone(), held);
        if let Some(old) = old {
            self.close(work, address, old.instance);
        }
    }

    /// Why an instance that was just built is not installed, if it is not.
    fn objection(&self, address: &Address, signature: Signature, claim: Claim) -> Option<Kept> {
        if self.core.is_down() {
            Some(Kept::ShutDown)
        } else if !self.admits(address, claim) {
            Some(Kept::Discarded)
        } else {
            self.is_unchanged(address, signature).then_some(Kept::Unchanged)
        }
    }

    /// Whether the live instance stays for a row of this signature.
    fn is_unchanged(&self, address: &Address, signature: Signature) -> bool {
        self.core.policies.unchanged == Unchanged::KeepInstance
            && self.registry.borrow().signature(address) == Some(signature)
    }

    /// Whether a result may be stored; it is in force then.
    fn admits(&self, address: &Address, Claim { way, fresh }: Claim) -> bool {
        self.core.installs.admit(self.core.policies.install, way, address, fresh)
    }

    fn evict(&self, work: Work, address: &Address, claim: Claim) {
        if !self.admits(address, claim) {
            return self.core.kept(work, address, Kept::Discarded);
        }
        match self.take_out(work, address) {
            Some(old) => self.close(work, address, old),
            None => self.core.kept(work, address, Kept::NothingHeld),
        }
    }

    /// Takes the live instance out and begins to close it, before its successor is built.
    async fn close_first(&self, work: Work, address: &Address) {
        if let Some(old) = self.take_out(work, address) {
            self.begin_close(work, address, old).await;
        }
    }

    fn take_out(&self, work: Work, address: &Address) -> Option<R::Instance> {
        let old = self.registry.borrow_mut().evict(address)?;
        self.core.note(Note::Evicted { work, instance: old.instance.id() });
        Some(old.instance)
    }

    /// `None` if no instance could be built, or not in time; one that comes too late is closed.
    pub(super) async fn build(
        self: &Rc<Self>,
        work: Work,
        address: &Address,
        row: &Rc<R::Row>,
    ) -> Option<R::Instance> {
        let (correlation, host) = (Correlation::of(work), self.core.host.clone());
        let building = R::build(host.clone(), correlation, Rc::clone(row));
        let close = move |late| R::close(host, late);
        building::build(&self.core, correlation, address, building, close).await.ok()
    }
}
