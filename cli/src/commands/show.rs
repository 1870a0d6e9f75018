//! `show`: the board, the moves, the counts.

use crate::args::ShowArgs;
use crate::batch::Batch;
use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::input::Task;
use crate::output::board::{self, Marks};
use crate::output::{self, json, text};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;
use xsquare_engine::{Bitboard, SquareClass};

/// The squares that players watch, most important first.
const CLASSES: [SquareClass; 5] = [
    SquareClass::Corner,
    SquareClass::X,
    SquareClass::C,
    SquareClass::A,
    SquareClass::B,
];

/// Shows each position of the input.
pub(crate) fn run(args: &ShowArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let mut batch = Batch::new(&args.input, settings)?;
    let mut gap = "";
    while let Some(task) = batch.next_task()? {
        match settings.format {
            Format::Json => json::line(&Row::new(&task))?,
            Format::Text => write!(output::stdout(), "{gap}{}", describe(&task))?,
        }
        gap = "\n";
    }
    batch.finish()
}

/// The picture and the lists below it.
fn describe(task: &Task) -> String {
    let position = &task.position;
    let moves = position.legal_moves();
    let mut text = task.heading();
    text += &board::draw(
        position,
        Marks {
            moves,
            last: task.last.and_then(xsquare_engine::Move::square),
        },
    );
    text.push('\n');
    let rows = [
        (format!("{} can play", position.side()), moves),
        (
            format!("{} could play", !position.side()),
            position.board().opponent_moves(),
        ),
    ];
    for (who, squares) in rows {
        let _ = writeln!(
            text,
            "{who:<17} {:2}  {}",
            squares.len(),
            text::squares(squares)
        );
    }
    for class in CLASSES {
        let squares: Bitboard = moves
            .into_iter()
            .filter(|square| square.class() == class)
            .collect();
        if !squares.is_empty() {
            let name = format!("  on {class}s");
            let _ = writeln!(
                text,
                "{name:<17} {:2}  {}",
                squares.len(),
                text::squares(squares)
            );
        }
    }
    if let Some(opening) = task.opening() {
        let _ = writeln!(text, "{:<22}{}", "Opening", opening.label);
    }
    let _ = writeln!(text, "{:<22}{position}", "As text");
    text
}

/// `xsquare.show.v1`
#[derive(Debug, Serialize)]
struct Row {
    schema: &'static str,
    index: usize,
    line: Option<usize>,
    label: Option<String>,
    board: String,
    side: char,
    empties: u32,
    black: u32,
    white: u32,
    moves: Vec<String>,
    opponent_moves: Vec<String>,
    pass: bool,
    over: bool,
    opening: Option<&'static str>,
}

impl Row {
    fn new(task: &Task) -> Self {
        let position = &task.position;
        let counts = position.counts();
        let names = |squares: Bitboard| {
            squares
                .into_iter()
                .map(|square| square.to_string())
                .collect()
        };
        Self {
            schema: "xsquare.show.v1",
            index: task.place.index,
            line: task.place.line,
            label: task.label.clone(),
            board: json::cells(position),
            side: position.side().symbol(),
            empties: position.board().empty_count(),
            black: counts.black,
            white: counts.white,
            moves: names(position.legal_moves()),
            opponent_moves: names(position.board().opponent_moves()),
            pass: position.must_pass(),
            over: position.is_over(),
            opening: task.opening().map(|opening| opening.label),
        }
    }
}
