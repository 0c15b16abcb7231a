//! The reconcile: list all credential rows, and re-materialise exactly the connectors that something changed for.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use futures_util::future::join_all;

use super::signal::RefSignal;
use super::{Connector, Credential, Declaration};
use crate::family::bounded_read;
use crate::family::install::Way;
use crate::family::lane::{Heard, Lane, LaneCore, Shown};
use crate::family::ports::{Handle, Host, Role, Runtime, Store, Unreadable, Upstream};
use crate::family::queue::Ended;
use crate::family::replica::Options;
use crate::family::signal::Signal;
use crate::family::timeout::within;
use crate::family::transaction::Snapshot;
use crate::names::{Address, ConnectorState, Correlation, Kept, ReadError, Space, Unchanged, Work};

/// The connectors of one replica, for one life.
pub struct Connectors<H: Host> {
    pub(super) core: LaneCore<H>,
    pub(super) declared: Vec<Declaration>,
    /// What each of them is at, by its name.
    pub(super) standing: RefCell<BTreeMap<Address, Connector<<H::Upstream as Upstream>::Handle>>>,
    /// The references that had a row when it was last listed.
    pub(super) known: RefCell<BTreeSet<Address>>,
    pub(super) queue: Address,
}

/// The rows, and what is known of those that are gone, by reference, as a read found them.
pub(super) type Rows = BTreeMap<Address, Snapshot<Credential>>;

impl<H: Host> Connectors<H> {
    /// Connectors that nothing has been tried for, attached to nothing.
    pub fn new(host: H, options: &Options) -> Rc<Self> {
        let declared = options.connectors.clone();
        let connectors = declared.iter().map(|declared| (declared.name.clone(), Connector::default()));
        Rc::new(Self {
            core: LaneCore::new(Self::LANE, host, options.policies, &options.node),
            standing: RefCell::new(connectors.collect()),
            declared,
            known: RefCell::default(),
            queue: Address::new(Space::Reconcile, "credentials"),
        })
    }

    /// Marks or unmarks every connector: a reconcile tries what is marked and is not live when it has read. What it is
    /// at now does not matter, for an attempt may be under way.
    fn mark_all(&self, marked: bool) {
        for connector in self.standing.borrow_mut().values_mut() {
            connector.marked = marked;
        }
    }

    /// Takes out everything that serves.
    fn take_live(&self) -> Vec<(Address, <H::Upstream as Upstream>::Handle)> {
        let mut standing = self.standing.borrow_mut();
        let live = standing.iter_mut().filter_map(|(name, it)| Some((name.clone(), it.live.take()?.0)));
        live.collect()
    }

    async fn read(&self, work: Work) -> Result<(u64, Rows), u64> {
        let (store, source) = (self.core.host.store(), self.core.source());
        let fetch =
            async |correlation| Store::<Credential>::read_all(store, correlation, source, &self.queue).await;
        let (read, rows) = bounded_read::read(&self.core, work, &self.queue, fetch).await?;
        Ok((read, rows.into_iter().collect()))
    }

    /// Brings every connector to what the rows say.
    pub(super) async fn reconcile(self: &Rc<Self>, work: Work, rows: &Rows, read: u64, way: Way) {
        let present = rows.iter().filter(|(_, found)| found.row.is_some());
        *self.known.borrow_mut() = present.map(|(reference, _)| reference.clone()).collect();
        let due = self.declared.iter().filter(|declared| self.is_due(declared, rows));
        let driving = due.map(|declared| {
            let found = rows.get(&declared.reference).cloned().unwrap_or_else(Snapshot::nothing);
            self.materialise(work, declared, found, (read, way))
        });
        let driven = join_all(driving.collect::<Vec<_>>()).await;
        if driven.is_empty() {
            self.core.kept(work, &self.queue, Kept::Unchanged);
        }
    }

    /// Whether a connector is to be materialised anew: its signature is not the one last attempted, or it is marked and
    /// not live.
    fn is_due(&self, declared: &Declaration, rows: &Rows) -> bool {
        let policies = &self.core.policies;
        let row = rows.get(&declared.reference).and_then(|found| found.row.as_ref());
        let signature = declared.signature(row, policies.recreate);
        let mut connectors = self.standing.borrow_mut();
        let Some(connector) = connectors.get_mut(&declared.name) else { return false };
        let marked = std::mem::take(&mut connector.marked) && connector.state != ConnectorState::Live;
        let always = policies.unchanged == Unchanged::AlwaysRebuild && row.is_some();
        marked || always || connector.attempted != Some(signature)
    }
}

impl<H: Host> Lane<H> for Connectors<H> {
    const LANE: crate::names::Lane = crate::names::Lane::Credential;

    fn core(&self) -> &LaneCore<H> {
        &self.core
    }

    fn decode(payload: &str) -> Option<Heard<'_>> {
        let signal = RefSignal::decode(payload)?;
        let queue = Some(Address::new(Space::Reconcile, "credentials"));
        let named = signal.named();
        Some(Heard { origin_node: signal.origin_node, named, queue })
    }

    async fn converge(self: &Rc<Self>, work: Work, address: &Address) {
        if self.core.is_down() {
            return self.core.kept(work, address, Kept::ShutDown);
        }
        match self.read(work).await {
            Ok((read, rows)) => self.reconcile(work, &rows, read, Way::Queue).await,
            Err(read) if self.core.policies.read_error == ReadError::TreatAsGone => {
                self.reconcile(work, &Rows::new(), read, Way::Queue).await;
            }
            Err(_) => {
                self.core.kept(work, address, Kept::Unreadable);
                self.mark_all(false);
                self.rearm(work);
            }
        }
    }

    /// A reload, a boot or a late attach lists the rows to see that they can be read, and enqueues one reconcile, for
    /// which every connector is marked.
    async fn addresses(self: &Rc<Self>, correlation: Correlation) -> Result<BTreeSet<Address>, Unreadable> {
        let store = self.core.host.store();
        let listing = Store::<Credential>::list(store, correlation, self.core.source());
        self.core.listed(correlation, listing).await?;
        self.mark_all(true);
        Ok(BTreeSet::from([self.queue.clone()]))
    }

    async fn install_listing(self: &Rc<Self>, correlation: Correlation) -> Result<Vec<Ended>, Unreadable> {
        let read = self.core.installs.begin_read();
        let store = self.core.host.store();
        let listing = Store::<Credential>::list_rows(store, correlation, self.core.source());
        let rows = self.core.listed(correlation, listing).await?.into_iter();
        let rows = rows.map(|row: Credential| (row.reference.clone(), Snapshot::of(row))).collect();
        self.mark_all(true);
        let (done, ended) = futures_channel::oneshot::channel();
        let lane = Rc::clone(self);
        let work = correlation.work;
        let task = self.core.task(Role::Rehydrate, Correlation::of(work), Some(&self.queue));
        self.core.host.runtime().spawn(task, async move {
            if !lane.core.is_down() {
                lane.reconcile(work, &rows, read, Way::ByPass).await;
            }
            // Whoever began it may not wait for it.
            let _ = done.send(());
        });
        Ok(vec![ended])
    }

    async fn close_all(self: &Rc<Self>, work: Work) {
        let host = &self.core.host;
        for (name, handle) in self.take_live() {
            let attempt = handle.id().ordinal();
            let task = self.core.task(Role::CloseTimeout, Correlation { work, attempt }, Some(&name));
            // A close that hangs is left to the end of the process.
            let _ = within(host.runtime(), task, host.upstream().close(handle)).await;
        }
    }

    fn view(&self, see: &mut dyn FnMut(Shown<'_>)) {
        let connectors = self.standing.borrow();
        for declared in &self.declared {
            let Some(connector) = connectors.get(&declared.name) else { continue };
            see(Shown {
                address: &declared.name,
                instance: connector.live.as_ref().map(|(handle, ..)| handle.id()),
                code: false,
                revision: connector.live.as_ref().map(|(_, revision, _)| *revision).filter(|it| it.0 != 0),
                state: Some(connector.state),
                columns: &|| connector.columns(declared),
            });
        }
    }
}
