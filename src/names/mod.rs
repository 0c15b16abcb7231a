//! The shared words as types: what every other room of the house may say.
//!
//! The words are those of the protocol (`docs/protocol.md`). This room imports nothing of ours, holds no
//! behaviour but parsing and printing, and knows neither the simulator nor the system under test.

mod address;
mod cause;
mod columns;
mod correlation;
mod instant;
mod invariant;
mod lane;
mod policy;
mod replica;
mod result;
mod secret;
mod short;
mod situation;
mod ttl;
mod verb;
mod version;

pub use address::{Address, AddressId};
pub use cause::{Cause, ChanceStep};
pub use columns::{Column, ColumnForm, ColumnValue, Columns};
pub use correlation::{Correlation, RequestId, Work};
pub use instant::Instant;
pub use invariant::Invariant;
pub use lane::{Lane, NameRule, PayloadShape, RowOf, Service, Space, Style};
pub use policy::{
    Boot, DoorReads, Fill, Install, Loopback, OwnWrite, POLICIES, Policies, PolicyError, PolicyInfo,
    PolicyLanes, Publish, Queue, ReadError, ReadFrom, Rebuild, Recreate, Rehydrate, Unchanged,
};
pub use replica::{InstanceId, LifeId, ReplicaId};
pub use result::{BuildFailure, ConnectorState, Kept, Reception};
pub use secret::Secret;
pub use short::short_hash;
pub use situation::Situation;
pub use ttl::Ttl;
pub use verb::Verb;
pub use version::{Incarnation, Revision, Sequence, Signature, WallTime};
