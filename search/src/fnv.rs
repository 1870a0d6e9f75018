//! The checksum of the program's own files: FNV-1a, not byte by byte but in words of eight bytes.
//!
//! Source: the FNV hash of Fowler, Noll and Vo. One changed byte always changes the sum, since each step is reversible.

/// What a sum begins with.
pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;

/// The sum over the bytes, the last word filled up with zeros, carried on from another sum.
pub(crate) fn hash(seed: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3);
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words
        .iter()
        .fold(seed, |hash, word| step(hash, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    step(hash, u64::from_le_bytes(last))
}
