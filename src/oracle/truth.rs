//! The truth about the rows: every committed version of every address.
//!
//! It is made from the commits that the store's port recorded, including the given rows. What a replica believes about
//! the rows does not enter.

use crate::history::{Event, EventKind, ReadResult, RowState, Version};
use crate::names::{AddressId, Publish, RequestId, Sequence, Signature};

/// One commit of one address.
#[derive(Clone, Copy, Debug)]
pub struct Commit {
    pub address: AddressId,
    /// The version that it made.
    pub version: Version,
    /// The write that it belongs to.
    pub request: RequestId,
    /// Its event, by index.
    pub event: usize,
}

/// The commits of a run, by address and then by sequence.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    commits: Vec<Commit>,
    /// The position of the first commit of each address, by address; one more element marks the end of the last.
    starts: Vec<usize>,
}

impl Truth {
    /// Collects the commits of a history.
    pub fn of(events: &[Event]) -> Self {
        let mut commits = Vec::with_capacity(16);
        for (event, recorded) in events.iter().enumerate() {
            if let EventKind::Committed { request, address, version } = recorded.kind {
                commits.push(Commit { address, version, request, event });
            }
        }
        commits.sort_unstable_by_key(|commit| (commit.address, commit.version.sequence));
        let addresses = commits.last().map_or(0, |last| usize::from(last.address.0) + 1);
        // Counts the commits of each address, then adds the counts up: `starts[address]` is where its commits begin.
        let mut starts = vec![0; addresses + 1];
        for commit in &commits {
            starts[usize::from(commit.address.0) + 1] += 1;
        }
        for address in 0..addresses {
            starts[address + 1] += starts[address];
        }
        Self { commits, starts }
    }

    /// The commits of an address, in the order of their sequence.
    pub fn commits(&self, address: AddressId) -> &[Commit] {
        let address = usize::from(address.0);
        let bounds = self.starts.get(address).zip(self.starts.get(address + 1));
        bounds.map_or(&[], |(start, end)| &self.commits[*start..*end])
    }

    /// The last version of an address.
    pub fn latest(&self, address: AddressId) -> Option<Version> {
        self.commits(address).last().map(|commit| commit.version)
    }

    /// The version that a read as of this commit must see; `None` if there was never a row until then.
    pub fn version_at(&self, address: AddressId, as_of: Sequence) -> Option<Version> {
        // From the end, because most reads see the last version.
        let mut commits = self.commits(address).iter().rev();
        commits.find(|commit| commit.version.sequence <= as_of).map(|commit| commit.version)
    }

    /// What a successful read of a row as of this commit must see.
    pub fn read_at(&self, address: AddressId, as_of: Sequence) -> ReadResult {
        let is_present =
            self.version_at(address, as_of).is_some_and(|version| version.state != RowState::Absent);
        if is_present { ReadResult::Present } else { ReadResult::Absent }
    }

    /// The last commit that changed which instance a replica should hold. All commits after it left that unchanged.
    pub fn last_change(&self, address: AddressId) -> Option<&Commit> {
        let commits = self.commits(address);
        let last = commits.last()?;
        let is_same = |commit: &&Commit| instance_key(commit.version) == instance_key(last.version);
        let unchanged = commits.iter().rev().take_while(is_same).count();
        commits.get(commits.len() - unchanged)
    }

    /// The version of this address that a write committed; `None` if it did not commit.
    pub fn written(&self, address: AddressId, request: RequestId) -> Option<Version> {
        self.commits(address)
            .iter()
            .rev()
            .find(|commit| commit.request == request)
            .map(|commit| commit.version)
    }
}

/// What a commit did to its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Created,
    Updated,
    Deleted,
}

impl Effect {
    /// The effect of a commit, from the states of its row before and after it.
    pub fn of(before: Option<RowState>, now: RowState) -> Self {
        match (before, now) {
            (_, RowState::Absent) => Self::Deleted,
            (None | Some(RowState::Absent), _) => Self::Created,
            (Some(_), _) => Self::Updated,
        }
    }

    /// Whether a door with this policy publishes a signal for a write with this effect.
    pub fn is_published(self, policy: Publish) -> bool {
        match policy {
            Publish::AfterCommit | Publish::BeforeCommit => true,
            Publish::Never => false,
            Publish::NeverOnCreate => self != Self::Created,
            Publish::NeverOnUpdate => self != Self::Updated,
            Publish::NeverOnPut => self == Self::Deleted,
            Publish::NeverOnDelete => self != Self::Deleted,
        }
    }
}

/// The part of a version that decides which instance a replica should hold.
fn instance_key(version: Version) -> (RowState, Signature) {
    (version.state, version.signature)
}
