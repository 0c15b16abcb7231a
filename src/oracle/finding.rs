//! Findings of the oracles, as data: stale entries with their chances, broken invariants, and records that contradict
//! each other.
//!
//! There is no text here. `report` makes sentences of a finding, and only when a person reads it.

use crate::history::Version;
use crate::names::{
    AddressId, Cause, InstanceId, Instant, Invariant, Lane, ReplicaId, RequestId, Revision, Sequence, Work,
};

/// Everything that the oracles found in one history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The replicas that were judged: those that are up, booted and not paused at the end. Empty if the run did not
    /// end quiet.
    pub judged: Vec<ReplicaId>,
    /// The entries that have not converged, by replica and address.
    pub stale: Vec<Stale>,
    /// The broken invariants, in the order in which they were found.
    pub broken: Vec<BrokenInvariant>,
    /// The records that contradict each other.
    pub inconsistent: Vec<Inconsistent>,
    /// Whether the assumptions of theorem T1 hold for this run. If they do, any stale entry breaks T1, whatever its
    /// cause.
    pub assumptions: bool,
    /// The lanes of judged replicas for which the assumptions of theorem T2 hold. Any stale entry of such a lane breaks
    /// T2, whatever its cause.
    pub backstopped: Vec<(ReplicaId, Lane)>,
}

impl Findings {
    /// Whether the oracles found nothing wrong.
    pub fn is_clean(&self) -> bool {
        self.stale.is_empty() && self.broken.is_empty() && self.inconsistent.is_empty()
    }

    /// Whether theorem T1 is broken: nothing was lost and nothing failed, and yet an entry is stale.
    pub fn breaks_theorem(&self) -> bool {
        self.assumptions && !self.stale.is_empty()
    }

    /// Whether a stale entry breaks theorem T2: its lane has listed the rows on its replica after the last write, and
    /// nothing has failed since.
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
    /// The lane that the address belongs to.
    pub lane: Lane,
    /// When the commit was made that the entry lags behind; the start of the run if the row never existed.
    pub since: Instant,
    /// The write that made that commit; `None` if the row never existed.
    pub commit: Option<RequestId>,
    /// The instance that the entry holds, if any.
    pub held: Option<InstanceId>,
    /// The version that this instance was built from, according to the ports.
    pub built_from: Option<Version>,
    /// The version that the entry should show: the last one of its row or, for a listing, of the row of its type that
    /// was written last. `None` if there never was a row.
    pub due: Option<Version>,
    /// Every chance that the entry had to converge, in the order in which they were spent.
    pub chances: Vec<Charge>,
    /// The cause that accounts for the staleness: the first that is not allowed, else the last. `None` if the entry had
    /// no chance at all, which is a violation.
    pub cause: Option<Cause>,
    /// Whether this run allows that cause.
    pub allowed: bool,
}

impl Stale {
    /// The charge that the reported cause comes from.
    pub fn charge(&self) -> Option<&Charge> {
        let cause = self.cause?;
        if self.allowed {
            return self.chances.last();
        }
        self.chances.iter().find(|charge| charge.cause == cause)
    }
}

/// A chance to converge, charged with the cause that spent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The chance.
    pub chance: Chance,
    /// The cause that spent it.
    pub cause: Cause,
    /// When it was spent.
    pub at: Instant,
    /// The event that shows it, by its index in the history; `None` for an attach seam that the scenario left out.
    pub event: Option<usize>,
}

/// A chance to converge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chance {
    /// The signal of a request that did not reach the replica's inbox.
    Signal(RequestId),
    /// A piece of work that calls for a convergence: a copy of a signal, a boot, a reload, an own write, a retry, a read.
    Work(Work),
    /// The reload that a late attach calls for, if it never began.
    LateAttach,
    /// The retry that the last attempt at a connector calls for, if none is pending.
    Retry,
}

/// A broken invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenInvariant {
    /// The invariant.
    pub invariant: Invariant,
    /// When it was broken.
    pub at: Instant,
    /// The replica that broke it.
    pub replica: ReplicaId,
    /// The address that it was broken for.
    pub address: AddressId,
    /// The event that shows it, by its index in the history; `None` if the state at the end shows it.
    pub event: Option<usize>,
    /// How it was broken.
    pub breach: Breach,
}

/// How an invariant was broken.
#[expect(missing_docs, reason = "the fields are named after their types")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// 1: an instance was installed from a read that showed the row absent.
    InstalledFromAbsent { instance: InstanceId, work: Work },
    /// 1: an instance was installed although the result of a read that began later was already in force.
    InstalledOvertaken { instance: InstanceId, work: Work, by: Work },
    /// 2: an instance was built from a version that never committed.
    BuiltUncommitted { instance: InstanceId, work: Work },
    /// 2: an instance was built although no readable row was read for it.
    BuiltUnread { instance: InstanceId, work: Work },
    /// 2: an instance was opened with another connection than that of the version that it was built from.
    BuiltOther { instance: InstanceId, work: Work },
    /// 2: an entry shows something else than the rows contained when they were read for it.
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
    /// 6: a code-defined instance was closed before the end of the replica's life.
    CodeClosed { instance: InstanceId },
    /// 6: at the end the replica does not hold what its code defines.
    CodeMissing,
    /// 7: a payload is not exactly an address: it has an additional member, lacks one, or has one of another type.
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
    /// 12: a transaction was sent or committed that belongs to no request at the door of that replica.
    WroteUnasked { request: RequestId },
    /// 13: a transaction committed or was refused although the rows called for another result when it acted.
    ActedAgainstRows { request: RequestId },
    /// 13: a door answered with a status that the rows did not call for.
    AnsweredAgainstRows { request: RequestId, status: u16 },
}

/// Records of one run that contradict each other: a fault of the testbed or of the family's journal.
#[expect(missing_docs, reason = "the fields are named after their types")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inconsistent {
    /// The history holds no view of this replica at the end.
    NoView { replica: ReplicaId },
    /// The registry shows another instance than the journal's last install or eviction.
    ViewAndJournal {
        replica: ReplicaId,
        address: AddressId,
        shown: Option<InstanceId>,
        journal: Option<InstanceId>,
    },
    /// The row at the end is not the version of the last commit.
    RowAndCommit { address: AddressId, row: Option<Sequence>, commit: Option<Sequence> },
    /// A read saw something else than the commits up to it had made.
    ReadAndCommit { event: usize, address: AddressId },
    /// The journal names another revision than that of the row that the port read.
    RevisionAndRead { event: usize, instance: InstanceId },
    /// The upstream's record has an instance open that, according to its port, was never opened or has been closed.
    OpenUnrecorded { instance: InstanceId },
    /// The upstream's record does not have an instance open that, according to its port, was opened and not closed.
    NotOpen { instance: InstanceId },
}
