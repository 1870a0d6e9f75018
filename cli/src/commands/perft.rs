//! `perft`: counting move sequences.

use crate::args::PerftArgs;
use crate::batch::Batch;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::output::json::{self, Milliseconds};
use crate::output::{self, style, text};
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use xsquare_engine::{Move, PerftConvention, Position, divide, perft};

/// Counts the sequences from the only position of the input.
pub(crate) fn run(args: &PerftArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let mut batch = Batch::new(&args.input(), settings)?;
    let position = batch.only()?.position;
    let start = Instant::now();
    let (depth, convention) = (args.depth.into(), args.convention);
    let divided = args.divide.then(|| divide(&position, depth, convention));
    let leaves = match &divided {
        // A finished game and depth 0 have no first moves but may have a leaf.
        Some(moves) if !moves.is_empty() => moves.iter().map(|(_, leaves)| leaves).sum(),
        _ => perft(&position, depth, convention),
    };
    let count = Count {
        position,
        depth: args.depth,
        convention,
        leaves,
        divided,
        time: start.elapsed(),
    };
    match settings.format {
        Format::Json => json::line(&Row::new(&count))?,
        Format::Text => count.write(&mut output::stdout())?,
    }
    Ok(ExitCode::Success)
}

struct Count {
    position: Position,
    depth: u8,
    convention: PerftConvention,
    leaves: u64,
    divided: Option<Vec<(Move, u64)>>,
    time: Duration,
}

impl Count {
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        for (turn, leaves) in self.divided.iter().flatten() {
            writeln!(out, "{turn:<5} {:>20}", text::count(*leaves))?;
        }
        let strong = style::STRONG;
        writeln!(
            out,
            "depth {}: {strong}{}{strong:#} leaves, convention {}; {}, {}",
            self.depth,
            text::count(self.leaves),
            self.convention,
            text::time(self.time),
            text::speed(self.leaves, self.time)
        )
    }
}

/// `xsquare.perft.v1`
#[derive(Debug, Serialize)]
struct Row {
    schema: &'static str,
    board: String,
    side: char,
    depth: u8,
    leaves: u64,
    convention: String,
    time_ms: Milliseconds,
    /// The leaves below each first move, with `--divide`.
    divide: Option<Vec<MoveRow>>,
}

#[derive(Debug, Serialize)]
struct MoveRow {
    #[serde(rename = "move")]
    turn: String,
    leaves: u64,
}

impl Row {
    fn new(count: &Count) -> Self {
        let rows = |moves: &Vec<(Move, u64)>| {
            moves
                .iter()
                .map(|&(turn, leaves)| MoveRow {
                    turn: turn.to_string(),
                    leaves,
                })
                .collect()
        };
        Self {
            schema: "xsquare.perft.v1",
            board: json::cells(&count.position),
            side: count.position.side().symbol(),
            depth: count.depth,
            leaves: count.leaves,
            convention: count.convention.to_string(),
            time_ms: Milliseconds(count.time),
            divide: count.divided.as_ref().map(rows),
        }
    }
}
