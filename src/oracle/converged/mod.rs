//! Converged: each judged replica holds, for each address, what a fresh boot would hold now.
//!
//! What that is depends on the style of the lane, one in each file. What code defines is right if it is the code's own
//! instance, provided that the upstream opened it. A lane that a replica lacks is not judged there. Why an entry is stale
//! is the matter of [`explain`](super::explain).
//!
//! | file | contents |
//! |---|---|
//! | `check` | which replicas are judged, and the walk over their entries |
//! | `cache`, `resource`, `reconcile` | whether an entry of that style has converged |
//! | `instance` | which version an instance is of, and whether it could be built now |

mod cache;
mod check;
mod instance;
mod reconcile;
mod resource;

pub use check::{check, judged};
