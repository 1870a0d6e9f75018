//! `rules`: the game on one screen, with examples that the engine works out.

use crate::config::{Format, Settings};
use crate::exit::ExitCode;
use crate::messages::{ENGLISH, Rules, fill, side_name};
use crate::output::board::{self, Marks};
use crate::output::{self, style, text};
use anyhow::bail;
use clap::Args;
use std::fmt::Write as _;
use std::io::Write as _;
use xsquare_engine::notation::parse_transcript;
use xsquare_engine::{Bitboard, Convention, Game, Move, Position, Square};

/// Moves after which the next one turns discs over in several directions.
const SEVERAL: &str = "c4c3d3c5d6";
/// That next one.
const SEVERAL_MOVE: Square = Square::E3;
/// Moves after which the side to move must pass.
const PASS: &str = "c4c3f5b4a4a5c2a3";
/// A short game to its end.
const OVER: &str = "f5d6c5f6e7f4g5e6e3";
/// A row for the first example: White's discs between an empty square and a disc of Black's.
const ROW: &str = "--OOX---";

/// Explain the game on one screen.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare rules")]
pub(crate) struct RulesArgs {}

/// Shows the rules.
pub(crate) fn run(settings: &Settings) -> anyhow::Result<ExitCode> {
    if settings.format == Format::Json {
        bail!(
            "`rules` is for reading and prints no JSON; `show --json` lists the moves of a position"
        );
    }
    write!(output::stdout(), "{}", screen(&ENGLISH.rules))?;
    Ok(ExitCode::Success)
}

/// At most 24 lines of at most 80 columns.
fn screen(rules: &Rules) -> String {
    let strong = style::STRONG;
    let mut screen = format!("{strong}{}{strong:#}\n", rules.title);
    let marks = Marks {
        moves: Position::START.legal_moves(),
        last: None,
    };
    screen += &board::picture(&Position::START, marks, &beside_start(rules));
    screen.push('\n');
    let several = game(SEVERAL);
    let marks = Marks {
        moves: Bitboard::EMPTY,
        last: Some(SEVERAL_MOVE),
    };
    let beside = beside_several(rules, several.position());
    screen += &board::picture(several.position(), marks, &beside);
    screen.push('\n');
    for line in ending(rules) {
        let _ = writeln!(screen, "{line}");
    }
    screen
}

fn game(moves: &str) -> Game {
    parse_transcript(moves)
        .expect("the examples are legal")
        .game
}

fn filled(lines: &[&str], values: &[(&str, &str)]) -> Vec<String> {
    lines.iter().map(|line| fill(line, values)).collect()
}

fn beside_start(rules: &Rules) -> Vec<String> {
    let (square, after) = row_example();
    let moves = text::squares(Position::START.legal_moves());
    filled(
        &rules.start,
        &[
            ("move", &square.to_string()),
            ("before", &spaced(ROW)),
            ("after", &spaced(&after)),
            ("moves", &moves),
        ],
    )
}

/// The only move of Black's in [`ROW`], taken as row 1, and the row after it.
fn row_example() -> (Square, String) {
    let board = format!("{ROW}{} X", "-".repeat(64 - ROW.len()));
    let setup = xsquare_engine::notation::parse_board(&board, None).expect("a row of a board");
    let square = setup.position.legal_moves().first();
    let square = square.expect("there is one move");
    let after = setup.position.try_play(square.into());
    let after = after.expect("it is legal").to_string();
    (square, after[..ROW.len()].to_owned())
}

/// `- - O O X`: the cells with blanks between them, without the empty ones at the end.
fn spaced(row: &str) -> String {
    let cells: Vec<String> = row
        .trim_end_matches('-')
        .chars()
        .map(String::from)
        .collect();
    cells.join(" ")
}

fn beside_several(rules: &Rules, position: &Position) -> Vec<String> {
    let discs = position.board().flips(SEVERAL_MOVE);
    let moves = game(SEVERAL);
    let pass = game(PASS);
    filled(
        &rules.several,
        &[
            ("moves", &text::moves(moves.turns())),
            ("side", side_name(position.side())),
            ("move", &SEVERAL_MOVE.to_string()),
            ("count", &discs.len().to_string()),
            ("discs", &text::squares(discs)),
            ("directions", &directions(discs).to_string()),
            ("pass", &text::moves(pass.turns())),
            ("passes", &pass.position().side().to_string()),
        ],
    )
}

/// In how many directions from the move the discs lie.
fn directions(discs: Bitboard) -> usize {
    let (column, row) = (SEVERAL_MOVE.column(), SEVERAL_MOVE.row());
    let mut found: Vec<_> = discs
        .into_iter()
        .map(|disc| (disc.column().cmp(&column), disc.row().cmp(&row)))
        .collect();
    found.sort_unstable();
    found.dedup();
    found.len()
}

fn ending(rules: &Rules) -> Vec<String> {
    let over = game(OVER);
    let discs = over.position().counts();
    let counted = Convention::default().count(discs);
    let turns: Vec<Move> = over.turns().to_vec();
    filled(
        &rules.end,
        &[
            ("over", &text::moves(&turns)),
            ("black", &discs.black.to_string()),
            ("white", &discs.white.to_string()),
            ("counted", &format!("{}-{}", counted.black, counted.white)),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_fit_on_one_screen() {
        let screen = anstream::adapter::strip_str(&screen(&ENGLISH.rules)).to_string();
        assert!(screen.lines().count() <= 24, "{screen}");
        for line in screen.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn the_examples_show_what_they_say() {
        let several = game(SEVERAL);
        let discs = several.position().board().flips(SEVERAL_MOVE);
        assert!(directions(discs) >= 3, "{discs:?}");
        assert!(game(PASS).position().must_pass());
        assert!(game(OVER).is_over());
        let (square, after) = row_example();
        assert_eq!((square, after.as_str()), (Square::B1, "-XXXX---"));
    }
}
