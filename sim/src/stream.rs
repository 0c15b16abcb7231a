//! Keyed streams of random numbers.
//!
//! Each decision draws from a stream of its own, seeded by the run's seed and the decision's key. Invariant: what one
//! stream yields does not depend on any other stream. The generator is a named and portable one, and the
//! distributions are written here and not taken from a library, so that a seed means the same after an update of a
//! dependency.

use std::ops::RangeInclusive;

use rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};

use crate::key::{Key, mix};

/// A stream of random numbers for one decision in the run of one seed.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream of this key in the run of this seed. Streams of neighbouring seeds or keys are unrelated.
    pub fn new(seed: u64, key: Key) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(mix(mix(seed) ^ key.mixed())))
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, drawn uniformly; 0 if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        // The upper half of the product. The bias is below n / 2^64, and exactly one number is drawn whatever `n` is.
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// A number in the range, both ends included, drawn uniformly; the start if the range is empty.
    pub fn range(&mut self, range: RangeInclusive<u64>) -> u64 {
        let (lo, hi) = range.into_inner();
        match hi.saturating_sub(lo).checked_add(1) {
            Some(count) => lo + self.below(count),
            // All 64-bit numbers: their count does not fit into 64 bits.
            None => self.bits(),
        }
    }

    /// Whether something with probability `p` happens: never if `p` is 0 or less, always if it is 1 or more. Draws
    /// exactly one number, whatever `p` is.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit a double exactly")]
    pub fn chance(&mut self, p: f64) -> bool {
        let unit = (self.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        unit < p
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_and_a_key_always_mean_the_same_numbers() {
        let mut stream = Stream::new(1, Key { subject: 2, ..Key::default() });
        assert_eq!([stream.bits(), stream.bits()], [16_648_003_469_313_681_777, 5_728_209_159_054_864_124]);
    }

    #[test]
    fn neighbouring_seeds_and_keys_share_nothing() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..50 {
            for subject in 0..50 {
                let mut stream = Stream::new(seed, Key { subject, ..Key::default() });
                seen.extend([stream.bits(), stream.bits()]);
            }
        }
        assert_eq!(seen.len(), 5_000);
    }

    #[test]
    fn draws_keep_to_their_bounds_and_reach_them() {
        let mut stream = Stream::new(0, Key::default());
        let draws: Vec<u64> = (0..200).map(|_| stream.range(3..=6)).collect();
        assert!(draws.iter().all(|n| (3..=6).contains(n)));
        assert!((3..=6).all(|n| draws.contains(&n)));
        assert_eq!(stream.below(0), 0);
        assert_eq!(stream.range(5..=5), 5);
        stream.range(0..=u64::MAX);
    }

    #[test]
    fn a_chance_happens_about_as_often_as_it_says() {
        let mut stream = Stream::new(0, Key::default());
        let hits = (0..10_000).filter(|_| stream.chance(0.1)).count();
        assert!((900..1_100).contains(&hits), "{hits}");
        assert!((0..1_000).all(|_| !stream.chance(0.0) && stream.chance(1.0)));
    }
}
