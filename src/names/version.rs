//! What identifies one committed version of a row, and what is known of it.

/// A row's revision, which grows with every write of the row.
///
/// It comes from one store-wide sequence and is never used again, unless the policy `recreate` says that
/// revisions count from 1 for each row. 0 stands for no revision at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub u64);

/// Which row an address means: set when a row is created, kept by its updates, never reused.
///
/// A row created anew under an old name has another incarnation: it is another row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Incarnation(pub u64);

/// The position of a commit in the store's one order, from 1; 0 is the empty store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sequence(pub u64);

/// A digest of exactly what matters to an instance. Equal signatures mean: no need to rebuild.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature(pub u64);

/// What the wall clock of a replica showed, in microseconds since some fixed moment.
///
/// It is no order of events: the clocks of two replicas differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WallTime(pub i64);
