//! The board as the side to move sees it: the search's view of a position.

use crate::bitboard::Bitboard;
use crate::score::DiscDiff;
use crate::simd;
use crate::square::Square;
use std::fmt;

/// The discs of the side to move ("own") and of its opponent. Colours are not known here; see
/// [`Position`](crate::Position).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    own: u64,
    opponent: u64,
}

impl Board {
    /// The starting position: White on d4 and e5, Black, to move, on e4 and d5.
    pub const START: Self = Self {
        own: 0x0000_0008_1000_0000,
        opponent: 0x0000_0010_0800_0000,
    };

    /// The board with these discs, or `None` if a square holds two.
    #[inline]
    pub const fn new(own: Bitboard, opponent: Bitboard) -> Option<Self> {
        if own.is_disjoint(opponent) {
            Some(Self {
                own: own.bits(),
                opponent: opponent.bits(),
            })
        } else {
            None
        }
    }

    /// Discs of the side to move.
    #[inline]
    pub const fn own(self) -> Bitboard {
        Bitboard::from_bits(self.own)
    }

    /// Discs of the other side.
    #[inline]
    pub const fn opponent(self) -> Bitboard {
        Bitboard::from_bits(self.opponent)
    }

    /// Occupied squares.
    #[inline]
    pub const fn occupied(self) -> Bitboard {
        Bitboard::from_bits(self.own | self.opponent)
    }

    /// Empty squares.
    #[inline]
    pub const fn empties(self) -> Bitboard {
        Bitboard::from_bits(!(self.own | self.opponent))
    }

    /// Number of empty squares, 0..=64.
    #[inline]
    pub const fn empty_count(self) -> u32 {
        (self.own | self.opponent).count_zeros()
    }

    /// The squares on which the side to move may place a disc.
    #[inline]
    pub fn legal_moves(self) -> Bitboard {
        Bitboard::from_bits(simd::legal_moves(self.own, self.opponent))
    }

    /// The squares on which the other side could place a disc if it were its turn.
    #[inline]
    pub fn opponent_moves(self) -> Bitboard {
        self.pass().legal_moves()
    }

    /// The potential mobility of the side to move: the empty squares next to an opponent's disc, in any of the eight
    /// directions.
    ///
    /// Each square counts once, however many discs it touches (of the literature's three measures, P. Rosenbloom,
    /// 1982, this is the number of empties next to the opponent). Every legal move is among them. For the other side
    /// ask the board after [`Board::pass`].
    ///
    /// ```
    /// use xsquare_engine::Board;
    /// assert_eq!(Board::START.potential_moves().len(), 10);
    /// ```
    #[inline]
    pub const fn potential_moves(self) -> Bitboard {
        Bitboard::from_bits(self.opponent().neighbours().bits() & self.empties().bits())
    }

    /// The opponent's discs that a disc of the side to move on `square` turns over, in all eight directions at once.
    ///
    /// Empty for an empty square means that the move is illegal. The result for an occupied square has no meaning.
    #[inline]
    pub fn flips(self, square: Square) -> Bitboard {
        Bitboard::from_bits(simd::flips(square, self.own, self.opponent))
    }

    /// The board after a disc on `square` that turns over `flips`, seen by the other side, whose turn it is now.
    ///
    /// `flips` must come from [`Board::flips`] for an empty square; this is checked in debug builds only.
    #[inline]
    #[must_use]
    pub fn play_flips(self, square: Square, flips: Bitboard) -> Self {
        debug_assert!(self.empties().contains(square) && flips.is_subset(self.opponent()));
        Self {
            own: self.opponent ^ flips.bits(),
            opponent: self.own ^ flips.bits() ^ square.bitboard().bits(),
        }
    }

    /// The board after a disc on `square`, seen by the other side, or `None` if the move is illegal.
    pub fn play(self, square: Square) -> Option<Self> {
        if !self.empties().contains(square) {
            return None;
        }
        let flips = self.flips(square);
        (!flips.is_empty()).then(|| self.play_flips(square, flips))
    }

    /// The same discs seen by the other side. Whether the pass is legal is not checked.
    #[inline]
    #[must_use]
    pub const fn pass(self) -> Self {
        Self {
            own: self.opponent,
            opponent: self.own,
        }
    }

    /// Whether neither side can move: the board is full, one side has no discs left, or both are stuck.
    pub fn is_over(self) -> bool {
        self.legal_moves().is_empty() && self.opponent_moves().is_empty()
    }

    /// Whether the side to move has no move while the other side has one.
    pub fn must_pass(self) -> bool {
        self.legal_moves().is_empty() && !self.opponent_moves().is_empty()
    }

    /// The score of the side to move if the game ended here: empties to the winner.
    #[inline]
    pub const fn final_score(self) -> DiscDiff {
        DiscDiff::of_finished(self.own.count_ones(), self.opponent.count_ones())
    }
}

/// Eight lines: `X` for the side to move, `O` for the other, `-` for empty.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::ALL {
            let symbol = match (
                self.own().contains(square),
                self.opponent().contains(square),
            ) {
                (true, _) => "X",
                (_, true) => "O",
                _ => "-",
            };
            f.write_str(symbol)?;
            if square.column() == 7 && square.row() < 7 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}
