//! An engine: a game, a searcher and a flag that stops it. Nothing here is unsafe.

use crate::fault::Fault;
use crate::types::{XsquareAnswer, move_of};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;
use xsquare_engine::notation::recognise;
use xsquare_engine::{Game, Move, Position};
use xsquare_search::eval::Patterns;
use xsquare_search::{
    Config, Control, Level, Limits, Question, Scope, Searcher, SolveRequest, StopFlag, TableSize,
    Target, Threads,
};

/// An engine with a game, threads and a table of its own.
///
/// Any thread may call it. Calls that come while another one is at work wait for it, but `xsquare_cancel` does not.
#[derive(Debug)]
pub struct XsquareEngine {
    state: Mutex<State>,
    stop: StopFlag,
}

#[derive(Debug)]
struct State {
    game: Game,
    searcher: Searcher<Patterns>,
}

impl XsquareEngine {
    /// An engine at the starting position; zeros stand for what the machine has and for the usual table.
    pub(crate) fn new(threads: u32, table_mib: u32) -> Result<Self, Fault> {
        let config = Config {
            threads: match threads {
                0 => Threads::available(),
                // More than fits is refused like all that is too much.
                _ => Threads::new(usize::try_from(threads).unwrap_or(usize::MAX))?,
            },
            table: match table_mib {
                0 => TableSize::DEFAULT,
                _ => TableSize::from_bytes(u64::from(table_mib) << 20)?,
            },
        };
        Ok(Self {
            state: Mutex::new(State {
                game: Game::new(),
                searcher: Searcher::new(Patterns::default(), config)?,
            }),
            stop: StopFlag::new(),
        })
    }

    /// The state, when no other call is at work with it.
    fn lock(&self) -> Result<MutexGuard<'_, State>, Fault> {
        self.state
            .lock()
            .map_err(|_poisoned| Fault::internal("an earlier call failed inside the library"))
    }

    /// Begins a game from the position that `text` describes; returns what is odd about the text.
    pub(crate) fn set_position(&self, text: &str) -> Result<String, Fault> {
        let recognised = recognise(text, None)?;
        let notes: Vec<String> = recognised.notes().iter().map(ToString::to_string).collect();
        self.lock()?.game = match recognised {
            xsquare_engine::notation::Recognised::Transcript(transcript) => transcript.game,
            other => Game::from_position(other.position()),
        };
        Ok(notes.join("; "))
    }

    /// The position on the board.
    pub(crate) fn position(&self) -> Result<Position, Fault> {
        Ok(*self.lock()?.game.position())
    }

    /// The turns that the rules allow: squares, or a pass, or nothing at the end of the game.
    pub(crate) fn legal_moves(&self) -> Result<Vec<Move>, Fault> {
        let position = self.position()?;
        Ok(if position.must_pass() {
            vec![Move::Pass]
        } else {
            position.legal_moves().into_iter().map(Move::from).collect()
        })
    }

    /// Plays a turn.
    pub(crate) fn play(&self, number: u8) -> Result<(), Fault> {
        let turn = move_of(number).ok_or_else(|| {
            Fault::argument(format!(
                "{number} is no move; expected 0 to 63 or 64 for a pass"
            ))
        })?;
        Ok(self.lock()?.game.play(turn)?)
    }

    /// Takes a turn back; returns it.
    pub(crate) fn undo(&self) -> Result<Option<Move>, Fault> {
        Ok(self.lock()?.game.undo())
    }

    /// The best move by a search of this level.
    pub(crate) fn best_at_level(&self, level: u32) -> Result<XsquareAnswer, Fault> {
        let level = u8::try_from(level).ok().and_then(Level::new);
        let level = level.ok_or_else(|| Fault::argument("levels go from 0 to 60"))?;
        self.best(&Limits::target(Target::Level(level)))
    }

    /// The best move that can be found in so much time.
    pub(crate) fn best_in(&self, milliseconds: u32) -> Result<XsquareAnswer, Fault> {
        if milliseconds == 0 {
            return Err(Fault::argument("no time to search in; at least 1 ms"));
        }
        self.best(&Limits {
            time: time(milliseconds),
            ..Limits::target(Target::Deepest)
        })
    }

    fn best(&self, limits: &Limits) -> Result<XsquareAnswer, Fault> {
        let mut state = self.lock()?;
        let board = state.game.position().board();
        let analysis = state.searcher.analyse(board, 1, limits, self.control());
        Ok(XsquareAnswer::of_analysis(&analysis))
    }

    /// The exact score, or what is proved of it in so much time; 0 is as long as it takes.
    pub(crate) fn solve(&self, milliseconds: u32) -> Result<XsquareAnswer, Fault> {
        let mut state = self.lock()?;
        let request = SolveRequest {
            question: Question::Score,
            scope: Scope::Best,
            limits: Limits {
                time: time(milliseconds),
                ..Limits::target(Target::Deepest)
            },
        };
        let board = state.game.position().board();
        let solution = state.searcher.solve(board, &request, self.control());
        Ok(XsquareAnswer::of_solution(&solution))
    }

    fn control(&self) -> Control<'_> {
        Control {
            stop: &self.stop,
            progress: &|_| {},
        }
    }

    /// Ends the search that is going on, and each one after it.
    pub(crate) fn cancel(&self) {
        self.stop.stop();
    }

    /// Lets searches run again.
    pub(crate) fn rearm(&self) {
        self.stop.clear();
    }
}

/// A limit; 0 is none.
fn time(milliseconds: u32) -> Option<Duration> {
    (milliseconds > 0).then(|| Duration::from_millis(milliseconds.into()))
}
