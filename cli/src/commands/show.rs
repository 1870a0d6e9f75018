//! `show`: the board, the moves, the counts.

use crate::args::ShowArgs;
use crate::batch::Batch;
use crate::config::{Format, Settings};
use crate::diagram::{move_count, plies_until};
use crate::exit::ExitCode;
use crate::games::{GameArgs, NamesArgs};
use crate::input::{Place, Task};
use crate::output::board::{self, Marks};
use crate::output::head::Head;
use crate::output::{self, json, text};
use anyhow::bail;
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
    if let Some(at) = args.at {
        let task = task_at(args, at.into(), settings)?;
        match settings.format {
            Format::Json => json::line(&Row::new(&task))?,
            Format::Text => write!(output::stdout(), "{}", describe(&task))?,
        }
        return Ok(ExitCode::Success);
    }
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

/// A game after so many moves; passes are no moves.
fn task_at(args: &ShowArgs, moves: usize, settings: &Settings) -> anyhow::Result<Task> {
    if args.input.side.is_some() {
        bail!("--side is for boards that do not say who is to move; a game does");
    }
    let (file, more) = match args.input.file.as_slice() {
        [] => (None, false),
        [only] => (Some(only.clone()), !args.input.positions.is_empty()),
        _ => (None, true),
    };
    if more {
        bail!("more than one game given; expected one with --at");
    }
    let game = GameArgs {
        game: args.input.positions.clone(),
        file,
        number: args.game.map(|number| number as usize),
        names: NamesArgs::default(),
    };
    let record = game.load(settings)?;
    let last = move_count(&record.game);
    let plies = plies_until(&record.game, moves);
    let position = plies.and_then(|plies| record.game.position_at(plies));
    let (Some(plies), Some(position)) = (plies, position) else {
        bail!("the game has only {last} moves; there is no move {moves}");
    };
    let mut game = record.game.clone();
    while game.turns().len() > plies {
        game.undo();
    }
    let place = Place {
        index: 1,
        file: None,
        line: None,
    };
    Ok(Task {
        place,
        position: *position,
        last: plies.checked_sub(1).map(|ply| record.game.turns()[ply]),
        game: Some(game),
        label: None,
        expected: None,
        scores: Vec::new(),
    })
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
    #[serde(flatten)]
    head: Head,
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
            head: Head::new(task),
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
