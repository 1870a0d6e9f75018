//! The asking side of GTP.
//!
//! Commands carry no number, because programs differ in how they repeat it. Programs that print before they answer are
//! suffered: only a line that begins with `=` or `?` is an answer.

use super::{letter, vertex};
use crate::protocol::fault::Fault;
use crate::protocol::program::{CommandLine, Program};
use crate::protocol::{Client, Heard, SERVICE, Terms, legal};
use std::io;
use std::time::{Duration, Instant};
use xsquare_engine::{Color, Game, Move};
use xsquare_search::TimeControl;

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

    /// Sends a command that the program may refuse.
    fn offer(&mut self, command: &str, terms: Terms<'_>) -> Result<(), Fault> {
        match self.ask(command, SERVICE, terms) {
            Err(Fault::Refused { .. }) | Ok(_) => Ok(()),
            Err(fault) => Err(fault),
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
        self.offer("boardsize 8", terms)?;
        self.ask("clear_board", SERVICE, terms)?;
        if let Some(settings) = terms.time.and_then(time_settings) {
            // A program without clocks refuses and is only watched.
            self.offer(&settings, terms)?;
        }
        let mut side = game.start().side();
        for &turn in game.turns() {
            self.play(side, turn, terms)?;
            side = !side;
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game, terms: Terms<'_>) -> Result<Move, Fault> {
        let side = letter(game.position().side());
        if let Some(clock) = terms.clock
            && let Some(left) = clock.left()
        {
            let command = format!("time_left {side} {} {}", left.as_secs(), clock.stones());
            self.offer(&command, terms)?;
        }
        let command = format!("genmove {side}");
        let answer = self.ask(&command, terms.patience, terms)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Fault::Resigned);
        }
        legal(&answer, game)
    }

    fn observe(&mut self, heard: Heard, terms: Terms<'_>) -> Result<(), Fault> {
        self.play(heard.side, heard.turn, terms)
    }

    fn log(&self) -> Vec<String> {
        self.program.log()
    }
}

/// Whether a program can be told how much time it has: no fraction of a second can.
pub(crate) fn can_tell(time: TimeControl) -> bool {
    time_settings(time).is_some()
}

/// GTP knows whole seconds only: the program is told no more than it has, and nothing if that would be no time at all. It
/// knows no increments either; what they add is told before each move.
fn time_settings(time: TimeControl) -> Option<String> {
    let whole = |time: Duration| (time.as_secs() > 0).then_some(time.as_secs());
    match time {
        TimeControl::Unlimited => None,
        // One move in each period.
        TimeControl::PerMove(time) => Some(format!("time_settings 0 {} 1", whole(time)?)),
        TimeControl::PerGame { main, .. } => {
            let main = main.as_secs();
            // Zero would mean that there is no time at all.
            (main > 0).then(|| format!("time_settings {main} 0 0"))
        }
        TimeControl::ByoYomi {
            main,
            period,
            stones,
        } => Some(format!(
            "time_settings {} {} {stones}",
            main.as_secs(),
            whole(period)?
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_as_far_as_the_protocol_goes() {
        let seconds = Duration::from_secs;
        let half = Duration::from_millis(500);
        let game = |main| TimeControl::PerGame {
            main,
            increment: seconds(3),
        };
        let periods = |main, period| TimeControl::ByoYomi {
            main,
            period,
            stones: 5,
        };
        for (time, command) in [
            (
                TimeControl::PerMove(seconds(2)),
                Some("time_settings 0 2 1"),
            ),
            (TimeControl::PerMove(half), None),
            (game(seconds(300) + half), Some("time_settings 300 0 0")),
            (game(half), None),
            (
                periods(seconds(60), seconds(10)),
                Some("time_settings 60 10 5"),
            ),
            (periods(seconds(60), half), None),
            (TimeControl::Unlimited, None),
        ] {
            assert_eq!(time_settings(time).as_deref(), command);
        }
    }
}
