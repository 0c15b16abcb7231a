//! Keys: what each random choice, agenda entry and task of a run is about.
//!
//! A key is made from the work, the address and the replica that the thing concerns, never from a counter of the run.
//! Therefore, removing one step changes no random choice about another name. One key contains a count: that of closing
//! an instance, which is the number of the instance among those of its name on its replica. That count depends on earlier
//! events of the same name only.
//!
//! Invariant: the numbers in a key never change. With another number the random choices, and so the history, of every
//! known seed would change.

use reconverge_sim::{HeartbeatReading, Key, NodeId};

use crate::family::ports::Role;
use crate::names::{Correlation, Lane, ReplicaId, RequestId};

/// The kind of thing that a key stands for. What falls due at one instant happens in the order of these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A step of the script.
    Step,
    /// A transaction.
    Write,
    Publish,
    /// A signal on its way through the bus.
    Signal,
    Subscribe,
    /// A read of one row.
    Read,
    /// A listing.
    List,
    /// To open an instance.
    Open,
    /// To close an instance.
    Close,
    /// A request while a replica serves it.
    Request,
    /// Something that a workload draws.
    Workload,
    /// Whether a call crashes its sender.
    Crash,
    /// How far the copy of the rows lags behind that a read is answered from.
    Lag,
    /// A task of the family.
    Task(Role),
    /// A timer of the family.
    Timer(Role),
}

impl Class {
    fn number(self) -> u8 {
        match self {
            Self::Step => 1,
            Self::Write => 2,
            Self::Publish => 3,
            Self::Signal => 4,
            Self::Subscribe => 5,
            Self::Read => 6,
            Self::List => 7,
            Self::Open => 8,
            Self::Close => 9,
            Self::Request => 10,
            Self::Workload => 11,
            Self::Crash => 12,
            Self::Lag => 13,
            Self::Task(role) => 0x40 | role as u8,
            Self::Timer(role) => 0x80 | role as u8,
        }
    }
}

/// What a workload draws. The numbers are part of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkloadItem {
    Write = 0,
    Crash = 1,
    Pause = 2,
    /// A cut link that the replica notices.
    NoticedCut = 3,
    /// A cut link that the replica does not notice, so that its subscription is a zombie.
    UnnoticedCut = 4,
    Reload = 5,
    /// The first boot of a late replica.
    FirstBoot = 6,
    /// The end of all faults, and the boot of a replica that is down by then.
    FaultsEnd = 7,
    /// A local watcher on a replica.
    Watcher = 8,
}

/// The key of the `nth` item of its kind in a workload. `part` distinguishes several things about one item: 0 for its
/// begin, 1 for its end; for a watcher the fingerprint of the listing that it watches.
pub fn workload(item: WorkloadItem, nth: u32, part: u64) -> Key {
    Key { class: Class::Workload.number(), node: NodeId::WORLD.0, subject: item as u64, object: part, nth }
}

/// The key of the choice whether a call crashes its sender.
pub fn crash_at(call: Key) -> Key {
    Key { class: Class::Crash.number(), object: call.mixed(), ..call }
}

/// The request that stands for what the workload does to a replica under this key. It is never
/// [`START`](super::ids::START), which is 0.
pub fn request(key: Key) -> RequestId {
    RequestId(key.mixed().max(1))
}

/// The node that a replica is in the simulated world.
pub fn node(replica: ReplicaId) -> NodeId {
    NodeId(replica.0)
}

/// The replica that a node stands for; `Event::OUTSIDE` for the world's own node.
pub fn replica(node: NodeId) -> ReplicaId {
    ReplicaId(node.0)
}

/// The replica that was polled at a heartbeat; `None` for the testbed itself.
pub fn polled_replica(beat: HeartbeatReading) -> Option<ReplicaId> {
    (beat.node != NodeId::WORLD).then_some(replica(beat.node))
}

/// The key of something that a replica does for some work. `object` is the fingerprint of the address that it is
/// about, or the number of the lane, or 0.
pub fn work(class: Class, replica: ReplicaId, correlation: Correlation, object: u64) -> Key {
    let (kind, copy) = correlation.work.kind();
    // `nth` holds the kind of the work in 8 bits, the copy of a signal in 8, and the attempt in 16.
    Key {
        class: class.number(),
        node: replica.0,
        subject: correlation.work.request().0,
        object,
        nth: u32::from(kind) << 24 | u32::from(copy) << 16 | u32::from(correlation.attempt),
    }
}

/// The key of something that the script does.
pub fn step(class: Class, replica: ReplicaId, request: RequestId) -> Key {
    Key { class: class.number(), node: replica.0, subject: request.0, object: 0, nth: 0 }
}

/// The key of the signal of a request on a lane.
pub fn signal(from: ReplicaId, request: RequestId, lane: Lane) -> Key {
    Key { object: lane.number().into(), ..step(Class::Signal, from, request) }
}

/// The lane and the request of a signal, from its key: the inverse of [`signal`].
pub fn lane_and_request(signal: Key) -> (Lane, RequestId) {
    let lane = Lane::ALL.iter().copied().find(|lane| u64::from(lane.number()) == signal.object);
    (lane.expect("the key of a signal names its lane"), RequestId(signal.subject))
}
