//! What happened in a run, in order.
//!
//! An event is a small value of the user's type. The trace stamps it with the instant. Recording an event is one
//! push: nothing is hashed or formatted before the trace is asked for it.

use std::hash::Hash;

use crate::{
    digest::{Digest, Encoder},
    micros::Micros,
};

/// An event and the instant at which it happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stamped<E> {
    /// The simulated instant.
    pub at: Micros,
    /// What happened.
    pub event: E,
}

/// The events of a run in the order in which they were recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace<E> {
    events: Vec<Stamped<E>>,
}

impl<E> Trace<E> {
    /// A trace without events.
    pub const fn new() -> Self {
        Self { events: Vec::new() }
    }

    /// The events, in the order in which they were recorded.
    pub fn events(&self) -> &[Stamped<E>] {
        &self.events
    }

    /// Discards the events and keeps their memory for the next run.
    pub fn clear(&mut self) {
        self.events.clear();
    }

    pub(crate) fn push(&mut self, at: Micros, event: E) {
        self.events.push(Stamped { at, event });
    }
}

impl<E: Hash> Trace<E> {
    /// The fingerprint of the events and their instants.
    pub fn digest(&self) -> Digest {
        self.digest_with(&())
    }

    /// The fingerprint of the events, their instants, and the state in which the run ended.
    pub fn digest_with(&self, state: &impl Hash) -> Digest {
        let mut encoder = Encoder::new();
        self.events.iter().for_each(|event| encoder.add(event));
        encoder.add(state);
        encoder.digest()
    }
}

impl<E: PartialEq> Trace<E> {
    /// The index of the first event in which the two differ; `None` if they are equal. If one is the beginning of the
    /// other, it is the length of the shorter one.
    pub fn first_difference(&self, other: &Self) -> Option<usize> {
        let (a, b) = (&self.events, &other.events);
        let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        (common < a.len().max(b.len())).then_some(common)
    }
}

impl<E> Default for Trace<E> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(events: &[(u64, u8)]) -> Trace<u8> {
        let mut trace = Trace::new();
        for (at, event) in events {
            trace.push(Micros(*at), *event);
        }
        trace
    }

    #[test]
    fn the_first_difference_is_found_also_when_one_is_longer() {
        let a = trace(&[(1, 1), (2, 2)]);
        assert_eq!(a.first_difference(&trace(&[(1, 1), (2, 2)])), None);
        assert_eq!(a.first_difference(&trace(&[(1, 1), (3, 2)])), Some(1));
        assert_eq!(a.first_difference(&trace(&[(1, 1)])), Some(1));
        assert_eq!(trace(&[]).first_difference(&a), Some(0));
    }

    #[test]
    fn a_digest_covers_instants_events_and_state() {
        let a = trace(&[(1, 1), (2, 2)]);
        assert_ne!(a.digest(), trace(&[(1, 1), (3, 2)]).digest());
        assert_ne!(a.digest(), trace(&[(1, 1), (2, 3)]).digest());
        assert_ne!(a.digest_with(&1_u8), a.digest_with(&2_u8));
    }

    #[test]
    fn a_digest_is_a_fixed_value() {
        assert_eq!(trace(&[(1, 1), (2, 2)]).digest_with(&7_u32).to_string(), "46f0c980e5013d8b");
    }
}
