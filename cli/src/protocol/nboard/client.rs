//! The asking side of the NBoard protocol.
//!
//! The protocol has no answer to most commands; `ping` and `pong` are what keeps both sides in step.

use super::split_word;
use crate::protocol::fault::Fault;
use crate::protocol::program::{CommandLine, Program};
use crate::protocol::{Client, Heard, SERVICE, Terms, legal};
use std::io;
use std::time::{Duration, Instant};
use xsquare_engine::notation::{GgfClock, GgfDetail, GgfGame, write_ggf, write_ggf_turn};
use xsquare_engine::{ByColor, Game, Move};
use xsquare_search::TimeControl;

/// A program that speaks NBoard's protocol.
#[derive(Debug)]
pub(crate) struct NboardClient {
    program: Program,
    depth: u8,
    /// Number of the last ping; 0 before the program was greeted.
    pings: u32,
}

impl NboardClient {
    /// Starts the program, which will be told to search `depth` plies. It is asked nothing yet.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn start(command: &CommandLine, depth: u8) -> io::Result<Self> {
        Ok(Self {
            program: Program::start(command)?,
            depth,
            pings: 0,
        })
    }

    /// Waits for a line that begins with `word`; what is behind it.
    fn expect(
        &mut self,
        (command, word): (&str, &str),
        limit: Duration,
        terms: Terms<'_>,
    ) -> Result<String, Fault> {
        let deadline = Instant::now() + limit;
        loop {
            let line = self
                .program
                .receive((command, limit), deadline, terms.stop)?;
            let (first, rest) = split_word(&line.text);
            if first == word {
                return Ok(rest.to_owned());
            }
        }
    }

    /// Waits until the program has done everything so far.
    fn synchronise(&mut self, terms: Terms<'_>) -> Result<(), Fault> {
        self.pings += 1;
        let number = self.pings.to_string();
        let command = format!("ping {number}");
        self.program.send(&command)?;
        let deadline = Instant::now() + SERVICE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if self.expect((&command, "pong"), left, terms)? == number {
                return Ok(());
            }
        }
    }

    /// Tells of a turn and, in a game with clocks, of the time that it took.
    fn tell(&mut self, turn: Move, time: Duration, terms: Terms<'_>) -> Result<(), Fault> {
        let time = is_clocked(terms).then_some(time);
        let turn = write_ggf_turn(turn, GgfDetail::new(None, time));
        self.program.send(&format!("move {turn}"))
    }
}

impl Client for NboardClient {
    fn begin(&mut self, game: &Game, terms: Terms<'_>) -> Result<(), Fault> {
        if self.pings == 0 {
            self.program.send("nboard 2")?;
        }
        self.program.send(&format!("set depth {}", self.depth))?;
        let mut record = GgfGame::new(game.clone());
        "X-square".clone_into(&mut record.place);
        record.clocks = ByColor {
            black: terms.clocks.black.and_then(ggf_clock),
            white: terms.clocks.white.and_then(ggf_clock),
        };
        self.program
            .send(&format!("set game {}", write_ggf(&record)))?;
        self.synchronise(terms)
    }

    fn choose(&mut self, game: &Game, terms: Terms<'_>) -> Result<Move, Fault> {
        let start = Instant::now();
        self.program.send("go")?;
        let answer = self.expect(("go", "==="), terms.patience, terms)?;
        // Slashes before evaluation and time, or blanks, as Edax writes them.
        let turn = answer
            .split(|c: char| c == '/' || c.is_whitespace())
            .next()
            .unwrap_or_default();
        let turn = legal(turn, game)?;
        self.tell(turn, start.elapsed(), terms)?;
        Ok(turn)
    }

    fn observe(&mut self, heard: Heard, terms: Terms<'_>) -> Result<(), Fault> {
        self.tell(heard.turn, heard.time, terms)?;
        self.synchronise(terms)
    }

    fn log(&self) -> Vec<String> {
        self.program.log()
    }
}

/// Whether times mean something to the program.
fn is_clocked(terms: Terms<'_>) -> bool {
    let ByColor { black, white } = terms.clocks;
    black.and_then(ggf_clock).is_some() || white.and_then(ggf_clock).is_some()
}

/// GGF, in which the program is told of the game, has no word for periods: then it is only watched.
const fn ggf_clock(time: TimeControl) -> Option<GgfClock> {
    match time {
        TimeControl::PerGame { main, increment } => {
            let mut clock = GgfClock::sudden_death(main);
            clock.increment = increment;
            Some(clock)
        }
        TimeControl::Unlimited | TimeControl::PerMove(_) | TimeControl::ByoYomi { .. } => None,
    }
}
