//! The program that is checked.

use crate::interrupt;
use crate::protocol::fault::Fault;
use crate::protocol::program::{CommandLine, Program};
use std::io;
use std::time::{Duration, Instant};

/// How long nothing may come where nothing is expected.
const QUIET: Duration = Duration::from_millis(100);

/// Why a check ends early.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The program breaks the rule: what it did.
    Fault(String),
    /// The rule is about something that the program does not have.
    Skipped(String),
    /// Ctrl-C.
    Stopped,
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Stopped => Self::Stopped,
            fault => Self::Fault(fault.to_string()),
        }
    }
}

/// The fault with this description.
pub(super) fn fault<T>(text: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Fault(text.into()))
}

/// A running program.
#[derive(Debug)]
pub(super) struct Peer {
    command: CommandLine,
    program: Program,
    /// How long it may take for an answer.
    pub(super) patience: Duration,
    /// The number given out last.
    number: u32,
}

impl Peer {
    /// Starts the program.
    ///
    /// # Errors
    /// If the system does not.
    pub(super) fn start(command: &CommandLine, patience: Duration) -> io::Result<Self> {
        Ok(Self {
            command: command.clone(),
            program: Program::start(command)?,
            patience,
            number: 0,
        })
    }

    /// Starts the program once more.
    ///
    /// # Errors
    /// If the system does not.
    pub(super) fn restart(&mut self) -> Result<(), Trouble> {
        match Program::start(&self.command) {
            Ok(program) => {
                self.program = program;
                Ok(())
            }
            Err(error) => fault(format!("cannot be started again: {error}")),
        }
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the program does not read any more.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Trouble> {
        Ok(self.program.send(line)?)
    }

    /// The next line, which `command` asked for.
    ///
    /// # Errors
    /// If there is none in time.
    pub(super) fn line(&mut self, command: &str) -> Result<String, Trouble> {
        let deadline = Instant::now() + self.patience;
        let limit = (command, self.patience);
        let line = self
            .program
            .receive(limit, deadline, interrupt::stop_flag())?;
        Ok(line.text)
    }

    /// The next line if it comes before the deadline.
    ///
    /// # Errors
    /// If no line will ever come.
    pub(super) fn line_before(
        &mut self,
        deadline: Instant,
        after: &str,
    ) -> Result<Option<String>, Trouble> {
        let limit = (after, self.patience);
        match self
            .program
            .receive(limit, deadline, interrupt::stop_flag())
        {
            Ok(line) => Ok(Some(line.text)),
            Err(Fault::Late { .. }) => Ok(None),
            Err(other) => Err(other.into()),
        }
    }

    /// Nothing must come now.
    ///
    /// # Errors
    /// If something does.
    pub(super) fn expect_silence(&mut self, after: &str) -> Result<(), Trouble> {
        match self.line_before(Instant::now() + QUIET, after)? {
            Some(line) => fault(format!("printed {line:?} after {after}")),
            None => Ok(()),
        }
    }

    /// A number that was not used before.
    pub(super) fn next_number(&mut self) -> u32 {
        self.number += 1;
        self.number
    }

    /// Closes the input of the program.
    pub(super) fn close(&mut self) {
        self.program.close();
    }

    /// The program must end by itself.
    ///
    /// # Errors
    /// If it does not, or says with its exit code that something is wrong.
    pub(super) fn expect_end(&mut self, after: &str) -> Result<(), Trouble> {
        match self.program.wait(self.patience) {
            None => fault(format!("did not end after {after}")),
            Some(status) if status.success() => Ok(()),
            Some(status) => fault(format!("ended after {after} with {status}")),
        }
    }

    /// The end of the conversation.
    pub(super) fn log(&self) -> Vec<String> {
        self.program.log()
    }
}
