//! What the rows were, and when: every committed version of every address.
//!
//! Made from the commits that the store's port recorded, the given rows among them. It knows nothing of
//! what any replica thinks the rows are.

use crate::history::{Event, EventKind, RowState, Seen, Version};
use crate::names::{AddressId, Publish, RequestId, Sequence};

/// One commit of one address.
#[derive(Clone, Copy, Debug)]
pub struct Commit {
    /// The address.
    pub address: AddressId,
    /// The version that it made.
    pub version: Version,
    /// The write that made it.
    pub request: RequestId,
    /// Its event, by index.
    pub event: usize,
}

/// The commits of a run, by address and then by sequence.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    commits: Vec<Commit>,
    /// Where those of each address begin; the last is where those of all addresses end.
    begins: Vec<usize>,
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
        let mut begins = vec![0; addresses + 1];
        for commit in &commits {
            begins[usize::from(commit.address.0) + 1] += 1;
        }
        for address in 0..addresses {
            begins[address + 1] += begins[address];
        }
        Self { commits, begins }
    }

    /// The commits of an address, the first first.
    pub fn commits(&self, address: AddressId) -> &[Commit] {
        let address = usize::from(address.0);
        let ends = self.begins.get(address).zip(self.begins.get(address + 1));
        ends.map_or(&[], |(from, upto)| &self.commits[*from..*upto])
    }

    /// The last version of an address.
    pub fn latest(&self, address: AddressId) -> Option<Version> {
        self.commits(address).last().map(|commit| commit.version)
    }

    /// The version that a read as of this commit must have seen; `None` if there had never been a row.
    pub fn version_at(&self, address: AddressId, as_of: Sequence) -> Option<Version> {
        // Most reads see the last version.
        let mut commits = self.commits(address).iter().rev();
        commits.find(|commit| commit.version.sequence <= as_of).map(|commit| commit.version)
    }

    /// What a read of a row as of this commit must have shown.
    pub fn seen_at(&self, address: AddressId, as_of: Sequence) -> Seen {
        let present =
            self.version_at(address, as_of).is_some_and(|version| version.state != RowState::Absent);
        if present { Seen::Present } else { Seen::Absent }
    }

    /// The last commit that changed what a replica should hold: all later ones kept the signature.
    pub fn last_change(&self, address: AddressId) -> Option<&Commit> {
        let commits = self.commits(address);
        let last = commits.last()?;
        let same = |commit: &&Commit| due(commit.version) == due(last.version);
        let kept = commits.iter().rev().take_while(same).count();
        commits.get(commits.len() - kept)
    }

    /// The version of this address that a write committed, if it did.
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
    /// There was none before.
    Created,
    /// There is one, as before.
    Updated,
    /// There is none any more.
    Deleted,
}

impl Effect {
    /// The effect of a commit by what its row was and is.
    pub fn of(before: Option<RowState>, now: RowState) -> Self {
        match (before, now) {
            (_, RowState::Absent) => Self::Deleted,
            (None | Some(RowState::Absent), _) => Self::Created,
            (Some(_), _) => Self::Updated,
        }
    }

    /// Whether the policy says that a write with this effect has a signal.
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

/// What matters of a version to the one who holds an instance of it.
fn due(version: Version) -> (RowState, crate::names::Signature) {
    (version.state, version.signature)
}
