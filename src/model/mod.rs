//! The typed scenario: what a scenario file says, after every mistake has been found.
//!
//! Each type stands for one table or array element of the file. Names of replicas, steps and rows are text here. They
//! have been checked against each other; the stage turns them into indices.
//!
//! | file | what it holds |
//! |---|---|
//! | `scenario` | the whole file |
//! | `cluster` | replicas, bus, store, upstreams, connectors |
//! | `rows` | the rows before the first boot |
//! | `step` | the steps, and the events that they wait for |
//! | `workload` | writes and troubles that are drawn |
//! | `fault`, `fault_text` | the armed faults, and how reports name them |
//! | `expect` | what must be true |

mod cluster;
mod expect;
mod fault;
mod fault_text;
mod rows;
mod scenario;
mod step;
mod workload;

pub use cluster::{
    BusSpec, ClusterSpec, ConnectorSpec, ReplicaSpec, Span, StoreSpec, UpstreamGiven, UpstreamSpec,
};
pub use expect::{EntryExpect, Expect, LineExpect, PayloadExpect, StaleMode};
pub use fault::{Call, CallEffect, DeliveryEffect, Fault, FaultKind, Moment};
pub use rows::RowSpec;
pub use scenario::{NamedScenario, Scenario};
pub use step::{Action, Answer, RequestStep, SignalStep, Step, Trigger};
pub use workload::{Mix, Share, Workload};
