//! What becomes of one signal on its way to one node.
//!
//! A fate is a value without an allocation. Left out: how it is decided. The bus takes any fate.

use std::fmt;

use crate::micros::Micros;

/// The copies of a signal that are made for one node. Without copies the signal is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fate {
    copies: [CopyFate; Self::COPIES_MAX],
    count: u8,
}

/// What becomes of one copy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CopyFate {
    /// The time from the publish to the arrival.
    pub delay: Micros,
    /// Whether it arrives as garbage.
    pub corrupt: bool,
    /// Whether it arrives with another address in it.
    pub misaddress: bool,
}

/// How the message of a copy is damaged on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Damage {
    /// Whether it became garbage.
    pub corrupt: bool,
    /// Whether it got another address.
    pub misaddress: bool,
}

impl CopyFate {
    /// How its message is damaged.
    pub fn damage(&self) -> Damage {
        Damage { corrupt: self.corrupt, misaddress: self.misaddress }
    }
}

/// The error of adding a copy to a fate that has [`Fate::COPIES_MAX`] already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyCopies;

impl Fate {
    /// How many copies of a signal one node can receive at most.
    pub const COPIES_MAX: usize = 4;

    /// The fate of a signal that is dropped: no copy.
    pub fn dropped() -> Self {
        Self::default()
    }

    /// One undamaged copy.
    pub fn delayed(delay: Micros) -> Self {
        Self::single(CopyFate { delay, ..CopyFate::default() })
    }

    /// One copy.
    pub fn single(copy: CopyFate) -> Self {
        let mut fate = Self::default();
        fate.copies[0] = copy;
        fate.count = 1;
        fate
    }

    /// Adds a copy.
    ///
    /// # Errors
    /// If there are [`Fate::COPIES_MAX`] already. The fate is then unchanged.
    pub fn push(&mut self, copy: CopyFate) -> Result<(), TooManyCopies> {
        let place = self.copies.get_mut(usize::from(self.count)).ok_or(TooManyCopies)?;
        *place = copy;
        self.count += 1;
        Ok(())
    }

    /// The copies, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = CopyFate> {
        self.copies.into_iter().take(self.count.into())
    }

    /// How many copies there are.
    pub fn len(&self) -> usize {
        self.count.into()
    }

    /// Whether the signal is dropped.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl fmt::Display for TooManyCopies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a node receives at most {} copies of a signal", Fate::COPIES_MAX)
    }
}

impl std::error::Error for TooManyCopies {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fate_holds_so_many_copies_and_no_more() {
        let mut fate = Fate::dropped();
        assert!(fate.is_empty());
        for _ in 0..Fate::COPIES_MAX {
            assert_eq!(fate.push(CopyFate::default()), Ok(()));
        }
        assert_eq!(fate.push(CopyFate::default()), Err(TooManyCopies));
        assert_eq!((fate.len(), fate.iter().count()), (4, 4));
    }
}
