//! A position of the book, and how it is written in 24 bytes.
//!
//! | bytes | content (little-endian) |
//! |---|---|
//! | 0–7 | the discs of the side to move, bit 0 = a1 |
//! | 8–15 | the discs of the opponent |
//! | 16–17 | the value in 1/128 disc |
//! | 18–19 | the value of the deviation in 1/128 disc |
//! | 20 | the move of the deviation: 0–63 a square, 64 a value without a move, 255 no deviation |
//! | 21 | the depth behind the deviation in plies |
//! | 22 | its selectivity: the index in [`Selectivity::ALL`] |
//! | 23 | its origin: 0 searched, 1 taken from elsewhere |
//!
//! Without a deviation bytes 18–19 and 21–23 are zero.

use super::error::RecordFault;
use crate::value::{Eval, Selectivity};
use xsquare_engine::{Bitboard, Board, Square};

/// Bytes of a record.
pub(super) const RECORD_BYTES: usize = 24;

/// Byte 20 of a value without a move.
const UNNAMED: u8 = 64;
/// Byte 20 without a deviation.
const ABSENT: u8 = 255;

/// A position of the book with what is known of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// The position: the [canonical](Board::canonical) one of its images, with at least one legal move.
    pub board: Board,
    /// Its value from the view of the side to move: the best of its deviation and of its moves to other positions of the
    /// book, seen by it.
    pub value: Eval,
    /// The best way to leave the book; `None` if there is none, or if it is not known yet.
    pub deviation: Option<Deviation>,
}

/// The best of the moves that lead out of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deviation {
    /// The move, on the canonical board. `None`: the value is that of the position as a whole, from a source that does
    /// not tell moves; it counts as long as no move leads to a position of the book.
    pub turn: Option<Square>,
    /// Its value from the view of the side to move.
    pub value: Eval,
    /// Plies searched from the position, the move included; 0 if that is not known.
    pub depth: u8,
    /// The confidence of the search.
    pub selectivity: Selectivity,
    /// Where the value comes from.
    pub origin: Origin,
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// It was imported.
    Imported,
    /// This program searched.
    Searched,
}

impl Origin {
    /// `searched`, `imported`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Imported => "imported",
            Self::Searched => "searched",
        }
    }
}

impl Deviation {
    /// Whether the value is proved, in a position with so many empty squares.
    pub const fn is_exact(self, empties: u32) -> bool {
        matches!(self.selectivity, Selectivity::Exact)
            && self.depth as u32 >= empties
            && matches!(self.origin, Origin::Searched)
    }

    /// The depth seen from so many plies before the position; what is not known stays so.
    pub(super) fn depth_before(self, plies: u8) -> u8 {
        match self.depth {
            0 => 0,
            depth => depth.saturating_add(plies).min(60),
        }
    }

    /// Which of two deviations is to be believed: the greater one.
    pub(super) fn trust(self) -> (bool, Origin, u8, Selectivity) {
        (
            self.turn.is_some(),
            self.origin,
            self.depth,
            self.selectivity,
        )
    }
}

/// A value in 16 bits.
#[expect(
    clippy::cast_possible_truncation,
    reason = "64 discs are 8192 units at most"
)]
fn pack(value: Eval) -> [u8; 2] {
    (value.units() as i16).to_le_bytes()
}

impl Record {
    /// The bytes of the record.
    #[expect(clippy::cast_possible_truncation, reason = "indices below 256")]
    pub(super) fn encode(&self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        bytes[..8].copy_from_slice(&self.board.own().bits().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent().bits().to_le_bytes());
        bytes[16..18].copy_from_slice(&pack(self.value));
        bytes[20] = ABSENT;
        if let Some(deviation) = &self.deviation {
            bytes[18..20].copy_from_slice(&pack(deviation.value));
            bytes[20] = deviation
                .turn
                .map_or(UNNAMED, |square| square.index() as u8);
            bytes[21] = deviation.depth;
            bytes[22] = Selectivity::ALL
                .iter()
                .position(|step| *step == deviation.selectivity)
                .expect("every selectivity is in the list") as u8;
            bytes[23] = u8::from(deviation.origin == Origin::Imported);
        }
        bytes
    }

    /// The record of these bytes. Everything in it is checked.
    ///
    /// # Errors
    /// If it is none that this program writes.
    pub(super) fn decode(bytes: &[u8; RECORD_BYTES]) -> Result<Self, RecordFault> {
        let board = board(bytes).ok_or(RecordFault::Overlap)?;
        if board.legal_moves().is_empty() {
            return Err(RecordFault::NoMove);
        }
        if board.canonical().0 != board {
            return Err(RecordFault::NotCanonical);
        }
        Ok(Self {
            board,
            value: unpack([bytes[16], bytes[17]])?,
            deviation: decode_deviation(board, bytes)?,
        })
    }
}

/// The board of a record, unless a square is taken twice.
pub(super) fn board(bytes: &[u8; RECORD_BYTES]) -> Option<Board> {
    let word = |at: usize| {
        let word: [u8; 8] = std::array::from_fn(|index| bytes[at + index]);
        Bitboard::from_bits(u64::from_le_bytes(word))
    };
    Board::new(word(0), word(8))
}

fn decode_deviation(
    board: Board,
    bytes: &[u8; RECORD_BYTES],
) -> Result<Option<Deviation>, RecordFault> {
    let turn = match bytes[20] {
        ABSENT => {
            let is_blank = bytes[18..20].iter().chain(&bytes[21..]).all(|&b| b == 0);
            return if is_blank {
                Ok(None)
            } else {
                Err(RecordFault::Field("deviation"))
            };
        }
        UNNAMED => None,
        index => Some(Square::from_index(index.into()).ok_or(RecordFault::Field("move"))?),
    };
    if let Some(turn) = turn
        && board.play(turn).is_none()
    {
        return Err(RecordFault::IllegalMove(turn));
    }
    if bytes[21] > 60 {
        return Err(RecordFault::Field("depth"));
    }
    Ok(Some(Deviation {
        turn,
        value: unpack([bytes[18], bytes[19]])?,
        depth: bytes[21],
        selectivity: *Selectivity::ALL
            .get(usize::from(bytes[22]))
            .ok_or(RecordFault::Field("selectivity"))?,
        origin: match bytes[23] {
            0 => Origin::Searched,
            1 => Origin::Imported,
            _ => return Err(RecordFault::Field("origin")),
        },
    }))
}

fn unpack(bytes: [u8; 2]) -> Result<Eval, RecordFault> {
    let units = i32::from(i16::from_le_bytes(bytes));
    let value = Eval::from_units(units);
    if value.units() == units {
        Ok(value)
    } else {
        Err(RecordFault::Field("value"))
    }
}
