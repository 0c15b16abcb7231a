//! Listings as reads: under `rehydrate = from-listing` a replica installs what a listing held, so the listing is the
//! read of each of its rows.

use super::convergence::{Convergence, ReadRecord};
use super::truth::Truth;
use crate::history::{Event, ReadResult};
use crate::names::{AddressId, Correlation, Lane, LifeId, ReplicaId, Sequence};

/// The listings that were sent, in order.
#[derive(Default)]
pub struct Listings(Vec<Listing>);

/// A listing. Positions are indices of events.
struct Listing {
    replica: ReplicaId,
    life: LifeId,
    correlation: Correlation,
    lane: Lane,
    began: usize,
    acted: Option<Listed>,
}

/// A listing that acted.
struct Listed {
    event: usize,
    as_of: Sequence,
    /// Whether the store could list the rows.
    is_ok: bool,
}

impl Listings {
    /// A listing is sent.
    pub fn begin(&mut self, at: usize, event: &Event, correlation: Correlation, lane: Lane) {
        let (replica, life) = (event.replica, event.life);
        self.0.push(Listing { replica, life, correlation, lane, began: at, acted: None });
    }

    /// A listing acts as of a commit, or is failed by the store.
    pub fn act(&mut self, at: usize, event: &Event, of: (Correlation, Lane), as_of: Sequence, is_ok: bool) {
        let own = |listing: &&mut Listing| {
            (listing.replica, listing.life) == (event.replica, event.life)
                && (listing.correlation, listing.lane) == of
        };
        if let Some(listing) = self.0.iter_mut().rev().find(own) {
            listing.acted = Some(Listed { event: at, as_of, is_ok });
        }
    }

    /// Sets the read of a convergence, whose entry is of this lane and row, to the last listing of its work.
    ///
    /// A convergence that began before any listing has no read: a replica opens what code defines before it lists.
    pub fn read_for(&self, convergence: &mut Convergence, truth: &Truth, (lane, row): (Lane, AddressId)) {
        let is_its = |listing: &&Listing| {
            let listing = (listing.replica, listing.life, listing.lane, listing.correlation.work);
            listing == (convergence.replica, convergence.life, lane, convergence.work)
        };
        let Some(listing) = self.0.iter().rev().find(is_its) else { return };
        convergence.read_began = Some((listing.began, listing.correlation.attempt));
        convergence.read = listing.acted.as_ref().map(|listed| {
            let result = if listed.is_ok { truth.read_at(row, listed.as_of) } else { ReadResult::Unreadable };
            ReadRecord { event: listed.event, as_of: listed.as_of, result }
        });
    }
}
