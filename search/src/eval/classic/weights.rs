//! The fitted weights: one row for each number of empty squares, read from a text table.

use super::terms::{LINE_COUNT, LINES, PerLine};
use std::fmt::Write as _;
use thiserror::Error;

/// The weights of all pairs at one number of empty squares, in 1/128 disc: what a pair is worth for each occurrence
/// that the side to move has more than the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[repr(align(32))]
pub(crate) struct Row(pub(crate) PerLine<i16>);

/// Number of rows: 0..=60 empty squares. Set-up boards with more use the last.
pub(crate) const ROW_COUNT: usize = 61;

/// The weights of [`Classic`](super::Classic), in 1/128 disc.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    rows: [Row; ROW_COUNT],
}

/// Why a table of weights cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// A line is not what it should be there.
    #[error("line {line} of the weights: found {found:?}, expected {expected}")]
    Line {
        /// One-based number of the line.
        line: usize,
        /// The offending text.
        found: String,
        /// What would be accepted.
        expected: String,
    },
    /// The numbers do not belong to the checksum.
    #[error("the weights have the checksum {found:016x}, but {stated:016x} is stated")]
    Checksum {
        /// The checksum of the numbers.
        found: u64,
        /// The checksum that the table states.
        stated: u64,
    },
}

const TITLE: &str = "X-square classic evaluation, version 1, unit 1/128 disc";
const CHECKSUM: &str = "checksum ";

impl Weights {
    pub(crate) const fn from_rows(rows: [Row; ROW_COUNT]) -> Self {
        Self { rows }
    }

    /// The row for this number of empty squares.
    #[inline(always)]
    pub(crate) fn row(&self, empties: u32) -> &Row {
        &self.rows[(empties as usize).min(ROW_COUNT - 1)]
    }

    /// FNV-1a over the numbers, row by row, as little-endian 16-bit words.
    ///
    /// Source: the FNV hash of Fowler, Noll and Vo.
    pub fn checksum(&self) -> u64 {
        let words = self.rows.iter().flat_map(|row| row.0);
        words
            .flat_map(i16::to_le_bytes)
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            })
    }

    /// Reads what [`to_text`](Self::to_text) writes. Lines that begin with `#` are comments.
    ///
    /// # Errors
    /// If a line is out of place, a number is missing or too large, or the checksum is that of other numbers.
    pub fn from_text(text: &str) -> Result<Self, WeightsError> {
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.starts_with('#'));
        let end = text.lines().count() + 1;
        let mut next = || lines.next().unwrap_or((end, ""));
        expect_line(next(), TITLE)?;
        let (number, line) = next();
        let stated = line
            .strip_prefix(CHECKSUM)
            .and_then(|digits| u64::from_str_radix(digits, 16).ok())
            .ok_or_else(|| wrong(number, line, "`checksum` and 16 hexadecimal digits"))?;
        expect_line(next(), &heading())?;
        let mut rows = empty_rows();
        for (empties, row) in rows.iter_mut().enumerate() {
            *row = read_row(next(), empties)?;
        }
        let (number, line) = next();
        if number != end {
            return Err(wrong(number, line, "the end of the table"));
        }
        let weights = Self::from_rows(rows);
        let found = weights.checksum();
        if found == stated {
            Ok(weights)
        } else {
            Err(WeightsError::Checksum { found, stated })
        }
    }

    /// The table as text: a title, the checksum, a heading and a line for each number of empty squares, columns
    /// separated by tabs.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "{TITLE}\n{CHECKSUM}{:016x}\n{}\n",
            self.checksum(),
            heading()
        );
        for (empties, row) in self.rows.iter().enumerate() {
            write!(text, "{empties}").expect("a string takes everything");
            for weight in row.0 {
                write!(text, "\t{weight}").expect("a string takes everything");
            }
            text.push('\n');
        }
        text
    }
}

fn empty_rows() -> [Row; ROW_COUNT] {
    std::array::from_fn(|_| Row::default())
}

/// The names of the columns.
fn heading() -> String {
    LINES.iter().fold("empties".into(), |heading, line| {
        format!("{heading}\t{}", line.name)
    })
}

fn wrong(line: usize, found: &str, expected: &str) -> WeightsError {
    WeightsError::Line {
        line,
        found: found.into(),
        expected: expected.into(),
    }
}

fn expect_line((number, line): (usize, &str), expected: &str) -> Result<(), WeightsError> {
    if line == expected {
        Ok(())
    } else {
        Err(wrong(number, line, &format!("{expected:?}")))
    }
}

fn read_row((number, line): (usize, &str), empties: usize) -> Result<Row, WeightsError> {
    let mut fields = line.split('\t');
    if fields.next() != Some(empties.to_string().as_str()) {
        return Err(wrong(
            number,
            line,
            &format!("the row of {empties} empties"),
        ));
    }
    let mut row = Row::default();
    for weight in &mut row.0 {
        let field = fields.next().unwrap_or_default();
        *weight = field
            .parse()
            .ok()
            .ok_or_else(|| wrong(number, field, "a weight from -32768 to 32767"))?;
    }
    match fields.next() {
        None => Ok(row),
        Some(field) => Err(wrong(
            number,
            field,
            &format!("the end of the line after {LINE_COUNT} weights"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Weights {
        let mut rows = empty_rows();
        let mut word = 1_u16;
        for weight in rows.iter_mut().flat_map(|row| &mut row.0) {
            word = word.wrapping_mul(25_173).wrapping_add(13_849);
            *weight = word.cast_signed();
        }
        Weights::from_rows(rows)
    }

    #[test]
    fn text_round_trips() {
        let weights = sample();
        let text = weights.to_text();
        assert_eq!(Weights::from_text(&text), Ok(weights.clone()));
        assert_eq!(
            Weights::from_text(&format!("# a comment\n{text}# the end\n")),
            Ok(weights.clone())
        );
        assert_eq!(Weights::from_text(&text.replace('\n', "\r\n")), Ok(weights));
    }

    #[test]
    fn damaged_tables_are_refused_with_the_place() {
        let text = sample().to_text();
        let line_of = |text: &str| match Weights::from_text(text) {
            Err(WeightsError::Line { line, .. }) => line,
            other => panic!("{other:?}"),
        };
        assert_eq!(line_of(""), 1);
        assert_eq!(line_of(&text.replace("version 1", "version 2")), 1);
        assert_eq!(line_of(&text.replace("checksum ", "checksum x")), 2);
        assert_eq!(line_of(&text.replace("discs", "disks")), 3);
        assert_eq!(line_of(&text.replace("\n7\t", "\n8\t")), 11);
        assert_eq!(line_of(&text.replace("\n7\t", "\n7\t99999\t")), 11);
        assert_eq!(line_of(&text.replace("\n7\t", "\n7\t1\t")), 11);
        assert_eq!(line_of(&format!("{text}61\n")), 65);
        let cut = text.trim_end().rfind('\n').unwrap();
        assert_eq!(line_of(&text[..cut]), 64);
    }

    #[test]
    fn a_changed_number_does_not_fit_the_checksum() {
        let text = sample().to_text();
        let row = text.lines().nth(20).unwrap();
        let changed = row.replacen('\t', "\t0", 1);
        let first: i16 = row.split('\t').nth(1).unwrap().parse().unwrap();
        let other = row.replacen(
            &format!("\t{first}\t"),
            &format!("\t{}\t", first / 2 + 1),
            1,
        );
        assert!(
            Weights::from_text(&text.replace(row, &other))
                .is_err_and(|error| matches!(error, WeightsError::Checksum { .. }))
        );
        // A leading zero is the same number.
        let same = Weights::from_text(&text.replace(row, &changed));
        assert_eq!(same.is_ok(), first >= 0);
    }
}
