//! A lane of one instance for each row, as a lane.

use std::collections::BTreeSet;
use std::future::Future;
use std::rc::Rc;

use super::jobs::Completion;
use super::lane::ReplicaLane;
use super::lane_core::LaneCore;
use super::payload::DecodedSignal;
use super::ports::{Handle, Host, Role, Store, Unreadable};
use super::registry::Entry;
use super::resource::{Resource, ResourceLane};
use super::timeout::within;
use super::transaction::Record;
use super::view::EntryView;
use crate::names::{Address, Correlation, Lane, Work};

impl<H: Host, R: Resource<H>> ReplicaLane<H> for ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    const LANE: Lane = R::LANE;

    fn core(&self) -> &LaneCore<H> {
        &self.core
    }

    fn decode(payload: &str) -> Option<DecodedSignal<'_>> {
        R::decode(payload)
    }

    fn converge(self: &Rc<Self>, work: Work, address: &Address) -> impl Future<Output = ()> {
        self.converge_row(work, address)
    }

    async fn addresses_to_reload(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> Result<BTreeSet<Address>, Unreadable> {
        let listing = self.core.host.store().list(correlation, self.core.source());
        let rows = self.core.await_listing(correlation, listing).await?;
        // A convergence that runs may install an instance whose row has been deleted since it read. Its address is
        // neither in the rows nor in the registry yet.
        Ok(rows.into_iter().chain(self.built_addresses()).chain(self.core.jobs.busy_addresses()).collect())
    }

    fn install_listing(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> impl Future<Output = Result<Vec<Completion>, Unreadable>> {
        self.install_listed_rows(correlation)
    }

    async fn open_code_defined(self: &Rc<Self>, work: Work) {
        for address in &self.code {
            let row = Rc::new(R::code_defined(address.clone()));
            if let Some(instance) = self.build(work, address, &row).await {
                let entry = Entry { instance, built_from: None };
                self.registry.borrow_mut().install(address.clone(), entry);
            } else {
                let node = self.core.node();
                tracing::error!(%node, "{}: code-defined `{address}` could not be opened", R::LANE);
            }
        }
    }

    async fn close_all(self: &Rc<Self>, work: Work) {
        let host = &self.core.host;
        // Collected first: no borrow of the registry may last over a wait.
        let entries: Vec<_> = self.registry.borrow_mut().drain().collect();
        for (address, entry) in entries {
            let correlation = Correlation { work, attempt: entry.instance.id().ordinal() };
            let task = self.core.task(Role::CloseTimeout, correlation, Some(&address));
            // A close that hangs ends with the process.
            let _ = within(host.runtime(), task, R::close(host.clone(), entry.instance)).await;
        }
    }

    fn view(&self, visit: &mut dyn FnMut(EntryView<'_>)) {
        for (address, entry) in self.registry.borrow().iter() {
            let row = entry.built_from.as_ref().map(|(row, _)| row);
            visit(EntryView {
                address,
                instance: Some(entry.instance.id()),
                code: entry.is_code_defined(),
                revision: row.map(|row| row.revision()).filter(|revision| revision.0 != 0),
                state: None,
                columns: &|| row.map(|row| R::columns(row, &entry.instance)).unwrap_or_default(),
            });
        }
    }

    fn unreachable_names(&self) -> Vec<String> {
        let registry = self.registry.borrow();
        let unreachable =
            registry.iter().filter(|(_, entry)| !R::is_reachable(&self.core.host, &entry.instance));
        unreachable.map(|(address, _)| address.to_string()).collect()
    }
}
