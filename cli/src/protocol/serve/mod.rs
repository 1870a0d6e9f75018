//! The answering side of a protocol: lines come in on one thread, searches run on another, and a third one, which alone
//! speaks, keeps the order.
//!
//! One search runs at a time. While it does, lines wait; those that end a search do so at once, or as soon as the search
//! has had a [`GRACE`], so that a session that is piped in as a whole still gets moves that were thought about.

mod brain;
mod lines;

pub(crate) use brain::{Brain, Job, Manner};
pub(crate) use lines::{Class, TooLong};

use crate::exit::ExitCode;
use crate::output;
use anyhow::Context;
use brain::Outcome;
use lines::Inbox;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use xsquare_search::{Analysis, Thinker};

/// A search that a command ends has had this long.
const GRACE: Duration = Duration::from_millis(50);

/// Whether the time of the other side is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pondering {
    /// It is.
    On,
    /// It is not.
    Off,
}

impl Pondering {
    /// `on` or `off`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        match text {
            "on" => Some(Self::On),
            "off" => Some(Self::Off),
            _ => None,
        }
    }
}

/// Whether something was told of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// Nothing.
    Nothing,
    /// Something.
    Something,
}

/// What a protocol makes of what happens.
pub(crate) trait Server {
    /// The conversation begins; most wait for the other side.
    ///
    /// # Errors
    /// If something is said and cannot be written.
    fn begin(&mut self, _brain: &mut Brain) -> io::Result<()> {
        Ok(())
    }

    /// A line came, and no search is running.
    ///
    /// # Errors
    /// If the answer cannot be written.
    fn line(
        &mut self,
        line: Result<&str, TooLong>,
        brain: &mut Brain,
    ) -> io::Result<ControlFlow<()>>;

    /// The running search has finished an iteration.
    ///
    /// # Errors
    /// If it cannot be told.
    fn progress(&mut self, analysis: &Analysis) -> io::Result<()>;

    /// The search that was started last is over, as far as it got in this time.
    ///
    /// # Errors
    /// If it cannot be told.
    fn found(&mut self, analysis: &Analysis, time: Duration, brain: &mut Brain) -> io::Result<()>;
}

/// Something that the speaking thread must know.
enum Event {
    /// A line waits, or the input is over.
    Input(Class),
    /// The search has news.
    Search(Outcome),
}

/// Answers until the other side says that it is enough, or is gone.
///
/// # Errors
/// If the system gives no threads, or an answer cannot be written.
pub(crate) fn serve(
    server: &mut impl Server,
    classify: fn(&str) -> Class,
    thinker: Box<dyn Thinker>,
) -> anyhow::Result<ExitCode> {
    let (post, events) = channel();
    let mut brain = Brain::new(thinker, post.clone()).context("cannot start the search")?;
    let mut inbox = Inbox::new(io::stdin(), classify, post).context("cannot read the input")?;
    server.begin(&mut brain)?;
    loop {
        while !brain.is_busy() {
            match inbox.next() {
                Some(Class::End) => return Ok(ExitCode::Success),
                Some(Class::Nothing) => {}
                Some(Class::Waits | Class::Ends) => {
                    brain.rest();
                    let line = inbox.line();
                    let line = line.as_deref().map_err(|too_long| *too_long);
                    if server.line(line, &mut brain)?.is_break() {
                        return Ok(ExitCode::Success);
                    }
                }
                None => break,
            }
        }
        let event = match brain.deadline(&inbox) {
            None => events.recv().map_err(RecvTimeoutError::from),
            Some(deadline) => {
                events.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            }
        };
        match event {
            Ok(Event::Input(class)) => inbox.note(class),
            Ok(Event::Search(Outcome::Progress(analysis))) => server.progress(&analysis)?,
            Ok(Event::Search(Outcome::Found(analysis))) => {
                let time = brain.finish(&inbox);
                server.found(&analysis, time, &mut brain)?;
            }
            Err(RecvTimeoutError::Timeout) => brain.stop(),
            // The search broke; the apology has been made.
            Ok(Event::Search(Outcome::Broken)) | Err(RecvTimeoutError::Disconnected) => {
                return Ok(ExitCode::Internal);
            }
        }
    }
}

/// Writes text and a line feed at once: the other side may be waiting for it.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn say(text: &str) -> io::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "{text}")?;
    out.flush()
}
