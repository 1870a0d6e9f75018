//! JSON lines: one object a line, each with its schema.

use serde::{Serialize, Serializer};
use std::io::{self, Write};
use xsquare_engine::Position;
use xsquare_search::{Eval, Kind};

/// Writes one line.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn line(row: &impl Serialize) -> io::Result<()> {
    super::stdout().write_all(text(row)?.as_bytes())
}

/// A row as a line of text.
///
/// # Errors
/// If the row cannot be serialised.
pub(crate) fn text(row: &impl Serialize) -> serde_json::Result<String> {
    let mut text = serde_json::to_string(row)?;
    text.push('\n');
    Ok(text)
}

/// A score in discs: an integer when it is proved, otherwise a decimal number with at most two places.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Score(pub Eval, pub Kind);

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(score, kind) = *self;
        if kind.is_proved() {
            serializer.serialize_i32(score.units() / Eval::PER_DISC)
        } else {
            decimal(score.discs(), serializer)
        }
    }
}

/// A number with at most two places, never −0.
fn decimal<S: Serializer>(number: f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((number * 100.0).round() / 100.0 + 0.0)
}

/// A value in 1/128 disc, written in discs without rounding.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Discs(pub(crate) i32);

impl Serialize for Discs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / f64::from(Eval::PER_DISC))
    }
}

/// A time in decimal milliseconds, to the microsecond.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Milliseconds(pub std::time::Duration);

impl Serialize for Milliseconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64((self.0.as_secs_f64() * 1e6).round() / 1e3)
    }
}

/// The percentage behind a selective score.
pub(crate) fn selectivity(kind: Kind) -> Option<u8> {
    match kind {
        Kind::Selective(selectivity) => Some(selectivity.percent()),
        _ => None,
    }
}

/// The 64 cells of a position without the side to move.
pub(crate) fn cells(position: &Position) -> String {
    let mut text = position.to_string();
    text.truncate(64);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(units: i32, kind: Kind) -> String {
        serde_json::to_string(&Score(Eval::from_units(units), kind)).unwrap()
    }

    #[test]
    fn scores_are_integers_when_proved_and_never_minus_zero() {
        assert_eq!(json(38 * 128, Kind::Exact), "38");
        assert_eq!(json(-2 * 128, Kind::Upper), "-2");
        assert_eq!(json(0, Kind::Exact), "0");
        assert_eq!(json(-1, Kind::Heuristic), "-0.01");
        assert_eq!(json(0, Kind::Heuristic), "0.0");
        assert_eq!(json(448, Kind::Heuristic), "3.5");
        assert_eq!(json(1 << 20, Kind::Heuristic), "64.0");
    }

    #[test]
    fn times_are_milliseconds() {
        let time = Milliseconds(std::time::Duration::from_nanos(1_234_567));
        assert_eq!(serde_json::to_string(&time).unwrap(), "1.235");
    }
}
