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

use super::ports::{Handle, Host, Note, Role, Runtime, Store, Task, Unreadable};
use super::registry::Held;
use super::resource::{Resource, ResourceLane};
use super::timeout::{CALL_TIMEOUT, within};
use super::transaction::Record;
use crate::names::{Address, BuildFailure, Correlation, Kept, Work};

impl<H: Host, R: Resource<H>> ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    /// One convergence, with its own read of the row.
    pub(super) async fn converge_row(self: &Rc<Self>, work: Work, address: &Address) {
        if self.core.is_down() {
            return self.core.kept(work, address, Kept::ShutDown);
        }
        if self.code.contains(address) {
            return self.core.kept(work, address, Kept::CodeDefined);
        }
        match self.read(work, address).await {
            Err(Unreadable) => self.core.kept(work, address, Kept::Unreadable),
            Ok(Some(row)) if row.is_active() => self.adopt(work, address, Rc::new(row)).await,
            Ok(_) => self.evict(work, address),
        }
    }

    async fn read(&self, work: Work, address: &Address) -> Result<Option<R::Row>, Unreadable> {
        let correlation = Correlation::of(work);
        let task = Task { role: Role::ReadTimeout, correlation, address: Some(address) };
        let read =
            within(self.core.host.runtime(), task, self.core.host.store().read(correlation, address)).await;
        let node = self.core.node();
        match read {
            Some(Ok(row)) => return Ok(row),
            Some(Err(Unreadable)) => {
                tracing::warn!(%node, "{}: row `{address}` is unreadable, nothing is changed", R::LANE);
            }
            None => tracing::warn!(
                %node,
                "{}: row `{address}` was not read within {} s (a slow store, or a pause), nothing is changed",
                R::LANE,
                CALL_TIMEOUT.as_secs(),
            ),
        }
        Err(Unreadable)
    }

    /// Builds an instance from an active row, unless the live one was built from the same.
    pub(super) async fn adopt(self: &Rc<Self>, work: Work, address: &Address, row: Rc<R::Row>) {
        let signature = R::signature(&row);
        if self.registry.borrow().signature(address) == Some(signature) {
            return self.core.kept(work, address, Kept::Unchanged);
        }
        let Some(instance) = self.build(work, address, &row).await else {
            return self.core.kept(work, address, Kept::BuildFailed);
        };
        if self.core.is_down() {
            self.close(work, address, instance);
            return self.core.kept(work, address, Kept::ShutDown);
        }
        let revision = (row.revision().0 != 0).then(|| row.revision());
        self.core.note(Note::Installed { work, instance: instance.id(), revision });
        let held = Held { instance, built_from: Some((row, signature)) };
        let old = self.registry.borrow_mut().install(address.clone(), held);
        if let Some(old) = old {
            self.close(work, address, old.instance);
        }
    }

    pub(super) fn evict(&self, work: Work, address: &Address) {
        let evicted = self.registry.borrow_mut().evict(address);
        match evicted {
            Some(old) => {
                self.core.note(Note::Evicted { work, instance: old.instance.id() });
                self.close(work, address, old.instance);
            }
            None => self.core.kept(work, address, Kept::NothingHeld),
        }
    }

    /// `None` if no instance could be built, or not in time; one that comes too late is closed.
    async fn build(self: &Rc<Self>, work: Work, address: &Address, row: &Rc<R::Row>) -> Option<R::Instance> {
        let correlation = Correlation::of(work);
        let task = Task { role: Role::BuildTimeout, correlation, address: Some(address) };
        let mut build = Box::pin(R::build(self.core.host.clone(), correlation, Rc::clone(row)));
        let result = within(self.core.host.runtime(), task, build.as_mut()).await;
        let node = self.core.node();
        match result {
            Some(Ok(instance)) => return Some(instance),
            Some(Err(why)) => {
                let why = match why {
                    BuildFailure::Refused => "the upstream refused the credential",
                    BuildFailure::Unreachable => "the upstream is unreachable",
                    BuildFailure::Failed => "the build failed",
                };
                tracing::warn!(%node, "{}: `{address}` was not built: {why}", R::LANE);
            }
            None => {
                tracing::warn!(
                    %node,
                    "{}: `{address}` was not built within {} s (a slow upstream, or a pause)",
                    R::LANE,
                    CALL_TIMEOUT.as_secs(),
                );
                let task = Task { role: Role::LateBuild, ..task };
                let lane = Rc::clone(self);
                self.core.host.runtime().spawn(task, async move {
                    if let Ok(late) = build.await {
                        R::close(lane.core.host.clone(), late).await;
                    }
                });
            }
        }
        None
    }
}
