//! Events as text: each kind as a glyph and a clause.
//!
//! | file | part |
//! |---|---|
//! | `glyph` | the kinds of line in a timeline |
//! | `describer` | the words that several clauses share: names, instances, works |
//! | `kinds` | which clause a kind of event has |
//! | `client`, `store`, `bus`, `registry`, `upstream`, `world` | the clauses, by who records the event |

mod bus;
mod client;
mod describer;
mod glyph;
mod kinds;
mod registry;
mod store;
mod upstream;
mod world;

pub use describer::EventDescriber;
pub use glyph::Glyph;
