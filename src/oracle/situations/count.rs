//! How often each situation occurred, in one run or in many.

use std::fmt;
use std::ops::AddAssign;

use crate::names::Situation;

/// How often each situation occurred.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Situations {
    counts: [u64; Situation::ALL.len()],
}

impl Situations {
    /// How often a situation occurred.
    pub fn count(&self, situation: Situation) -> u64 {
        self.counts[situation as usize]
    }

    /// Each situation with its count, also those that never occurred, in the order of [`Situation::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Situation, u64)> {
        Situation::ALL.iter().copied().zip(self.counts)
    }

    /// Counts a situation once more.
    pub(super) fn count_one(&mut self, situation: Situation) {
        self.counts[situation as usize] += 1;
    }

    /// Counts a situation once more, if it occurred.
    pub(super) fn count_if(&mut self, occurred: bool, situation: Situation) {
        self.counts[situation as usize] += u64::from(occurred);
    }

    /// Takes back one count of a situation that turned out not to have occurred.
    pub(super) fn withdraw(&mut self, situation: Situation) {
        self.counts[situation as usize] -= 1;
    }
}

impl AddAssign for Situations {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
}

impl fmt::Debug for Situations {
    /// Shows only the situations that occurred.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().filter(|(_, count)| *count > 0)).finish()
    }
}
