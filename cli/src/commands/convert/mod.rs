//! `convert`: games of any format written in another, one after the other.

mod options;
mod output;
mod report;

pub(crate) use options::{ConvertArgs, parse_format};

use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::games::{GameFile, GameFiles};
use crate::input::name_of;
use crate::interrupt;
use crate::output as say;
use crate::output::json;
use anyhow::bail;
use options::Target;
use output::Output;
use report::Report;
use std::path::Path;
use std::time::Instant;
use xsquare_engine::notation::{GameFormat, GameRecord, Losses, RecordRead};

/// Converts the games of the files.
pub(crate) fn run(args: &ConvertArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let begin = Instant::now();
    let target = args.target()?;
    let mut files = GameFiles::new(args.from, &args.names)?;
    // A single file that cannot be read is refused before anything is written.
    let mut first = match args.inputs.as_slice() {
        [only] => Some(files.open(only)?),
        _ => None,
    };
    let mut output = Output::open(args.file(), target)?;
    if args.strict {
        output = output.held();
    }
    let _watch = interrupt::watch();
    let mut run = Run {
        args,
        settings,
        target,
        output,
        report: Report::new(settings.verbosity),
    };
    for path in &args.inputs {
        let file = match first.take() {
            Some(file) => Ok(file),
            None => files.open(path),
        };
        match file {
            Ok(file) => run.file(file)?,
            Err(error) => run.report.unreadable(&format!("{error:#}")),
        }
        if interrupt::is_pressed() {
            break;
        }
    }
    run.finish(begin)
}

/// Writes one game to a file, which is replaced if it exists; tells what the format cannot hold.
///
/// # Errors
/// If the format cannot hold the game at all, or the file cannot be written.
pub(crate) fn write_one(
    record: &GameRecord,
    format: GameFormat,
    path: &Path,
) -> anyhow::Result<Losses> {
    let mut output = Output::open(Some(path), format.into())?;
    let losses = output.write(record, |_| true)??;
    // A single game differs from no other, so the file as a whole loses nothing more.
    output.finish()?;
    Ok(losses)
}

struct Run<'a> {
    args: &'a ConvertArgs,
    settings: &'a Settings,
    target: Target,
    output: Output,
    report: Report,
}

impl Run<'_> {
    fn file(&mut self, file: GameFile) -> anyhow::Result<()> {
        let name = file.name();
        self.settings.tell(&format!(
            "{name}: {}",
            crate::games::container_name(file.container())
        ));
        if file.lacks_names() {
            say::warn(&format!(
                "{name}: no list of names found; players and tournaments are numbers (see --players, --tournaments)"
            ));
        }
        let before = self.report.games();
        for item in file {
            match item {
                Ok(read) => self.game(&name, &read)?,
                Err(error) => self.report.fault(&name, &error),
            }
            if interrupt::is_pressed() {
                return Ok(());
            }
        }
        if self.report.games() == before {
            let text = format!("{name} holds no game");
            if self.args.inputs.len() == 1 {
                bail!("{text}; nothing is written");
            }
            self.report.unreadable(&text);
        }
        Ok(())
    }

    fn game(&mut self, name: &str, read: &RecordRead) -> anyhow::Result<()> {
        self.report.notes(name, read);
        let must_be_whole = self.args.lossless;
        let unread = read.losses();
        let accept = |losses: Losses| !must_be_whole || losses.union(unread).is_empty();
        match self.output.write(&read.record, accept)? {
            Ok(losses) if accept(losses) => self.report.write(name, read, losses.union(unread)),
            Ok(losses) => {
                let (format, losses) = (self.target.format, losses.union(unread));
                let text = format!("as {format} it would lose {losses} (--lossless)");
                self.report.unwritten(name, read, &text);
            }
            Err(fault) => self.report.unwritten(name, read, &fault.to_string()),
        }
        Ok(())
    }

    fn finish(mut self, begin: Instant) -> anyhow::Result<ExitCode> {
        let is_interrupted = interrupt::is_pressed();
        if self.report.written() == 0 && !is_interrupted {
            self.report.close(self.target.format);
            bail!("there is no game that could be written, so nothing is written");
        }
        if self.args.strict && (self.report.failed() > 0 || is_interrupted) {
            self.report.close(self.target.format);
            let failed = self.report.failed();
            bail!("{failed} of the games or files failed, so nothing is written (--strict)");
        }
        let is_file = self.args.file().is_some();
        let written = self.output.finish()?;
        self.report.lose_late(&written.losses);
        self.report.close(self.target.format);
        let files: Vec<String> = written.files.iter().map(|path| name_of(path)).collect();
        if self.settings.format == Format::Json {
            if is_file {
                json::line(&self.report.row(self.target.format, &files, begin.elapsed()))?;
            }
        } else {
            self.report.summary(&files, is_file)?;
        }
        Ok(if is_interrupted {
            ExitCode::Interrupted
        } else if self.report.failed() > 0 {
            ExitCode::Negative
        } else {
            ExitCode::Success
        })
    }
}
