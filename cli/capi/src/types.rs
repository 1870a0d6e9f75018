//! What crosses the border: numbers and structures that C knows.

use xsquare_engine::{Color, Move, Square};
use xsquare_search::{Analysis, Eval, Kind, LINE_CAPACITY, Selectivity, Solution};

/// The move that is a pass; squares are 0 (a1), 1 (b1) to 63 (h8), row by row from the top.
pub const XSQUARE_PASS: u8 = 64;

/// No move: the game is over.
pub const XSQUARE_NO_MOVE: u8 = 255;

/// The most moves a line has.
pub const XSQUARE_LINE_CAPACITY: usize = 128;

/// Bytes of a board as text: 64 cells, a blank, the side to move, a NUL.
pub const XSQUARE_BOARD_BYTES: usize = 67;

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub enum XsquareStatus {
    /// It did what was asked.
    Ok = 0,
    /// A pointer is NULL, a number out of its range, or a text not UTF-8.
    BadArgument = 1,
    /// The text is no position or no move; the message says what is wrong and where.
    BadText = 2,
    /// The rules forbid the move; the message says which rule, and what is legal.
    Illegal = 3,
    /// The system does not give the memory or the threads.
    NoResources = 4,
    /// A fault of the library. The engine can only be freed.
    Internal = 5,
}

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub enum XsquareSide {
    /// Black, `X`, who begins.
    Black = 0,
    /// White, `O`.
    White = 1,
}

impl From<Color> for XsquareSide {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// What a score says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub enum XsquareKind {
    /// Proved: the score with perfect play by both sides.
    Exact = 0,
    /// Proved: the score is at least this.
    Lower = 1,
    /// Proved: the score is at most this.
    Upper = 2,
    /// Searched to the end of the game but not completely; see `selectivity`.
    Selective = 3,
    /// An estimate.
    Heuristic = 4,
}

impl From<Kind> for XsquareKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Exact => Self::Exact,
            Kind::Lower => Self::Lower,
            Kind::Upper => Self::Upper,
            Kind::Selective(_) => Self::Selective,
            // The engine here has no book; a value from one is an estimate.
            Kind::Heuristic | Kind::Book => Self::Heuristic,
        }
    }
}

/// What a search found.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C)]
pub struct XsquareAnswer {
    /// The best move: a square 0..63, `XSQUARE_PASS`, or `XSQUARE_NO_MOVE` if the game is over or nothing is known.
    pub best: u8,
    /// What `score` says.
    pub kind: XsquareKind,
    /// The final difference in discs expected for the side to move, -64..64, empty squares going to the winner.
    pub score: f64,
    /// The least final difference that is proved, -64 if nothing is.
    pub lower: i32,
    /// The greatest final difference that is proved, 64 if nothing is.
    pub upper: i32,
    /// Plies searched; the number of empty squares if searched to the end of the game.
    pub depth: u32,
    /// The confidence of the search in percent; 100 if nothing was left out.
    pub selectivity: u32,
    /// Positions entered by all threads.
    pub nodes: u64,
    /// Wall-clock time in milliseconds.
    pub milliseconds: f64,
    /// Whether the search reached its aim; false if time or `xsquare_cancel` ended it before.
    pub complete: bool,
    /// Moves in `line`.
    pub line_length: u32,
    /// The expected line, the best move first, passes included.
    pub line: [u8; XSQUARE_LINE_CAPACITY],
}

impl XsquareAnswer {
    /// Of a search for a move.
    pub(crate) fn of_analysis(analysis: &Analysis) -> Self {
        let best = analysis.moves.first();
        let (score, kind) = match (best, analysis.finished) {
            (Some(best), _) => (best.score, best.kind),
            (None, Some(score)) => (score.into(), Kind::Exact),
            (None, None) => (Eval::default(), Kind::Heuristic),
        };
        let (lower, upper) = match kind {
            Kind::Exact => (score, score),
            Kind::Lower => (score, Eval::MAX),
            Kind::Upper => (Eval::MIN, score),
            Kind::Selective(_) | Kind::Heuristic | Kind::Book => (Eval::MIN, Eval::MAX),
        };
        let (line_length, line) = line_of(best.map_or(&[], |best| best.pv.as_slice()));
        Self {
            best: best.map_or(XSQUARE_NO_MOVE, |best| number(best.turn)),
            kind: kind.into(),
            score: score.discs(),
            lower: whole(lower),
            upper: whole(upper),
            depth: best.map_or(0, |best| best.depth.into()),
            selectivity: best.map_or(100, |best| best.selectivity.percent().into()),
            nodes: analysis.nodes,
            milliseconds: analysis.time.as_secs_f64() * 1e3,
            complete: analysis.complete,
            line_length,
            line,
        }
    }

    /// Of a proof.
    pub(crate) fn of_solution(solution: &Solution) -> Self {
        let selectivity = match solution.kind {
            Kind::Selective(selectivity) => selectivity,
            _ => Selectivity::Exact,
        };
        let depth = match solution.kind {
            Kind::Heuristic | Kind::Book => 0,
            _ => solution.board.empty_count(),
        };
        let (line_length, line) = line_of(&solution.pv);
        let best = solution.best.first().or(solution.pv.first());
        Self {
            best: best.map_or(XSQUARE_NO_MOVE, |&best| number(best)),
            kind: solution.kind.into(),
            score: solution.score.discs(),
            lower: solution.lower.discs(),
            upper: solution.upper.discs(),
            depth,
            selectivity: selectivity.percent().into(),
            nodes: solution.nodes,
            milliseconds: solution.time.as_secs_f64() * 1e3,
            complete: solution.complete,
            line_length,
            line,
        }
    }
}

/// A proved score in discs.
fn whole(score: Eval) -> i32 {
    score.units() / Eval::PER_DISC
}

/// A line in numbers, whole: there is room for any that the search has.
fn line_of(moves: &[Move]) -> (u32, [u8; XSQUARE_LINE_CAPACITY]) {
    const { assert!(LINE_CAPACITY <= XSQUARE_LINE_CAPACITY) };
    let mut line = [XSQUARE_NO_MOVE; XSQUARE_LINE_CAPACITY];
    let mut length = 0;
    for (place, &turn) in line.iter_mut().zip(moves) {
        *place = number(turn);
        length += 1;
    }
    (length, line)
}

/// The number of a move.
pub(crate) fn number(turn: Move) -> u8 {
    match turn {
        #[expect(clippy::cast_possible_truncation, reason = "64 squares")]
        Move::Place(square) => square.index() as u8,
        Move::Pass => XSQUARE_PASS,
    }
}

/// The move with this number.
pub(crate) fn move_of(number: u8) -> Option<Move> {
    match number {
        XSQUARE_PASS => Some(Move::Pass),
        _ => Square::ALL
            .get(usize::from(number))
            .map(|&square| square.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::Position;
    use xsquare_search::{Level, TableSize, Threads};

    #[test]
    fn numbers_and_moves_belong_together() {
        for value in 0..=u8::MAX {
            match move_of(value) {
                Some(turn) => assert_eq!(number(turn), value),
                None => assert!(value > XSQUARE_PASS),
            }
        }
        assert_eq!(move_of(37), Some(Square::F5.into()));
        assert_eq!(usize::from(XSQUARE_PASS), Square::ALL.len());
    }

    #[test]
    fn the_limits_that_the_header_names_are_those_of_the_search() {
        assert_eq!(Level::MAX.number(), 60);
        assert!(Threads::new(256).is_ok() && Threads::new(257).is_err());
        assert_eq!((whole(Eval::MIN), whole(Eval::MAX)), (-64, 64));
        assert_eq!(TableSize::DEFAULT.bytes(), 256 << 20);
        let text = Position::START.to_string();
        assert_eq!(text.len() + 1, XSQUARE_BOARD_BYTES);
    }
}
