//! `book export` and `book import`: books as lines of text.
//!
//! A line of text: a board, its side to move, the value, and the best move out of the book or `none`, in discs without
//! rounding: `BOARD X; value +0.3515625; out d3 -0.1015625 depth 14@73% searched`.

use super::files;
use super::lines::{self, Fault};
use super::options::{ExportArgs, Form, ImportArgs};
use super::report::Report;
use super::row::Row;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::input::{name_of, open};
use crate::output::{self, json, text};
use anyhow::{Context, anyhow, bail};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;
use xsquare_engine::notation;
use xsquare_engine::{Color, Position};
use xsquare_search::book::{About, Book, Change, Evaluations, Origin, Record};

/// Writes every position.
pub(super) fn export(args: &ExportArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let form = args.form.unwrap_or(match settings.format {
        Format::Json => Form::Json,
        Format::Text => Form::Text,
    });
    args.which.with(|book| match &args.to {
        None => write(book, form, &mut BufWriter::new(io::stdout().lock())),
        Some(path) => {
            files::spare(path)?;
            let cannot = || format!("cannot write {}", path.display());
            let file = File::create(path).with_context(cannot)?;
            write(book, form, &mut BufWriter::new(file)).with_context(cannot)?;
            let positions = text::count(book.len());
            output::note(&format!(
                "{positions} positions written to {}",
                path.display()
            ));
            Ok(())
        }
    })?;
    Ok(ExitCode::Success)
}

fn write(book: &Book, form: Form, out: &mut dyn Write) -> anyhow::Result<()> {
    for record in book.records() {
        let record = record?;
        let line = match form {
            Form::Text => lines::write(&record) + "\n",
            Form::Json => {
                let position = Position::from_board(record.board, Color::Black);
                json::text(&Row::new(&position).with_record(&record))?
            }
        };
        out.write_all(line.as_bytes())?;
    }
    out.flush()?;
    Ok(())
}

/// Takes in positions, all of them or none.
pub(super) fn import(args: &ImportArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let begin = Instant::now();
    let mut graph = files::load_or_begin(&args.file)?;
    let mut records = Vec::new();
    for path in &args.texts {
        read(path, &mut records)?;
    }
    if records.is_empty() {
        bail!("the input holds no position");
    }
    let is_begun = !graph.is_empty();
    let is_searched = |record: &Record| {
        let origin = record.deviation.map(|deviation| deviation.origin);
        origin == Some(Origin::Searched)
    };
    let has_searches = records.iter().any(is_searched);
    let change = graph.merge(records);
    if is_begun && has_searches && change != Change::default() {
        // Text does not say what searched it, and at which level.
        graph.describe(About {
            evaluation: Evaluations::Several,
            level: None,
        });
    }
    files::save(&args.file, &graph)?;
    let report = Report {
        change,
        ..Report::new("import", &args.file, begin)
    };
    report.print(&graph, settings)?;
    Ok(ExitCode::Success)
}

/// Reads the positions of a file; `-` is standard input.
fn read(path: &Path, records: &mut Vec<Record>) -> anyhow::Result<()> {
    let name = name_of(path);
    let cannot = || format!("cannot read {name}");
    for line in notation::lines(open(path).with_context(cannot)?) {
        let line = line.map_err(|error| anyhow!("{name}: {error}"))?;
        let record = lines::read(&line.text).map_err(|fault| {
            let Fault {
                column,
                text,
                reason,
            } = fault;
            anyhow!(
                "{name}, line {}, column {column}: {text:?}: {reason}; nothing was changed",
                line.number
            )
        })?;
        records.push(record);
    }
    Ok(())
}
