//! What identifies one committed version of a row.

/// A row's revision: from one store-wide sequence, never reused, grows with every write of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
