//! What every lane of a replica can do, whatever its style: decode its signals, and converge.
//!
//! The lanes converge in different styles. A cache is invalidated (lane 1), an instance follows its row (lanes 2 and
//! 3), and a whole set is reconciled (lane 4). So this trait says *that* a lane converges, and each lane says *how*.
//! The receiver, the queue, rehydration and the door are written once, over this trait.

use std::collections::BTreeSet;
use std::future::Future;
use std::rc::Rc;

use super::jobs::Completion;
use super::lane_core::LaneCore;
use super::payload::DecodedSignal;
use super::ports::{Host, Unreadable};
use super::view::EntryView;
use crate::names::{Address, Correlation, Lane, Work};

/// A lane on one replica, for one life.
pub trait ReplicaLane<H: Host>: Sized + 'static {
    /// Which lane it is.
    const LANE: Lane;

    /// What it has in common with every lane.
    fn core(&self) -> &LaneCore<H>;

    /// Decodes a payload; `None` if it is malformed or its name is empty.
    fn decode(payload: &str) -> Option<DecodedSignal<'_>>;

    /// What a signal requires at once, before any other task runs. A cache drops its entry here.
    fn on_signal(self: &Rc<Self>, _work: Work, _signal: &DecodedSignal<'_>) {}

    /// One convergence of an address, with its own read of the shared rows.
    fn converge(self: &Rc<Self>, work: Work, address: &Address) -> impl Future<Output = ()>;

    /// The addresses that a reload converges: those of all rows, those in the registry, and those whose convergence
    /// waits or runs.
    ///
    /// # Errors
    /// If the rows could not be listed, or not in time.
    fn addresses_to_reload(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> impl Future<Output = Result<BTreeSet<Address>, Unreadable>>;

    /// Lists all rows and installs what the listing held, outside the queue. The future ends when the install of
    /// every address of the rows and of the registry has begun, and yields their completions.
    ///
    /// # Errors
    /// If the rows could not be listed, or not in time.
    fn install_listing(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> impl Future<Output = Result<Vec<Completion>, Unreadable>>;

    /// Opens what code defines. It runs before the lane is attached to a bus.
    fn open_code_defined(self: &Rc<Self>, _work: Work) -> impl Future<Output = ()> {
        async {}
    }

    /// Closes every instance. The future ends when they are closed.
    fn close_all(self: &Rc<Self>, work: Work) -> impl Future<Output = ()>;

    /// Calls `visit` for each entry of the lane's registry, by address.
    fn view(&self, visit: &mut dyn FnMut(EntryView<'_>));

    /// The names in the registry whose upstream cannot be reached now, on lanes where the replica's readiness depends
    /// on it.
    fn unreachable_names(&self) -> Vec<String> {
        Vec::new()
    }
}
