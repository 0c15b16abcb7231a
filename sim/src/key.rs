//! Names for what a run is made of: nodes, their lives, and keys.
//!
//! A [`Key`] says what a decision, an agenda entry or a task is *about*. Invariant: it is made from what the thing
//! is, never from a counter of the run, so it stays the same if something else is removed.

use std::fmt;

/// The index of a node, from 0 on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u16);

impl NodeId {
    /// The driver's own node. It is always up: it never crashes or pauses.
    pub const WORLD: Self = Self(u16::MAX);
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::WORLD => f.pad("world"),
            Self(index) => f.pad(&format!("node {index}")),
        }
    }
}

/// A life of a node: 1 from its first boot to its first crash, and so on; 0 before the first boot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life(pub u32);

/// What a decision, an agenda entry or a task is about.
///
/// Keys are ordered by their fields, in this order. So things that fall due at one instant happen class by class, and
/// within a class node by node. What the fields mean is up to the maker of the key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Key {
    /// The class of the thing, such as a call, a timer or a signal.
    pub class: u8,
    /// The index of the node that it concerns.
    pub node: u16,
    /// What it is about, such as a write.
    pub subject: u64,
    /// What else it is about, such as an address.
    pub object: u64,
    /// Which of several with the same subject and object: an attempt, a period, a copy.
    pub nth: u32,
}

impl Key {
    /// The key of something that `self` causes on a node, such as the copy of a signal that goes to that node. It has
    /// the same class and subject. Different causes yield different keys.
    #[must_use]
    pub fn caused(self, node: NodeId, nth: u32) -> Self {
        Self { class: self.class, node: node.0, subject: self.subject, object: self.mixed(), nth }
    }

    /// The key of the same thing, done once more at the same instant.
    #[must_use]
    pub(crate) fn derived(self) -> Self {
        Self { object: self.mixed(), ..self }
    }

    /// All fields hashed to 64 bits, to the same value on every machine.
    pub fn mixed(self) -> u64 {
        let head = u64::from(self.class) << 48 | u64::from(self.node) << 32 | u64::from(self.nth);
        mix(mix(mix(head) ^ self.subject) ^ self.object)
    }
}

/// One step of splitmix64: a cheap bijection in which every bit of `z` changes half the bits of the result.
pub(crate) fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_order_by_class_then_node_then_subject() {
        let low = Key { class: 1, node: 9, subject: 9, object: 9, nth: 9 };
        let high = Key { class: 2, ..Key::default() };
        assert!(low < high);
        assert!(Key { nth: 9, ..high } < Key { subject: 1, ..high });
    }

    #[test]
    fn every_field_counts_when_a_key_is_mixed() {
        let key = Key::default();
        let others = [
            Key { class: 1, ..key },
            Key { node: 1, ..key },
            Key { subject: 1, ..key },
            Key { object: 1, ..key },
            Key { nth: 1, ..key },
        ];
        let mut mixed: Vec<u64> = others.iter().chain([&key]).map(|key| key.mixed()).collect();
        mixed.sort_unstable();
        mixed.dedup();
        assert_eq!(mixed.len(), 6);
    }

    #[test]
    fn what_different_signals_cause_on_a_node_has_different_keys() {
        let (a, b) = (Key { object: 1, ..Key::default() }, Key { object: 2, ..Key::default() });
        assert_ne!(a.caused(NodeId(3), 0), b.caused(NodeId(3), 0));
        assert_ne!(a.caused(NodeId(3), 0), a.caused(NodeId(3), 1));
        assert_ne!(a.caused(NodeId(3), 0), a.caused(NodeId(4), 0));
    }
}
