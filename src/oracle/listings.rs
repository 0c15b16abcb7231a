//! Listings as reads: where a replica installs what a listing held, the listing is what it read of each row.

use super::run::{Reading, Run};
use super::truth::Truth;
use crate::history::{Event, RowState, Seen, What};
use crate::names::{Correlation, LifeId, ReplicaId, Sequence};

/// The listings that were sent, in order.
#[derive(Default)]
pub struct Listings(Vec<Listing>);

/// A listing. Positions are indices of events.
struct Listing {
    replica: ReplicaId,
    life: LifeId,
    correlation: Correlation,
    began: usize,
    /// When it acted, as of which commit, and whether it could.
    listed: Option<(usize, Sequence, bool)>,
}

impl Listings {
    /// Takes note of an event, if it is about a listing.
    pub fn note(&mut self, at: usize, event: &Event) {
        let (replica, life) = (event.replica, event.life);
        match event.what {
            What::ListBegan { correlation } => {
                self.0.push(Listing { replica, life, correlation, began: at, listed: None });
            }
            What::Listed { correlation, as_of, ok } => {
                let own = |listing: &&mut Listing| {
                    (listing.replica, listing.life, listing.correlation) == (replica, life, correlation)
                };
                if let Some(listing) = self.0.iter_mut().rev().find(own) {
                    listing.listed = Some((at, as_of, ok));
                }
            }
            _ => {}
        }
    }

    /// Gives a run the last listing of its work as its read. One that began before any listing, as the opening
    /// of what code defines does, has none.
    pub fn read_for(&self, run: &mut Run, truth: &Truth) {
        let of_run = |listing: &&Listing| {
            (listing.replica, listing.life, listing.correlation.work) == (run.replica, run.life, run.work)
        };
        let Some(listing) = self.0.iter().rev().find(of_run) else { return };
        run.read_began = Some((listing.began, listing.correlation.attempt));
        run.read = listing.listed.map(|(event, as_of, ok)| {
            let version = truth.version_at(run.address, as_of);
            let present = version.is_some_and(|version| version.state != RowState::Absent);
            let seen = if present { Seen::Present } else { Seen::Absent };
            Reading { event, as_of, seen: if ok { seen } else { Seen::Unreadable } }
        });
    }
}
