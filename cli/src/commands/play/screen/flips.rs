//! Discs that turn over, briefly.

use std::time::Duration;
use xsquare_engine::{Bitboard, Color, Game, Move, Square};

/// How long after its neighbour a disc begins to turn.
const DELAY: Duration = Duration::from_millis(40);
/// How long it takes.
const TURNING: Duration = Duration::from_millis(120);
/// How often it has to be drawn.
pub(super) const FRAME: Duration = Duration::from_millis(40);

/// The discs that the last move turns over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flips {
    /// Where the new disc is.
    square: Square,
    /// What turns over.
    discs: Bitboard,
    /// The side that they belonged to.
    before: Color,
    /// How long it has been going on.
    elapsed: Duration,
}

/// What is to be seen of a disc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A disc.
    Disc(Color),
    /// The edge of one that is turning over.
    Edge,
}

impl Flips {
    /// What the last move of a game turns over; `None` if there is none. A pass behind it changes nothing.
    pub(super) fn of(game: &Game) -> Option<Self> {
        let turns = game.turns();
        let last = turns.iter().rposition(|turn| *turn != Move::Pass)?;
        let square = turns[last].square()?;
        let position = game.position_at(last)?;
        Some(Self {
            square,
            discs: position.board().flips(square),
            before: !position.side(),
            elapsed: Duration::ZERO,
        })
    }

    /// Time goes by. Returns whether it is over.
    pub(super) fn advance(&mut self, time: Duration) -> bool {
        self.elapsed += time;
        self.discs
            .into_iter()
            .all(|square| self.elapsed >= self.start(square) + TURNING)
    }

    fn start(&self, square: Square) -> Duration {
        let apart = |a: usize, b: usize| a.abs_diff(b);
        let columns = apart(square.column(), self.square.column());
        let rows = apart(square.row(), self.square.row());
        DELAY * u32::try_from(columns.max(rows) - 1).unwrap_or(0)
    }

    /// What is to be seen of a disc that will be of this colour.
    pub(super) fn shape(&self, square: Square, after: Color) -> Shape {
        if !self.discs.contains(square) {
            return Shape::Disc(after);
        }
        let start = self.start(square);
        if self.elapsed < start {
            Shape::Disc(self.before)
        } else if self.elapsed < start + TURNING {
            Shape::Edge
        } else {
            Shape::Disc(after)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::notation::parse_transcript;

    #[test]
    fn discs_turn_one_after_the_other_and_come_to_rest() {
        let game = parse_transcript("f5d6c3d3c4").unwrap().game;
        let mut flips = Flips::of(&game).unwrap();
        let position = *game.position();
        assert_eq!(flips.shape(Square::D4, Color::Black), Shape::Edge);
        let mut frames = 0;
        while !flips.advance(FRAME) {
            frames += 1;
            assert!(frames < 20);
        }
        for square in flips.discs {
            let color = position.disc(square).unwrap();
            assert_eq!(flips.shape(square, color), Shape::Disc(color));
        }
        assert_eq!(flips.before, Color::White);
        assert_eq!(Flips::of(&Game::new()), None);
    }
}
