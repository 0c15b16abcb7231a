//! What a lane of one instance for each row installs from a listing.
//!
//! A listing may be old by the time that it is installed, and outside the queue nothing keeps the order of installs.
//! This is the policy `rehydrate = from-listing`.

use std::collections::BTreeMap;
use std::rc::Rc;

use futures_channel::oneshot;

use super::install::{Candidate, Route};
use super::jobs::Completion;
use super::ports::{Host, Role, Runtime, Store, Unreadable};
use super::resource::{Resource, ResourceLane};
use super::transaction::{Record, Snapshot};
use crate::names::{Address, Correlation, Work};

impl<H: Host, R: Resource<H>> ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    /// Lists all rows and installs them, each address in a task of its own.
    pub(super) async fn install_listed_rows(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> Result<Vec<Completion>, Unreadable> {
        let read = self.core.installs.begin_read();
        let listing = self.core.host.store().list_rows(correlation, self.core.source());
        let rows = self.core.await_listing(correlation, listing).await?;
        // An address that is held but not listed has lost its row. The listed rows replace these entries.
        let mut found: BTreeMap<Address, Snapshot<R::Row>> =
            self.built_addresses().into_iter().map(|address| (address, Snapshot::absent())).collect();
        found.extend(rows.into_iter().map(|row| (row.address().clone(), Snapshot::of(row))));
        let install = |(address, snapshot): (Address, Snapshot<R::Row>)| {
            let candidate = Candidate::new(Route::Bypass, read, &snapshot);
            self.install_listed(correlation.work, address, snapshot.row, candidate)
        };
        Ok(found.into_iter().map(install).collect())
    }

    fn install_listed(
        self: &Rc<Self>,
        work: Work,
        address: Address,
        row: Option<R::Row>,
        candidate: Candidate,
    ) -> Completion {
        let (done, completion) = oneshot::channel();
        let (lane, task_address) = (Rc::clone(self), address.clone());
        let task = self.core.task(Role::Rehydrate, Correlation::of(work), Some(&task_address));
        self.core.host.runtime().spawn(task, async move {
            if !lane.is_exempt(work, &address) {
                lane.apply(work, &address, row, candidate).await;
            }
            // The send fails if nobody waits, which is fine.
            let _ = done.send(());
        });
        completion
    }
}
