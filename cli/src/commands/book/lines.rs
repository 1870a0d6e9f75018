//! A position of a book as a line of text or of JSON, and back.

use serde::Deserialize;
use std::fmt::Write;
use xsquare_engine::notation::parse_board;
use xsquare_engine::{Color, Move, Position, Square};
use xsquare_search::book::{Deviation, Origin, Record};
use xsquare_search::{Eval, Selectivity};

/// Characters of a board.
const CELLS: usize = 64;

/// A line that is no position of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// What is wrong.
    pub(super) text: String,
    /// Why, and what would be accepted.
    pub(super) reason: String,
}

fn fault<T>(text: &str, reason: impl Into<String>) -> Result<T, Fault> {
    // Only the beginning of what may be a very long line.
    let text = text.chars().take(100).collect();
    let reason = reason.into();
    Err(Fault { text, reason })
}

/// The line of a record.
pub(super) fn write(record: &Record) -> String {
    let position = Position::from_board(record.board, Color::Black);
    let mut line = format!("{position}; value {:+}", record.value.discs());
    match record.deviation {
        None => line += "; out none",
        Some(deviation) => {
            let turn = deviation
                .turn
                .map_or_else(|| "?".to_owned(), |square| square.to_string());
            let _ = write!(
                line,
                "; out {turn} {:+} depth {}@{}% {}",
                deviation.value.discs(),
                deviation.depth,
                deviation.selectivity.percent(),
                deviation.origin.name()
            );
        }
    }
    line
}

/// The record of a line in any of the forms.
///
/// # Errors
/// If it is none.
pub(super) fn read(line: &str) -> Result<Record, Fault> {
    let line = line.trim();
    let (position, value, deviation) = if line.starts_with('{') {
        read_json(line)?
    } else if line.contains("; value ") {
        read_text(line)?
    } else {
        read_plain(line)?
    };
    let board = position.board();
    if board.legal_moves().is_empty() {
        return fault(
            line,
            "the side to move has no legal move; a book has the position after the pass",
        );
    }
    let (canonical, symmetry) = board.canonical();
    let deviation = match deviation {
        Some(deviation) => {
            if let Some(turn) = deviation.turn
                && board.play(turn).is_none()
            {
                return fault(&turn.to_string(), "illegal there");
            }
            Some(Deviation {
                turn: deviation.turn.map(|turn| symmetry.apply(turn)),
                ..deviation
            })
        }
        None => None,
    };
    Ok(Record {
        board: canonical,
        value,
        deviation,
    })
}

type Parts = (Position, Eval, Option<Deviation>);

/// `BOARD X; value +0.35; out d3 -0.1 depth 14@73% searched`
fn read_text(line: &str) -> Result<Parts, Fault> {
    let mut fields = line.split(';').map(str::trim);
    let position = board(fields.next().unwrap_or_default())?;
    let value = fields.next().unwrap_or_default();
    let Some(discs) = value.strip_prefix("value ") else {
        return fault(value, "expected `value` and a number of discs");
    };
    let value = eval(discs)?;
    let out = fields.next().unwrap_or_default();
    if let Some(more) = fields.next() {
        return fault(more, "nothing is expected behind the move out of the book");
    }
    let words: Vec<&str> = out.split_whitespace().collect();
    let deviation = match words.as_slice() {
        ["out", "none"] => None,
        ["out", turn, discs, "depth", search, origin] => {
            let (depth, selectivity) = search
                .strip_suffix('%')
                .and_then(|search| search.split_once('@'))
                .unwrap_or((search, ""));
            Some(Deviation {
                turn: square(turn)?,
                value: eval(discs)?,
                depth: self::depth(number(depth)?)?,
                selectivity: confidence(number(selectivity)?)?,
                origin: self::origin(origin)?,
            })
        }
        _ => {
            return fault(
                out,
                "expected `out none` or `out d3 -0.5 depth 14@73% searched`",
            );
        }
    };
    Ok((position, value, deviation))
}

/// `BOARD X +0.35`, `BOARD,X,-2,21`: board, side, value, perhaps a level.
fn read_plain(line: &str) -> Result<Parts, Fault> {
    const EXPECTED: &str =
        "expected a board of 64 cells, its side to move, a value in discs and perhaps a level";
    let Some((cells, rest)) = line.split_at_checked(CELLS) else {
        return fault(line, EXPECTED);
    };
    let words: Vec<&str> = rest
        .split([' ', '\t', ',', ';'])
        .filter(|word| !word.is_empty())
        .collect();
    let (side, discs, level) = match words.as_slice() {
        [side, discs] => (side, discs, None),
        [side, discs, level] => (side, discs, Some(level)),
        _ => return fault(rest, EXPECTED),
    };
    let position = board(&format!("{cells} {side}"))?;
    let value = eval(discs)?;
    let depth = level.map_or(Ok(0), |level| number(level).and_then(depth))?;
    let deviation = Deviation {
        turn: None,
        value,
        depth,
        selectivity: Selectivity::P73,
        origin: Origin::Imported,
    };
    Ok((position, value, Some(deviation)))
}

/// What is read of `xsquare.book.v1`.
#[derive(Debug, Deserialize)]
struct RowRead {
    schema: String,
    board: String,
    side: String,
    units: i32,
    deviation: Option<DeviationRead>,
}

#[derive(Debug, Deserialize)]
struct DeviationRead {
    #[serde(rename = "move")]
    turn: Option<String>,
    units: i32,
    depth: u8,
    selectivity: u8,
    origin: String,
}

fn read_json(line: &str) -> Result<Parts, Fault> {
    let row: RowRead = match serde_json::from_str(line) {
        Ok(row) => row,
        Err(error) => return fault(line, format!("no line of `book export`: {error}")),
    };
    if row.schema != "xsquare.book.v1" {
        return fault(&row.schema, "expected the schema xsquare.book.v1");
    }
    let position = board(&format!("{} {}", row.board, row.side))?;
    let deviation = match row.deviation {
        None => None,
        Some(read) => Some(Deviation {
            turn: read.turn.map_or(Ok(None), |turn| square(&turn))?,
            value: units(read.units)?,
            depth: depth(read.depth)?,
            selectivity: confidence(read.selectivity)?,
            origin: origin(&read.origin)?,
        }),
    };
    Ok((position, units(row.units)?, deviation))
}

fn board(text: &str) -> Result<Position, Fault> {
    match parse_board(text, None) {
        Ok(setup) => Ok(setup.position),
        Err(error) => fault(text, error.to_string()),
    }
}

/// Discs, rounded to 1/128.
fn eval(text: &str) -> Result<Eval, Fault> {
    const EXPECTED: &str = "expected a number of discs from -64 to 64";
    match text.parse::<f64>() {
        Ok(discs) if (-64.0..=64.0).contains(&discs) => {
            #[expect(clippy::cast_possible_truncation, reason = "at most 2^13")]
            let units = (discs * f64::from(Eval::PER_DISC)).round() as i32;
            Ok(Eval::from_units(units))
        }
        _ => fault(text, EXPECTED),
    }
}

fn units(units: i32) -> Result<Eval, Fault> {
    let value = Eval::from_units(units);
    if value.units() == units {
        Ok(value)
    } else {
        fault(&units.to_string(), "expected units from -8192 to 8192")
    }
}

/// A square; `?` is none.
fn square(text: &str) -> Result<Option<Square>, Fault> {
    match text.parse::<Move>() {
        _ if text == "?" => Ok(None),
        Ok(Move::Place(square)) => Ok(Some(square)),
        _ => fault(text, "expected a square from a1 to h8"),
    }
}

fn number(text: &str) -> Result<u8, Fault> {
    match text.parse() {
        Ok(number) if number <= 100 => Ok(number),
        _ => fault(text, "expected a whole number from 0 to 100"),
    }
}

fn depth(plies: u8) -> Result<u8, Fault> {
    if plies <= 60 {
        Ok(plies)
    } else {
        fault(&plies.to_string(), "expected a depth from 0 to 60")
    }
}

fn confidence(percent: u8) -> Result<Selectivity, Fault> {
    let step = Selectivity::ALL
        .into_iter()
        .find(|step| step.percent() == percent);
    match step {
        Some(step) => Ok(step),
        None => fault(
            &percent.to_string(),
            "expected a confidence of 73, 87, 95, 98, 99 or 100 %",
        ),
    }
}

fn origin(text: &str) -> Result<Origin, Fault> {
    match text {
        "searched" => Ok(Origin::Searched),
        "imported" => Ok(Origin::Imported),
        _ => fault(text, "expected searched or imported"),
    }
}
