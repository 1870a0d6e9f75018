//! The asking side of GTP.
//!
//! Commands carry no number, because programs differ in how they repeat it. Programs that print before they answer are
//! suffered: only a line that begins with `=` or `?` is an answer.

use super::{letter, vertex};
use crate::protocol::fault::Fault;
use crate::protocol::program::{CommandLine, Program};
use crate::protocol::{Client, SERVICE, Terms, legal};
use std::io;
use std::time::{Duration, Instant};
use xsquare_engine::{Color, Game, Move};

/// A program that speaks GTP.
#[derive(Debug)]
pub(crate) struct GtpClient {
    program: Program,
}

impl GtpClient {
    /// Starts the program. It is asked nothing yet.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn start(command: &CommandLine) -> io::Result<Self> {
        Ok(Self {
            program: Program::start(command)?,
        })
    }

    /// Sends a command and waits for its answer: the text behind the mark.
    fn ask(&mut self, command: &str, limit: Duration, terms: Terms<'_>) -> Result<String, Fault> {
        self.program.send(command)?;
        let deadline = Instant::now() + limit;
        let next = |program: &mut Program| {
            let line = program.receive((command, limit), deadline, terms.stop)?;
            Ok(line.text.trim().to_owned())
        };
        let mut line = next(&mut self.program)?;
        while !line.starts_with(['=', '?']) {
            line = next(&mut self.program)?;
        }
        let is_error = line.starts_with('?');
        let mut answer = line[1..]
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .trim()
            .to_owned();
        loop {
            let line = next(&mut self.program)?;
            if line.is_empty() {
                break;
            }
            answer.push('\n');
            answer.push_str(&line);
        }
        if is_error {
            Err(Fault::Refused {
                command: command.to_owned(),
                answer,
            })
        } else {
            Ok(answer)
        }
    }

    fn play(&mut self, side: Color, turn: Move, terms: Terms<'_>) -> Result<(), Fault> {
        let command = format!("play {} {}", letter(side), vertex(turn));
        self.ask(&command, SERVICE, terms).map(|_| ())
    }
}

impl Client for GtpClient {
    fn begin(&mut self, game: &Game, terms: Terms<'_>) -> Result<(), Fault> {
        // Also settles on the board; programs that know one size only may refuse the word.
        match self.ask("boardsize 8", SERVICE, terms) {
            Err(Fault::Refused { .. }) | Ok(_) => {}
            Err(fault) => return Err(fault),
        }
        self.ask("clear_board", SERVICE, terms)?;
        if let Some(seconds) = whole_seconds(terms.time) {
            // One move in each period. A program without clocks refuses and is only watched.
            let command = format!("time_settings 0 {seconds} 1");
            match self.ask(&command, SERVICE, terms) {
                Err(Fault::Refused { .. }) | Ok(_) => {}
                Err(fault) => return Err(fault),
            }
        }
        let mut side = game.start().side();
        for &turn in game.turns() {
            self.play(side, turn, terms)?;
            side = !side;
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game, terms: Terms<'_>) -> Result<Move, Fault> {
        let command = format!("genmove {}", letter(game.position().side()));
        let answer = self.ask(&command, terms.patience, terms)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Fault::Resigned);
        }
        legal(&answer, game)
    }

    fn observe(&mut self, side: Color, turn: Move, terms: Terms<'_>) -> Result<(), Fault> {
        self.play(side, turn, terms)
    }

    fn log(&self) -> Vec<String> {
        self.program.log()
    }
}

/// GTP knows whole seconds only; a time that is none is not told.
fn whole_seconds(time: Option<Duration>) -> Option<u64> {
    time.filter(|time| time.subsec_nanos() == 0)
        .map(|time| time.as_secs())
}
