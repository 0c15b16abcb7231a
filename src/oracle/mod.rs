//! The oracles: one property in each file, judged from the history alone.
//!
//! [`judge`] takes the ports' records as the truth, compares it with what the replicas show, and charges each stale entry
//! with the causes that spent its chances to converge. It never asks the system under test whether it is right. Where a
//! port and the family's journal saw the same thing, the port counts.
//!
//! | file | property |
//! |---|---|
//! | `judge` | runs all of the following |
//! | `converged/` | each judged replica holds what a fresh boot would hold |
//! | `explain/` | T3: each staleness is accounted for |
//! | `assumptions` | T1: whether anything was lost or failed at all |
//! | `backstop` | T2: whether a lane of a replica has listed the rows after the last write |
//! | `consistent` | views, journal, rows, reads and the upstream's record agree |
//! | `invariants/` | what must hold at every event, one file each |
//! | `situations/` | what makes a run interesting; judges nothing |
//!
//! | file | what the oracles look up |
//! |---|---|
//! | `index/` | the index of a history, built in one walk over its events |
//! | `entry_layout` | the style, the row and the queue of each address |
//! | `truth` | the committed versions of each row |
//! | `convergence`, `request_record`, `listings`, `life` | the events of one convergence, request, listing, life |
//! | `last_attempt` | what the last attempt at a connector calls for |
//! | `disturbance`, `timeout` | which events and convergences show a failure |
//! | `shown` | the columns that an entry must show |
//! | `finding` | what the oracles find, as data |
//!
//! Lanes differ in their entry layout and in their style: a cache, one resource for each row, or a whole reconcile. A
//! file in `converged/` or `explain/` is about one style, or about all of them.
//!
//! **Theorems.** T1 and T2 say that nothing is stale under their assumptions. The assumptions are checked separately, and
//! a stale entry under them breaks the theorem whatever its cause. T3 is the explanation.
//!
//! **Records of a door.** Under `own-write = in-hand` a door builds an instance from the record that it has written. Such
//! an instance counts as built from the version that the write commits. Under `in-hand-before-commit` a write of another
//! replica may come in between, so that the record differs from that version; the histories do not show this.

mod assumptions;
mod backstop;
mod consistent;
mod converged;
mod convergence;
mod disturbance;
mod entry_layout;
mod explain;
mod finding;
mod index;
mod invariants;
mod judge;
mod last_attempt;
mod life;
mod listings;
mod request_record;
mod shown;
mod situations;
mod timeout;
mod truth;

pub use finding::{Breach, BrokenInvariant, Chance, Charge, Findings, Inconsistent, Stale};
pub use judge::judge;
pub use situations::{Situations, situations};
