//! Results as records state them, compared with what the board says.

use crate::color::{ByColor, Color};
use crate::position::Position;
use crate::score::{Convention, DiscDiff, Outcome};
use std::fmt;

/// A result by the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatedResult {
    /// Who won, and by how much.
    pub score: StatedScore,
    /// How it came about.
    pub ending: Ending,
}

/// Who won, and by how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatedScore {
    /// Only the winner is told.
    Winner(Outcome),
    /// Black's discs minus White's.
    Difference(DiscDiff),
    /// The discs of both sides.
    Discs(ByColor<u32>),
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ending {
    /// Neither side could move, as far as the record tells.
    #[default]
    Played,
    /// One side gave up.
    Resigned,
    /// One side ran out of time.
    TimedOut,
    /// One side lost by breaking a rule.
    Forfeited,
    /// Both sides agreed on the score.
    Agreed,
}

impl Ending {
    /// All endings.
    pub const ALL: [Self; 5] = [
        Self::Played,
        Self::Resigned,
        Self::TimedOut,
        Self::Forfeited,
        Self::Agreed,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Resigned => "resigned",
            Self::TimedOut => "time",
            Self::Forfeited => "forfeit",
            Self::Agreed => "agreed",
        }
    }
}

/// How a stated result compares with the last position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreCheck {
    /// The game stops before its end, so the result is somebody's judgement.
    Unfinished,
    /// Only a winner is stated, and it is the winner on the board.
    WinnerAgrees,
    /// These ways of counting give the stated score, in the order of [`Convention::ALL`].
    Agrees([bool; 3]),
    /// It is the result with the colours exchanged.
    Reversed,
    /// No way of counting gives the stated score.
    Differs,
}

impl ScoreCheck {
    /// Whether the stated result is that of the board under some way of counting.
    pub const fn agrees(self) -> bool {
        matches!(self, Self::WinnerAgrees | Self::Agrees(_))
    }
}

impl StatedResult {
    /// The result of a game that was played to its end.
    pub const fn played(score: StatedScore) -> Self {
        Self {
            score,
            ending: Ending::Played,
        }
    }

    /// Black's difference, empties to the winner, as far as it is stated.
    pub fn difference(self) -> Option<DiscDiff> {
        match self.score {
            StatedScore::Winner(Outcome::Draw) => Some(DiscDiff::DRAW),
            StatedScore::Winner(Outcome::Win(_)) => None,
            StatedScore::Difference(difference) => Some(difference),
            StatedScore::Discs(discs) => Some(DiscDiff::of_finished(discs.black, discs.white)),
        }
    }

    /// Who won.
    pub fn outcome(self) -> Outcome {
        let difference = match self.score {
            StatedScore::Winner(outcome) => return outcome,
            StatedScore::Difference(difference) => difference.discs(),
            StatedScore::Discs(discs) => DiscDiff::of_finished(discs.black, discs.white).discs(),
        };
        match difference {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Color::Black),
            _ => Outcome::Win(Color::White),
        }
    }

    /// Compares the result with the last position of its game.
    pub fn check(self, end: &Position) -> ScoreCheck {
        let Some(outcome) = end.outcome() else {
            return ScoreCheck::Unfinished;
        };
        let counts = Convention::ALL.map(|convention| convention.count(end.counts()));
        let agree = counts.map(|counted| self.is(counted));
        let flipped = counts.map(|counted| {
            self.is(ByColor {
                black: counted.white,
                white: counted.black,
            })
        });
        match self.score {
            StatedScore::Winner(stated) if stated == outcome => ScoreCheck::WinnerAgrees,
            StatedScore::Winner(Outcome::Win(_)) if outcome != Outcome::Draw => {
                ScoreCheck::Reversed
            }
            _ if agree.contains(&true) => ScoreCheck::Agrees(agree),
            _ if flipped.contains(&true) => ScoreCheck::Reversed,
            _ => ScoreCheck::Differs,
        }
    }

    /// Whether the stated score is this count.
    fn is(self, counted: ByColor<u32>) -> bool {
        match self.score {
            StatedScore::Winner(_) => false,
            StatedScore::Discs(discs) => discs == counted,
            StatedScore::Difference(difference) => {
                counted.black.checked_signed_diff(counted.white) == Some(difference.discs())
            }
        }
    }
}

/// `33-31`, `+2`, `White wins`, with the ending if it is unusual: `+64, resigned`.
impl fmt::Display for StatedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            StatedScore::Winner(Outcome::Draw) => f.write_str("a draw")?,
            StatedScore::Winner(Outcome::Win(side)) => write!(f, "{side} wins")?,
            StatedScore::Difference(difference) => write!(f, "{difference} for Black")?,
            StatedScore::Discs(discs) => write!(f, "{}-{}", discs.black, discs.white)?,
        }
        match self.ending {
            Ending::Played => Ok(()),
            ending => write!(f, ", {}", ending.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_transcript;

    /// Black wins 13-0.
    const WIPE_OUT: &str = "f5d6c5f6e7f4g5e6e3";

    fn check(score: StatedScore, moves: &str) -> ScoreCheck {
        let game = parse_transcript(moves).unwrap().game;
        StatedResult::played(score).check(game.position())
    }

    fn discs(black: u32, white: u32) -> StatedScore {
        StatedScore::Discs(ByColor { black, white })
    }

    fn difference(discs: i32) -> StatedScore {
        StatedScore::Difference(DiscDiff::new(discs).unwrap())
    }

    #[test]
    fn a_wipe_out_is_counted_in_three_ways() {
        let agrees = |plain, winner, wipe| ScoreCheck::Agrees([plain, winner, wipe]);
        assert_eq!(check(discs(13, 0), WIPE_OUT), agrees(true, false, false));
        assert_eq!(check(discs(64, 0), WIPE_OUT), agrees(false, true, true));
        assert_eq!(check(difference(64), WIPE_OUT), agrees(false, true, true));
        assert_eq!(check(difference(13), WIPE_OUT), agrees(true, false, false));
        assert_eq!(check(difference(-64), WIPE_OUT), ScoreCheck::Reversed);
        assert_eq!(check(discs(40, 24), WIPE_OUT), ScoreCheck::Differs);
    }

    #[test]
    fn winners_alone_are_compared() {
        let winner = |side| StatedScore::Winner(Outcome::Win(side));
        assert_eq!(
            check(winner(Color::Black), WIPE_OUT),
            ScoreCheck::WinnerAgrees
        );
        assert_eq!(check(winner(Color::White), WIPE_OUT), ScoreCheck::Reversed);
        let draw = StatedScore::Winner(Outcome::Draw);
        assert_eq!(check(draw, WIPE_OUT), ScoreCheck::Differs);
        assert_eq!(check(draw, "f5d6"), ScoreCheck::Unfinished);
    }
}
