//! The declared connectors of one replica: their states, and what is kept between two reconciles.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::connector::{Connector, Declaration, Live};
use crate::family::lane_core::LaneCore;
use crate::family::options::Options;
use crate::family::ports::{Host, Upstream};
use crate::names::{Address, Lane, Space};

/// An open instance of a connector.
pub type HandleOf<H> = <<H as Host>::Upstream as Upstream>::Handle;

/// The connectors of one replica, for one life.
pub struct Connectors<H: Host> {
    pub(super) core: LaneCore<H>,
    pub(super) declared: Vec<Declaration>,
    /// The state of each declared connector, by its name.
    states: RefCell<BTreeMap<Address, Connector<HandleOf<H>>>>,
    /// The references that had a row when the rows were last listed.
    pub(super) known_references: RefCell<BTreeSet<Address>>,
    /// The one address that all reconciles of the lane are queued under.
    pub(super) queue_address: Address,
}

/// The one queue address of the lane.
pub fn queue_address() -> Address {
    Address::new(Space::Reconcile, "credentials")
}

impl<H: Host> Connectors<H> {
    /// Connectors of which none has been attempted, not attached to a bus.
    pub fn new(host: H, options: &Options) -> Rc<Self> {
        let declared = options.connectors.clone();
        let states = declared.iter().map(|declared| (declared.name.clone(), Connector::default()));
        Rc::new(Self {
            core: LaneCore::new(Lane::Credential, host, options.policies, &options.node),
            states: RefCell::new(states.collect()),
            declared,
            known_references: RefCell::default(),
            queue_address: queue_address(),
        })
    }

    /// Calls `act` with the state of a connector.
    pub(super) fn with<T>(&self, name: &Address, act: impl FnOnce(&mut Connector<HandleOf<H>>) -> T) -> T {
        act(self.states.borrow_mut().entry(name.clone()).or_default())
    }

    /// Marks every connector, or unmarks it. The next reconcile attempts each connector that is marked and, by the
    /// time that it has read the rows, not live. The present state does not matter, because an attempt may be
    /// running.
    pub(super) fn mark_all(&self, marked: bool) {
        for connector in self.states.borrow_mut().values_mut() {
            connector.marked = marked;
        }
    }

    /// Takes out every instance that serves.
    pub(super) fn take_all_live(&self) -> Vec<(Address, HandleOf<H>)> {
        let mut states = self.states.borrow_mut();
        let live = states.iter_mut().filter_map(|(name, connector)| {
            let Live { instance, .. } = connector.live.take()?;
            Some((name.clone(), instance))
        });
        live.collect()
    }

    /// Calls `visit` for each declared connector with its state, in the order of the declarations.
    pub(super) fn for_each(&self, mut visit: impl FnMut(&Declaration, &Connector<HandleOf<H>>)) {
        let states = self.states.borrow();
        for declared in &self.declared {
            if let Some(connector) = states.get(&declared.name) {
                visit(declared, connector);
            }
        }
    }
}
