//! One event of a history: small, `Copy`, without text.
//!
//! Who records it is said at each: a **port** (what the world saw), the **journal** (what only the family
//! knows), the **world** (lives, links, faults) or the **client** (the script).

use super::Version;
use crate::names::{
    AddressId, BuildFailure, Correlation, InstanceId, Instant, Kept, Lane, LifeId, Reception, ReplicaId,
    RequestId, Revision, Sequence, Verb, Work,
};

/// Something that happened at one instant on one replica.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// When.
    pub at: Instant,
    /// On which replica; for what the world does to a delivery, the receiving one;
    /// [`Event::OUTSIDE`] for what no replica does.
    pub replica: ReplicaId,
    /// In which of its lives.
    pub life: LifeId,
    /// What.
    pub kind: EventKind,
}

impl Event {
    /// Nobody of the cluster: who publishes a stray signal, and where an upstream changes.
    pub const OUTSIDE: ReplicaId = ReplicaId(u16::MAX);
}

/// A node id that some replica has, as an index into the node ids of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeNameId(pub u16);

/// The ports whose calls have a time-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Port {
    /// A transaction.
    Write,
    /// A read of one row.
    Read,
    /// A listing.
    List,
    /// A build.
    Open,
}

/// An armed fault, as an index into the faults of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaultId(pub u16);

/// The kinds of event. A new kind goes to the end: digests count them. Fields are what their types say; `request` is whose write, signal or step it is.
#[expect(missing_docs, reason = "the fields are named after their types")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    // The client.
    /// A request was sent to the replica's door.
    Requested { request: RequestId, address: AddressId, verb: Verb },
    /// The door answered with this HTTP status.
    Answered { request: RequestId, status: u16 },
    /// No answer will come: the replica was down, or died first.
    Unanswered { request: RequestId },

    // The store's port.
    /// The door sent its transaction to the store.
    WriteSent { request: RequestId },
    /// The transaction acted and committed. For a tombstone `version` says that the row is absent.
    Committed { request: RequestId, address: AddressId, version: Version },
    /// The transaction acted, and a precondition refused it with this status; nothing changed.
    Refused { request: RequestId, status: u16 },
    /// The store failed the transaction; nothing changed.
    WriteFailed { request: RequestId },
    /// The store's answer to the transaction got lost on its way.
    AnswerLost { request: RequestId },
    /// A read of one row was sent.
    ReadBegan { correlation: Correlation, address: AddressId },
    /// The read acted: it saw the store as of this commit.
    Read { correlation: Correlation, address: AddressId, as_of: Sequence, seen: Seen },
    /// A listing was sent.
    ListBegan { correlation: Correlation, lane: Lane },
    /// The listing acted; not `ok` if the store failed it.
    Listed { correlation: Correlation, lane: Lane, as_of: Sequence, ok: bool },

    // The bus's port, and what the world did with it.
    /// The replica's subscription was acknowledged.
    Subscribed { lane: Lane },
    /// The replica's subscription was ended by itself.
    Unsubscribed { lane: Lane },
    /// The signal of a request reached the bus; not `ok` if publishing failed.
    Published { request: RequestId, address: AddressId, ok: bool },
    /// The bus dropped the delivery to this subscribed replica.
    Dropped { lane: Lane, request: RequestId },
    /// A copy of the signal arrived in the replica's inbox.
    Arrived { lane: Lane, request: RequestId, copy: u8, damage: Damage },
    /// A copy of the signal got lost on its way to the replica.
    Lost { lane: Lane, request: RequestId, copy: u8, why: Loss },

    // The family's journal.
    /// The receiver took a copy of a signal from its inbox and judged it.
    Received { lane: Lane, request: RequestId, copy: u8, verdict: Reception },
    /// A convergence of the address was enqueued.
    Enqueued { work: Work, address: AddressId },
    /// A new instance serves from now on. `revision` is that of its row, where the replica knew it.
    Installed { work: Work, instance: InstanceId, revision: Option<Revision> },
    /// The instance was taken out of the registry.
    Evicted { work: Work, instance: InstanceId },
    /// A convergence ended without touching the registry.
    Kept { work: Work, address: AddressId, why: Kept },

    // The upstream's port.
    /// A build was sent to the upstream.
    OpenBegan { correlation: Correlation, address: AddressId },
    /// The upstream opened the instance.
    Opened { correlation: Correlation, instance: InstanceId },
    /// The upstream did not open an instance.
    OpenFailed { correlation: Correlation, address: AddressId, why: BuildFailure },
    /// The replica began to close the instance: from now on it does not serve.
    CloseBegan { instance: InstanceId },
    /// The upstream closed the instance.
    Closed { instance: InstanceId },

    // The world.
    /// The replica began a life.
    BootBegan { request: RequestId },
    /// The replica serves requests.
    Serving,
    /// The lane was asked to reload.
    Reloading { request: RequestId },
    /// The replica's life ended without warning.
    Crashed,
    /// The replica's life ended in good order.
    ShutDown,
    /// The replica stands still; what comes in piles up.
    Paused,
    /// The replica goes on.
    Resumed,
    /// The replica's link to the bus was cut.
    Cut { noticed: bool },
    /// The replica's link to the bus is whole again.
    Healed,
    /// The upstream of an address became reachable or unreachable.
    UpstreamSet { address: AddressId, reachable: bool },
    /// An armed fault fired.
    Fault { fault: FaultId },
    /// The workload is over and everything healed: from now on nothing goes wrong by chance.
    FaultsEnded,
    /// A transaction acted otherwise than the client's request calls for: it carried another change, or it did
    /// not do what the rows give at this instant. `due` is the status that the request calls for. Recorded
    /// right before what the transaction did.
    Deviated { request: RequestId, due: u16 },
    /// The answer to a call arrives so late that its time-out is over by then. Recorded when the call acts.
    AnswersLate { correlation: Correlation, lane: Lane, port: Port, address: Option<AddressId> },
    /// The replica was told to end its life in good order; `ShutDown` says that it has.
    ShutDownBegan { request: RequestId },
    /// The replica was told to attach its lane under another node id than its own.
    NodeIdSet { node: NodeNameId },
    /// A step that waited for an event begins, for the event has come.
    Triggered { request: RequestId },
    /// The cache dropped whatever it held for the item and for the listing of its type, and fenced what was being
    /// read for them.
    Invalidated { work: Work, address: AddressId },
    /// The cache dropped everything, and fenced everything that was being read.
    Cleared { work: Work },
    /// The upstream of an address changed its mind about which credentials it accepts.
    AcceptsSet { address: AddressId },
    /// The bus refused to begin, or to end, the subscription.
    SubscriptionRefused { lane: Lane, ending: bool },
    /// The replica armed the timer after which it tries the address again, for this work. Recorded by the runtime's
    /// port.
    RetryArmed { work: Work, address: AddressId, due: Instant },
}

/// What a read saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// A row.
    Present,
    /// No row.
    Absent,
    /// Nothing: the store failed the read.
    Unreadable,
}

/// What the bus did to a copy before it arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Damage {
    /// Nothing.
    None,
    /// The payload was made unreadable.
    Corrupt,
    /// The payload names something else.
    Misaddressed,
}

/// Where a copy got lost after the bus had sent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loss {
    /// The receiver's link was cut.
    Cut,
    /// The receiver was down, or in a later life.
    Down,
    /// The receiver's bounded queue was full.
    Overflow,
    /// The receiver had ended its subscription.
    Unsubscribed,
}
