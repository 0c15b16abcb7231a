//! The index of a history: everything that oracles look up, gathered in one walk over the events.
//!
//! It judges nothing. A call is joined to the work that it was made for by its correlation id; the system under test is
//! never asked.
//!
//! | file | contents |
//! |---|---|
//! | `lookup` | the index and what can be looked up in it |
//! | `join` | which convergence an event belongs to |
//! | `build` | the walk over the events |

mod build;
mod join;
mod lookup;

pub use lookup::Index;
