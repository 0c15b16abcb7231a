//! What the oracles found, as data: stale entries with their spent chances, broken invariants, and
//! records that contradict each other.
//!
//! No text here: [`described`](super::told) makes it, only for a finding that somebody reads.

use crate::names::{
    AddressId, Cause, InstanceId, Instant, Invariant, Lane, ReplicaId, RequestId, Revision, Sequence, Work,
};

use crate::history::Version;

/// Everything that the oracles found in one history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The replicas that were judged: up, booted and not paused at the end. Empty if the run did not end
    /// quiet.
    pub judged: Vec<ReplicaId>,
    /// The entries that have not converged, by replica and address.
    pub stale: Vec<Stale>,
    /// The invariants that broke, each in the order of the run.
    pub broken: Vec<Broken>,
    /// The records that contradict each other.
    pub inconsistent: Vec<Inconsistent>,
    /// Whether the assumptions of theorem T1 held: then a stale entry breaks it, whatever its cause.
    pub assumptions: bool,
    /// The lanes of judged replicas for which the assumptions of theorem T2 held: one of their entries that is stale
    /// breaks it, whatever its cause.
    pub backstopped: Vec<(ReplicaId, Lane)>,
}

impl Findings {
    /// Whether nothing at all was found wrong.
    pub fn is_clean(&self) -> bool {
        self.stale.is_empty() && self.broken.is_empty() && self.inconsistent.is_empty()
    }

    /// Whether theorem T1 is broken: nothing was lost and nothing failed, and yet something is stale.
    pub fn breaks_theorem(&self) -> bool {
        self.assumptions && !self.stale.is_empty()
    }

    /// Whether a stale entry breaks theorem T2: on its replica its lane has listed the rows after the last write,
    /// and nothing failed since.
    pub fn breaks_backstop(&self, stale: &Stale) -> bool {
        self.backstopped.contains(&(stale.replica, stale.lane))
    }
}

/// An entry of a judged replica that has not converged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    /// The replica.
    pub replica: ReplicaId,
    /// The address.
    pub address: AddressId,
    /// The lane that knows it.
    pub lane: Lane,
    /// When the commit that it lags behind was made; the start, if the row never existed.
    pub since: Instant,
    /// The write that made that commit; `None` if the row never existed.
    pub commit: Option<RequestId>,
    /// The instance that it holds, if any.
    pub held: Option<InstanceId>,
    /// The version that this instance was built from, as the ports saw it.
    pub built_from: Option<Version>,
    /// The last version of its row, or of the row of its type that was written last; `None` if there never was one.
    pub due: Option<Version>,
    /// Every chance to heal that it had, in the order in which they were spent.
    pub chances: Vec<Charge>,
    /// What accounts for it: the first cause that is not allowed, else the last one; `None` if the
    /// replica had no chance at all, which is a violation.
    pub cause: Option<Cause>,
    /// Whether that cause is allowed in this run.
    pub allowed: bool,
}

impl Stale {
    /// The charge that gave the reported cause.
    pub fn charge(&self) -> Option<&Charge> {
        let cause = self.cause?;
        if self.allowed {
            return self.chances.last();
        }
        self.chances.iter().find(|charge| charge.cause == cause)
    }
}

/// A chance to heal, charged with what spent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The chance.
    pub chance: Chance,
    /// What spent it.
    pub cause: Cause,
    /// When it was spent.
    pub at: Instant,
    /// The event that shows it, by its index in the history; `None` for a seam that the scenario left out.
    pub event: Option<usize>,
}

/// A chance to heal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chance {
    /// The signal of a request, which did not come as far as the replica's inbox.
    Signal(RequestId),
    /// A convergence, or the copy of a signal, the boot, the reload or the own write that called for one.
    Work(Work),
    /// The reload that a late attach calls for, and that never came.
    LateAttach,
    /// The retry that the last attempt at a connector calls for, and that is not to come.
    Retry,
}

/// A broken invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which.
    pub invariant: Invariant,
    /// When.
    pub at: Instant,
    /// On which replica.
    pub replica: ReplicaId,
    /// About which address.
    pub address: AddressId,
    /// The event that shows it, by its index in the history; `None` if the state at the end does.
    pub event: Option<usize>,
    /// What happened.
    pub what: Breach,
}

/// How an invariant was broken.
#[expect(missing_docs, reason = "the fields are named after their types")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// 1: an instance was installed from a read that showed the row absent.
    InstalledFromAbsent { instance: InstanceId, work: Work },
    /// 1: an instance was installed although a read begun later had already been followed.
    InstalledOvertaken { instance: InstanceId, work: Work, by: Work },
    /// 2: an instance was built from a version that never committed.
    BuiltUncommitted { instance: InstanceId, work: Work },
    /// 2: an instance was built although no readable row was read for it.
    BuiltUnread { instance: InstanceId, work: Work },
    /// 2: an instance was opened with another connection than the version has that it was built from.
    BuiltOther { instance: InstanceId, work: Work },
    /// 2: an entry shows something else than the rows were when they were read for it.
    ShowsOther { instance: InstanceId, work: Work },
    /// 3: the registry went from a revision back to a lower one.
    WentBack { work: Work, from: Revision, to: Revision },
    /// 4: an instance was replaced by another of the same signature.
    Churned { old: InstanceId, new: InstanceId, work: Work },
    /// 5: a rebuild closed the old instance before the new one served.
    ClosedFirst { instance: InstanceId, work: Work },
    /// 6: something was installed over a code-defined instance.
    CodeReplaced { work: Work },
    /// 6: a code-defined instance was evicted.
    CodeEvicted { work: Work },
    /// 6: a code-defined instance was closed while the replica lived on.
    CodeClosed { instance: InstanceId },
    /// 6: at the end the replica does not hold what its code defines.
    CodeMissing,
    /// 7: a payload is not just an address: another member, one too few, or another type.
    PayloadNotAddress { request: RequestId },
    /// 7: a payload names another address than it was published for.
    PayloadOfOther { request: RequestId },
    /// 7: a payload names a node id that its publisher does not have.
    PayloadFromOther { request: RequestId },
    /// 8: a signal was published for a write that was refused or that failed.
    RefusedPublished { request: RequestId },
    /// 8: a write failed because its signal could not be published.
    PublishFailedWrite { request: RequestId, status: u16 },
    /// 9: the replica followed its own signal.
    FollowedOwn { request: RequestId, copy: u8 },
    /// 9: a write published more than one signal.
    PublishedAgain { request: RequestId },
    /// 10: a write was acknowledged and never committed.
    AcknowledgedLost { request: RequestId, status: u16 },
    /// 10: an instance was evicted although its row could not be read.
    EvictedUnread { instance: InstanceId, work: Work },
    /// 10: an instance was evicted although its row was read, and active.
    EvictedActive { instance: InstanceId, work: Work },
    /// 11: an instance that no registry holds was never closed.
    Leaked { instance: InstanceId },
    /// 11: a registry holds an instance that was closed.
    HeldClosed { instance: InstanceId },
    /// 11: an instance was closed a second time.
    ClosedAgain { instance: InstanceId },
    /// 12: a transaction was sent, or committed, that belongs to no request at the door of that replica.
    WroteUnasked { request: RequestId },
    /// 13: a transaction changed or refused what the rows gave otherwise when it acted.
    ActedAgainstRows { request: RequestId },
    /// 13: a door answered with a status that the rows did not give.
    AnsweredAgainstRows { request: RequestId, status: u16 },
}

/// Records of one run that contradict each other: a fault of the testbed or of the family's journal.
#[expect(missing_docs, reason = "the fields are named after their types")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inconsistent {
    /// The history holds no view of this replica at the end.
    NoView { replica: ReplicaId },
    /// The registry shows one thing, the journal of installs and evictions another.
    ViewAndJournal {
        replica: ReplicaId,
        address: AddressId,
        shown: Option<InstanceId>,
        journal: Option<InstanceId>,
    },
    /// The row at the end is not what the last commit left.
    RowAndCommit { address: AddressId, row: Option<Sequence>, commit: Option<Sequence> },
    /// A read showed something else than the commits up to it had left.
    ReadAndCommit { event: usize, address: AddressId },
    /// The journal names another revision than the row had that the port read.
    RevisionAndRead { event: usize, instance: InstanceId },
    /// The upstream has an instance open that, by its port, was never opened or has been closed.
    OpenUnrecorded { instance: InstanceId },
    /// The upstream does not have an instance open that, by its port, was opened and not closed.
    NotOpen { instance: InstanceId },
}
