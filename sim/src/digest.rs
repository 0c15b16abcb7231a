//! A fingerprint of what happened in a run.
//!
//! The fingerprint is a hash of the bytes that `#[derive(Hash)]` writes. Every number is written with a fixed width,
//! lowest byte first, and `usize` and enum discriminants as 64 bits. So debug and release builds, and 32 and 64 bit
//! machines, agree. Left out: slices of numbers wider than a byte, which the standard library writes as they are in
//! memory. Events must not hold any.

use std::{
    fmt,
    hash::{Hash, Hasher},
};

/// The fingerprint of a trace and of the final state, if one was added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The fingerprint of a value.
    pub fn of(value: &impl Hash) -> Self {
        let mut encoder = Encoder::new();
        encoder.add(value);
        encoder.digest()
    }
}

impl fmt::Display for Digest {
    /// The first 16 of 64 hexadecimal digits: enough to tell runs apart, but no proof that they are equal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[..8].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// Collects bytes before they go to blake3, which is slow for small pieces.
pub(crate) struct Encoder {
    blake3: blake3::Hasher,
    buffer: [u8; 1024],
    filled: usize,
}

impl Encoder {
    pub(crate) fn new() -> Self {
        Self { blake3: blake3::Hasher::new(), buffer: [0; 1024], filled: 0 }
    }

    pub(crate) fn add(&mut self, value: &impl Hash) {
        value.hash(self);
    }

    pub(crate) fn digest(mut self) -> Digest {
        self.flush();
        Digest(*self.blake3.finalize().as_bytes())
    }

    fn flush(&mut self) {
        self.blake3.update(&self.buffer[..self.filled]);
        self.filled = 0;
    }
}

impl Hasher for Encoder {
    fn write(&mut self, bytes: &[u8]) {
        if self.filled + bytes.len() > self.buffer.len() {
            self.flush();
        }
        // A piece that does not fit at all goes past the buffer, which is empty now.
        if bytes.len() > self.buffer.len() {
            self.blake3.update(bytes);
            return;
        }
        self.buffer[self.filled..self.filled + bytes.len()].copy_from_slice(bytes);
        self.filled += bytes.len();
    }

    // The default methods write a number as it is in memory, which differs between machines.
    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }

    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }

    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }

    fn write_u128(&mut self, n: u128) {
        self.write(&n.to_le_bytes());
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_i64(n as i64);
    }

    /// Not used: a digest has 256 bits, see [`Encoder::digest`].
    fn finish(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(value: &impl Hash) -> Digest {
        let mut encoder = Encoder::new();
        encoder.add(value);
        encoder.digest()
    }

    #[derive(Hash)]
    enum Sample {
        #[expect(dead_code, reason = "makes the discriminant of the other one 1")]
        First,
        Second(u16, i32, usize),
    }

    #[test]
    fn the_bytes_are_the_same_on_every_machine() {
        let bytes = [&[1, 0, 0, 0, 0, 0, 0, 0][..], &[2, 1], &[255; 4], &[5, 0, 0, 0, 0, 0, 0, 0]].concat();
        let expected = Digest(*blake3::hash(&bytes).as_bytes());
        assert_eq!(digest(&Sample::Second(0x0102, -1, 5)), expected);
    }

    #[test]
    fn long_input_is_not_cut() {
        let long: Vec<(u8, u64)> = (0..1_000).map(|n| (0, n)).collect();
        let mut bytes = 1_000_u64.to_le_bytes().to_vec();
        for (a, b) in &long {
            bytes.push(*a);
            bytes.extend(b.to_le_bytes());
        }
        assert_eq!(digest(&long), Digest(*blake3::hash(&bytes).as_bytes()));
        let text = "x".repeat(3_000);
        let bytes = [text.as_bytes(), &[0xff]].concat();
        assert_eq!(digest(&text), Digest(*blake3::hash(&bytes).as_bytes()));
    }
}
