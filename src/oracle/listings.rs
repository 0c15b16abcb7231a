//! Listings as reads: where a replica installs what a listing held, the listing is what it read of each row.

use super::convergence::{Convergence, Reading};
use super::truth::Truth;
use crate::history::{Event, EventKind, Seen};
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
    /// When it acted, as of which commit, and whether it could.
    listed: Option<(usize, Sequence, bool)>,
}

impl Listings {
    /// Takes note of an event, if it is about a listing.
    pub fn note(&mut self, at: usize, event: &Event) {
        let (replica, life) = (event.replica, event.life);
        match event.kind {
            EventKind::ListBegan { correlation, lane } => {
                self.0.push(Listing { replica, life, correlation, lane, began: at, listed: None });
            }
            EventKind::Listed { correlation, lane, as_of, ok } => {
                let own = |listing: &&mut Listing| {
                    let listing = (listing.replica, listing.life, listing.lane, listing.correlation);
                    listing == (replica, life, lane, correlation)
                };
                if let Some(listing) = self.0.iter_mut().rev().find(own) {
                    listing.listed = Some((at, as_of, ok));
                }
            }
            _ => {}
        }
    }

    /// Gives a run of an entry of a lane, and of its row, the last listing of its work as its read. One that began before any listing, as the opening
    /// of what code defines does, has none.
    pub fn read_for(&self, convergence: &mut Convergence, truth: &Truth, (lane, row): (Lane, AddressId)) {
        let of_run = |listing: &&Listing| {
            let listing = (listing.replica, listing.life, listing.lane, listing.correlation.work);
            listing == (convergence.replica, convergence.life, lane, convergence.work)
        };
        let Some(listing) = self.0.iter().rev().find(of_run) else { return };
        convergence.read_began = Some((listing.began, listing.correlation.attempt));
        convergence.read = listing.listed.map(|(event, as_of, ok)| {
            let seen = truth.seen_at(row, as_of);
            Reading { event, as_of, seen: if ok { seen } else { Seen::Unreadable } }
        });
    }
}
