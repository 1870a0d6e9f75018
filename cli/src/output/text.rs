//! Numbers, times, moves and scores as people read them.

use crate::messages::{ENGLISH, fill};
use std::time::Duration;
use xsquare_engine::{Bitboard, Move};
use xsquare_search::{Eval, Kind};

/// A number with commas between thousands: `24,571,284`.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many of something, in its singular: `1 search`, `1,016 positions`.
pub(crate) fn counted(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    let is_consonant = |c: char| c.is_alphabetic() && !"aeiou".contains(c);
    let noun = match noun.strip_suffix('y') {
        _ if number == 1 => noun.to_owned(),
        Some(stem) if stem.ends_with(is_consonant) => format!("{stem}ies"),
        _ if ["ch", "sh", "s", "x"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        _ => format!("{noun}s"),
    };
    format!("{} {noun}", count(number))
}

/// A share in percent: `82.7 %`. The whole is not zero.
#[expect(clippy::cast_precision_loss, reason = "counts of positions")]
pub(crate) fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole as f64)
}

/// A time with the unit that suits it: `0.45 ms`, `16 ms`, `2.45 s`, `1 min 30 s`.
pub(crate) fn time(time: Duration) -> String {
    let names = &ENGLISH.names;
    let few = |text, count: String| fill(text, &[("count", &count)]);
    let seconds = time.as_secs_f64();
    let milliseconds = seconds * 1e3;
    if milliseconds < 9.995 {
        few(names.milliseconds, format!("{milliseconds:.2}"))
    } else if milliseconds < 999.5 {
        few(names.milliseconds, format!("{milliseconds:.0}"))
    } else if seconds < 99.995 {
        few(names.seconds, format!("{seconds:.2}"))
    } else {
        let whole = time.as_secs();
        let (hours, minutes) = (whole / 3600, whole / 60 % 60);
        let (text, minutes) = match hours {
            0 => (names.minutes, minutes.to_string()),
            _ => (names.hours, format!("{minutes:02}")),
        };
        let (hours, seconds) = (hours.to_string(), format!("{:02}", whole % 60));
        let values = [
            ("hours", hours.as_str()),
            ("minutes", &minutes),
            ("seconds", &seconds),
        ];
        fill(text, &values)
    }
}

/// Nodes per second, or `None` where there is nothing to measure.
pub(crate) fn per_second(nodes: u64, time: Duration) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "a speed need not be exact")]
    let nodes = nodes as f64;
    (nodes > 0.0 && !time.is_zero()).then(|| nodes / time.as_secs_f64())
}

/// A speed in nodes per second: `662 M/s`.
pub(crate) fn speed(nodes: u64, time: Duration) -> String {
    match per_second(nodes, time) {
        None => "-".to_owned(),
        Some(speed) if speed < 9_950.0 => format!("{speed:.0} /s"),
        Some(speed) if speed < 999.5e3 => format!("{:.0} k/s", speed / 1e3),
        Some(speed) if speed < 99.95e6 => format!("{:.1} M/s", speed / 1e6),
        Some(speed) => format!("{:.0} M/s", speed / 1e6),
    }
}

/// Moves with blanks between: `f5 d6 pass c3`.
pub(crate) fn moves(moves: &[Move]) -> String {
    moves
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Squares with blanks between, a dash if there is none.
pub(crate) fn squares(squares: Bitboard) -> String {
    if squares.is_empty() {
        return "-".to_owned();
    }
    let names: Vec<String> = squares
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    names.join(" ")
}

/// A score alone: whole discs where it is proved, two places otherwise; `0` has no sign.
pub(crate) fn score(score: Eval, kind: Kind) -> String {
    if kind.is_proved() {
        match score.units() / Eval::PER_DISC {
            0 => "0".to_owned(),
            discs => format!("{discs:+}"),
        }
    } else {
        score.to_string()
    }
}

/// A value in 1/128 disc that need not be a score: discs with a sign and two places.
pub(crate) fn units(value: i32) -> String {
    // Rounded first, so that a tiny negative value is not printed as `-0.00`.
    let hundredths = (f64::from(value) * 100.0 / f64::from(Eval::PER_DISC)).round() + 0.0;
    format!("{:+.2}", hundredths / 100.0)
}

/// A score and what is known about it: `+38`, `at least +2`, `+3.25 (95 %)`, `about +3.25`.
pub(crate) fn score_in_words(value: Eval, kind: Kind) -> String {
    let number = score(value, kind);
    let texts = &ENGLISH.board;
    let text = match kind {
        Kind::Exact => return number,
        Kind::Lower => texts.at_least,
        Kind::Upper => texts.at_most,
        Kind::Selective(selectivity) => {
            let percent = selectivity.percent().to_string();
            return fill(
                texts.selective,
                &[("score", &number), ("percent", &percent)],
            );
        }
        Kind::Heuristic => texts.about,
        Kind::Book => texts.book,
    };
    fill(text, &[("score", &number)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::Square;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1000), "1,000");
        assert_eq!(count(24_571_284), "24,571,284");
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn one_of_a_kind_is_singular() {
        assert_eq!(counted(1_u64, "search"), "1 search");
        assert_eq!(counted(0_u64, "search"), "0 searches");
        assert_eq!(counted(2_usize, "ply"), "2 plies");
        assert_eq!(counted(1_usize, "ply"), "1 ply");
        assert_eq!(counted(1016_u32, "position"), "1,016 positions");
        assert_eq!(counted(3_u8, "day"), "3 days");
    }

    #[test]
    fn times_have_a_unit_that_suits_them() {
        let of = |microseconds| time(Duration::from_micros(microseconds));
        assert_eq!(of(0), "0.00 ms");
        assert_eq!(of(450), "0.45 ms");
        assert_eq!(of(16_400), "16 ms");
        assert_eq!(of(999_600), "1.00 s");
        assert_eq!(of(2_454_000), "2.45 s");
        assert_eq!(of(119_999_000), "1 min 59 s");
        assert_eq!(of(3_661_000_000), "1 h 01 min 01 s");
    }

    #[test]
    fn speeds_have_a_unit_that_suits_them() {
        assert_eq!(speed(5, Duration::ZERO), "-");
        assert_eq!(speed(0, Duration::from_secs(1)), "-");
        assert_eq!(speed(5, Duration::from_secs(1)), "5 /s");
        assert_eq!(speed(50_000, Duration::from_secs(1)), "50 k/s");
        assert_eq!(speed(4_943_000, Duration::from_secs(1)), "4.9 M/s");
        assert_eq!(speed(662_100_000, Duration::from_secs(1)), "662 M/s");
    }

    #[test]
    fn scores_show_what_is_proved() {
        assert_eq!(score(Eval::from_units(38 * 128), Kind::Exact), "+38");
        assert_eq!(score(Eval::from_units(-4 * 128), Kind::Upper), "-4");
        assert_eq!(score(Eval::from_units(0), Kind::Exact), "0");
        assert_eq!(score(Eval::from_units(-1), Kind::Heuristic), "-0.01");
    }

    #[test]
    fn values_have_two_places_and_no_negative_zero() {
        assert_eq!(units(0), "+0.00");
        assert_eq!(units(-192), "-1.50");
        assert_eq!(units(100 * 128), "+100.00");
    }

    #[test]
    fn moves_are_set_apart() {
        assert_eq!(moves(&[Square::F5.into(), Move::Pass]), "f5 pass");
        assert_eq!(moves(&[]), "");
    }
}
