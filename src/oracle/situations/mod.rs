//! Situations: what happens in a run that makes it worth running.
//!
//! Each event that completes a situation counts it once, however many other events take part. What happens to one copy
//! counts as happening to its signal. Only the history is used, except that the findings say what was stale at the end.
//!
//! | file | contents |
//! |---|---|
//! | `counter` | the walk over the events |
//! | `count` | the counts |
//! | `reads` | the reads that are under way |
//! | `rows` | the row that a read or a signal is about |
//! | `writes` | writes, from the request to the signals |
//! | `signals` | signals, and the replicas at which they have arrived |

mod count;
mod counter;
mod reads;
mod rows;
mod signals;
mod writes;

pub use count::Situations;
pub use counter::situations;
