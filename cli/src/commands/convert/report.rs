//! What a conversion tells: faults as they come, notes and losses counted.

use crate::config::Verbosity;
use crate::games::{Tally, fault_line, games};
use crate::output::{self, json, text};
use serde::Serialize;
use std::collections::HashSet;
use std::io::Write;
use std::time::Duration;
use xsquare_engine::notation::{GameFormat, Loss, Losses, RecordError, RecordNoteKind, RecordRead};

/// How many faults are told one by one unless the user wants to hear more.
const TOLD: u64 = 20;

/// What became of the games so far.
pub(super) struct Report {
    verbosity: Verbosity,
    written: u64,
    /// Games that could not be read or written, and files that could not be read.
    failed: u64,
    notes: Tally<RecordNoteKind>,
    losses: Tally<usize>,
}

impl Report {
    pub(super) fn new(verbosity: Verbosity) -> Self {
        Self {
            verbosity,
            written: 0,
            failed: 0,
            notes: Tally::new(),
            losses: Tally::new(),
        }
    }

    /// Games that were written.
    pub(super) const fn written(&self) -> u64 {
        self.written
    }

    /// Games seen, whatever became of them.
    pub(super) const fn games(&self) -> u64 {
        self.written + self.failed
    }

    /// Games and files that failed.
    pub(super) const fn failed(&self) -> u64 {
        self.failed
    }

    fn fail(&mut self, text: &str) {
        self.failed += 1;
        if self.failed <= TOLD || self.verbosity == Verbosity::Verbose {
            output::complain(&text);
        }
    }

    /// A file that cannot be read.
    pub(super) fn unreadable(&mut self, text: &str) {
        self.fail(text);
    }

    /// A game that cannot be read.
    pub(super) fn fault(&mut self, file: &str, error: &RecordError) {
        self.fail(&fault_line(file, error));
    }

    /// A game that cannot be written.
    pub(super) fn unwritten(&mut self, file: &str, read: &RecordRead, text: &str) {
        self.fail(&format!("{file}, game {}: {text}", read.number));
    }

    /// A game that was written.
    pub(super) fn write(&mut self, file: &str, read: &RecordRead, losses: Losses) {
        self.written += 1;
        if !losses.is_empty() && self.verbosity == Verbosity::Verbose {
            output::note(&format!("{file}, game {}: lost: {losses}", read.number));
        }
        for loss in losses.iter() {
            self.losses
                .add(loss as usize, || format!("game {} of {file}", read.number));
        }
    }

    /// What the reader noted; of each kind the game counts once.
    pub(super) fn notes(&mut self, file: &str, read: &RecordRead) {
        let mut kinds = HashSet::new();
        for note in &read.notes {
            let text = || format!("game {} of {file}: {note}", read.number);
            if self.verbosity == Verbosity::Verbose {
                output::note(&text());
            }
            if kinds.insert(note.kind) {
                self.notes.add(note.kind, text);
            }
        }
    }

    /// What games lost after they had been written, with their number.
    pub(super) fn lose_late(&mut self, losses: &[(Loss, u64)]) {
        for &(loss, games) in losses {
            let example = || "the file holds it once for all games".to_owned();
            self.losses.add_many(loss as usize, games, example);
        }
    }

    /// Tells what was counted.
    pub(super) fn close(&self, format: GameFormat) {
        if self.failed > TOLD && self.verbosity == Verbosity::Normal {
            output::complain(&format!(
                "{} which `xsquare check` or -v lists",
                text::counted(self.failed - TOLD, "more fault")
            ));
        }
        for (kind, number, example) in self.notes.iter() {
            let text = format!("{} in {}, such as {example}", kind.name(), games(number));
            if kind.is_warning() {
                output::warn(&text);
            } else {
                output::note(&text);
            }
        }
        // What the reader passed over is told by its notes.
        let lost: Vec<String> = self
            .losses
            .iter()
            .filter(|&(&loss, ..)| Loss::ALL[loss] != Loss::Unread)
            .map(|(&loss, number, _)| format!("{} ({})", Loss::ALL[loss].name(), games(number)))
            .collect();
        if !lost.is_empty() {
            output::warn(&format!("{format} cannot hold {}", lost.join(", ")));
        }
    }

    /// The summary for people: a result if games went to a file, a remark if they went to standard output.
    pub(super) fn summary(&self, files: &[String], is_file: bool) -> anyhow::Result<()> {
        let failed = match self.failed {
            0 => String::new(),
            failed => format!(", {failed} failed"),
        };
        let text = format!("{} written{failed}", games(self.written));
        if is_file {
            writeln!(output::stdout(), "{text}: {}", files.join(", "))?;
        } else if self.verbosity == Verbosity::Verbose {
            output::note(&text);
        }
        Ok(())
    }

    /// The summary for programs.
    pub(super) fn row(&self, format: GameFormat, files: &[String], time: Duration) -> Row {
        let count = |(name, number): (&str, u64)| CountRow {
            what: name.to_owned(),
            games: number,
        };
        let notes = self
            .notes
            .iter()
            .map(|(kind, number, _)| (kind.name(), number));
        let losses = self
            .losses
            .iter()
            .map(|(&loss, number, _)| (Loss::ALL[loss].name(), number));
        Row {
            schema: "xsquare.convert.v1",
            format: format.name(),
            files: files.to_vec(),
            written: self.written,
            failed: self.failed,
            notes: notes.map(count).collect(),
            losses: losses.map(count).collect(),
            time_ms: json::Milliseconds(time),
        }
    }
}

/// `xsquare.convert.v1`
#[derive(Debug, Serialize)]
pub(super) struct Row {
    schema: &'static str,
    format: &'static str,
    files: Vec<String>,
    written: u64,
    failed: u64,
    notes: Vec<CountRow>,
    losses: Vec<CountRow>,
    time_ms: json::Milliseconds,
}

/// Something and the number of games it happened in.
#[derive(Debug, Serialize)]
struct CountRow {
    what: String,
    games: u64,
}
