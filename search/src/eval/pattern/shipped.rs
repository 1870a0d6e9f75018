//! The weights that the program is shipped with.

use super::Patterns;
use super::weights::{self, Weights};

/// The weight file; see `search/weights/README.md`.
const SHIPPED: &[u8] = include_bytes!("../../../weights/patterns.bin");

impl Patterns {
    /// The checksum of the shipped weights, without the time that loading them takes.
    pub const SHIPPED_CHECKSUM: u64 = weights::stated_checksum(SHIPPED);
    /// The name shown to users.
    pub const NAME: &str = "patterns";

    /// The evaluation with the weights that the program is shipped with. Loading them takes some milliseconds.
    pub fn shipped() -> Self {
        Self::default()
    }
}

impl Default for Patterns {
    /// [`shipped`](Self::shipped).
    fn default() -> Self {
        Self::new(Weights::from_bytes(SHIPPED).expect("a test reads the shipped weights"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;

    /// The checksum of `search/weights/patterns.bin`, to be changed with the file and nowhere else.
    const CHECKSUM: u64 = 0xd1cd_ce37_e8e9_aa78;

    /// The most bytes that the repository has room for.
    const MAX_BYTES: usize = 8 << 20;

    #[test]
    fn the_shipped_weights_are_the_ones_written_down() {
        let patterns = Patterns::shipped();
        assert_eq!(
            format!("{:016x}", patterns.checksum()),
            format!("{CHECKSUM:016x}")
        );
        assert_eq!(Patterns::SHIPPED_CHECKSUM, CHECKSUM);
        assert!(patterns.calibration().is_valid());
        assert!(SHIPPED.len() <= MAX_BYTES);
    }
}
