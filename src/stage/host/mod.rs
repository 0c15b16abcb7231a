//! The five ports of the family, implemented on the simulated world.
//!
//! A port call has two moments: when it acts, and when its answer arrives. What was sent belongs to the world, and acts
//! even if its sender has crashed. Each call asks the armed faults what happens to it, and records what the world saw
//! of it.
//!
//! | file | part |
//! |---|---|
//! | `sim_host` | the ports of one life of one replica |
//! | `port_call` | what every call has in common: its fate, its two moments, its record |
//! | `store`, `bus`, `upstream`, `runtime`, `journal` | one port each |
//! | `exact` | the exact text of a payload |

mod bus;
mod exact;
mod journal;
mod port_call;
mod runtime;
mod sim_host;
mod store;
mod upstream;

pub use sim_host::SimHost;
