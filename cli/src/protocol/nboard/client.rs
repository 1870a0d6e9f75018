//! The asking side of the NBoard protocol.
//!
//! The protocol has no answer to most commands; `ping` and `pong` are what keeps both sides in step.

use super::split_word;
use crate::protocol::fault::Fault;
use crate::protocol::program::{CommandLine, Program};
use crate::protocol::{Client, SERVICE, Terms, legal};
use std::io;
use std::time::{Duration, Instant};
use xsquare_engine::notation::{GgfDetail, GgfGame, write_ggf, write_ggf_turn};
use xsquare_engine::{Color, Game, Move};

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

    fn tell(&mut self, turn: Move) -> Result<(), Fault> {
        let turn = write_ggf_turn(turn, GgfDetail::default());
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
        self.program
            .send(&format!("set game {}", write_ggf(&record)))?;
        self.synchronise(terms)
    }

    fn choose(&mut self, game: &Game, terms: Terms<'_>) -> Result<Move, Fault> {
        self.program.send("go")?;
        let answer = self.expect(("go", "==="), terms.patience, terms)?;
        // Slashes before evaluation and time, or blanks, as Edax writes them.
        let turn = answer
            .split(|c: char| c == '/' || c.is_whitespace())
            .next()
            .unwrap_or_default();
        let turn = legal(turn, game)?;
        self.tell(turn)?;
        Ok(turn)
    }

    fn observe(&mut self, _side: Color, turn: Move, terms: Terms<'_>) -> Result<(), Fault> {
        self.tell(turn)?;
        self.synchronise(terms)
    }

    fn log(&self) -> Vec<String> {
        self.program.log()
    }
}
