//! The options of `db`.

use crate::commands::convert::parse_format;
use crate::commands::play::Counting;
use crate::config::parse_level;
use crate::games::NamesArgs;
use crate::numbers::number;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use xsquare_engine::notation::GameFormat;
use xsquare_search::Level;

/// Search collections of games: by player, year, tournament, opening or position.
///
/// With a position, the moves that were played there are listed, with their results and what this program thinks of
/// them. Positions count in every symmetry. Results are Black's and in discs, as --convention counts them; of games that
/// stop early, or whose record and board differ, as the record states them.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  xsquare db WTH_*.wtb --player \"Tamenori\" --year 1980-1990\n  \
                  xsquare db WTH_*.wtb --position f5d6c3d3c4 --level 12\n  xsquare db WTH_*.wtb --show openings"
)]
pub(crate) struct DbArgs {
    /// Files of games in any format; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Games of this player: part of the name, in upper or lower case
    #[arg(long, value_name = "NAME")]
    pub(super) player: Option<String>,
    /// Games in which this player has Black
    #[arg(long, value_name = "NAME")]
    pub(super) black: Option<String>,
    /// Games in which this player has White
    #[arg(long, value_name = "NAME")]
    pub(super) white: Option<String>,
    /// Games of these years, such as 1985 or 1980-1990
    #[arg(long, value_name = "YEARS", value_parser = parse_years)]
    pub(super) year: Option<Years>,
    /// Games of this tournament: part of its name
    #[arg(long, value_name = "NAME")]
    pub(super) event: Option<String>,
    /// Games with this opening: part of its name, as --show openings lists them
    #[arg(long, value_name = "NAME")]
    pub(super) opening: Option<String>,
    /// Games in which this position stood on the board: `start`, a transcript, or a board and its side to move
    #[arg(long, value_name = "POSITION")]
    pub(super) position: Option<String>,
    /// What is listed [default: moves with a position, games otherwise]
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(super) show: Option<Shown>,
    /// How many games or openings are listed
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<usize>(..))]
    pub(super) limit: usize,
    /// How discs are counted at the end
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub(super) convention: Counting,
    /// How thoroughly moves are searched for their evaluation, 0 to 60
    #[arg(long, value_name = "N", value_parser = parse_level, default_value = "10")]
    pub(super) level: Level,
    /// The format of the files, if it is not to be recognised
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    pub(super) from: Option<GameFormat>,
    #[command(flatten)]
    pub(super) names: NamesArgs,
}

/// What is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shown {
    /// The games, in the order of the files
    Games,
    /// The moves played from the position
    Moves,
    /// The openings, most frequent first
    Openings,
}

/// Years from one to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Years {
    pub(super) from: u16,
    pub(super) to: u16,
}

/// `1985`, `1980-1990`
fn parse_years(text: &str) -> Result<Years, String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let year = |text: &str| text.trim().parse().ok();
    match (year(from), year(to)) {
        (Some(from), Some(to)) if from <= to => Ok(Years { from, to }),
        _ => Err("expected years such as 1985 or 1980-1990".to_owned()),
    }
}

impl DbArgs {
    /// What is listed.
    pub(super) fn shown(&self) -> Shown {
        self.show.unwrap_or(match self.position {
            Some(_) => Shown::Moves,
            None => Shown::Games,
        })
    }
}
