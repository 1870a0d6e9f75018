//! The options of `play`, and what they come to.

use crate::clock::parse_clock;
use crate::config::{parse_level, parse_side, parse_time};
use crate::messages::{ENGLISH, fill};
use crate::opening_book::BookUse;
use crate::opponent::{Manner, parse_dial};
use crate::output::text;
use anyhow::bail;
use clap::{Args, ValueEnum};
use std::fmt;
use std::time::Duration;
use xsquare_engine::{ByColor, Color, Convention};
use xsquare_search::{Dial, Level, Limits, Target, TimeControl};

/// Play against the engine, against each other, or watch it play.
#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
#[command(
    after_help = "If only one side is given, the other one is of the other kind; if none is, you are Black.\n\
                  On a terminal the game fills the screen, and ? lists the keys; with --plain, or if the input or output is no \
                  terminal, it goes line by line, and `help` lists the commands.\n\n\
                  Example:\n  xsquare play --black engine --level 8"
)]
pub(crate) struct PlayArgs {
    /// Where the game begins: `start`, a board of 64 cells (X, O, -) and the side to move, or a transcript such as
    /// f5d6c3 [default: start]
    #[arg(value_name = "POSITION")]
    pub positions: Vec<String>,
    /// The side to move on a board that does not say: X or black, O or white
    #[arg(long, value_name = "SIDE", value_parser = parse_side)]
    pub side: Option<Color>,
    /// Begin with this opening, such as tiger, or with a random one that is `balanced`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["positions", "side"])]
    pub opening: Option<String>,
    /// Who plays Black [default: human]
    #[arg(long, value_name = "PLAYER", value_enum)]
    pub black: Option<Player>,
    /// Who plays White [default: engine]
    #[arg(long, value_name = "PLAYER", value_enum)]
    pub white: Option<Player>,
    /// Level of the engine, 0 to 60 [default: 21, or none if --time or --clock is given]
    #[arg(long, value_name = "N", value_parser = parse_level)]
    pub level: Option<Level>,
    /// Time of the engine for a move, such as 500ms, 2s or 1m30s; a bare number is seconds
    #[arg(long, value_name = "T", value_parser = parse_time)]
    pub time: Option<Duration>,
    /// Time of each side for the game, such as 5m; with 3 seconds more for each move: 5m+3s; then periods of 30 seconds
    /// for 10 moves: 5m+30s/10. Who runs out of it loses
    #[arg(long, value_name = "CLOCK", value_parser = parse_clock, conflicts_with = "time")]
    pub clock: Option<TimeControl>,
    /// Give away about so many discs a game, 2 to 40, as people do: by moves that are bad for reasons that are hard to see
    #[arg(long, value_name = "DISCS", value_parser = parse_dial, conflicts_with = "adaptive")]
    pub handicap: Option<Dial>,
    /// Give away about as much as you do: the engine settles near your own strength
    #[arg(long)]
    pub adaptive: bool,
    /// The engine thinks during your moves too
    #[arg(long)]
    pub ponder: bool,
    /// Play line by line even on a terminal, which suits screen readers
    #[arg(long)]
    pub plain: bool,
    /// Draw the full screen with the characters of ASCII alone
    #[arg(long, conflicts_with = "plain")]
    pub ascii: bool,
    /// Turn discs over at once
    #[arg(long, conflicts_with = "plain")]
    pub no_animation: bool,
    /// Point out moves, turned discs and passes as they happen, for a first game
    #[arg(long)]
    pub first_game: bool,
    /// How the discs are counted at the end
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub convention: Counting,
    #[command(flatten)]
    pub opening_book: BookUse,
}

impl PlayArgs {
    /// Who plays which side.
    pub(crate) fn seats(&self) -> ByColor<Player> {
        let black = self.black.unwrap_or_else(|| match self.white {
            Some(white) => white.other(),
            None => Player::Human,
        });
        ByColor {
            black,
            white: self.white.unwrap_or_else(|| black.other()),
        }
    }

    /// Refuses what contradicts itself.
    ///
    /// # Errors
    /// If something does.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        let weak = match (self.handicap, self.adaptive) {
            (Some(_), _) => "--handicap",
            (None, true) => "--adaptive",
            (None, false) => return Ok(()),
        };
        if self.level.is_some() {
            bail!(
                "{weak} and --level contradict each other: how far an engine looks that is weaker on purpose follows from \
                 how much it is to give away; expected one of them"
            );
        }
        if self.ponder {
            bail!(
                "{weak} and --ponder contradict each other: an engine that is weaker on purpose must not see more than it \
                 does at a glance; expected one of them"
            );
        }
        Ok(())
    }

    /// How hard the engine thinks.
    pub(crate) fn strength(&self) -> Strength {
        Strength {
            level: self.level,
            time: self.time,
            clock: self.clock,
            handicap: match self.handicap {
                Some(dial) => Some(Manner::Fixed(dial)),
                None => self.adaptive.then_some(Manner::Adaptive),
            },
        }
    }
}

/// Who plays a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Player {
    /// Whoever types.
    Human,
    /// The engine.
    Engine,
}

impl Player {
    const fn other(self) -> Self {
        match self {
            Self::Human => Self::Engine,
            Self::Engine => Self::Human,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Human => "human",
            Self::Engine => "engine",
        })
    }
}

/// [`Convention`] by the names of the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Counting {
    /// The discs on the board and nothing else
    Discs,
    /// The winner also gets the empty squares, a draw splits them
    #[default]
    Winner,
    /// The discs on the board, but 64-0 if one side has none
    Wipeout,
}

impl From<Counting> for Convention {
    fn from(counting: Counting) -> Self {
        match counting {
            Counting::Discs => Self::PlainCount,
            Counting::Winner => Self::EmptiesToWinner,
            Counting::Wipeout => Self::WipeOut64,
        }
    }
}

/// The least level of hints.
const LEAST_HINT: u8 = 14;

/// How hard the engine thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Strength {
    /// The level asked for.
    pub level: Option<Level>,
    /// The time for each move.
    pub time: Option<Duration>,
    /// The time of each side for the game.
    pub clock: Option<TimeControl>,
    /// How weak the engine is on purpose; then it has no level.
    pub handicap: Option<Manner>,
}

impl Strength {
    /// What ends a search that no clock watches. With a time and no level the time is used up, unless the position is
    /// solved before.
    pub(crate) fn limits(self) -> Limits {
        Limits {
            time: self.time,
            ..Limits::target(self.target(self.time.is_some()))
        }
    }

    /// How far a search for hints goes: as far as the engine's own, but never so little that the hints mislead.
    pub(crate) fn advice(self) -> Limits {
        let level = self.level.map_or(Level::DEFAULT, |level| {
            level.max(Level::new(LEAST_HINT).unwrap_or_default())
        });
        Limits::target(Target::Level(level))
    }

    /// How weak the engine is on purpose, unless a level was set in the course of the game.
    pub(crate) const fn handicap(&self) -> Option<Manner> {
        match self.level {
            Some(_) => None,
            None => self.handicap,
        }
    }

    /// What a search for a move of the engine aims at.
    pub(crate) fn aim(self) -> Target {
        self.target(self.time.is_some() || self.clock.is_some())
    }

    fn target(self, is_timed: bool) -> Target {
        match self.level {
            Some(level) => Target::Level(level),
            None if is_timed => Target::Deepest,
            None => Target::Level(Level::DEFAULT),
        }
    }
}

/// `level 21`, `2.00 s a move`, `level 21, at most 2.00 s a move`, `thinking by the clock`
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(manner), None) = (self.handicap, self.level) {
            return manner.fmt(f);
        }
        let [by_level, by_time, by_both, by_clock] = ENGLISH.play.strengths;
        let text = match (self.level, self.time) {
            (None, Some(_)) => by_time,
            (None, None) if self.clock.is_some() => by_clock,
            (_, None) => by_level,
            (Some(_), Some(_)) => by_both,
        };
        let level = self.level.unwrap_or_default().to_string();
        let time = self.time.map(text::time).unwrap_or_default();
        f.write_str(&fill(text, &[("level", &level), ("time", &time)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: PlayArgs,
    }

    fn seats(options: &[&str]) -> (Player, Player) {
        let arguments = std::iter::once(&"play").chain(options);
        let seats = Line::try_parse_from(arguments).unwrap().args.seats();
        (seats.black, seats.white)
    }

    #[test]
    fn one_side_given_leaves_the_other_to_the_other_player() {
        use Player::{Engine, Human};
        assert_eq!(seats(&[]), (Human, Engine));
        assert_eq!(seats(&["--black", "engine"]), (Engine, Human));
        assert_eq!(seats(&["--white", "human"]), (Engine, Human));
        assert_eq!(seats(&["--white", "engine"]), (Human, Engine));
        let both = ["--black", "human", "--white", "human"];
        assert_eq!(seats(&both), (Human, Human));
        let none = ["--black", "engine", "--white", "engine"];
        assert_eq!(seats(&none), (Engine, Engine));
    }

    #[test]
    fn a_time_without_a_level_is_used_up() {
        let time = Some(Duration::from_secs(2));
        let level = Level::new(5);
        let strength = |level, time| Strength {
            level,
            time,
            ..Strength::default()
        };
        assert_eq!(strength(None, time).limits().target, Target::Deepest);
        assert_eq!(strength(None, time).limits().time, time);
        assert_eq!(
            strength(level, time).limits().target,
            Target::Level(level.unwrap())
        );
        assert_eq!(
            strength(None, None).limits().target,
            Target::Level(Level::DEFAULT)
        );
        assert_eq!(strength(None, None).to_string(), "level 21");
        let weak = Strength {
            handicap: Some(Manner::Adaptive),
            ..strength(None, time)
        };
        assert_eq!(weak.to_string(), "adaptive");
        assert_eq!(strength(None, time).to_string(), "2.00 s a move");
        assert_eq!(
            strength(level, time).to_string(),
            "level 5, at most 2.00 s a move"
        );
    }
}
