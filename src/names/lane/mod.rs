//! The lanes, the services and the spaces of addresses, and all that the house knows of each.
//!
//! A lane is described once, in the file of its service: its names, its channel, its columns, its requests, how its
//! entries follow their rows. Every other room asks [`Lane`], [`Service`] and [`Space`] for these facts instead of
//! deciding by itself what a lane is like. How a lane *behaves* stands in `family`, and no fact here is asked of the
//! family: the oracles judge by them.
//!
//! | file | part |
//! |---|---|
//! | `kinds` | the words themselves |
//! | `facts` | what is known of a lane, of a service and of a space: one type for each |
//! | `metadata`, `datasource`, `credential` | the facts of one service each |
//! | `table` | from a word to its facts |

mod credential;
mod datasource;
mod facts;
mod kinds;
mod metadata;
mod table;

pub use facts::{NameRule, PayloadShape, RowOf, Style};
pub use kinds::{Lane, Service, Space};
