//! Events, findings and failures as text: each as a clause or a sentence without its full stop.
//!
//! | file | describes |
//! |---|---|
//! | `events` | one event, as a glyph and a clause |
//! | `work`, `findings` | stale entries, their chances and what spent them |
//! | `breach`, `inconsistent` | broken invariants; records that contradict each other |
//! | `verdict` | failures and misses |
//! | `harness_error` | why a seed has no history |

mod breach;
mod events;
mod findings;
mod harness_error;
mod inconsistent;
mod verdict;
mod work;

pub use events::{EventDescriber, Glyph};
