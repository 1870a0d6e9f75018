//! Edax's command line: one dash before long names, and values behind a blank.

use crate::args::{ColorWhen, GlobalArgs};
use crate::commands::book::parse_distance;
use crate::commands::play::Strength;
use crate::config::{parse_level, parse_threads};
use crate::opening_book::{BookChoice, BookUse, Repertoire};
use crate::protocol::serve::Pondering;
use anyhow::{anyhow, bail};
use std::path::PathBuf;
use std::time::Duration;
use xsquare_search::{TableSize, Threads};

/// Bytes of an entry of Edax's table, whose size is given as a number of bits.
const ENTRY_BYTES: u64 = 24;

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Task {
    /// A conversation at the prompt.
    Prompt,
    /// Problems of a file.
    Solve(PathBuf),
    /// GTP.
    Gtp,
    /// NBoard's protocol.
    Nboard,
    /// Only the version.
    Version,
    /// Only help.
    Help,
}

/// Who plays what, by the numbers of Edax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// 0: the other side plays Black.
    EngineIsWhite,
    /// 1: the other side plays White.
    EngineIsBlack,
    /// 2: the engine plays both sides.
    EngineIsBoth,
    /// 3: the engine plays when it is asked to.
    Free,
}

impl Mode {
    /// The mode with this number.
    pub(crate) fn read(text: &str) -> Option<Self> {
        match text {
            "0" => Some(Self::EngineIsWhite),
            "1" => Some(Self::EngineIsBlack),
            "2" => Some(Self::EngineIsBoth),
            "3" => Some(Self::Free),
            _ => None,
        }
    }
}

/// How much is told: by the numbers of Edax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    /// 0: moves alone.
    Quiet,
    /// 1: boards and results.
    Results,
    /// 2 and more: every iteration.
    Iterations,
}

impl Verbosity {
    /// The verbosity with this number.
    pub(crate) fn read(text: &str) -> Option<Self> {
        Some(match text.parse::<u8>().ok()? {
            0 => Self::Quiet,
            1 => Self::Results,
            _ => Self::Iterations,
        })
    }
}

/// The options of a run.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    pub(crate) task: Task,
    pub(crate) strength: Strength,
    pub(crate) mode: Mode,
    pub(crate) verbosity: Verbosity,
    pub(crate) pondering: Pondering,
    /// Time of the engine for a whole game.
    pub(crate) game_time: Option<Duration>,
    threads: Option<Threads>,
    table: Option<TableSize>,
    book: BookUse,
    /// What was read and has no effect.
    pub(crate) ignored: Vec<String>,
}

impl Options {
    /// Reads a command line without the program's name.
    ///
    /// # Errors
    /// At an option that Edax does not have or that this program cannot honour, and at a value that is wrong.
    pub(crate) fn parse(arguments: &[String]) -> anyhow::Result<Self> {
        let mut options = Self {
            task: Task::Prompt,
            strength: Strength::default(),
            mode: Mode::Free,
            verbosity: Verbosity::Results,
            pondering: Pondering::Off,
            game_time: None,
            threads: None,
            table: None,
            book: BookUse::default(),
            ignored: Vec::new(),
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let name = argument.trim_start_matches('-');
            if name.len() == argument.len() || name.is_empty() {
                bail!("{argument:?} is no option; options begin with a dash, as in `-solve FILE`");
            }
            if !options.switch(name) {
                let value = rest.next().ok_or_else(|| {
                    anyhow!("unknown option {argument:?}, or its value is missing")
                })?;
                options.set(name, value)?;
            }
        }
        let has_book = options.book.book == Some(BookChoice::Shipped);
        if !has_book && options.book.book_variety.take().is_some() {
            let note = "-book-randomness: it has no effect without -book-usage on";
            options.ignored.push(note.to_owned());
        }
        Ok(options)
    }

    /// The book that is played from; none unless it is asked for.
    ///
    /// # Errors
    /// Never: the book is built in.
    pub(crate) fn repertoire(&self) -> anyhow::Result<Repertoire> {
        Repertoire::new(&self.book, &BookChoice::Off)
    }

    /// Takes an option without a value; `false` if it is none.
    fn switch(&mut self, name: &str) -> bool {
        match name {
            "gtp" => self.task = Task::Gtp,
            "nboard" => self.task = Task::Nboard,
            "version" => self.task = Task::Version,
            "help" | "?" => self.task = Task::Help,
            "q" | "quiet" => self.verbosity = Verbosity::Quiet,
            "vv" => self.verbosity = Verbosity::Iterations,
            _ => return false,
        }
        true
    }

    /// Takes an option with its value.
    fn set(&mut self, name: &str, value: &str) -> anyhow::Result<()> {
        let wrong = |expected: &str| anyhow!("-{name} {value}: expected {expected}");
        match name {
            "solve" => self.task = Task::Solve(value.into()),
            "l" | "level" => {
                let level =
                    parse_level(value).map_err(|error| anyhow!("-{name} {value}: {error}"))?;
                self.strength.level = Some(level);
            }
            "n" | "n-tasks" => {
                let threads =
                    parse_threads(value).map_err(|error| anyhow!("-{name} {value}: {error}"))?;
                self.threads = Some(threads);
            }
            "h" | "hash-table-size" => {
                self.table = Some(table(value).ok_or_else(|| wrong("a number of bits, 10 to 40"))?);
            }
            "t" | "game-time" => {
                let time = read_time(value).ok_or_else(|| wrong("a time such as 15:00 or 30"))?;
                self.game_time = Some(time);
            }
            "move-time" => {
                let time = read_time(value).ok_or_else(|| wrong("a time such as 0:05 or 2"))?;
                self.strength.time = Some(time);
            }
            "mode" => self.mode = Mode::read(value).ok_or_else(|| wrong("0 to 3"))?,
            "v" | "verbose" | "verbosity" => {
                self.verbosity = Verbosity::read(value).ok_or_else(|| wrong("0 to 255"))?;
            }
            "ponder" => {
                self.pondering = Pondering::read(value).ok_or_else(|| wrong("on or off"))?;
            }
            "book-usage" => {
                self.book.book = Some(match value {
                    "on" => BookChoice::Shipped,
                    "off" => BookChoice::Off,
                    _ => return Err(wrong("on or off")),
                });
            }
            "book-randomness" => {
                let discs =
                    parse_distance(value).map_err(|error| anyhow!("-{name} {value}: {error}"))?;
                self.book.book_variety = Some(discs);
            }
            "book-file" | "eval-file" | "name" | "auto-start" | "auto-swap" | "auto-store"
            | "auto-quit" => {
                self.ignored
                    .push(format!("-{name} {value}: it has no effect here"));
            }
            _ => bail!("unknown option -{name}"),
        }
        Ok(())
    }

    /// What the options mean for the searcher. `otherwise` holds where they say nothing.
    pub(crate) fn global(&self, otherwise: &GlobalArgs) -> GlobalArgs {
        GlobalArgs {
            threads: self.threads.or(otherwise.threads),
            hash: self.table.or(otherwise.hash),
            ..otherwise.clone()
        }
    }
}

/// Common options that say nothing.
pub(crate) const fn no_global() -> GlobalArgs {
    GlobalArgs {
        threads: None,
        hash: None,
        eval: None,
        json: false,
        color: ColorWhen::Auto,
        verbose: false,
    }
}

/// A table as large as Edax's of this many bits, but no smaller than the smallest.
fn table(bits: &str) -> Option<TableSize> {
    let bits: u32 = bits.parse().ok().filter(|bits| (10..=40).contains(bits))?;
    let bytes = ENTRY_BYTES << bits;
    Some(TableSize::from_bytes(bytes).unwrap_or(TableSize::MIN))
}

/// `h:mm:ss`, `m:ss` or seconds, the seconds perhaps with decimals; more than nothing.
pub(super) fn read_time(text: &str) -> Option<Duration> {
    let mut total = 0.0;
    let parts: Vec<&str> = text.split(':').collect();
    for part in &parts {
        let is_plain = part.starts_with(|c: char| c.is_ascii_digit())
            && part
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.');
        let part: f64 = is_plain.then(|| part.parse().ok())??;
        total = total * 60.0 + part;
    }
    let time = Duration::try_from_secs_f64(total).ok()?;
    (parts.len() <= 3 && !time.is_zero()).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_search::Level;

    fn parse(text: &str) -> anyhow::Result<Options> {
        let words: Vec<String> = text.split_whitespace().map(ToOwned::to_owned).collect();
        Options::parse(&words)
    }

    #[test]
    fn the_command_of_published_logs_is_understood() {
        let options = parse("-solve problem/ffo40-59.obf -l 60 -h 25 -n 1 -vv").unwrap();
        assert_eq!(options.task, Task::Solve("problem/ffo40-59.obf".into()));
        assert_eq!(options.strength.level, Some(Level::MAX));
        assert_eq!(options.verbosity, Verbosity::Iterations);
        let global = options.global(&no_global());
        assert_eq!(global.threads, Some(Threads::ONE));
        assert_eq!(global.hash.unwrap().bytes(), 24 << 25);
        assert_eq!(table("10"), Some(TableSize::MIN));
    }

    #[test]
    fn times_and_modes_are_read() {
        let options =
            parse("-t 15:00 -move-time 1.5 -mode 2 -ponder on -book-usage off -q").unwrap();
        assert_eq!(options.game_time, Some(Duration::from_mins(15)));
        assert_eq!(options.strength.time, Some(Duration::from_millis(1500)));
        assert_eq!(
            (options.mode, options.pondering),
            (Mode::EngineIsBoth, Pondering::On)
        );
        assert!(options.ignored.is_empty() && options.repertoire().is_ok());
        assert_eq!(
            parse("-book-file book.dat -book-randomness 2")
                .unwrap()
                .ignored
                .len(),
            2
        );
        assert!(
            parse("-book-usage on -book-randomness 2")
                .unwrap()
                .ignored
                .is_empty()
        );
        assert_eq!(read_time("1:00:00"), Some(Duration::from_hours(1)));
    }

    #[test]
    fn what_is_wrong_is_refused() {
        for wrong in [
            "-l 61",
            "-l",
            "-h 5",
            "-h 63",
            "-n 0",
            "-t x",
            "-t 0",
            "-t 1:2:3:4",
            "-mode 4",
            "-fly high",
            "solve",
            "-",
            "-xboard",
            "-ponder maybe",
            "-book-usage maybe",
            "-book-randomness -1",
            "-v loud",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
