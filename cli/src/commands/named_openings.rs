//! `openings --named`: the openings that have a name.

use crate::config::Format;
use crate::exit::ExitCode;
use crate::opening_names::{self, Opening};
use crate::output::{self, json};
use serde::Serialize;
use std::io::Write;

/// Lists them in the order of their moves.
pub(super) fn run(format: Format) -> anyhow::Result<ExitCode> {
    for (index, opening) in opening_names::all().iter().enumerate() {
        match format {
            Format::Json => json::line(&Row::new(index + 1, opening))?,
            Format::Text => {
                writeln!(output::stdout(), "{:<40} {}", opening.label, opening.moves)?;
            }
        }
    }
    Ok(ExitCode::Success)
}

/// `xsquare.opening.named.v1`
#[derive(Debug, Serialize)]
struct Row {
    schema: &'static str,
    index: usize,
    names: Vec<&'static str>,
    transcript: &'static str,
    board: String,
    side: char,
}

impl Row {
    fn new(index: usize, opening: &'static Opening) -> Self {
        let position = opening.game.position();
        Self {
            schema: "xsquare.opening.named.v1",
            index,
            names: opening.names().collect(),
            transcript: opening.moves,
            board: json::cells(position),
            side: position.side().symbol(),
        }
    }
}
