//! What became of a book that was changed.

use crate::config::{Format, Settings};
use crate::output::{self, json, text};
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use xsquare_search::book::{Change, Evaluations, Graph};

/// What was done to a book.
pub(super) struct Report<'a> {
    /// The command.
    pub(super) command: &'static str,
    /// The book.
    pub(super) file: &'a Path,
    /// Positions added, improved and removed.
    pub(super) change: Change,
    /// Searches made.
    pub(super) searched: usize,
    /// Games or positions of the input that could not be read.
    pub(super) faults: u64,
    /// Whether all was done that was asked for.
    pub(super) complete: bool,
    /// Wall-clock time.
    pub(super) time: Duration,
}

/// How rows name the evaluation of a book: its checksum, zeros if it is not known, `several`.
pub(super) fn evaluation_name(evaluation: Evaluations) -> String {
    match evaluation {
        Evaluations::Unknown => format!("{:016x}", 0),
        Evaluations::One(checksum) => format!("{checksum:016x}"),
        Evaluations::Several => "several".to_owned(),
    }
}

/// `xsquare.book.report.v1`
#[derive(Debug, Serialize)]
struct Row<'a> {
    schema: &'static str,
    command: &'static str,
    file: String,
    positions: usize,
    added: usize,
    improved: usize,
    removed: usize,
    searched: usize,
    faults: u64,
    complete: bool,
    evaluation: &'a str,
    level: Option<u8>,
    time_ms: json::Milliseconds,
}

impl<'a> Report<'a> {
    /// A change that began at this time and is all done, without searches and faults.
    pub(super) fn new(command: &'static str, file: &'a Path, begin: Instant) -> Self {
        Self {
            command,
            file,
            change: Change::default(),
            searched: 0,
            faults: 0,
            complete: true,
            time: begin.elapsed(),
        }
    }

    /// Prints it.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(super) fn print(&self, graph: &Graph, settings: &Settings) -> anyhow::Result<()> {
        let about = graph.about();
        let evaluation = evaluation_name(about.evaluation);
        match settings.format {
            Format::Json => json::line(&Row {
                schema: "xsquare.book.report.v1",
                command: self.command,
                file: self.file.display().to_string(),
                positions: graph.len(),
                added: self.change.added,
                improved: self.change.improved,
                removed: self.change.removed,
                searched: self.searched,
                faults: self.faults,
                complete: self.complete,
                evaluation: &evaluation,
                level: about.level.map(xsquare_search::Level::number),
                time_ms: json::Milliseconds(self.time),
            })?,
            Format::Text => writeln!(output::stdout(), "{}", self.words(graph))?,
        }
        Ok(())
    }

    /// `my.book: 1,016 positions, 1,000 added, 1,830 searches in 12.3 s`
    fn words(&self, graph: &Graph) -> String {
        let count = |number: usize| text::count(number as u64);
        let mut words = vec![format!(
            "{}: {}",
            self.file.display(),
            text::counted(graph.len(), "position")
        )];
        let Change {
            added,
            improved,
            removed,
            ..
        } = self.change;
        for (number, what) in [
            (added, "added"),
            (improved, "improved"),
            (removed, "removed"),
        ] {
            if number > 0 {
                words.push(format!("{} {what}", count(number)));
            }
        }
        if self.searched > 0 {
            let searches = text::counted(self.searched, "search");
            words.push(format!("{searches} in {}", text::time(self.time)));
        }
        match (self.complete, self.command) {
            (true, _) => {}
            (false, "extend") => words.push("interrupted".to_owned()),
            (false, _) => words.push("interrupted: the same command goes on".to_owned()),
        }
        words.join(", ")
    }
}
