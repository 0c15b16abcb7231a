//! The reconcile of lane 4: list all credential rows, and materialise again exactly the connectors that are due.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use futures_channel::oneshot;
use futures_util::future::join_all;

use super::connector::Declaration;
use super::connectors::{Connectors, queue_address};
use super::record::Credential;
use super::signal::RefSignal;
use crate::family::bounded_read;
use crate::family::install::{Candidate, Route};
use crate::family::jobs::Completion;
use crate::family::lane::ReplicaLane;
use crate::family::lane_core::LaneCore;
use crate::family::payload::{DecodedSignal, Signal};
use crate::family::ports::{Handle, Host, Role, Runtime, Store, Unreadable, Upstream};
use crate::family::timeout::within;
use crate::family::transaction::Snapshot;
use crate::family::view::EntryView;
use crate::names::{Address, ConnectorState, Correlation, Kept, Lane, ReadError, Unchanged, Work};

/// The rows and the known tombstones that a read found, by reference.
type Rows = BTreeMap<Address, Snapshot<Credential>>;

impl<H: Host> Connectors<H> {
    /// Reads all rows, as often as the policy says. See [`bounded_read::read`].
    async fn read(&self, work: Work) -> Result<(u64, Rows), u64> {
        let (store, source) = (self.core.host.store(), self.core.source());
        let fetch = async |correlation| {
            Store::<Credential>::read_all(store, correlation, source, &self.queue_address).await
        };
        let (read, rows) = bounded_read::read(&self.core, work, &self.queue_address, fetch).await?;
        Ok((read, rows.into_iter().collect()))
    }

    /// Brings every connector to these rows. `read` is the number of the read that found them.
    async fn reconcile(self: &Rc<Self>, work: Work, rows: &Rows, read: u64, route: Route) {
        let present = rows.iter().filter(|(_, found)| found.row.is_some());
        *self.known_references.borrow_mut() = present.map(|(reference, _)| reference.clone()).collect();
        let due = self.declared.iter().filter(|declared| self.is_due(declared, rows));
        let materialising = due.map(|declared| {
            let found = rows.get(&declared.reference).cloned().unwrap_or_else(Snapshot::absent);
            let candidate = Candidate::new(route, read, &found);
            self.materialise(work, declared, found.row, candidate)
        });
        // Collected first, so that it is decided for every connector whether it is due before any is materialised.
        let materialised = join_all(materialising.collect::<Vec<_>>()).await;
        if materialised.is_empty() {
            self.core.record_kept(work, &self.queue_address, Kept::Unchanged);
        }
    }

    /// Whether a connector is to be materialised again: its signature is not the one last attempted, or it is marked
    /// and not live. Removes the mark.
    fn is_due(&self, declared: &Declaration, rows: &Rows) -> bool {
        let policies = &self.core.policies;
        let row = rows.get(&declared.reference).and_then(|found| found.row.as_ref());
        let signature = declared.signature(row, policies.recreate);
        let always = policies.unchanged == Unchanged::AlwaysRebuild && row.is_some();
        self.with(&declared.name, |connector| {
            let is_marked = std::mem::take(&mut connector.marked);
            let is_retried = is_marked && connector.state != ConnectorState::Live;
            is_retried || always || connector.attempted != Some(signature)
        })
    }
}

impl<H: Host> ReplicaLane<H> for Connectors<H> {
    const LANE: Lane = Lane::Credential;

    fn core(&self) -> &LaneCore<H> {
        &self.core
    }

    fn decode(payload: &str) -> Option<DecodedSignal<'_>> {
        let signal = RefSignal::decode(payload)?;
        let address = signal.address();
        Some(DecodedSignal { origin_node: signal.origin_node, address, queue_address: Some(queue_address()) })
    }

    async fn converge(self: &Rc<Self>, work: Work, address: &Address) {
        if self.core.is_shut_down() {
            return self.core.record_kept(work, address, Kept::ShutDown);
        }
        match self.read(work).await {
            Ok((read, rows)) => self.reconcile(work, &rows, read, Route::Queue).await,
            Err(read) if self.core.policies.read_error == ReadError::TreatAsGone => {
                self.reconcile(work, &Rows::new(), read, Route::Queue).await;
            }
            Err(_) => {
                self.core.record_kept(work, address, Kept::Unreadable);
                // The marks belonged to this reconcile. Connectors that a retry timer marked get a new timer, for
                // otherwise nothing would try them again.
                self.mark_all(false);
                self.rearm_retries(work);
            }
        }
    }

    /// A reload, a boot or a late attach lists the rows to see that they can be read, and enqueues one reconcile, for
    /// which every connector is marked.
    async fn addresses_to_reload(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> Result<BTreeSet<Address>, Unreadable> {
        let store = self.core.host.store();
        let listing = Store::<Credential>::list(store, correlation, self.core.source());
        self.core.await_listing(correlation, listing).await?;
        self.mark_all(true);
        Ok(BTreeSet::from([self.queue_address.clone()]))
    }

    async fn install_listing(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> Result<Vec<Completion>, Unreadable> {
        let read = self.core.installs.begin_read();
        let store = self.core.host.store();
        let listing = Store::<Credential>::list_rows(store, correlation, self.core.source());
        let rows = self.core.await_listing(correlation, listing).await?.into_iter();
        let rows = rows.map(|row: Credential| (row.reference.clone(), Snapshot::of(row))).collect();
        self.mark_all(true);
        let (done, completion) = oneshot::channel();
        let lane = Rc::clone(self);
        let work = correlation.work;
        let task = self.core.task(Role::Rehydrate, Correlation::of(work), Some(&self.queue_address));
        self.core.host.runtime().spawn(task, async move {
            if !lane.core.is_shut_down() {
                lane.reconcile(work, &rows, read, Route::Bypass).await;
            }
            // The send fails if nobody waits, which is fine.
            let _ = done.send(());
        });
        Ok(vec![completion])
    }

    async fn close_all(self: &Rc<Self>, work: Work) {
        let host = &self.core.host;
        for (name, instance) in self.take_all_live() {
            let correlation = Correlation { work, attempt: instance.id().ordinal() };
            let task = self.core.task(Role::CloseTimeout, correlation, Some(&name));
            // A close that hangs ends with the process.
            let _ = within(host.runtime(), task, host.upstream().close(instance)).await;
        }
    }

    fn view(&self, visit: &mut dyn FnMut(EntryView<'_>)) {
        self.for_each(|declared, connector| {
            let live = connector.live.as_ref();
            visit(EntryView {
                address: &declared.name,
                instance: live.map(|live| live.instance.id()),
                code: false,
                revision: live.map(|live| live.revision).filter(|revision| revision.0 != 0),
                state: Some(connector.state),
                columns: &|| connector.columns(declared),
            });
        });
    }
}
