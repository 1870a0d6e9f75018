//! From what was typed to settings that hold: the value parsers and the resolved configuration.

use crate::args::{ColorWhen, GlobalArgs};
use crate::evaluation::Evaluation;
use crate::output;
use crate::output::text::counted;
use anyhow::bail;
use std::time::Duration;
use xsquare_engine::{Color, DiscDiff, PerftConvention};
use xsquare_search::{Config, Depth, Level, TableSize, Threads};

/// The settings of a run.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// Threads and table of the searcher.
    pub search: Config,
    /// What positions are judged by.
    pub evaluation: Evaluation,
    /// What results look like.
    pub format: Format,
    /// How much is said on standard error.
    pub verbosity: Verbosity,
}

/// What results look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// JSON lines.
    Json,
}

/// How much is said on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verbosity {
    /// What needs attention.
    Normal,
    /// Also what was recognised and which settings are used.
    Verbose,
}

impl Settings {
    /// Checks the common options against the machine.
    ///
    /// # Errors
    /// If the table that was asked for does not fit in memory, or the weight file cannot be used.
    pub(crate) fn resolve(args: &GlobalArgs) -> anyhow::Result<Self> {
        let threads = args.threads.unwrap_or_else(Threads::available);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        if threads.count() > cores {
            output::note(&format!(
                "{} on {}: more threads than cores do not search faster",
                counted(threads.count(), "thread"),
                counted(cores, "core")
            ));
        }
        if let Some(table) = args.hash {
            check_memory(table)?;
        }
        let settings = Self {
            search: Config {
                threads,
                table: args.hash.unwrap_or(TableSize::DEFAULT),
            },
            evaluation: Evaluation::resolve(&args.eval.clone().unwrap_or_default())?,
            format: if args.json {
                Format::Json
            } else {
                Format::Text
            },
            verbosity: if args.verbose {
                Verbosity::Verbose
            } else {
                Verbosity::Normal
            },
        };
        settings.tell(&format!(
            "{}, table of {} MiB",
            counted(threads.count(), "thread"),
            settings.search.table.bytes() >> 20
        ));
        Ok(settings)
    }

    /// Says something on standard error if the user wants to hear more.
    pub(crate) fn tell(&self, text: &str) {
        self.verbosity.tell(text);
    }
}

impl Verbosity {
    /// Says something on standard error if the user wants to hear more.
    pub(crate) fn tell(self, text: &str) {
        if self == Self::Verbose {
            output::note(&text);
        }
    }
}

impl From<ColorWhen> for anstream::ColorChoice {
    fn from(when: ColorWhen) -> Self {
        match when {
            ColorWhen::Auto => Self::Auto,
            ColorWhen::Always => Self::Always,
            ColorWhen::Never => Self::Never,
        }
    }
}

/// Refuses a table that is larger than the memory the system can give, as far as it tells.
///
/// # Errors
/// If it is.
pub(crate) fn check_memory(table: TableSize) -> anyhow::Result<()> {
    fits(table, available_memory())
}

fn fits(table: TableSize, available: Option<u64>) -> anyhow::Result<()> {
    match available {
        Some(available) if table.bytes() > available => bail!(
            "a table of {} MiB does not fit in memory: {} MiB are available (see --hash)",
            table.bytes() >> 20,
            available >> 20
        ),
        _ => Ok(()),
    }
}

/// The memory in bytes that this program can still get without swapping, where the system tells.
fn available_memory() -> Option<u64> {
    let read = |path| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|table| mem_available(&table));
    // A container may be allowed less than the machine has.
    let number = |path| read(path)?.trim().parse::<u64>().ok();
    let group = number("/sys/fs/cgroup/memory.max")
        .zip(number("/sys/fs/cgroup/memory.current"))
        .map(|(most, used)| most.saturating_sub(used));
    machine.into_iter().chain(group).min()
}

/// The line `MemAvailable` of Linux's memory table, in bytes.
fn mem_available(table: &str) -> Option<u64> {
    let line = table
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// `--threads`: 1 to 256.
///
/// # Errors
/// As every parser here, a sentence about what is wrong and what would be accepted.
pub(crate) fn parse_threads(text: &str) -> Result<Threads, String> {
    let count = text
        .parse()
        .ok()
        .ok_or("expected a number of threads from 1 to 256")?;
    Threads::new(count).map_err(|error| error.to_string())
}

/// `--hash`: a number with `M` or `G`, or a bare number of MiB.
pub(crate) fn parse_size(text: &str) -> Result<TableSize, String> {
    const EXPECTED: &str = "expected a size such as 64M, 256M or 1G; a bare number is MiB";
    let (number, shift) = match text.strip_suffix(['M', 'm']) {
        Some(number) => (number, 20),
        None => match text.strip_suffix(['G', 'g']) {
            Some(number) => (number, 30),
            None => (text, 20),
        },
    };
    let number: u64 = parse_digits(number).ok_or(EXPECTED)?;
    let bytes = number
        .checked_mul(1 << shift)
        .ok_or("no machine has so much memory")?;
    TableSize::from_bytes(bytes).map_err(|error| error.to_string())
}

/// `--time` and `--limit`: `500ms`, `2s`, `1m30s`, `1h`, or a bare number of seconds; seconds may have a decimal point.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "expected a time such as 500ms, 2s or 1m30s; a bare number is seconds";
    let time = parse_duration(text).ok_or(EXPECTED)?;
    if time.is_zero() {
        return Err("the time must be greater than 0".to_owned());
    }
    Ok(time)
}

fn parse_duration(text: &str) -> Option<Duration> {
    // Each unit at most once, the greatest first.
    let mut units = [("h", 3600.0), ("m", 60.0), ("s", 1.0), ("ms", 0.001)].iter();
    let mut rest = text;
    let mut seconds = 0.0;
    if text.ends_with(|c: char| c.is_ascii_digit())
        && !text.contains(|c: char| c.is_ascii_alphabetic())
    {
        seconds = parse_decimal(text)?;
        rest = "";
    }
    while !rest.is_empty() {
        let (number, behind) = rest.split_at(rest.find(|c: char| c.is_ascii_alphabetic())?);
        let (unit, behind) = behind.split_at(
            behind
                .find(|c: char| !c.is_ascii_alphabetic())
                .unwrap_or(behind.len()),
        );
        let (_, size) = units.find(|(name, _)| *name == unit)?;
        seconds += parse_decimal(number)? * size;
        rest = behind;
    }
    if text.is_empty() {
        return None;
    }
    Duration::try_from_secs_f64(seconds).ok()
}

/// Digits only: no sign, no blank.
fn parse_digits(text: &str) -> Option<u64> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())?
}

/// Digits with at most one decimal point between them.
fn parse_decimal(text: &str) -> Option<f64> {
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let ends = |c: char| c.is_ascii_digit();
    (plain && text.starts_with(ends) && text.ends_with(ends)).then(|| text.parse().ok())?
}

/// `--level`: 0 to 60.
pub(crate) fn parse_level(text: &str) -> Result<Level, String> {
    text.parse()
        .ok()
        .and_then(Level::new)
        .ok_or_else(|| "expected a level from 0 to 60".to_owned())
}

/// `--depth`: 1 to 60.
pub(crate) fn parse_depth(text: &str) -> Result<Depth, String> {
    text.parse()
        .ok()
        .and_then(Depth::new)
        .ok_or_else(|| "expected a depth from 1 to 60 plies".to_owned())
}

/// `--side`: `X` or `black`, `O` or `white`.
pub(crate) fn parse_side(text: &str) -> Result<Color, String> {
    text.parse()
        .ok()
        .ok_or_else(|| "expected X or black, O or white".to_owned())
}

/// `--convention`: a letter from A to D.
pub(crate) fn parse_convention(text: &str) -> Result<PerftConvention, String> {
    PerftConvention::ALL
        .into_iter()
        .find(|convention| convention.to_string().eq_ignore_ascii_case(text))
        .ok_or_else(|| "expected A, B, C or D".to_owned())
}

/// A number of discs, −64 to 64.
pub(crate) fn parse_discs(text: &str) -> Result<DiscDiff, String> {
    text.parse()
        .ok()
        .and_then(DiscDiff::new)
        .ok_or_else(|| "expected a score from -64 to 64".to_owned())
}

/// `--at-least`: a score that is not reached by everybody.
pub(crate) fn parse_at_least(text: &str) -> Result<DiscDiff, String> {
    match parse_discs(text)? {
        DiscDiff::MIN => Err("every score is at least -64".to_owned()),
        score => Ok(score),
    }
}

/// `--window`: two scores, the lower one first, separated by a comma.
pub(crate) fn parse_window(text: &str) -> Result<(DiscDiff, DiscDiff), String> {
    let (lower, upper) = text
        .split_once(',')
        .ok_or("expected two scores such as -4,4")?;
    let (lower, upper) = (parse_discs(lower.trim())?, parse_discs(upper.trim())?);
    if lower < upper {
        Ok((lower, upper))
    } else {
        Err("the first score must be less than the second".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_mebibytes_unless_they_say_otherwise() {
        let bytes = |text| parse_size(text).map(TableSize::bytes);
        assert_eq!(bytes("256M"), Ok(256 << 20));
        assert_eq!(bytes("1G"), Ok(1 << 30));
        assert_eq!(bytes("16"), Ok(16 << 20));
        assert_eq!(bytes("1m"), Ok(1 << 20));
        for wrong in [
            "",
            "M",
            "-1",
            "+1",
            "1.5G",
            "1K",
            "256 M",
            "0x10",
            "99999999999999999999",
        ] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
        assert!(bytes("0").unwrap_err().contains("smallest is 1 MiB"));
        assert!(bytes("99999999999999G").unwrap_err().contains("memory"));
    }

    #[test]
    fn times_are_seconds_unless_they_say_otherwise() {
        let milliseconds = |text| parse_time(text).map(|time| time.as_millis());
        assert_eq!(milliseconds("500ms"), Ok(500));
        assert_eq!(milliseconds("2s"), Ok(2000));
        assert_eq!(milliseconds("1m30s"), Ok(90_000));
        assert_eq!(milliseconds("3"), Ok(3000));
        assert_eq!(milliseconds("0.25"), Ok(250));
        assert_eq!(milliseconds("1.5s"), Ok(1500));
        assert_eq!(milliseconds("1h"), Ok(3_600_000));
        assert_eq!(milliseconds("1s500ms"), Ok(1500));
        for wrong in [
            "",
            "s",
            "ms",
            "-1",
            "+1s",
            "1 s",
            "1s1m",
            "1s1s",
            "2x",
            "1e3",
            "5.",
            ".5",
            "1.2.3",
            "nan",
            "inf",
            "1m30",
            "9999999999999999999999h",
        ] {
            assert!(milliseconds(wrong).is_err(), "{wrong}");
        }
        assert!(parse_time("0").unwrap_err().contains("greater than 0"));
        assert!(parse_time("0ms").unwrap_err().contains("greater than 0"));
    }

    #[test]
    fn numbers_outside_their_range_are_refused() {
        assert_eq!(parse_threads("256").unwrap().count(), 256);
        for wrong in ["0", "257", "100000", "-1", "two", ""] {
            assert!(parse_threads(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_level("60"), Ok(Level::MAX));
        assert!(parse_level("61").is_err());
        assert_eq!(parse_depth("60"), Ok(Depth::MAX));
        assert!(parse_depth("0").is_err() && parse_depth("200").is_err());
    }

    #[test]
    fn windows_are_two_scores_in_order() {
        let window = |text| parse_window(text).map(|(lower, upper)| (lower.discs(), upper.discs()));
        assert_eq!(window("-4,4"), Ok((-4, 4)));
        assert_eq!(window("0, 1"), Ok((0, 1)));
        for wrong in ["4,4", "4,-4", "4", "-65,0", "a,b", ","] {
            assert!(window(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn memory_is_read_from_the_systems_table() {
        let table = "MemTotal:       24684040 kB\nMemFree: 1 kB\nMemAvailable:   23797588 kB\n";
        assert_eq!(mem_available(table), Some(23_797_588 * 1024));
        assert_eq!(mem_available("MemTotal: 1 kB\n"), None);
        let table = TableSize::from_bytes(1 << 30).unwrap();
        assert!(fits(table, Some(1 << 30)).is_ok());
        assert!(fits(table, Some((1 << 30) - 1)).is_err());
        assert!(fits(table, None).is_ok());
    }
}
