//! `show`: the board, the moves, the counts; and games to step through.

mod step;

use crate::args::ShowArgs;
use crate::batch::Batch;
use crate::config::{Format, Settings};
use crate::diagram::{move_count, plies_until};
use crate::exit::ExitCode;
use crate::games::{GameArgs, NamesArgs, is_file};
use crate::input::{Place, Task};
use crate::output::board::{self, Marks};
use crate::output::head::Head;
use crate::output::{self, json, text};
use anyhow::bail;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use xsquare_engine::notation::GameRecord;
use xsquare_engine::{Bitboard, Convention, SquareClass};

/// The squares that players watch, most important first.
const CLASSES: [SquareClass; 5] = [
    SquareClass::Corner,
    SquareClass::X,
    SquareClass::C,
    SquareClass::A,
    SquareClass::B,
];

/// Shows each position of the input, or a game.
pub(crate) fn run(args: &ShowArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let is_file = matches!(args.input.positions.as_slice(), [only] if is_file(only));
    if is_file || args.step || args.at.is_some() {
        return show_game(args, settings);
    }
    if args.game.is_some() {
        bail!("--game chooses a game of a file; expected the file, and --at or --step");
    }
    let mut batch = Batch::new(&args.input, settings)?;
    let mut gap = "";
    while let Some(task) = batch.next_task()? {
        match settings.format {
            Format::Json => json::line(&Row::new(&task))?,
            Format::Text => write!(
                output::stdout(),
                "{gap}{}",
                describe(&task, args.convention.into())
            )?,
        }
        gap = "\n";
    }
    batch.finish()
}

/// Steps through a game, or shows one position of it.
fn show_game(args: &ShowArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let game = game_args(args)?;
    let is_stepped = (args.step || args.at.is_none())
        && settings.format == Format::Text
        && std::io::stdout().is_terminal();
    if is_stepped {
        return step::run(&game, args);
    }
    let task = task_at(&game.load(settings)?, args.at.map(usize::from))?;
    match settings.format {
        Format::Json => json::line(&Row::new(&task))?,
        Format::Text => write!(
            output::stdout(),
            "{}",
            describe(&task, args.convention.into())
        )?,
    }
    Ok(ExitCode::Success)
}

/// The one game that the arguments name.
fn game_args(args: &ShowArgs) -> anyhow::Result<GameArgs> {
    if args.input.side.is_some() {
        bail!("--side is for boards that do not say who is to move; a game does");
    }
    let (file, more) = match args.input.file.as_slice() {
        [] => (None, false),
        [only] => (Some(only.clone()), !args.input.positions.is_empty()),
        _ => (None, true),
    };
    if more {
        bail!("more than one game given; expected one with --at or --step");
    }
    Ok(GameArgs {
        game: args.input.positions.clone(),
        file,
        number: args.game.map(|number| number as usize),
        names: NamesArgs::default(),
    })
}

/// A game after so many moves, or at its end; passes are no moves.
fn task_at(record: &GameRecord, moves: Option<usize>) -> anyhow::Result<Task> {
    let last = move_count(&record.game);
    let plies = match moves {
        None => Some(record.game.turns().len()),
        Some(moves) => plies_until(&record.game, moves),
    };
    let Some(plies) = plies else {
        let moves = moves.unwrap_or(last);
        let count = text::counted(last, "move");
        bail!("the game has only {count}; there is no move {moves}");
    };
    let mut game = record.game.clone();
    while game.turns().len() > plies {
        game.undo();
    }
    let place = Place {
        index: 1,
        file: None,
        game: None,
        line: None,
    };
    Ok(Task::of_game(game, place))
}

/// The picture and the lists below it.
fn describe(task: &Task, convention: Convention) -> String {
    let position = &task.position;
    let moves = position.legal_moves();
    let mut text = task.heading();
    text += &board::draw_by(
        position,
        Marks {
            moves,
            last: task.last.and_then(xsquare_engine::Move::square),
        },
        convention,
        &[],
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
