//! Keys: what each random choice, agenda entry and task is about.
//!
//! A key is made from the work, the address and the replica that something concerns, never from a counter of
//! the run; so removing one step leaves every choice about other names as it was. Closing an instance is keyed by
//! which of that replica's instances of that name it is, which what came before on the same name decides.

use reconverge_sim::{HeartbeatReading, Key, NodeId};

use crate::family::ports::Role;
use crate::names::{Correlation, Lane, ReplicaId, RequestId};

/// What a key stands for. At one instant things happen in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A step of the script.
    Step,
    /// A transaction.
    Write,
    /// Publishing a signal.
    Publish,
    /// A signal on its way.
    Signal,
    /// Subscribing.
    Subscribe,
    /// A read of one row.
    Read,
    /// A listing.
    List,
    /// Opening an instance.
    Open,
    /// Closing an instance.
    Close,
    /// A request in the hands of a replica.
    Request,
    /// Something that a workload draws.
    Drawn,
    /// Whether a call crashes its sender.
    Crash,
    /// How far the copy lags behind that a read is answered from.
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
            Self::Drawn => 11,
            Self::Crash => 12,
            Self::Lag => 13,
            Self::Task(role) => 0x40 | role as u8,
            Self::Timer(role) => 0x80 | role as u8,
        }
    }
}

/// What a workload draws. Its number is part of a key: it never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A write.
    Write = 0,
    /// A crash.
    Crash = 1,
    /// A pause.
    Pause = 2,
    /// A cut that the replica notices.
    Cut = 3,
    /// A cut that it does not notice.
    Zombie = 4,
    /// A reload.
    Reload = 5,
    /// The first boot of a late replica.
    Boot = 6,
    /// The boot of a replica that is down when everything heals.
    Heal = 7,
    /// A local watcher on a replica.
    Watch = 8,
}

/// The key of the `nth` thing of its kind that a workload draws; `part` 0 for its begin, 1 for its end.
pub fn drawn(drawn: Drawn, nth: u32, part: u64) -> Key {
    Key { class: Class::Drawn.number(), node: NodeId::WORLD.0, subject: drawn as u64, object: part, nth }
}

/// The key of the decision whether a call crashes its sender.
pub fn crash(call: Key) -> Key {
    Key { class: Class::Crash.number(), object: call.mixed(), ..call }
}

/// The node that a replica is in the simulated world.
pub fn node(replica: ReplicaId) -> NodeId {
    NodeId(replica.0)
}

/// The replica that a node stands for; `Event::OUTSIDE` for the world's own.
pub fn replica(node: NodeId) -> ReplicaId {
    ReplicaId(node.0)
}

/// The replica that was polled at a heartbeat; `None` for the testbed itself.
pub fn polled(beat: HeartbeatReading) -> Option<ReplicaId> {
    (beat.node != NodeId::WORLD).then_some(replica(beat.node))
}

/// The key of something that a replica does for some work; `object` is the fingerprint of the address that it
/// is about, or 0.
pub fn work(class: Class, replica: ReplicaId, correlation: Correlation, object: u64) -> Key {
    let (kind, copy) = correlation.work.kind();
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

/// The lane and the request whose signal has that key.
pub fn signalled(signal: Key) -> (Lane, RequestId) {
    let lane = Lane::ALL.iter().copied().find(|lane| u64::from(lane.number()) == signal.object);
    (lane.expect("the key of a signal names its lane"), RequestId(signal.subject))
}
