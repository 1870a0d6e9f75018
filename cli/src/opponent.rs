//! Opponents that are weaker on purpose: `handicap=10`, `handicap=adaptive`, and the same in `play`.

use crate::messages::{ENGLISH, fill};
use crate::thinking;
use std::fmt;
use std::time::{Duration, SystemTime};
use xsquare_engine::Game;
use xsquare_search::{Adaptive, Control, Dial, Erring, Handicap, Thinker};

/// How weak an opponent is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// It gives away so many discs a game.
    Fixed(Dial),
    /// As many as the player before it.
    Adaptive,
}

/// An opponent that is weaker on purpose, through all games of a session.
#[derive(Debug, Clone)]
pub(crate) struct Opponent {
    handicap: Handicap,
    adaptive: Option<Adaptive>,
    /// The game as far as it has looked at it.
    watched: Game,
}

/// More turns than this since its last move were pasted, not played.
const PLAYED: usize = 4;

impl Opponent {
    /// An opponent; `seed` chooses among its errors.
    pub(crate) fn new(manner: Manner, seed: u64) -> Self {
        let adaptive = match manner {
            Manner::Fixed(_) => None,
            Manner::Adaptive => Some(Adaptive::new()),
        };
        let dial = match (manner, &adaptive) {
            (Manner::Fixed(dial), _) => dial,
            (Manner::Adaptive, adaptive) => adaptive.clone().unwrap_or_default().dial(),
        };
        Self {
            handicap: Handicap::new(dial, seed),
            adaptive,
            watched: Game::new(),
        }
    }

    /// Begins another game; what was played in it so far is nobody's. A game that has nothing in common with the last one
    /// is recognised as another one without this.
    pub(crate) fn begin(&mut self, game: &Game) {
        self.handicap.begin();
        self.watched = game.clone();
    }

    /// What it gives away a game at present.
    #[cfg(test)]
    pub(crate) const fn dial(&self) -> Dial {
        self.handicap.dial()
    }

    /// Its move; `None` if the search was stopped before it knew one. If it adapts, it judges first what the player has
    /// played since its last move.
    pub(crate) fn choose(
        &mut self,
        game: &Game,
        time: Option<Duration>,
        thinker: &mut dyn Thinker,
        control: Control<'_>,
    ) -> Option<Erring> {
        self.watch(game, thinker, control);
        let board = game.position().board();
        self.handicap.choose(board, time, thinker, control)
    }

    fn watch(&mut self, game: &Game, thinker: &mut dyn Thinker, control: Control<'_>) {
        let turns = game.turns();
        let before = std::mem::replace(&mut self.watched, game.clone());
        let from = common(&before, game);
        if from == 0 {
            self.handicap.begin();
        }
        let Some(adaptive) = &mut self.adaptive else {
            return;
        };
        let silent = Control {
            stop: control.stop,
            ..thinking::quiet()
        };
        let own = game.position().side();
        let is_played = turns.len() - from <= PLAYED;
        for index in (from..turns.len()).filter(|_| is_played) {
            match game.position_at(index) {
                Some(before) if before.side() != own && turns[index].square().is_some() => {
                    adaptive.watch(before.board(), turns[index], thinker, silent);
                }
                _ => {}
            }
        }
        self.handicap.set_dial(adaptive.dial());
    }
}

/// How many turns two games have in common.
fn common(one: &Game, other: &Game) -> usize {
    if one.start() != other.start() {
        return 0;
    }
    let turns = one.turns().iter().zip(other.turns());
    turns.take_while(|(one, other)| one == other).count()
}

/// A seed that is another one each time: the clock chooses.
pub(crate) fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    #[expect(clippy::cast_possible_truncation, reason = "any number will do")]
    let seed = now.map_or(0, |time| time.as_nanos() as u64);
    seed
}

/// `--handicap`: 2 to 40.
///
/// # Errors
/// If it is none, with what would be accepted.
pub(crate) fn parse_dial(text: &str) -> Result<Dial, String> {
    let number = text.parse().ok();
    number
        .and_then(Dial::new)
        .ok_or_else(|| "expected 2 to 40: the discs given away a game".to_owned())
}

/// `handicap=`: 2 to 40, or `adaptive`.
///
/// # Errors
/// If it is none, with what would be accepted.
pub(crate) fn parse_manner(text: &str) -> Result<Manner, String> {
    if text == "adaptive" {
        return Ok(Manner::Adaptive);
    }
    match parse_dial(text) {
        Ok(dial) => Ok(Manner::Fixed(dial)),
        Err(expected) => Err(format!("{expected}, or adaptive")),
    }
}

impl fmt::Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(dial) => {
                let discs = dial.to_string();
                f.pad(&fill(ENGLISH.play.handicap, &[("discs", &discs)]))
            }
            Self::Adaptive => f.pad(ENGLISH.play.adaptive),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::notation::parse_transcript;
    use xsquare_search::eval::Patterns;
    use xsquare_search::{Config, Searcher, StopFlag, TableSize, Threads};

    fn game(moves: &str) -> Game {
        parse_transcript(moves).unwrap().game
    }

    #[test]
    fn games_have_turns_in_common() {
        assert_eq!(common(&game("f5d6c3"), &game("f5d6c4")), 2);
        assert_eq!(common(&game("f5d6"), &game("f5d6c4")), 2);
        assert_eq!(common(&game("f5d6"), &game("d3")), 0);
        let elsewhere = Game::from_position(*game("f5d6").position());
        assert_eq!(common(&elsewhere, &game("f5d6")), 0);
    }

    #[test]
    fn an_adaptive_opponent_learns_from_what_is_played_and_not_from_what_is_pasted() {
        let config = Config {
            threads: Threads::ONE,
            table: TableSize::MIN,
        };
        let mut thinker = Searcher::new(Patterns::default(), config).unwrap();
        let stop = StopFlag::new();
        let control = Control {
            stop: &stop,
            progress: &|_| {},
        };
        let mut opponent = Opponent::new(Manner::Adaptive, 1);
        let first = opponent.adaptive.clone();
        opponent.watch(&game("f5d6c3d3c4f4"), &mut thinker, control);
        assert_eq!(opponent.adaptive, first);
        opponent.watch(&game("f5d6c3d3c4f4f6f3"), &mut thinker, control);
        let second = opponent.adaptive.clone();
        assert_ne!(second, first);
        // Taken back, and the same move once more.
        opponent.watch(&game("f5d6c3d3c4f4f6"), &mut thinker, control);
        opponent.watch(&game("f5d6c3d3c4f4f6f3"), &mut thinker, control);
        assert_eq!(opponent.dial(), opponent.adaptive.as_ref().unwrap().dial());
    }

    #[test]
    fn manners_are_read_and_told() {
        assert_eq!(parse_manner("adaptive"), Ok(Manner::Adaptive));
        assert_eq!(
            parse_manner("12")
                .map(|manner| manner.to_string())
                .as_deref(),
            Ok("handicap 12")
        );
        for wrong in ["1", "41", "x", ""] {
            assert!(
                parse_manner(wrong).unwrap_err().contains("2 to 40"),
                "{wrong}"
            );
        }
    }
}
