//! `book check`: whether everything in a book agrees.

use super::files;
use super::options::CheckArgs;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::opening_book::BookChoice;
use crate::output::{self, json, text};
use anyhow::bail;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use xsquare_engine::{Color, Position};
use xsquare_search::book::{Book, Graph, Verdict};

/// Faults that are told one by one.
const TOLD: usize = 10;

/// `xsquare.book.check.v1`
#[derive(Debug, Serialize)]
struct Row {
    schema: &'static str,
    file: Option<String>,
    positions: usize,
    links: usize,
    open: usize,
    apart: usize,
    faults: Vec<FaultRow>,
    ok: bool,
    time_ms: json::Milliseconds,
}

#[derive(Debug, Serialize)]
struct FaultRow {
    board: String,
    side: char,
    message: String,
}

/// Reads the whole book and checks it.
pub(super) fn run(args: &CheckArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let begin = Instant::now();
    let (graph, name) = match &args.file {
        BookChoice::File(path) => (files::load(path)?, Some(path.display().to_string())),
        BookChoice::Shipped => (Graph::of(Book::shipped())?, None),
        BookChoice::Off => bail!("`off` is no book to check; expected on or a file"),
    };
    let verdict = graph.check();
    match settings.format {
        Format::Json => json::line(&Row::new(name, &graph, (&verdict, begin.elapsed())))?,
        Format::Text => {
            let name = name.unwrap_or_else(|| "the built-in book".to_owned());
            write!(output::stdout(), "{}", words(&name, &graph, &verdict))?;
        }
    }
    Ok(if verdict.faults.is_empty() {
        ExitCode::Success
    } else {
        ExitCode::Negative
    })
}

impl Row {
    fn new(file: Option<String>, graph: &Graph, (verdict, time): (&Verdict, Duration)) -> Self {
        let faults = verdict.faults.iter().map(|(board, fault)| FaultRow {
            board: json::cells(&Position::from_board(*board, Color::Black)),
            side: Color::Black.symbol(),
            message: fault.to_string(),
        });
        Self {
            schema: "xsquare.book.check.v1",
            file,
            positions: graph.len(),
            links: verdict.links,
            open: verdict.open,
            apart: verdict.apart,
            faults: faults.collect(),
            ok: verdict.faults.is_empty(),
            time_ms: json::Milliseconds(time),
        }
    }
}

fn words(name: &str, graph: &Graph, verdict: &Verdict) -> String {
    let count = |number: usize| text::count(number as u64);
    let mut lines = Vec::new();
    for (board, fault) in verdict.faults.iter().take(TOLD) {
        let position = Position::from_board(*board, Color::Black);
        lines.push(format!("{position}: {fault}"));
    }
    if verdict.faults.len() > TOLD {
        lines.push(format!("and {} more", count(verdict.faults.len() - TOLD)));
    }
    lines.push(format!(
        "{name}: {}, {} between them: {}",
        text::counted(graph.len(), "position"),
        text::counted(verdict.links, "move"),
        match verdict.faults.len() {
            0 => "all legal, all different, all values agree".to_owned(),
            faults => format!("{} do not agree", count(faults)),
        }
    ));
    for (number, what) in [
        (verdict.open, "have moves that no search has looked at yet"),
        (verdict.apart, "cannot be reached from the start position"),
    ] {
        if number > 0 {
            lines.push(format!("{} {what}", count(number)));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}
