//! What the world promises, as small stories. Each file has one theme; `stage` is what they are played on.

mod bus_faults;
mod bus_links;
mod crashes;
mod determinism;
mod ends;
mod leaks;
mod pauses;
mod stage;
mod store;
mod waits;
