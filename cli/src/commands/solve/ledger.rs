//! What earlier runs have left: rows that need not be solved again (`--resume`) and rows to go on from (`--from`).

use super::earlier::{self, Contents, Earlier, Entry, Key, Record};
use super::row::Row;
use crate::args::SolveArgs;
use crate::input::{Task, name_of};
use crate::output::{self, text};
use anyhow::Context;
use std::collections::{HashMap, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What is known about a position before it is solved.
pub(super) enum Known {
    /// It is solved already: this row answers what is asked.
    Answer(Box<Record>),
    /// It is to be solved, beginning with this.
    Hint(Option<Earlier>),
}

/// The rows of earlier runs by their positions.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    answers: HashMap<Key, VecDeque<Entry>>,
    hints: HashMap<Key, Earlier>,
    /// The file of `--resume`, where the answers come from and new ones go.
    archive: Option<Archive>,
    /// The file of `--from`, as long as no position was found in it.
    unused: Option<PathBuf>,
}

impl Ledger {
    /// Reads the files that the options name. That of `--resume` need not exist; an unfinished line at its end is cut off.
    ///
    /// # Errors
    /// If one cannot be read, holds something else, or cannot be written to.
    pub(super) fn open(args: &SolveArgs) -> anyhow::Result<Self> {
        let mut ledger = Self::default();
        if let Some(path) = &args.from {
            let contents = earlier::read(&earlier::text_of(path)?, path)?;
            for Entry { record, .. } in contents.entries {
                ledger.hint(&record);
            }
            ledger.unused = Some(path.clone());
        }
        if let Some(path) = &args.resume {
            let (archive, contents) = Archive::open(path)?;
            for entry in contents.entries {
                if entry.record.answers(args) {
                    let answers = ledger.answers.entry(entry.record.key());
                    answers.or_default().push_back(entry);
                } else {
                    ledger.hint(&entry.record);
                }
            }
            ledger.archive = Some(archive);
        }
        Ok(ledger)
    }

    /// Keeps a row as a hint; a later one of the same position replaces it.
    fn hint(&mut self, record: &Record) {
        if let Some(earlier) = record.earlier() {
            self.hints.insert(record.key(), earlier);
        }
    }

    /// What is known about a position of the input. A row answers one place of the input only, if possible that of its
    /// index, and only if it agrees with itself and with the position; otherwise that is reported.
    pub(super) fn look_up(&mut self, task: &Task) -> Known {
        let key = earlier::key(&task.position);
        let mut answers = self.answers.get_mut(&key);
        if let Some(answers) = &mut answers {
            let same_place = |entry: &Entry| entry.record.index == Some(task.place.index);
            if let Some(at) = answers.iter().position(same_place) {
                answers.rotate_left(at);
            }
        }
        while let Some(entry) = answers.as_mut().and_then(|answers| answers.pop_front()) {
            match (entry.record.check(task), &self.archive) {
                (Ok(()), _) => return Known::Answer(Box::new(entry.record)),
                (Err(reason), Some(archive)) => output::warn(&format!(
                    "{}, line {}: {reason}; {} is solved anew",
                    name_of(&archive.path),
                    entry.line,
                    task.place
                )),
                (Err(_), None) => {}
            }
        }
        let hint = self.hints.get(&key).cloned();
        if hint.is_some() {
            self.unused = None;
        }
        Known::Hint(hint)
    }

    /// Keeps a row, if rows are kept.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&mut self, row: &Row) -> anyhow::Result<()> {
        self.archive
            .as_mut()
            .map_or(Ok(()), |archive| archive.append(row))
    }

    /// Says what nothing in the input corresponded to.
    pub(super) fn close(&self) {
        if let Some(path) = &self.unused {
            output::warn(&format!(
                "{} says nothing about the positions that were solved",
                name_of(path)
            ));
        }
        let left: usize = self.answers.values().map(VecDeque::len).sum();
        if let Some(archive) = &self.archive
            && left > 0
        {
            output::warn(&format!(
                "{} of {} {} to no position of the input",
                text::counted(left, "row"),
                name_of(&archive.path),
                if left == 1 { "belongs" } else { "belong" },
            ));
        }
    }
}

/// A file that rows are appended to, each in one piece and at once.
#[derive(Debug)]
struct Archive {
    path: PathBuf,
    file: File,
}

impl Archive {
    /// Opens a file, reads what it holds, and makes it end with a whole line.
    fn open(path: &Path) -> anyhow::Result<(Self, Contents)> {
        let cannot_write = || format!("{} cannot be written", name_of(path));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", name_of(path)));
            }
        };
        let contents = earlier::read(&text, path)?;
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(cannot_write)?;
        if contents.sound < text.len() {
            file.set_len(contents.sound as u64)
                .with_context(cannot_write)?;
        } else if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n").with_context(cannot_write)?;
        }
        let path = path.to_owned();
        Ok((Self { path, file }, contents))
    }

    /// Appends a row. One call of the system takes it whole, so that a killed program leaves no half of it.
    fn append(&mut self, row: &Row) -> anyhow::Result<()> {
        let mut line = serde_json::to_string(row)?;
        line.push('\n');
        self.file
            .write_all(line.as_bytes())
            .with_context(|| format!("{} cannot be written", name_of(&self.path)))
    }
}
