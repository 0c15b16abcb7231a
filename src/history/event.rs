//! One event of a history: small, `Copy`, without text.
//!
//! The kinds of event are grouped by who records them: the **client** (the script), a **port** (what the world saw),
//! the **journal** (what only the family knows) or the **world** (lives, links, faults).

use super::Version;
use crate::names::{
    AddressId, BuildFailure, Correlation, InstanceId, Instant, Kept, Lane, LifeId, Reception, ReplicaId,
    RequestId, Revision, Sequence, Verb, Work,
};

/// Something that happened at one instant on one replica.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// The simulated time.
    pub at: Instant,
    /// The replica on which it happened. What the bus does to a delivery counts as happening on the receiver. What no
    /// replica does has [`Event::OUTSIDE`].
    pub replica: ReplicaId,
    /// The life of that replica.
    pub life: LifeId,
    /// What happened.
    pub kind: EventKind,
}

impl Event {
    /// Stands for whatever is no replica of the cluster: the publisher of a stray signal, the upstream, the writer of the
    /// given rows.
    pub const OUTSIDE: ReplicaId = ReplicaId(u16::MAX);
}

/// A node id that some replica has, as an index into the node ids of the header.
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

/// The kinds of event. A new kind goes to the end, because digests depend on the order.
///
/// The fields are what their types say. `request` is the request that the write, the signal or the step belongs to.
#[expect(missing_docs, reason = "the fields are named after their types")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    // The client.
    /// A client sent a request to the replica's door.
    Requested { request: RequestId, address: AddressId, verb: Verb },
    /// The door answered with this HTTP status.
    Answered { request: RequestId, status: u16 },
    /// No answer will come: the replica was down, or its life ended first.
    Unanswered { request: RequestId },

    // The store's port.
    /// The door sent its transaction to the store.
    WriteSent { request: RequestId },
    /// The transaction acted and committed. A deletion commits a `version` whose state is absent.
    Committed { request: RequestId, address: AddressId, version: Version },
    /// The transaction acted, and one of its preconditions refused it with this status; nothing changed.
    Refused { request: RequestId, status: u16 },
    /// The store failed the transaction; nothing changed.
    WriteFailed { request: RequestId },
    /// The store's answer to the transaction was lost.
    AnswerLost { request: RequestId },
    /// A read of one row was sent.
    ReadBegan { correlation: Correlation, address: AddressId },
    /// The read acted: it saw the store as of this commit.
    Read { correlation: Correlation, address: AddressId, as_of: Sequence, result: ReadResult },
    /// A listing was sent.
    ListBegan { correlation: Correlation, lane: Lane },
    /// The listing acted, and saw the store as of this commit; not `ok` if the store failed it.
    Listed { correlation: Correlation, lane: Lane, as_of: Sequence, ok: bool },

    // The bus's port, and what the world did to deliveries.
    /// The replica's subscription was acknowledged.
    Subscribed { lane: Lane },
    /// The replica ended its own subscription.
    Unsubscribed { lane: Lane },
    /// The signal of a request reached the bus; not `ok` if publishing failed.
    Published { request: RequestId, address: AddressId, ok: bool },
    /// The bus dropped the delivery to this subscribed replica.
    Dropped { lane: Lane, request: RequestId },
    /// A copy of the signal arrived in the replica's inbox.
    Arrived { lane: Lane, request: RequestId, copy: u8, damage: Damage },
    /// A copy of the signal was lost on its way to the replica.
    Lost { lane: Lane, request: RequestId, copy: u8, why: Loss },

    // The family's journal.
    /// The receiver took a copy of a signal from its inbox and decided what to do with it.
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
    /// The replica is paused; incoming messages wait in its inbox.
    Paused,
    /// The replica is no longer paused.
    Resumed,
    /// The replica's link to the bus was cut.
    Cut { noticed: bool },
    /// The replica's link to the bus is whole again.
    Healed,
    /// The upstream of an address became reachable or unreachable.
    UpstreamSet { address: AddressId, reachable: bool },
    /// An armed fault fired.
    Fault { fault: FaultId },
    /// The workload is over and everything is healed: from now on no fault occurs by chance.
    FaultsEnded,
    /// A transaction did not do what the client's request calls for: it carried another change, or its result is not
    /// what the rows allow at this instant. `due` is the status that the request calls for. Recorded immediately before
    /// the event that says what the transaction did.
    Deviated { request: RequestId, due: u16 },
    /// The answer to a call will arrive after its time-out. Recorded when the call acts.
    AnswersLate { correlation: Correlation, lane: Lane, port: Port, address: Option<AddressId> },
    /// The replica was asked to shut down; `ShutDown` follows when it has.
    ShutDownBegan { request: RequestId },
    /// The replica was asked to attach its lane under another node id than its own.
    NodeIdSet { node: NodeNameId },
    /// A step that waited for an event begins, because the event has happened.
    Triggered { request: RequestId },
    /// The cache dropped whatever it held for the item and for the listing of its type, and fenced the reads under way
    /// for them.
    Invalidated { work: Work, address: AddressId },
    /// The cache dropped everything, and fenced every read under way.
    Cleared { work: Work },
    /// The upstream of an address now accepts other credentials than before.
    AcceptsSet { address: AddressId },
    /// The bus refused to begin the subscription or, if `ending`, to end it.
    SubscriptionRefused { lane: Lane, ending: bool },
    /// The replica armed a timer that will try the address again, as this work, when it is due. Recorded by the
    /// runtime's port.
    RetryArmed { work: Work, address: AddressId, due: Instant },
}

/// What a read saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadResult {
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

/// Why a copy was lost after the bus had sent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loss {
    /// The receiver's link was cut.
    Cut,
    /// The receiver was down, or had begun another life.
    Down,
    /// The receiver's bounded queue was full.
    Overflow,
    /// The receiver had ended its subscription.
    Unsubscribed,
}
