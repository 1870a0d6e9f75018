//! A position of a book as a line of text or of JSON, and back.

use serde::Deserialize;
use std::fmt::Write;
use xsquare_engine::notation::parse_board;
use xsquare_engine::{Color, Move, Position, Square};
use xsquare_search::book::{Deviation, Origin, Record};
use xsquare_search::{Eval, Selectivity};

/// Characters of a board.
const CELLS: usize = 64;

/// Characters of a text that are quoted.
const QUOTED: usize = 100;

/// A line that is no position of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// Where in the line, in characters from 1.
    pub(super) column: usize,
    /// What is wrong, or its beginning.
    pub(super) text: String,
    /// Why, and what would be accepted.
    pub(super) reason: String,
}

/// A part of a line that cannot be taken as what it should be.
#[derive(Debug)]
struct Part<'a> {
    text: &'a str,
    reason: String,
}

fn fault<T>(text: &str, reason: impl Into<String>) -> Result<T, Part<'_>> {
    let reason = reason.into();
    Err(Part { text, reason })
}

impl Part<'_> {
    /// With its place in the line that it is a part of.
    fn in_line(&self, line: &str) -> Fault {
        // A part is a slice of its line, so the distance of their beginnings is its place.
        let offset = self.text.as_ptr().addr().wrapping_sub(line.as_ptr().addr());
        let before = line.get(..offset).unwrap_or_default();
        Fault {
            column: before.chars().count() + 1,
            // Only the beginning of what may be a very long line.
            text: self.text.chars().take(QUOTED).collect(),
            reason: self.reason.clone(),
        }
    }
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
    read_parts(line.trim()).map_err(|part| part.in_line(line))
}

fn read_parts(line: &str) -> Result<Record, Part<'_>> {
    let Parts {
        position,
        value,
        deviation,
        turn,
    } = if line.starts_with('{') {
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
            if let Some(square) = deviation.turn
                && board.play(square).is_none()
            {
                return fault(turn, format!("{} cannot play there", position.side()));
            }
            Some(Deviation {
                turn: deviation.turn.map(|square| symmetry.apply(square)),
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

/// What a line says.
struct Parts<'a> {
    position: Position,
    value: Eval,
    deviation: Option<Deviation>,
    /// Where the move of the deviation stands, if there is one.
    turn: &'a str,
}

/// `BOARD X; value +0.35; out d3 -0.1 depth 14@73% searched`
fn read_text(line: &str) -> Result<Parts<'_>, Part<'_>> {
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
    let (turn, deviation) = match words.as_slice() {
        ["out", "none"] => ("", None),
        ["out", turn, discs, "depth", search, origin] => {
            let Some((depth, selectivity)) = search
                .strip_suffix('%')
                .and_then(|search| search.split_once('@'))
            else {
                return fault(
                    search,
                    "expected plies and a confidence in percent, such as 14@73%",
                );
            };
            let deviation = Deviation {
                turn: square(turn)?,
                value: eval(discs)?,
                depth: plies(depth)?,
                selectivity: confidence(selectivity, selectivity.parse().ok())?,
                origin: self::origin(origin, origin)?,
            };
            (*turn, Some(deviation))
        }
        _ => {
            return fault(
                if out.is_empty() { line } else { out },
                "expected `out none` or `out d3 -0.5 depth 14@73% searched` behind the value",
            );
        }
    };
    Ok(Parts {
        position,
        value,
        deviation,
        turn,
    })
}

/// `BOARD X +0.35`, `BOARD,X,-2,21`: board, side, value, perhaps a depth.
fn read_plain(line: &str) -> Result<Parts<'_>, Part<'_>> {
    const EXPECTED: &str = "expected a board of 64 cells, its side to move, a value in discs and perhaps a depth in plies";
    let Some((cells, rest)) = line.split_at_checked(CELLS) else {
        return fault(line, EXPECTED);
    };
    let words: Vec<&str> = rest
        .split([' ', '\t', ',', ';'])
        .filter(|word| !word.is_empty())
        .collect();
    let (side, discs, depth) = match words.as_slice() {
        [side, discs] => (*side, *discs, None),
        [side, discs, depth] => (*side, *discs, Some(*depth)),
        [_, _, _, more, ..] => return fault(more, "nothing is expected behind the depth"),
        [] | [_] => return fault(line, EXPECTED),
    };
    let position = position_of((cells, cells), (side, side))?;
    let value = eval(discs)?;
    let deviation = Deviation {
        turn: None,
        value,
        depth: depth.map_or(Ok(0), plies)?,
        selectivity: Selectivity::P73,
        origin: Origin::Imported,
    };
    Ok(Parts {
        position,
        value,
        deviation: Some(deviation),
        turn: "",
    })
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

/// A field of an object from its name on, sought behind the names of those that it is in.
fn field<'a>(line: &'a str, path: &[&str]) -> &'a str {
    let mut rest = line;
    for name in path {
        let name = format!("\"{name}\":");
        let Some(at) = rest.find(&name) else {
            return line;
        };
        rest = &rest[at..];
    }
    let end = rest.find([',', '}']).unwrap_or(rest.len());
    &rest[..end]
}

fn read_json(line: &str) -> Result<Parts<'_>, Part<'_>> {
    let row: RowRead = match serde_json::from_str(line) {
        Ok(row) => row,
        Err(error) => {
            let place = line.get(error.column().saturating_sub(1)..);
            return fault(
                place.unwrap_or_default(),
                format!("no line of `book export`: {error}"),
            );
        }
    };
    if row.schema != "xsquare.book.v1" {
        return fault(
            field(line, &["schema"]),
            "expected the schema xsquare.book.v1",
        );
    }
    let board = (row.board.as_str(), field(line, &["board"]));
    let position = position_of(board, (&row.side, field(line, &["side"])))?;
    let value = units(field(line, &["units"]), row.units)?;
    let inner = |name| field(line, &["deviation", name]);
    let deviation = match row.deviation {
        None => None,
        Some(read) => Some(Deviation {
            turn: match read.turn.map(|turn| square(&turn).ok()) {
                None => None,
                Some(Some(turn)) => turn,
                Some(None) => return fault(inner("move"), SQUARE),
            },
            value: units(inner("units"), read.units)?,
            depth: depth(inner("depth"), Some(read.depth))?,
            selectivity: confidence(inner("selectivity"), Some(read.selectivity))?,
            origin: origin(inner("origin"), &read.origin)?,
        }),
    };
    Ok(Parts {
        position,
        value,
        deviation,
        turn: inner("move"),
    })
}

/// A board with its side to move behind a blank.
fn board(text: &str) -> Result<Position, Part<'_>> {
    match parse_board(text, None) {
        Ok(setup) => Ok(setup.position),
        Err(error) => fault(
            text.get(error.span.range()).unwrap_or(text),
            error.kind.to_string(),
        ),
    }
}

/// The position of cells and a side, each with the part of the line where it stands.
fn position_of<'a>(
    (cells, cells_part): (&str, &'a str),
    (side, side_part): (&str, &'a str),
) -> Result<Position, Part<'a>> {
    match parse_board(&format!("{cells} {side}"), None) {
        Ok(setup) => Ok(setup.position),
        Err(error) => {
            let range = error.span.range();
            let part = match cells_part.get(range.clone()) {
                // The cells themselves, or the field that holds them.
                Some(part) if cells_part == cells && !range.is_empty() => part,
                _ if range.start < cells.len() => cells_part,
                _ => side_part,
            };
            fault(part, error.kind.to_string())
        }
    }
}

/// Discs, rounded to 1/128.
fn eval(text: &str) -> Result<Eval, Part<'_>> {
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

fn units(part: &str, units: i32) -> Result<Eval, Part<'_>> {
    let value = Eval::from_units(units);
    if value.units() == units {
        Ok(value)
    } else {
        fault(part, "expected units from -8192 to 8192")
    }
}

const SQUARE: &str = "expected a square from a1 to h8";

/// A square; `?` is none.
fn square(text: &str) -> Result<Option<Square>, Part<'_>> {
    match text.parse::<Move>() {
        _ if text == "?" => Ok(None),
        Ok(Move::Place(square)) => Ok(Some(square)),
        _ => fault(text, SQUARE),
    }
}

fn plies(text: &str) -> Result<u8, Part<'_>> {
    depth(text, text.parse().ok())
}

fn depth(part: &str, plies: Option<u8>) -> Result<u8, Part<'_>> {
    match plies {
        Some(plies) if plies <= 60 => Ok(plies),
        _ => fault(part, "expected a depth in plies from 0 to 60"),
    }
}

fn confidence(part: &str, percent: Option<u8>) -> Result<Selectivity, Part<'_>> {
    let step = Selectivity::ALL
        .into_iter()
        .find(|step| Some(step.percent()) == percent);
    match step {
        Some(step) => Ok(step),
        None => fault(part, "expected a confidence of 73, 87, 95, 98, 99 or 100 %"),
    }
}

fn origin<'a>(part: &'a str, name: &str) -> Result<Origin, Part<'a>> {
    match name {
        "searched" => Ok(Origin::Searched),
        "imported" => Ok(Origin::Imported),
        _ => fault(part, "expected searched or imported"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn faults_name_their_columns() {
        let of = |line: &str| {
            let fault = read(line).unwrap_err();
            (fault.column, fault.text)
        };
        let at = |column: usize, text: &str| (column, text.to_owned());
        assert_eq!(of("hello"), at(1, "hello"));
        assert_eq!(of(&format!("  {START} X 65")), at(70, "65"));
        assert_eq!(of(&format!("{START},Y,-2")), at(66, "Y"));
        assert_eq!(of(&format!("{START};X;-2;61")), at(71, "61"));
        assert_eq!(of(&format!("{START} X 1 2 3")), at(72, "3"));
        assert_eq!(of(START), at(1, START));
        let wrong = START.replacen("OX", "Oq", 1) + " X 0";
        assert_eq!(of(&wrong), at(29, "q"));
        let text = |rest: &str| of(&format!("{START} X; {rest}"));
        assert_eq!(text("value x; out none"), at(75, "x"));
        assert_eq!(
            text("value +1; out a1 +1 depth 5@73% searched"),
            at(83, "a1")
        );
        assert_eq!(
            text("value +1; out d3 +1 depth 61@73% searched"),
            at(95, "61")
        );
        assert_eq!(
            text("value +1; out d3 +1 depth 5@74% searched"),
            at(97, "74")
        );
        assert_eq!(text("value +1; out d3 +1 depth 5 searched"), at(95, "5"));
        assert_eq!(text("value +1; out none; more"), at(89, "more"));
    }

    #[test]
    fn faults_of_rows_name_their_fields() {
        let row = |from: &str, to: &str| {
            let row = format!(
                "{{\"schema\":\"xsquare.book.v1\",\"board\":\"{START}\",\"side\":\"X\",\"units\":5,\"deviation\":{{\"move\":\"d3\",\"units\":5,\"depth\":6,\"selectivity\":73,\"origin\":\"searched\"}}}}"
            );
            assert!(read(&row).is_ok());
            let row = row.replacen(from, to, 1);
            let fault = read(&row).unwrap_err();
            // The place is that of the text.
            let place: String = row.chars().skip(fault.column - 1).collect();
            assert!(place.starts_with(&fault.text), "{place} {}", fault.text);
            fault.text
        };
        assert_eq!(row("\"d3\"", "\"a1\""), "\"move\":\"a1\"");
        assert_eq!(row("\"d3\"", "\"z1\""), "\"move\":\"z1\"");
        assert_eq!(row("5,\"depth", "9999,\"depth"), "\"units\":9999");
        assert_eq!(row("6", "61"), "\"depth\":61");
        assert_eq!(row("73", "74"), "\"selectivity\":74");
        assert_eq!(row("searched", "seen"), "\"origin\":\"seen\"");
        assert_eq!(row("\"X\"", "\"Y\""), "\"side\":\"Y\"");
        assert_eq!(row("book.v1", "book.v9"), "\"schema\":\"xsquare.book.v9\"");
        assert!(row("-O", "-q").starts_with("\"board\":"));
        assert_eq!(row("5,\"dev", "x,\"dev").chars().next(), Some('x'));
    }
}
