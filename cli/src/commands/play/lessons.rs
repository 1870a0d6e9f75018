//! `--first-game`: what happens on the board is pointed out as it happens.

use super::event::Event;
use crate::messages::{Lessons as Texts, fill, side_name};
use crate::output::text;
use xsquare_engine::{Game, Move, Position};

/// Follows a game turn by turn.
#[derive(Debug)]
pub(super) struct Lessons {
    texts: &'static Texts,
    /// How many turns have been talked about.
    seen: usize,
    /// How many lessons have been given on the moves that a side has.
    choices: usize,
}

/// More turns than this at a time are not talked about.
const TURNS: usize = 4;
/// The moves of a side are explained this often; then they are only marked.
const CHOICES: usize = 3;

impl Lessons {
    /// Lessons about a game from here on.
    pub(super) fn new(texts: &'static Texts, game: &Game) -> Self {
        Self {
            texts,
            seen: game.turns().len(),
            choices: 0,
        }
    }

    /// Adds what is to be learned to the events of a turn: before the board, if it is shown.
    pub(super) fn join(&mut self, game: &Game, mut events: Vec<Event>) -> Vec<Event> {
        let turns = game.turns();
        // Moves that were taken back are talked about again, but not those of a game that was pasted or read.
        let from = match turns.len().saturating_sub(self.seen) {
            0..=TURNS => self.seen.min(turns.len()),
            _ => turns.len(),
        };
        let mut texts: Vec<String> = (from..turns.len())
            .filter_map(|index| Some(self.turn(game.position_at(index)?, turns[index])))
            .collect();
        self.seen = turns.len();
        let board = events
            .iter()
            .position(|event| matches!(event, Event::Board(_)));
        if board.is_some() && !game.is_over() && self.choices < CHOICES {
            self.choices += 1;
            texts.push(self.choice(game.position()));
        }
        let at = board.unwrap_or(events.len());
        events.splice(at..at, texts.into_iter().map(Event::Told));
        events
    }

    fn turn(&self, position: &Position, turn: Move) -> String {
        let side = side_name(position.side());
        let opponent = side_name(!position.side());
        let Some(square) = turn.square() else {
            let values = [("side", side), ("opponent", opponent)];
            return fill(self.texts.pass, &values);
        };
        let discs = position.board().flips(square);
        fill(
            self.texts.flips,
            &[
                ("side", side),
                ("opponent", opponent),
                ("square", &square.to_string()),
                ("count", &discs.len().to_string()),
                ("discs", &text::squares(discs)),
            ],
        )
    }

    fn choice(&self, position: &Position) -> String {
        fill(
            self.texts.choice,
            &[
                ("side", side_name(position.side())),
                ("opponent", side_name(!position.side())),
                ("squares", &text::squares(position.legal_moves())),
            ],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::ENGLISH;
    use xsquare_engine::Square;

    fn told(events: &[Event]) -> Vec<&str> {
        events
            .iter()
            .filter_map(|event| match event {
                Event::Told(text) => Some(text.as_str()),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn flips_and_passes_are_told_once() {
        let mut game = Game::new();
        let mut lessons = Lessons::new(&ENGLISH.lessons, &game);
        assert!(lessons.join(&game, Vec::new()).is_empty());
        game.play(Square::F5.into()).unwrap();
        let events = lessons.join(&game, vec![Event::Help]);
        assert_eq!(
            told(&events),
            [
                "Black places a disc on f5; White's discs between it and other discs of Black turn over, 1 in all: e5."
            ]
        );
        assert!(told(&lessons.join(&game, vec![Event::Help])).is_empty());
        game.undo();
        assert!(told(&lessons.join(&game, Vec::new())).is_empty());
        game.redo();
        assert_eq!(told(&lessons.join(&game, Vec::new())).len(), 1);
    }

    #[test]
    fn a_pass_says_why() {
        let text = "c4c3f5b4a4a5c2a3";
        let mut game = xsquare_engine::notation::parse_transcript(text)
            .unwrap()
            .game;
        let mut lessons = Lessons::new(&ENGLISH.lessons, &game);
        game.pass_if_forced();
        let events = lessons.join(&game, Vec::new());
        let text = told(&events).join("");
        assert!(
            text.starts_with("Black has no square on which a disc would turn any over"),
            "{text}"
        );
    }
}
