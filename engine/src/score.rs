//! Final scores and the conventions for counting them.

use crate::color::{ByColor, Color};
use std::fmt;
use std::ops::Neg;

/// A final disc difference in discs, −64..=64, empties to the winner, from the view of the side named where it is
/// used (the side to move unless said otherwise).
///
/// It is always even: 64 squares are shared out, and at a draw the empties are split.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DiscDiff(i8);

impl DiscDiff {
    /// Every disc lost.
    pub const MIN: Self = Self(-64);
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// Every disc won: a wipe-out, or a full board of one colour.
    pub const MAX: Self = Self(64);

    /// The difference with this value, or `None` outside −64..=64.
    #[inline]
    pub const fn new(discs: i32) -> Option<Self> {
        match discs {
            #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
            -64..=64 => Some(Self(discs as i8)),
            _ => None,
        }
    }

    /// The score of a finished game from the plain disc counts of both sides: the empties go to the winner.
    ///
    /// ```
    /// use xsquare_engine::DiscDiff;
    /// assert_eq!(DiscDiff::of_finished(34, 29).discs(), 6); // one empty: 35–29
    /// assert_eq!(DiscDiff::of_finished(31, 31).discs(), 0); // two empties: 32–32
    /// assert_eq!(DiscDiff::of_finished(0, 20).discs(), -64);
    /// ```
    ///
    /// # Panics
    /// If there are more than 64 discs.
    #[inline]
    pub const fn of_finished(own: u32, opponent: u32) -> Self {
        assert!(own + opponent <= 64, "a board has 64 squares");
        #[expect(clippy::cast_possible_truncation, reason = "both are at most 64")]
        let (own, opponent) = (own as i8, opponent as i8);
        let difference = own - opponent;
        let empties = 64 - own - opponent;
        Self(difference + empties * difference.signum())
    }

    /// The difference in discs.
    #[inline]
    pub const fn discs(self) -> i32 {
        self.0 as i32
    }
}

impl Neg for DiscDiff {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Prints a sign for all but zero: `+6`, `0`, `-12`.
impl fmt::Display for DiscDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            f.pad("0")
        } else {
            f.pad(&format!("{:+}", self.0))
        }
    }
}

impl fmt::Debug for DiscDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How the discs of a finished game are counted.
///
/// The winner is the same under each; only the numbers differ. Sources: the rules of the World Othello Federation
/// and of the national federations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Convention {
    /// The discs on the board and nothing else: 32–29.
    PlainCount,
    /// The winner also gets the empty squares, a draw splits them: 32–29 with three empties is 35–29, 31–31 with
    /// two is 32–32. The world championship's rule and that of every engine.
    #[default]
    EmptiesToWinner,
    /// The discs on the board, but a side without discs has lost 64–0.
    WipeOut64,
}

impl Convention {
    /// All conventions.
    pub const ALL: [Self; 3] = [Self::PlainCount, Self::EmptiesToWinner, Self::WipeOut64];

    /// The counts of a finished game from the discs on the board.
    ///
    /// ```
    /// use xsquare_engine::{ByColor, Convention};
    /// let discs = ByColor { black: 13, white: 0 };
    /// assert_eq!(Convention::PlainCount.count(discs), ByColor { black: 13, white: 0 });
    /// assert_eq!(Convention::WipeOut64.count(discs), ByColor { black: 64, white: 0 });
    /// ```
    pub fn count(self, discs: ByColor<u32>) -> ByColor<u32> {
        match self {
            Self::PlainCount => discs,
            Self::EmptiesToWinner => {
                let difference = DiscDiff::of_finished(discs.black, discs.white).discs();
                let black = (64 + difference).unsigned_abs() / 2;
                ByColor {
                    black,
                    white: 64 - black,
                }
            }
            Self::WipeOut64 => match (discs.black, discs.white) {
                (0, 1..) => ByColor {
                    black: 0,
                    white: 64,
                },
                (1.., 0) => ByColor {
                    black: 64,
                    white: 0,
                },
                _ => discs,
            },
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::PlainCount => "discs on the board",
            Self::EmptiesToWinner => "empties to the winner",
            Self::WipeOut64 => "discs on the board, wipe-out 64-0",
        })
    }
}

/// How a finished game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has more discs.
    Win(Color),
    /// Both have the same number.
    Draw,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conventions_follow_the_rule_books() {
        let count = |convention: Convention, black, white| {
            let counted = convention.count(ByColor { black, white });
            (counted.black, counted.white)
        };
        assert_eq!(count(Convention::PlainCount, 32, 29), (32, 29));
        assert_eq!(count(Convention::EmptiesToWinner, 32, 29), (35, 29));
        assert_eq!(count(Convention::EmptiesToWinner, 31, 31), (32, 32));
        assert_eq!(count(Convention::EmptiesToWinner, 13, 15), (13, 51));
        assert_eq!(count(Convention::EmptiesToWinner, 44, 8), (56, 8));
        assert_eq!(count(Convention::EmptiesToWinner, 0, 20), (0, 64));
        assert_eq!(count(Convention::WipeOut64, 0, 20), (0, 64));
        assert_eq!(count(Convention::WipeOut64, 32, 29), (32, 29));
    }

    #[test]
    fn every_convention_names_the_same_winner_and_scores_are_even() {
        for black in 0..=64_u32 {
            for white in 0..=64 - black {
                let score = DiscDiff::of_finished(black, white);
                assert_eq!(score.discs() % 2, 0);
                assert_eq!(score, -DiscDiff::of_finished(white, black));
                assert_eq!(score.discs().signum(), black.cmp(&white) as i32);
                for convention in Convention::ALL {
                    let counted = convention.count(ByColor { black, white });
                    assert_eq!(counted.black.cmp(&counted.white), black.cmp(&white));
                }
            }
        }
    }

    #[test]
    fn values_outside_the_board_are_refused() {
        assert_eq!(DiscDiff::new(65), None);
        assert_eq!(DiscDiff::new(-65), None);
        assert_eq!(DiscDiff::new(-64), Some(DiscDiff::MIN));
    }
}
