//! Time controls as they are typed and told: `5m`, `5m+3s`, `5m+30s/10`.

use crate::config::parse_time;
use crate::messages::{Clocks as Texts, ENGLISH, fill};
use crate::output::text;
use std::time::Duration;
use xsquare_search::{Clock, TimeControl};

/// The texts in use.
const TEXTS: &Texts = &ENGLISH.clocks;

/// Reads a time for the game, perhaps with an increment for each move or with periods for a number of moves.
///
/// # Errors
/// If it is none, with what would be accepted.
pub(crate) fn parse_clock(text: &str) -> Result<TimeControl, String> {
    const EXPECTED: &str = "expected a time for the game such as 5m, perhaps with more for each move as in 5m+3s, or with \
                            periods as in 5m+30s/10";
    let time =
        |text: &str| parse_time(text).map_err(|error| format!("{EXPECTED}; {text:?}: {error}"));
    let Some((main, more)) = text.split_once('+') else {
        return Ok(TimeControl::PerGame {
            main: time(text)?,
            increment: Duration::ZERO,
        });
    };
    let Some((period, stones)) = more.split_once('/') else {
        return Ok(TimeControl::PerGame {
            main: time(main)?,
            increment: time(more)?,
        });
    };
    Ok(TimeControl::ByoYomi {
        // Periods may be all that there is.
        main: if main == "0" {
            Duration::ZERO
        } else {
            time(main)?
        },
        period: time(period)?,
        stones: match stones.parse() {
            Ok(stones @ 1..=60) => stones,
            _ => {
                return Err(format!(
                    "{EXPECTED}; {stones:?}: expected a number of moves from 1 to 60"
                ));
            }
        },
    })
}

/// `5 min for the game and 3 s more for each move`
pub(crate) fn in_words(control: TimeControl) -> String {
    let of = |text: &str, main: Duration, more: Duration, moves: u32| {
        let values = [
            ("main", span(main)),
            ("more", span(more)),
            ("moves", moves.to_string()),
        ];
        fill(
            text,
            &values
                .each_ref()
                .map(|(name, value)| (*name, value.as_str())),
        )
    };
    let zero = Duration::ZERO;
    match control {
        TimeControl::Unlimited => TEXTS.no_limit.to_owned(),
        TimeControl::PerMove(time) => of(TEXTS.a_move, time, zero, 1),
        TimeControl::PerGame { main, increment } if increment.is_zero() => {
            of(TEXTS.game, main, zero, 1)
        }
        TimeControl::PerGame { main, increment } => of(TEXTS.increment, main, increment, 1),
        TimeControl::ByoYomi {
            main,
            period,
            stones,
        } => {
            let [for_one, for_several] = if main.is_zero() {
                TEXTS.periods
            } else {
                TEXTS.then_periods
            };
            let text = if stones == 1 { for_one } else { for_several };
            of(text, main, period, stones)
        }
    }
}

/// A time as people ask for it: `1 h`, `1 min 30 s`, `3 s`, `500 ms`.
fn span(time: Duration) -> String {
    if time.is_zero() || time.subsec_nanos() > 0 {
        return text::time(time);
    }
    let whole = time.as_secs();
    let parts = [
        (whole / 3600, "h"),
        (whole / 60 % 60, "min"),
        (whole % 60, "s"),
    ];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(count, unit)| format!("{count} {unit}"))
        .collect();
    parts.join(" ")
}

/// What a clock shows when a move has been thought about for so long: `4:58`, `0:09.3`, `0:12 for 5 moves`.
pub(crate) fn reading(clock: &Clock, thinking: Duration) -> String {
    let Some(left) = clock.left() else {
        return TEXTS.no_limit.to_owned();
    };
    let reading = digits(left.saturating_sub(thinking));
    let [for_one, for_several] = TEXTS.left;
    let (text, moves) = match clock.stones() {
        0 => return reading,
        1 => (for_one, String::new()),
        stones => (for_several, stones.to_string()),
    };
    fill(text, &[("time", &reading), ("moves", &moves)])
}

/// Minutes and seconds, rounded down, with hours where there are any and tenths where they count.
fn digits(time: Duration) -> String {
    let whole = time.as_secs();
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else if whole < 20 {
        format!("0:{seconds:02}.{}", time.subsec_millis() / 100)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn controls_are_read_and_told() {
        for (text, words) in [
            ("5m", "5 min for the game"),
            ("90", "1 min 30 s for the game"),
            ("5m+3s", "5 min for the game and 3 s more for each move"),
            (
                "5m+30s/10",
                "5 min for the game, then 30 s for each 10 moves",
            ),
            ("1h+500ms", "1 h for the game and 500 ms more for each move"),
            ("0+2s/1", "2 s for each move"),
        ] {
            assert_eq!(parse_clock(text).map(in_words).as_deref(), Ok(words));
        }
        assert_eq!(
            parse_clock("1h+500ms"),
            Ok(TimeControl::PerGame {
                main: seconds(3600),
                increment: Duration::from_millis(500)
            })
        );
    }

    #[test]
    fn what_is_no_control_is_refused() {
        for wrong in [
            "",
            "0",
            "+3s",
            "5m+",
            "5m+0",
            "0+3s",
            "5m/10",
            "5m+30s/0",
            "5m+30s/61",
            "5m+30s/",
            "5m++3s",
            "5m+3s+3s",
            "nan",
            "inf+1s",
            "-5m",
            "5m-3s",
            "5 m",
            "1e9",
        ] {
            let error = parse_clock(wrong).unwrap_err();
            assert!(error.contains("expected"), "{wrong}: {error}");
        }
    }

    #[test]
    fn readings_are_rounded_down() {
        let read = |milliseconds| digits(Duration::from_millis(milliseconds));
        assert_eq!(read(0), "0:00.0");
        assert_eq!(read(9_999), "0:09.9");
        assert_eq!(read(20_999), "0:20");
        assert_eq!(read(299_999), "4:59");
        assert_eq!(read(3_600_000), "1:00:00");
        let mut clock = Clock::new(TimeControl::ByoYomi {
            main: seconds(60),
            period: seconds(30),
            stones: 3,
        });
        assert_eq!(reading(&clock, seconds(1)), "0:59");
        clock.spend(seconds(61));
        assert_eq!(reading(&clock, seconds(100)), "0:00.0 for 2 moves");
        assert_eq!(
            reading(&Clock::new(TimeControl::Unlimited), seconds(1)),
            "no limit"
        );
    }
}
