//! The positions of an input in a row, and what becomes of those that cannot be read.

use crate::args::PositionArgs;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::input::{Failure, Inputs, Task, name_of};
use crate::output::{self, json};
use anyhow::bail;
use serde::Serialize;
use std::collections::VecDeque;
use std::path::Path;

/// Hands out positions one by one, reports bad lines on the way and counts them.
pub(crate) struct Batch {
    inputs: Inputs,
    /// Read ahead.
    queue: VecDeque<Result<Task, Failure>>,
    format: Format,
    /// What the input is called in messages.
    name: String,
    tasks: usize,
    failures: usize,
}

impl Batch {
    /// The positions that the arguments name. Files and standard input are read as positions are asked for, and a bad
    /// line does not spoil the others; arguments are all there, so a bad one refuses them all.
    ///
    /// # Errors
    /// If an argument is no position, or nothing can be read.
    pub(crate) fn new(args: &PositionArgs, settings: &Settings) -> anyhow::Result<Self> {
        let mut batch = Self {
            inputs: Inputs::new(args, settings)?,
            queue: VecDeque::new(),
            format: settings.format,
            name: describe(args),
            tasks: 0,
            failures: 0,
        };
        if !args.is_batch() {
            batch.refuse_failures()?;
        }
        Ok(batch)
    }

    /// Reads the whole input and refuses it if any of it is no position.
    ///
    /// # Errors
    /// The last failure; those before it are reported.
    pub(crate) fn refuse_failures(&mut self) -> anyhow::Result<()> {
        self.read_ahead();
        let mut last = None;
        for failure in std::mem::take(&mut self.queue) {
            match failure {
                Ok(task) => self.queue.push_back(Ok(task)),
                Err(failure) => {
                    if let Some(earlier) = last.replace(failure) {
                        output::complain(&earlier);
                    }
                }
            }
        }
        last.map_or(Ok(()), |failure| Err(failure.into()))
    }

    /// Reads the whole input and tells how many positions it has, bad ones included.
    pub(crate) fn read_ahead(&mut self) -> usize {
        self.queue.extend(self.inputs.by_ref());
        self.queue.len()
    }

    /// The next position; bad ones before it are reported.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(crate) fn next_task(&mut self) -> anyhow::Result<Option<Task>> {
        while let Some(item) = self.next_item() {
            match item {
                Ok(task) => {
                    self.tasks += 1;
                    return Ok(Some(task));
                }
                Err(failure) => {
                    self.failures += 1;
                    report(&failure, self.format)?;
                }
            }
        }
        Ok(None)
    }

    /// The next position or the next line that is none, for callers that report and count by themselves.
    pub(crate) fn next_item(&mut self) -> Option<Result<Task, Failure>> {
        self.queue.pop_front().or_else(|| self.inputs.next())
    }

    /// The positions that have been read ahead.
    pub(crate) fn queued(&self) -> impl Iterator<Item = &Task> {
        self.queue.iter().flatten()
    }

    /// What the input is called in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The only position, for commands that take one.
    ///
    /// # Errors
    /// If there is none or more than one, or it cannot be read.
    pub(crate) fn only(&mut self) -> anyhow::Result<Task> {
        self.refuse_failures()?;
        if self.queue.len() > 1 {
            bail!(
                "more than one position given; expected one (quote a position that has blanks in it)"
            );
        }
        match self.next_task()? {
            Some(task) => Ok(task),
            None => bail!("{} holds no position", self.name),
        }
    }

    /// How a run over the whole input ends.
    ///
    /// # Errors
    /// If the input held nothing at all.
    pub(crate) fn finish(&self) -> anyhow::Result<ExitCode> {
        ending(&self.name, self.tasks, self.failures)
    }
}

/// How a run ends over an input of this name with so many positions and so many lines that are none.
///
/// # Errors
/// If the input held nothing at all.
pub(crate) fn ending(name: &str, tasks: usize, failures: usize) -> anyhow::Result<ExitCode> {
    if tasks + failures == 0 {
        bail!("{name} holds no position");
    }
    Ok(if failures > 0 {
        ExitCode::Negative
    } else {
        ExitCode::Success
    })
}

/// Tells of a line that is no position.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn report(failure: &Failure, format: Format) -> anyhow::Result<()> {
    output::complain(failure);
    if format == Format::Json {
        json::line(&ErrorRow::new(failure))?;
    }
    Ok(())
}

/// What the input is called: the file if it is only one.
fn describe(args: &PositionArgs) -> String {
    match (args.positions.as_slice(), args.file.as_slice()) {
        ([], [path]) => name_of(path),
        ([text], []) if text == "-" => name_of(Path::new("-")),
        _ => "the input".to_owned(),
    }
}

/// A line of a batch that failed.
#[derive(Debug, Serialize)]
struct ErrorRow {
    schema: &'static str,
    index: usize,
    line: Option<usize>,
    column: Option<usize>,
    text: String,
    message: String,
}

impl ErrorRow {
    fn new(failure: &Failure) -> Self {
        Self {
            schema: "xsquare.error.v1",
            index: failure.place.index,
            line: failure.place.line,
            column: failure.column(),
            text: failure.text.clone(),
            message: failure.message(),
        }
    }
}
