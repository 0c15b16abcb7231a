//! Short hashes.

/// The first 64 bits of a 256-bit hash: enough to tell the few things of one run apart.
pub fn short_hash(hash: &[u8; 32]) -> u64 {
    hash.iter().take(8).rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}
