//! The armed faults of a scenario.
//!
//! Each one names a step, a row, a replica or a lane that exists, and there are runs in which it does something.

use std::time::Duration;

use crate::names::{Address, Lane};

/// A fault that is armed before the run. It fires whenever the moment occurs that it describes.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// How often it fires at most; `None` for every time.
    pub times: Option<u32>,
    /// What it does, and at which moment.
    pub kind: FaultKind,
}

/// What an armed fault does, and at which moment.
#[derive(Clone, Debug, PartialEq)]
pub enum FaultKind {
    /// Something happens to the delivery of a step's signal.
    Delivery {
        /// The step.
        of: String,
        /// The receiver; `None` for every one.
        to: Option<String>,
        /// The lane of the signal; `None` for each that the step signals.
        lane: Option<Lane>,
        /// What happens to it.
        effect: DeliveryEffect,
    },
    /// Publishing a step's signal fails.
    PublishError {
        /// The step.
        of: String,
        /// The lane of the signal; `None` for each that the step signals.
        lane: Option<Lane>,
    },
    /// The bus refuses a subscription, or to end one.
    Subscription {
        /// The replica.
        on: String,
        /// The lane.
        lane: Lane,
        /// Whether the bus refuses to end the subscription, instead of to begin it.
        ending: bool,
    },
    /// Something happens to a read of one row.
    Read {
        /// The row, or the entry for which it is read.
        address: Address,
        /// The reader; `None` for every one.
        on: Option<String>,
        /// Only a read that this step caused.
        of: Option<String>,
        /// What happens to it.
        effect: CallEffect,
    },
    /// Something happens to a listing.
    List {
        /// The reader.
        on: String,
        /// The lane whose rows are listed; `None` for each.
        lane: Option<Lane>,
        /// What happens to it.
        effect: CallEffect,
    },
    /// Something happens to the transaction of a step.
    Write {
        /// The step.
        of: String,
        /// What happens to it.
        effect: CallEffect,
    },
    /// The transaction of a step commits, and its answer gets lost.
    AnswerLost {
        /// The step.
        of: String,
    },
    /// The objects bound to the row of a delete cannot be counted.
    CountError {
        /// The step.
        of: String,
    },
    /// Something happens to a build.
    Build {
        /// What is built.
        address: Address,
        /// The builder; `None` for every one.
        on: Option<String>,
        /// Only a build that this step caused.
        of: Option<String>,
        /// What happens to it.
        effect: CallEffect,
    },
    /// A replica crashes at one of its port calls.
    Crash {
        /// The replica.
        on: String,
        /// The moment of the call.
        moment: Moment,
        /// Which call.
        call: Call,
        /// Only a call that this step caused.
        of: Option<String>,
    },
}

/// What happens to a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryEffect {
    /// It is lost.
    Drop,
    /// A second copy arrives this much after the first.
    Duplicate(Duration),
    /// It takes this much longer.
    Delay(Duration),
    /// Its payload arrives unreadable.
    Corrupt,
    /// It arrives with this name instead.
    Misaddress(String),
}

/// What happens to a port call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEffect {
    /// It fails.
    Error,
    /// It takes this much longer before it acts.
    SlowBefore(Duration),
    /// Its answer takes this much longer.
    SlowAfter(Duration),
}

/// A moment of a port call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Instead of sending the call.
    Before,
    /// After the call was sent and before it acts; it still acts.
    During,
    /// Right after the call acted, before its answer arrives.
    After,
}

/// The kind of port call at which a replica crashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// A transaction.
    Write,
    /// A read of one row.
    Read,
    /// A listing.
    List,
    /// Publishing a signal.
    Publish,
    /// Subscribing.
    Subscribe,
    /// Building an instance.
    Open,
    /// Closing an instance.
    Close,
}
