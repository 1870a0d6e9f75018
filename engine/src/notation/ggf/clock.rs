//! Clocks and times of GGF.

use std::fmt;
use std::time::Duration;

/// The clock of a player: `initial/increment/extra`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct GgfClock {
    /// For the whole game.
    pub initial: Duration,
    /// Added with each move.
    pub increment: Duration,
    /// Given once when the rest is used up.
    pub extra: Duration,
}

impl GgfClock {
    /// This much for the whole game.
    pub const fn sudden_death(initial: Duration) -> Self {
        Self {
            initial,
            increment: Duration::ZERO,
            extra: Duration::ZERO,
        }
    }

    /// Reads a clock and what was passed over in it; `None` if it is none. A clock without any time is no clock.
    pub(in crate::notation) fn read(text: &str) -> Option<(Option<Self>, bool)> {
        let mut parts = text.split('/');
        let mut has_options = false;
        let mut next = || {
            let part = parts.next().unwrap_or_default().trim();
            // Servers write the number of moves and flags behind a comma, which mean nothing for a single game.
            let (time, options) = part.split_once(',').unwrap_or((part, ""));
            has_options |= !options.is_empty();
            if time.is_empty() {
                Some(Duration::ZERO)
            } else {
                read_time(time)
            }
        };
        let clock = Self {
            initial: next()?,
            increment: next()?,
            extra: next()?,
        };
        if parts.next().is_some() {
            return None;
        }
        Some(((clock != Self::default()).then_some(clock), has_options))
    }
}

/// `15:00//02:00`
impl fmt::Display for GgfClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_time(self.initial))?;
        if !(self.increment.is_zero() && self.extra.is_zero()) {
            f.write_str("/")?;
            if !self.increment.is_zero() {
                f.write_str(&write_time(self.increment))?;
            }
        }
        if !self.extra.is_zero() {
            write!(f, "/{}", write_time(self.extra))?;
        }
        Ok(())
    }
}

/// `[[[days.]hours:]minutes:]seconds`, the seconds with or without decimals; `None` if it is no time.
pub(super) fn read_time(text: &str) -> Option<Duration> {
    const UNITS: [f64; 3] = [1.0, 60.0, 3600.0];
    const DAY: f64 = 86_400.0;
    let parts: Vec<&str> = text.split(':').collect();
    let mut seconds = 0.0;
    for (unit, (place, part)) in UNITS.iter().zip(parts.iter().rev().enumerate()) {
        seconds += match (place, part.split_once('.')) {
            (2, Some((days, hours))) => whole(days)? * DAY + whole(hours)? * unit,
            (0, _) => decimal(part)?,
            _ => whole(part)? * unit,
        };
    }
    let fits = parts.len() <= UNITS.len();
    fits.then(|| Duration::try_from_secs_f64(seconds).ok())?
}

/// Digits with or without decimals, without a sign.
fn decimal(text: &str) -> Option<f64> {
    if text.starts_with(['+', '-']) {
        return None;
    }
    number(text)
}

fn whole(text: &str) -> Option<f64> {
    (!text.contains('.')).then(|| decimal(text))?
}

/// A decimal number with or without a sign: no exponent, no `nan`.
pub(in crate::notation) fn number(text: &str) -> Option<f64> {
    let is_number = text.contains(|c: char| c.is_ascii_digit())
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'+' | b'-'));
    is_number.then(|| text.parse().ok())?
}

/// Hours, minutes and seconds as far as they are needed, at least minutes: `15:00`, `1:00:00`, `0:02.5`.
fn write_time(time: Duration) -> String {
    let whole = time.as_secs();
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    let mut text = if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes:02}:{seconds:02}")
    };
    let milliseconds = time.subsec_millis();
    if milliseconds > 0 {
        text += format!(".{milliseconds:03}").trim_end_matches('0');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(text: &str) -> Option<f64> {
        read_time(text).map(|time| time.as_secs_f64())
    }

    #[test]
    fn times_have_up_to_four_parts() {
        assert_eq!(seconds("4.09"), Some(4.09));
        assert_eq!(seconds("15:00"), Some(900.0));
        assert_eq!(seconds("01:02:03"), Some(3723.0));
        assert_eq!(seconds("2.01:00:00.5"), Some(176_400.5));
        for wrong in [
            "", ":", "1:", "-1", "+1", "1e3", "nan", "1.2.3", "1:2:3:4", "1.5:00", "..", "a",
        ] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn clocks_are_read_and_written() {
        let written = |text| GgfClock::read(text).map(|(clock, _)| clock.map(|c| c.to_string()));
        for text in [
            "15:00",
            "15:00//02:00",
            "05:00/00:12",
            "1:00:00/00:01/00:02.5",
        ] {
            assert_eq!(written(text), Some(Some(text.to_owned())));
        }
        for none in ["0", "0//0", "", "//", "00:00"] {
            assert_eq!(written(none), Some(None), "{none}");
        }
        for wrong in ["x", "1/2/3/4", "5:00/-1"] {
            assert_eq!(written(wrong), None, "{wrong}");
        }
        let (clock, has_options) = GgfClock::read("01:00,0:0/00:10,0:0/02:00,0:0").unwrap();
        assert!(has_options);
        assert_eq!(clock.unwrap().to_string(), "01:00/00:10/02:00");
    }
}
