//! Listings of a lane of one instance for each row: the addresses that a reload converges, or the rows that it
//! installs.
//!
//! What a listing held may be old by the time it is installed, and past the queue nothing keeps the order:
//! that is the policy `rehydrate = from-listing`.

use std::collections::BTreeMap;
use std::rc::Rc;

use futures_channel::oneshot;

use super::converge::Claim;
use super::install::{Freshness, Way};
use super::ports::{Host, Role, Runtime, Store, Unreadable};
use super::queue::Ended;
use super::resource::{Resource, ResourceLane};
use super::transaction::{Record, Snapshot};
use crate::names::{Address, Correlation, Work};

impl<H: Host, R: Resource<H>> ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    /// The addresses of what the lane itself built.
    pub(super) fn held(&self) -> Vec<Address> {
        let registry = self.registry.borrow();
        let own = registry.iter().filter(|(_, held)| !held.is_code());
        own.map(|(address, _)| address.clone()).collect()
    }

    /// Installs what a listing holds, each address in a task of its own.
    pub(super) async fn install_listed_rows(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> Result<Vec<Ended>, Unreadable> {
        let read = self.core.installs.begin_read();
        let listing = self.core.host.store().list_rows(correlation, self.core.source());
        let rows = self.core.listed(correlation, listing).await?;
        let mut listed: BTreeMap<Address, Snapshot<R::Row>> =
            self.held().into_iter().map(|address| (address, Snapshot::nothing())).collect();
        listed.extend(rows.into_iter().map(|row| (row.address().clone(), Snapshot::of(row))));
        let begin = |(address, snapshot): (Address, Snapshot<R::Row>)| {
            let fresh = Freshness::of(read, &snapshot);
            self.install_listed(correlation.work, address, snapshot.row, Claim { way: Way::ByPass, fresh })
        };
        Ok(listed.into_iter().map(begin).collect())
    }

    fn install_listed(
        self: &Rc<Self>,
        work: Work,
        address: Address,
        row: Option<R::Row>,
        claim: Claim,
    ) -> Ended {
        let (done, ended) = oneshot::channel();
        let (lane, named) = (Rc::clone(self), address.clone());
        let task = self.core.task(Role::Rehydrate, Correlation::of(work), Some(&named));
        self.core.host.runtime().spawn(task, async move {
            if !lane.is_excused(work, &address) {
                lane.drive(work, &address, row, claim).await;
            }
            // Whoever began it may not wait for it.
            let _ = done.send(());
        });
        ended
    }
}
