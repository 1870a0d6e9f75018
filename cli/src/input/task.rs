//! A position to work on, wherever it comes from.

use super::Place;
use crate::games::between;
use crate::opening_names::{self, Opening};
use crate::output;
use xsquare_engine::notation::{GameRecord, Recognised};
use xsquare_engine::{DiscDiff, Game, Move, Position};

/// A position to work on.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    /// Where it was found.
    pub place: Place,
    /// The position.
    pub position: Position,
    /// The last move, where the input tells.
    pub last: Option<Move>,
    /// The moves that led to the position, where the input tells.
    pub game: Option<Game>,
    /// The comment behind an OBF line.
    pub label: Option<String>,
    /// The score that the input expects, seen by the side to move.
    pub expected: Option<DiscDiff>,
    /// The scores that the input expects of single moves.
    pub scores: Vec<(Move, DiscDiff)>,
}

impl Task {
    pub(super) fn new(recognised: Recognised, place: Place) -> Self {
        let mut task = Self {
            place,
            position: recognised.position(),
            last: None,
            game: None,
            label: None,
            expected: None,
            scores: Vec::new(),
        };
        match recognised {
            Recognised::Problem(problem) => {
                task.expected = problem.best_score();
                task.label = problem.label;
                task.scores = problem.scores;
            }
            Recognised::Transcript(transcript) => {
                task.last = transcript.game.turns().last().copied();
                task.game = Some(transcript.game);
            }
            _ => {}
        }
        task
    }

    /// The last position of a game of which nothing else is known.
    pub(crate) fn of_game(game: Game, place: Place) -> Self {
        Self {
            place,
            position: *game.position(),
            last: game.turns().last().copied(),
            label: None,
            expected: None,
            scores: Vec::new(),
            game: Some(game),
        }
    }

    /// The last position of a game.
    pub(super) fn of_record(record: GameRecord, place: Place) -> Self {
        Self {
            label: between(&record),
            expected: record.value,
            scores: record.scores,
            ..Self::of_game(record.game, place)
        }
    }

    /// The opening that the game passed through last or, where there is no game, the one that ends here.
    pub(crate) fn opening(&self) -> Option<&'static Opening> {
        match &self.game {
            Some(game) => opening_names::of_game(game),
            None => opening_names::of_position(&self.position),
        }
    }

    /// The score that the input expects of a move.
    pub(crate) fn expected_of(&self, turn: Move) -> Option<DiscDiff> {
        self.scores
            .iter()
            .find(|(listed, _)| *listed == turn)
            .map(|&(_, score)| score)
    }

    /// The label as a line of its own; nothing if there is none.
    pub(crate) fn heading(&self) -> String {
        let strong = output::style::STRONG;
        self.label.as_ref().map_or(String::new(), |label| {
            format!("{strong}{label}{strong:#}\n")
        })
    }

    /// What to call the position: its label, or its place in the input.
    pub(crate) fn name(&self) -> String {
        self.label.clone().unwrap_or_else(|| self.number())
    }

    /// The same in at most so many columns: what is too long is called by its place.
    pub(crate) fn name_within(&self, columns: usize) -> String {
        let label = self.label.as_ref();
        label
            .filter(|label| label.chars().count() <= columns)
            .cloned()
            .unwrap_or_else(|| self.number())
    }

    fn number(&self) -> String {
        match (self.place.game, self.place.line) {
            (Some(game), _) => format!("game {game}"),
            (None, Some(line)) => format!("line {line}"),
            (None, None) => format!("#{}", self.place.index),
        }
    }
}
