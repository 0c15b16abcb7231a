//! What becomes of one signal on its way to one node.
//!
//! A fate is a value: who decides it, from which chances or which plan, is not the bus's affair. It lies in
//! place, without an allocation.

use std::fmt;

use crate::micros::Micros;

/// The copies of a signal that are made for one node; none means that it is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fate {
    copies: [CopyFate; Self::COPIES_MAX],
    count: u8,
}

/// What becomes of one copy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CopyFate {
    /// From the publish to the arrival.
    pub delay: Micros,
    /// It arrives as garbage.
    pub corrupt: bool,
    /// It arrives with another address in it.
    pub misaddress: bool,
}

/// What the message of a copy suffers on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Damage {
    /// It became garbage.
    pub corrupt: bool,
    /// It got another address.
    pub misaddress: bool,
}

impl CopyFate {
    /// What its message suffers.
    pub fn damage(&self) -> Damage {
        Damage { corrupt: self.corrupt, misaddress: self.misaddress }
    }
}

/// A fate has at most [`Fate::COPIES_MAX`] copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyCopies;

impl Fate {
    /// How many copies of a signal one node can receive.
    pub const COPIES_MAX: usize = 4;

    /// No copy.
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
    /// When there are [`Fate::COPIES_MAX`] already.
    pub fn push(&mut self, copy: CopyFate) -> Result<(), TooManyCopies> {
        let place = self.copies.get_mut(usize::from(self.count)).ok_or(TooManyCopies)?;
        *place = copy;
        self.count += 1;
        Ok(())
    }

    /// The copies, the first one first.
    pub fn iter(&self) -> impl Iterator<Item = CopyFate> {
        self.copies.into_iter().take(self.count.into())
    }

    /// How many copies there are.
    pub fn len(&self) -> usize {
        self.count.into()
    }

    /// Whether it is dropped.
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
