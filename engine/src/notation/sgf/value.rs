//! The values of SGF properties: texts with escapes, sides, points, results.

use crate::color::{ByColor, Color};
use crate::moves::Move;
use crate::notation::ggf::{GgfClock, number};
use crate::notation::record::{Ending, StatedResult, StatedScore};
use crate::notation::span::BLANKS;
use crate::score::{DiscDiff, Outcome};
use crate::square::Square;
use std::borrow::Cow;
use std::time::Duration;

/// How squares are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coordinates {
    /// `f5`
    Digits,
    /// `fe`: column and row from the top, as in Go.
    Letters,
}

impl Coordinates {
    /// The square at this point.
    pub(super) fn square(self, text: &str) -> Option<Square> {
        match (self, text.trim_matches(BLANKS).as_bytes()) {
            (Self::Digits, &[column, row]) => crate::notation::moves::square(column, row),
            (Self::Letters, &[column, row]) if row.is_ascii_alphabetic() => {
                let row = row.to_ascii_lowercase() - b'a' + b'1';
                crate::notation::moves::square(column, row)
            }
            _ => None,
        }
    }

    /// The move of this value: a square or any of the ways to write a pass.
    pub(super) fn turn(self, text: &str) -> Option<Move> {
        if let Some(square) = self.square(text) {
            return Some(square.into());
        }
        let word = text.trim_matches(BLANKS);
        let is_pass = word.is_empty() || word.eq_ignore_ascii_case("tt");
        (is_pass || word.parse() == Ok(Move::Pass)).then_some(Move::Pass)
    }
}

/// The text of a value. Line breaks are kept if `lines` says so; other control characters become blanks.
///
/// Source: SGF FF\[4\], the property types for texts.
pub(super) fn decode(raw: &str, lines: LineBreaks) -> String {
    let raw: Cow<str> = if raw.contains('\r') {
        raw.replace("\r\n", "\n").replace('\r', "\n").into()
    } else {
        raw.into()
    };
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        let c = match c {
            // A backslash takes away a line break behind it and the meaning of any other character.
            '\\' => match chars.next() {
                Some('\n') | None => continue,
                Some(c) => c,
            },
            c => c,
        };
        match (c, lines) {
            ('\n', LineBreaks::Kept) => text.push('\n'),
            (c, _) if c.is_control() => text.push(' '),
            (c, _) => text.push(c),
        }
    }
    text.trim().to_owned()
}

/// What becomes of line breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineBreaks {
    /// They are kept.
    Kept,
    /// They become blanks.
    Blanks,
}

/// The value that [`decode`] reads as this text, if the text has no control characters but line breaks.
pub(super) fn encode(text: &str) -> String {
    let mut raw = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            raw.push('\\');
        }
        raw.push(if c.is_control() && c != '\n' { ' ' } else { c });
    }
    raw
}

/// `B`, `black`, `2`.
pub(super) fn side(text: &str) -> Option<Color> {
    match text.trim_matches(BLANKS).to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Color::Black),
        "w" | "white" | "2" => Some(Color::White),
        _ => None,
    }
}

/// What a result says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResultValue {
    /// A result.
    Stated(StatedResult),
    /// That it is not known.
    Unknown,
    /// That there is none.
    Void,
    /// Numbers that are the result of no game.
    Impossible,
    /// Something that is no result.
    Odd,
}

/// `B+24`, `W+R`, `0`, `Draw`, `33-31`, `Void`, `?`.
pub(super) fn result(text: &str) -> ResultValue {
    let text = text.trim_matches(BLANKS).to_ascii_lowercase();
    let winner = |side, margin: &str| {
        let won = StatedScore::Winner(Outcome::Win(side));
        let (score, ending) = match margin {
            "" => (won, Ending::Played),
            "r" | "resign" => (won, Ending::Resigned),
            "t" | "time" => (won, Ending::TimedOut),
            "f" | "forfeit" => (won, Ending::Forfeited),
            digits => {
                let discs = whole(digits, 64)?;
                let discs = if side == Color::Black { discs } else { -discs };
                (
                    StatedScore::Difference(DiscDiff::new(discs)?),
                    Ending::Played,
                )
            }
        };
        Some(ResultValue::Stated(StatedResult { score, ending }))
    };
    let read = match text.as_str() {
        "?" | "" => Some(ResultValue::Unknown),
        "void" => Some(ResultValue::Void),
        "0" => {
            let score = StatedScore::Difference(DiscDiff::DRAW);
            Some(ResultValue::Stated(StatedResult::played(score)))
        }
        "draw" => {
            let score = StatedScore::Winner(Outcome::Draw);
            Some(ResultValue::Stated(StatedResult::played(score)))
        }
        text => match (text.strip_prefix("b+"), text.strip_prefix("w+")) {
            (Some(margin), _) => winner(Color::Black, margin),
            (_, Some(margin)) => winner(Color::White, margin),
            _ => discs(text)
                .map(|discs| ResultValue::Stated(StatedResult::played(StatedScore::Discs(discs)))),
        },
    };
    read.unwrap_or_else(|| {
        let (first, second) = text.split_once(['+', '-', ':']).unwrap_or_default();
        let is_side = |text: &str| matches!(text, "b" | "w") || number(text).is_some();
        if is_side(first.trim()) && number(second.trim()).is_some() {
            ResultValue::Impossible
        } else {
            ResultValue::Odd
        }
    })
}

/// `33-31`
fn discs(text: &str) -> Option<ByColor<u32>> {
    let (black, white) = text.split_once(['-', ':'])?;
    let count = |digits: &str| u32::try_from(whole(digits.trim(), 64)?).ok();
    let discs = ByColor {
        black: count(black)?,
        white: count(white)?,
    };
    (discs.black + discs.white <= 64).then_some(discs)
}

/// A whole number up to `most`, with or without zeros behind a point.
fn whole(text: &str, most: i32) -> Option<i32> {
    let value = number(text)?;
    (0..=most).find(|&whole| f64::from(whole).total_cmp(&value).is_eq())
}

/// The clock of `TM` and `OT`: seconds, and increment and extra time as GGF writes them (`/00:12/02:00`).
pub(super) fn clock(seconds: &str, overtime: Option<&str>) -> Option<GgfClock> {
    let initial = Duration::try_from_secs_f64(number(seconds.trim_matches(BLANKS))?).ok()?;
    let mut clock = GgfClock::sudden_death(initial);
    if let Some(overtime) = overtime {
        let text = overtime.trim_matches(BLANKS);
        let (rest, has_options) = GgfClock::read(&format!("0{text}"))?;
        if !text.starts_with('/') || has_options {
            return None;
        }
        let rest = rest.unwrap_or_default();
        (clock.increment, clock.extra) = (rest.increment, rest.extra);
    }
    Some(clock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive_escaping() {
        for text in ["", "a", "]", "\\", "a\\]b[", "f5: \\\\", "line\nline", "é"] {
            assert_eq!(decode(&encode(text), LineBreaks::Kept), text);
        }
        assert_eq!(decode("a\\\r\nb\r\nc", LineBreaks::Kept), "ab\nc");
        assert_eq!(decode("a\\:\\x\tb\nc", LineBreaks::Blanks), "a:x b c");
        assert_eq!(decode("a\\", LineBreaks::Kept), "a");
    }

    #[test]
    fn squares_have_two_spellings() {
        let digits = |text| Coordinates::Digits.turn(text);
        let letters = |text| Coordinates::Letters.turn(text);
        assert_eq!(digits("F5"), Some(Square::F5.into()));
        assert_eq!(letters("fe"), Some(Square::F5.into()));
        for pass in ["", " ", "tt", "PA", "pass", "--"] {
            assert_eq!(
                (digits(pass), letters(pass)),
                (Some(Move::Pass), Some(Move::Pass))
            );
        }
        for wrong in ["i5", "f9", "fi", "f", "f5f5", "e\u{301}"] {
            assert_eq!((digits(wrong), letters(wrong)), (None, None), "{wrong}");
        }
        assert_eq!((digits("fe"), letters("f5")), (None, None));
    }

    #[test]
    fn results_are_read() {
        let stated = |text| match result(text) {
            ResultValue::Stated(result) => result.to_string(),
            other => format!("{other:?}"),
        };
        assert_eq!(stated("B+24"), "+24 for Black");
        assert_eq!(stated("w+10.0"), "-10 for Black");
        assert_eq!(stated("B+R"), "Black wins, resigned");
        assert_eq!(stated("W+Time"), "White wins, time");
        assert_eq!(
            (stated("0"), stated("Draw")),
            ("0 for Black".into(), "a draw".into())
        );
        assert_eq!(stated("13-0"), "13-0");
        assert_eq!(
            (stated("?"), stated("Void")),
            ("Unknown".into(), "Void".into())
        );
        for impossible in ["B+65", "B+1.5", "w+-2", "60-60", "70 : 1"] {
            assert_eq!(result(impossible), ResultValue::Impossible, "{impossible}");
        }
        for odd in ["x", "-5", "33-", "B+x", "B65", "+", "c+2"] {
            assert_eq!(result(odd), ResultValue::Odd, "{odd}");
        }
    }

    #[test]
    fn clocks_are_seconds_and_overtime() {
        assert_eq!(clock("900", None).unwrap().to_string(), "15:00");
        assert_eq!(
            clock("900", Some("//02:00")).unwrap().to_string(),
            "15:00//02:00"
        );
        assert_eq!(clock("900", Some("5x30 byo-yomi")), None);
        assert_eq!(clock("-1", None), None);
    }
}
