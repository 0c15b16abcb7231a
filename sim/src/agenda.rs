//! The agenda: what is going to happen, in order.
//!
//! Entries are ordered by the instant at which they fall due and, within an instant, by key. Invariant: no two
//! entries have both in common, so the order never depends on the order of insertion. Left out: what an entry does.

use std::{
    collections::btree_map::{BTreeMap, Entry as Place},
    fmt,
};

use crate::{key::Key, micros::Micros};

/// What an entry is. Only [`EntryKind::InFlight`] keeps a world from being quiet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EntryKind {
    /// A call that will act, or an answer or a delivery on its way.
    InFlight,
    /// An armed timer.
    Timer,
    /// A step of the driver that is still to come.
    Step,
}

/// Two entries with the same key were to happen at the same instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DuplicateKey {
    /// The instant.
    pub due: Micros,
    /// The key of both.
    pub key: Key,
}

impl fmt::Display for DuplicateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "two agenda entries at {} have the same key {:?}", self.due, self.key)
    }
}

impl std::error::Error for DuplicateKey {}

/// The identity of one entry of an agenda. It is never used again, also after the entry is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryId {
    at: (Micros, Key),
    serial: u64,
}

impl EntryId {
    /// The identity of no entry.
    pub(crate) const NONE: Self =
        Self { at: (Micros::ZERO, Key { class: 0, node: 0, subject: 0, object: 0, nth: 0 }), serial: 0 };
}

/// Entries in the order in which they fall due.
// A tree and not a heap, because an entry can be removed by its identity.
#[derive(Debug)]
pub struct Agenda<E> {
    entries: BTreeMap<(Micros, Key), Slot<E>>,
    /// How many entries there are of each kind.
    counts: [usize; 3],
    /// How many entries were ever inserted.
    serial: u64,
}

impl<E> Agenda<E> {
    /// An agenda without entries.
    pub fn new() -> Self {
        Self { entries: BTreeMap::new(), counts: [0; 3], serial: 0 }
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// If there is one with this key at this instant. The agenda is then unchanged.
    pub fn insert(
        &mut self,
        kind: EntryKind,
        due: Micros,
        key: Key,
        entry: E,
    ) -> Result<EntryId, DuplicateKey> {
        match self.entries.entry((due, key)) {
            Place::Occupied(_) => Err(DuplicateKey { due, key }),
            Place::Vacant(place) => {
                self.serial += 1;
                place.insert(Slot { kind, serial: self.serial, entry });
                self.counts[kind as usize] += 1;
                Ok(EntryId { at: (due, key), serial: self.serial })
            }
        }
    }

    /// Adds an entry. If there is one with this key at this instant, the new one gets a key that is derived from it.
    pub fn insert_derived(&mut self, kind: EntryKind, due: Micros, mut key: Key, entry: E) -> EntryId {
        loop {
            match self.entries.entry((due, key)) {
                // The derived keys are the same in every run.
                Place::Occupied(_) => key = key.derived(),
                Place::Vacant(place) => {
                    self.serial += 1;
                    place.insert(Slot { kind, serial: self.serial, entry });
                    self.counts[kind as usize] += 1;
                    return EntryId { at: (due, key), serial: self.serial };
                }
            }
        }
    }

    /// Removes an entry; `None` if it is gone already.
    pub fn remove(&mut self, id: EntryId) -> Option<E> {
        self.get_mut(id)?;
        let slot = self.entries.remove(&id.at)?;
        self.counts[slot.kind as usize] -= 1;
        Some(slot.entry)
    }

    /// Removes the entry that falls due first, and yields it with its instant and key.
    pub fn pop_first(&mut self) -> Option<(Micros, Key, E)> {
        let ((due, key), slot) = self.entries.pop_first()?;
        self.counts[slot.kind as usize] -= 1;
        Some((due, key, slot.entry))
    }

    /// The entry with this identity, unless it is gone.
    pub fn get_mut(&mut self, id: EntryId) -> Option<&mut E> {
        // Another entry may have the same instant and key since. The serial number tells them apart.
        let slot = self.entries.get_mut(&id.at)?;
        (slot.serial == id.serial).then_some(&mut slot.entry)
    }

    /// The entries, in the order in which they fall due.
    pub fn iter(&self) -> impl Iterator<Item = (Micros, Key, EntryKind, &E)> {
        self.entries.iter().map(|((due, key), slot)| (*due, *key, slot.kind, &slot.entry))
    }

    /// How many entries of this kind there are. Takes constant time.
    pub fn count(&self, kind: EntryKind) -> usize {
        self.counts[kind as usize]
    }
}

impl<E> Default for Agenda<E> {
    fn default() -> Self {
        Self::new()
    }
}

#[derive(Debug)]
struct Slot<E> {
    kind: EntryKind,
    serial: u64,
    entry: E,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(class: u8, node: u16) -> Key {
        Key { class, node, ..Key::default() }
    }

    #[test]
    fn the_order_of_insertion_does_not_matter() -> Result<(), DuplicateKey> {
        let mut agenda = Agenda::new();
        for (due, class, node) in [(2, 0, 0), (1, 2, 0), (1, 1, 1), (1, 1, 0)] {
            agenda.insert(EntryKind::InFlight, Micros(due), key(class, node), (due, class, node))?;
        }
        let order: Vec<_> = std::iter::from_fn(|| agenda.pop_first()).map(|(_, _, entry)| entry).collect();
        assert_eq!(order, [(1, 1, 0), (1, 1, 1), (1, 2, 0), (2, 0, 0)]);
        Ok(())
    }

    #[test]
    fn one_key_at_one_instant_is_refused() -> Result<(), DuplicateKey> {
        let mut agenda = Agenda::new();
        agenda.insert(EntryKind::InFlight, Micros(1), key(1, 1), 'a')?;
        agenda.insert(EntryKind::InFlight, Micros(2), key(1, 1), 'b')?;
        let refused = agenda.insert(EntryKind::Timer, Micros(1), key(1, 1), 'c');
        assert_eq!(refused, Err(DuplicateKey { due: Micros(1), key: key(1, 1) }));
        assert_eq!((agenda.count(EntryKind::InFlight), agenda.count(EntryKind::Timer)), (2, 0));
        Ok(())
    }

    #[test]
    fn a_name_is_never_taken_for_a_later_entry() -> Result<(), DuplicateKey> {
        let mut agenda = Agenda::new();
        let first = agenda.insert(EntryKind::Timer, Micros(1), key(1, 1), 'a')?;
        agenda.pop_first();
        let second = agenda.insert(EntryKind::Timer, Micros(1), key(1, 1), 'b')?;
        assert_eq!(agenda.remove(first), None);
        assert_eq!(agenda.remove(second), Some('b'));
        assert_eq!(agenda.count(EntryKind::Timer), 0);
        Ok(())
    }
}
