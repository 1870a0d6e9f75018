//! Players as they are typed: `level=8`, `time=100ms,eval=classic`, `gtp:COMMAND`, `nboard,depth=12:COMMAND`.

use crate::clock::{self, parse_clock};
use crate::commands::book::{Distance, parse_distance};
use crate::config::{parse_depth, parse_level, parse_size, parse_threads, parse_time};
use crate::evaluation::{Choice, parse_choice};
use crate::opening_book::{BookChoice, BookUse, parse_book};
use crate::opponent::{Manner, parse_manner};
use crate::protocol::gtp;
use crate::protocol::program::CommandLine;
use thiserror::Error;
use xsquare_search::{Config, Depth, Level, Limits, TableSize, Target, Threads, TimeControl};

/// Depth that NBoard programs are told if nothing else is asked for.
const NBOARD_DEPTH: u8 = 21;

/// A player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Spec {
    /// A configuration of this program.
    Own(Own),
    /// Another program.
    Program(Foreign),
}

/// A configuration of this program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Own {
    level: Option<Level>,
    depth: Option<Depth>,
    nodes: Option<u64>,
    time: Option<TimeControl>,
    /// How weak it is on purpose.
    pub(super) handicap: Option<Manner>,
    /// The evaluation; that of `--eval` if it is not named.
    pub(super) evaluation: Option<Choice>,
    threads: Option<Threads>,
    table: Option<TableSize>,
    book: Option<BookChoice>,
    variety: Option<Distance>,
}

/// Another program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Foreign {
    pub(super) protocol: Protocol,
    pub(super) command: CommandLine,
    /// Its time, if it has one of its own.
    time: Option<TimeControl>,
}

/// What another program speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Protocol {
    /// GTP.
    Gtp,
    /// NBoard's, with the depth that it is told.
    Nboard(u8),
}

/// A player that was not understood.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum SpecError {
    /// No player at all, as of a variable of the shell that is not set.
    #[error("no player is named; expected one such as `level=8` or `gtp:COMMAND`")]
    Empty,
    /// An option that this player does not have.
    #[error("{name:?} is no option of this player; expected {expected}")]
    Unknown {
        /// What was read.
        name: String,
        /// The options that there are.
        expected: &'static str,
    },
    /// An option without a value.
    #[error("`{0}` needs a value, as in `{0}=8`")]
    NoValue(String),
    /// A value that the option cannot have.
    #[error("`{name}={value}`: {reason}")]
    Value {
        /// The option.
        name: String,
        /// What was read.
        value: String,
        /// What would be accepted.
        reason: String,
    },
    /// An option that stands twice.
    #[error("`{0}` stands twice")]
    Twice(String),
    /// A level and a depth.
    #[error("`level` and `depth` exclude each other")]
    LevelAndDepth,
    /// A handicap and something else that says how well to play.
    #[error("`handicap` excludes `level`, `depth` and `nodes`: it searches as far as it needs to")]
    HandicapAndStrength,
    /// Time for a move and for the game.
    #[error("`time` (for a move) and `clock` (for the game) exclude each other")]
    TimeAndClock,
    /// A command that cannot be split into words.
    #[error("the command behind the colon: {0}")]
    Command(&'static str),
}

const OWN_OPTIONS: &str = "level=N, depth=N, nodes=N, time=T, clock=T or T+T, handicap=N or adaptive, eval=patterns, classic or a file, threads=N, hash=SIZE, book=on, off or a file, variety=DISCS, or gtp:COMMAND, nboard:COMMAND";
const GTP_OPTIONS: &str = "time=T, clock=T or T+T";
const NBOARD_OPTIONS: &str = "depth=N, time=T, clock=T or T+T";

impl Spec {
    /// Reads a player.
    ///
    /// # Errors
    /// If it is none, with what would be accepted.
    pub(super) fn parse(text: &str) -> Result<Self, SpecError> {
        let (head, command) = match text.split_once(':') {
            Some((head, command)) => (head, Some(command)),
            None => (text, None),
        };
        let word = head.split(',').next().unwrap_or_default().trim();
        match (word, command) {
            ("gtp", Some(command)) => Foreign::parse(Protocol::Gtp, head, command),
            ("nboard", Some(command)) => {
                Foreign::parse(Protocol::Nboard(NBOARD_DEPTH), head, command)
            }
            _ if text.trim().is_empty() => Err(SpecError::Empty),
            _ => Own::parse(text).map(Self::Own),
        }
    }

    /// What a program cannot be told of its time, in words; `house` is the time of those that have none of their own.
    pub(super) fn untold(&self, house: Option<TimeControl>) -> Option<String> {
        let Self::Program(program) = self else {
            return None;
        };
        let time = program.time(house)?;
        let reason = match (program.protocol, time) {
            (_, TimeControl::Unlimited) => return None,
            (Protocol::Gtp, _) if gtp::client::can_tell(time) => return None,
            (Protocol::Gtp, _) => "GTP knows whole seconds only",
            (Protocol::Nboard(_), TimeControl::PerMove(_)) => {
                "NBoard's protocol has no time for a move"
            }
            (Protocol::Nboard(_), _) => return None,
        };
        let time = clock::in_words(time);
        Some(format!(
            "{reason}: the program is not told that it has {time}, and loses a game if it takes longer"
        ))
    }
}

/// The options of a text in order, none of them twice.
fn options(
    text: &str,
    expected: &'static str,
) -> impl Iterator<Item = Result<(String, String), SpecError>> {
    let mut seen: Vec<String> = Vec::new();
    let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
    parts.map(move |part| {
        let Some((name, value)) = part.split_once('=') else {
            let is_known = expected.contains(&format!("{part}="));
            return Err(if is_known {
                SpecError::NoValue(part.to_owned())
            } else {
                unknown(part, expected)
            });
        };
        if seen.iter().any(|earlier| earlier == name) {
            return Err(SpecError::Twice(name.to_owned()));
        }
        seen.push(name.to_owned());
        Ok((name.to_owned(), value.to_owned()))
    })
}

fn unknown(name: &str, expected: &'static str) -> SpecError {
    SpecError::Unknown {
        name: name.to_owned(),
        expected,
    }
}

/// Reads the value of an option.
fn value<T>(
    name: &str,
    value: &str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, SpecError> {
    parse(value).map_err(|reason| SpecError::Value {
        name: name.to_owned(),
        value: value.to_owned(),
        reason,
    })
}

impl Own {
    fn parse(text: &str) -> Result<Self, SpecError> {
        let mut own = Self::default();
        for option in options(text, OWN_OPTIONS) {
            let (name, text) = option?;
            let (name, text) = (name.as_str(), text.as_str());
            match name {
                "level" => own.level = Some(value(name, text, parse_level)?),
                "depth" => own.depth = Some(value(name, text, parse_depth)?),
                "nodes" => own.nodes = Some(value(name, text, parse_nodes)?),
                "time" | "clock" => set_time(&mut own.time, name, text)?,
                "handicap" => own.handicap = Some(value(name, text, parse_manner)?),
                "eval" => own.evaluation = Some(value(name, text, parse_choice)?),
                "threads" => own.threads = Some(value(name, text, parse_threads)?),
                "hash" => own.table = Some(value(name, text, parse_size)?),
                "book" => own.book = Some(value(name, text, parse_book)?),
                "variety" => own.variety = Some(value(name, text, parse_distance)?),
                _ => return Err(unknown(name, OWN_OPTIONS)),
            }
        }
        if own.level.is_some() && own.depth.is_some() {
            return Err(SpecError::LevelAndDepth);
        }
        let is_strength_given = own.level.is_some() || own.depth.is_some() || own.nodes.is_some();
        if own.handicap.is_some() && is_strength_given {
            return Err(SpecError::HandicapAndStrength);
        }
        Ok(own)
    }

    /// What it has of time, by default this.
    pub(super) fn time(&self, default: Option<TimeControl>) -> Option<TimeControl> {
        self.time.or(default)
    }

    /// What ends its searches, with this time if it has none of its own; what a clock leaves for a move comes on top.
    /// Without level and depth a time or a number of nodes is used up.
    pub(super) fn limits(&self, time: Option<TimeControl>) -> Limits {
        let time = self.time(time);
        let target = match (self.level, self.depth) {
            (Some(level), _) => Target::Level(level),
            (None, Some(depth)) => Target::Depth(depth),
            (None, None) if time.is_some() || self.nodes.is_some() => Target::Deepest,
            (None, None) => Target::Level(Level::DEFAULT),
        };
        Limits {
            time: match time {
                Some(TimeControl::PerMove(time)) => Some(time),
                _ => None,
            },
            nodes: self.nodes,
            ..Limits::target(target)
        }
    }

    /// Its book, by default this one. The default's variety is for players that have a book.
    pub(super) fn book(&self, default: &BookUse) -> BookUse {
        BookUse {
            book: self.book.clone().or_else(|| default.book.clone()),
            book_variety: self
                .variety
                .or(default.book_variety.filter(|_| self.has_book(default))),
        }
    }

    /// Whether it has a book, with this default.
    pub(super) fn has_book(&self, default: &BookUse) -> bool {
        let book = self.book.as_ref().or(default.book.as_ref());
        !matches!(book, None | Some(BookChoice::Off))
    }

    /// Its threads and table, by default these.
    pub(super) fn config(&self, default: Config) -> Config {
        Config {
            threads: self.threads.unwrap_or(default.threads),
            table: self.table.unwrap_or(default.table),
        }
    }
}

impl Foreign {
    fn parse(protocol: Protocol, head: &str, command: &str) -> Result<Spec, SpecError> {
        let mut foreign = Self {
            protocol,
            command: CommandLine::parse(command).map_err(SpecError::Command)?,
            time: None,
        };
        let options_of = match protocol {
            Protocol::Gtp => GTP_OPTIONS,
            Protocol::Nboard(_) => NBOARD_OPTIONS,
        };
        let (_, rest) = head.split_once(',').unwrap_or((head, ""));
        for option in options(rest, options_of) {
            let (name, text) = option?;
            let (name, text) = (name.as_str(), text.as_str());
            match (name, &mut foreign.protocol) {
                ("time" | "clock", _) => set_time(&mut foreign.time, name, text)?,
                ("depth", Protocol::Nboard(depth)) => {
                    *depth = value(name, text, parse_depth)?.plies();
                }
                _ => return Err(unknown(name, options_of)),
            }
        }
        Ok(Spec::Program(foreign))
    }

    /// What it has of time, by default this.
    pub(super) fn time(&self, default: Option<TimeControl>) -> Option<TimeControl> {
        self.time.or(default)
    }
}

/// Reads `time=T` or `clock=T`, only one of which can be.
fn set_time(time: &mut Option<TimeControl>, name: &str, text: &str) -> Result<(), SpecError> {
    let control = if name == "time" {
        TimeControl::PerMove(value(name, text, parse_time)?)
    } else {
        value(name, text, parse_clock)?
    };
    match time.replace(control) {
        Some(_) => Err(SpecError::TimeAndClock),
        None => Ok(()),
    }
}

fn parse_nodes(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(nodes @ 1..) => Ok(nodes),
        _ => Err("expected a number of positions, at least 1".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn own(text: &str) -> Own {
        match Spec::parse(text) {
            Ok(Spec::Own(own)) => own,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn sentence(text: &str) -> String {
        Spec::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn configurations_are_options_in_any_order() {
        let target = |text: &str, time| own(text).limits(time).target;
        let level = |number| Target::Level(Level::new(number).unwrap());
        let second = Some(TimeControl::PerMove(Duration::from_secs(1)));
        assert_eq!(target("level=5", None), level(5));
        assert_eq!(
            target("depth=8", second),
            Target::Depth(Depth::new(8).unwrap())
        );
        assert_eq!(target("threads=1", None), Target::Level(Level::DEFAULT));
        assert_eq!(target("threads=1", second), Target::Deepest);
        assert_eq!(target("nodes=1000", None), Target::Deepest);
        assert_eq!(own("nodes=1000").limits(None).nodes, Some(1000));
        let both = own("time=100ms, eval=classic  threads=2,hash=1M");
        assert_eq!(both.limits(second).time, Some(Duration::from_millis(100)));
        assert_eq!(
            own("level=5").limits(second).time,
            Some(Duration::from_secs(1))
        );
        let clocked = own("clock=5m+3s");
        let control = TimeControl::PerGame {
            main: Duration::from_mins(5),
            increment: Duration::from_secs(3),
        };
        assert_eq!(clocked.time(second), Some(control));
        assert_eq!(clocked.limits(second), Limits::target(Target::Deepest));
        assert_eq!(own("level=5,clock=5m").limits(None).target, level(5));
        assert_eq!(own("handicap=adaptive").handicap, Some(Manner::Adaptive));
        let dial = xsquare_search::Dial::new(10).map(Manner::Fixed);
        assert_eq!(own("handicap=10,time=1").handicap, dial);
        let config = both.config(Config::default());
        assert_eq!((config.threads.count(), config.table.bytes()), (2, 1 << 20));
        assert_eq!(both.evaluation, Some(Choice::Classic));
        assert_eq!(own("level=1").evaluation, None);
        let file = Some(Choice::File("a/b.bin".into()));
        assert_eq!(own("eval=a/b.bin").evaluation, file);
    }

    #[test]
    fn programs_are_a_protocol_and_a_command() {
        let program = |text: &str| match Spec::parse(text) {
            Ok(Spec::Program(program)) => program,
            other => panic!("{text}: {other:?}"),
        };
        let edax = program("gtp:edax -gtp -l 5");
        assert_eq!(edax.protocol, Protocol::Gtp);
        assert_eq!(edax.command, CommandLine::parse("edax -gtp -l 5").unwrap());
        assert_eq!(edax.time(None), None);
        let timed = program("gtp,time=2s:x");
        let seconds = TimeControl::PerMove(Duration::from_secs(2));
        assert_eq!(timed.time(None), Some(seconds));
        assert_eq!(
            program("nboard:x:y").protocol,
            Protocol::Nboard(NBOARD_DEPTH)
        );
        let deep = program("nboard,depth=12,time=1:x");
        assert_eq!(deep.protocol, Protocol::Nboard(12));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert!(sentence("").contains("no player is named"));
        assert!(sentence(" ").contains("no player is named"));
        assert!(sentence("strength=5").contains("\"strength\" is no option of this player"));
        assert!(sentence("stockfish").contains("expected level=N"));
        assert!(sentence("level").contains("`level` needs a value"));
        assert!(sentence("level=99").contains("`level=99`: expected a level from 0 to 60"));
        assert!(sentence("level=1,level=2").contains("`level` stands twice"));
        assert!(sentence("level=1,depth=2").contains("exclude each other"));
        assert!(sentence("time=1,clock=5m").contains("exclude each other"));
        assert!(sentence("handicap=1").contains("expected 2 to 40"));
        assert!(sentence("handicap=5,level=3").contains("`handicap` excludes"));
        assert!(sentence("clock=5m+").contains("5m+3s"));
        assert!(sentence("nodes=0").contains("at least 1"));
        assert!(sentence("eval=").contains("patterns, classic or a weight file"));
        assert!(sentence("gtp:").contains("behind the colon: no command"));
        assert!(sentence("gtp:'x").contains("a quote without its end"));
        assert!(sentence("gtp,depth=5:x").contains("expected time=T"));
        assert!(sentence("nboard,depth=0:x").contains("1 to 60 plies"));
        assert!(sentence("uci:x").contains("\"uci:x\" is no option"));
    }

    #[test]
    fn what_a_program_cannot_be_told_is_said() {
        let untold = |text: &str| Spec::parse(text).unwrap().untold(None);
        for told in [
            "level=5,time=100ms",
            "gtp:x",
            "gtp,time=1500ms:x",
            "gtp,clock=5m:x",
            "nboard:x",
            "nboard,clock=5m:x",
        ] {
            assert_eq!(untold(told), None, "{told}");
        }
        let sentence = untold("gtp,time=100ms:x").unwrap();
        assert!(
            sentence.starts_with(
                "GTP knows whole seconds only: the program is not told that it has 100 ms a move"
            ),
            "{sentence}"
        );
        assert!(untold("nboard,time=2s:x").is_some());
        let house = Some(TimeControl::PerMove(Duration::from_millis(100)));
        assert!(Spec::parse("gtp:x").unwrap().untold(house).is_some());
    }
}
