//! A labelled position as it is kept on disk: 24 bytes.
//!
//! | bytes | content (little-endian) |
//! |---|---|
//! | 0–7, 8–15 | discs of the side to move, of the other |
//! | 16–17 | label in 1/128 disc, signed |
//! | 18 | depth of the search behind the label; 0 if it is exact, 255 if there is none yet |
//! | 19 | zero |
//! | 20–23 | number of the game |

use crate::value::Eval;
use xsquare_engine::{Bitboard, Board};

/// Bytes of a record.
pub(super) const RECORD_LEN: usize = 24;
/// Stands for [`Source::Unknown`].
const UNKNOWN: u8 = 255;

/// A position, what it is worth and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// The position; the game is not over.
    pub board: Board,
    /// What the side to move gets in the end, as far as the labeller knows.
    pub label: Eval,
    /// Where the label comes from.
    pub source: Source,
    /// The number of the game, from which held-out sets are chosen.
    pub game: u32,
}

/// Where a label comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Proved by the solver.
    Exact,
    /// The value of a search that looks this many moves ahead, 1 to 60.
    Search(u8),
    /// The position is still to be labelled.
    Unknown,
}

impl Record {
    pub(super) fn to_bytes(self) -> [u8; RECORD_LEN] {
        let mut bytes = [0; RECORD_LEN];
        bytes[..8].copy_from_slice(&self.board.own().bits().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent().bits().to_le_bytes());
        let label = i16::try_from(self.label.units()).expect("64 discs are 8192 units");
        bytes[16..18].copy_from_slice(&label.to_le_bytes());
        bytes[18] = match self.source {
            Source::Exact => 0,
            Source::Search(depth) => depth,
            Source::Unknown => UNKNOWN,
        };
        bytes[20..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// `None` if these are not the bytes of a record.
    pub(super) fn from_bytes(bytes: &[u8; RECORD_LEN]) -> Option<Self> {
        let (words, rest) = bytes.as_chunks::<8>();
        debug_assert!(rest.is_empty());
        let [own, opponent] =
            [words[0], words[1]].map(|word| Bitboard::from_bits(u64::from_le_bytes(word)));
        let label = i32::from(i16::from_le_bytes([bytes[16], bytes[17]]));
        (bytes[19] == 0 && label.abs() <= Eval::MAX.units()).then_some(())?;
        Some(Self {
            board: Board::new(own, opponent)?,
            label: Eval::from_units(label),
            source: match bytes[18] {
                0 => Source::Exact,
                UNKNOWN => Source::Unknown,
                depth => Source::Search(depth),
            },
            game: u32::from_le_bytes([bytes[20], bytes[21], bytes[22], bytes[23]]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_round_trip() {
        for (label, source) in [
            (-8192, Source::Exact),
            (77, Source::Search(6)),
            (8192, Source::Search(60)),
            (0, Source::Unknown),
        ] {
            let record = Record {
                board: Board::START,
                label: Eval::from_units(label),
                source,
                game: 0x0102_0304,
            };
            assert_eq!(Record::from_bytes(&record.to_bytes()), Some(record));
        }
    }

    #[test]
    fn impossible_records_are_refused() {
        let good = Record {
            board: Board::START,
            label: Eval::MAX,
            source: Source::Exact,
            game: 1,
        }
        .to_bytes();
        for (place, byte) in [(3, 0xff), (17, 0x21), (19, 1)] {
            let mut bad = good;
            bad[place] = byte;
            bad[8 + place % 8] |= u8::from(place == 3) * 0xff;
            assert_eq!(Record::from_bytes(&bad), None, "byte {place}");
        }
    }
}
