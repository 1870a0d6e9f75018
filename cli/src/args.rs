//! What can be typed: commands, options and their help. No logic.

use crate::commands::bench::BenchArgs;
use crate::commands::book::BookArgs;
use crate::commands::check::CheckArgs;
use crate::commands::conformance::ConformanceArgs;
use crate::commands::convert::ConvertArgs;
use crate::commands::db::DbArgs;
use crate::commands::diagram::DiagramArgs;
use crate::commands::edax::EdaxArgs;
use crate::commands::levels::LevelsArgs;
use crate::commands::openings::OpeningsArgs;
use crate::commands::play::{Counting, PlayArgs};
use crate::commands::puzzle::PuzzleArgs;
use crate::commands::review::ReviewArgs;
use crate::commands::rules::RulesArgs;
use crate::commands::serve::{GtpArgs, NboardArgs};
#[cfg(feature = "train")]
use crate::commands::train::TrainArgs;
use crate::commands::versus::MatchArgs;
use crate::config::{
    parse_at_least, parse_convention, parse_depth, parse_level, parse_side, parse_size,
    parse_threads, parse_time, parse_window,
};
use crate::evaluation::{Choice, parse_choice};
use crate::numbers::number;
use crate::opening_book::{BookChoice, parse_book};
use clap::{Arg, ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use xsquare_engine::{Color, DiscDiff, PerftConvention};
use xsquare_search::{Depth, Level, TableSize, Threads};

/// Othello: play, analyse positions, solve endgames exactly.
#[derive(Debug, Parser)]
#[command(
    name = "xsquare",
    bin_name = "xsquare",
    version = crate::output::version::long(),
    subcommand_required = false,
    after_help = "Exit codes: 0 done, 1 done with a negative answer, 2 not understood, 3 internal error, 130 Ctrl-C.\n\
                  `xsquare COMMAND --help` shows a command's options and an example."
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What every command takes.
    #[command(flatten)]
    pub global: GlobalArgs,
}

/// Options of every command.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct GlobalArgs {
    /// Threads to search with, 1 to 256 [default: all cores; in a match 1]
    #[arg(long, global = true, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<Threads>,
    /// Memory of the transposition table, such as 64M or 1G; a bare number is MiB [default: 256M; in a match 64M]
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_size)]
    pub hash: Option<TableSize>,
    /// What positions are judged by: patterns, classic, or a weight file for the patterns [default: patterns]
    #[arg(long, global = true, value_name = "NAME|FILE", value_parser = parse_choice)]
    pub eval: Option<Choice>,
    /// Print JSON lines, one object a result, and nothing else on standard output
    #[arg(long, global = true)]
    pub json: bool,
    /// When to use colours: auto (on a terminal, unless `NO_COLOR` is set), always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub color: ColorWhen,
    /// Say more on standard error: what was recognised, which settings are used
    #[arg(short, long, global = true, action = ArgAction::SetTrue)]
    pub verbose: bool,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Values of these kinds may begin with a dash and a digit without being a number.
const DASHED: [&str; 6] = ["TIME", "CLOCK", "SIZE", "MOVES", "FROM-TO", "YEARS"];

/// Understands the arguments. A negative number is a value wherever there can be one, so that it is the range that is told
/// of and not an option that there is none of.
///
/// # Errors
/// Help, the version, or what is wrong with them.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let command = with_negative_numbers(Cli::command());
    let matches = command.try_get_matches_from(arguments)?;
    Cli::from_arg_matches(&matches)
}

/// The command and those below it, with values that may be negative.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let may_be_negative = |argument: Arg| {
        let names = argument.get_value_names().unwrap_or_default();
        let is_dashed = names.iter().any(|name| DASHED.contains(&name.as_str()));
        if !argument.get_action().takes_values() || argument.is_allow_hyphen_values_set() {
            argument
        } else if is_dashed {
            argument.allow_hyphen_values(true)
        } else {
            argument.allow_negative_numbers(true)
        }
    };
    command
        .mut_args(may_be_negative)
        .mut_subcommands(with_negative_numbers)
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(PlayArgs),
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    Review(ReviewArgs),
    Puzzle(PuzzleArgs),
    Solve(SolveArgs),
    Show(ShowArgs),
    Eval(EvalArgs),
    Perft(PerftArgs),
    Bench(BenchArgs),
    Match(MatchArgs),
    Openings(OpeningsArgs),
    Levels(LevelsArgs),
    Gtp(GtpArgs),
    Nboard(NboardArgs),
    Conformance(ConformanceArgs),
    Edax(EdaxArgs),
    Convert(ConvertArgs),
    Check(CheckArgs),
    Diagram(DiagramArgs),
    Db(DbArgs),
    Book(BookArgs),
    #[cfg(feature = "train")]
    Train(TrainArgs),
    Rules(RulesArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Where positions come from.
#[derive(Debug, Clone, Args)]
pub(crate) struct PositionArgs {
    /// `start`, a board of 64 cells (X, O, -) and the side to move, an OBF line, a transcript such as f5d6c3, or - for
    /// standard input
    #[arg(value_name = "POSITION")]
    pub positions: Vec<String>,
    /// Read positions from a file, one a line, or the last ones of games in any format; - is standard input. May be given
    /// several times
    #[arg(short, long, value_name = "PATH")]
    pub file: Vec<PathBuf>,
    /// The side to move on boards that do not say: X or black, O or white
    #[arg(long, value_name = "SIDE", value_parser = parse_side)]
    pub side: Option<Color>,
}

impl PositionArgs {
    /// Whether a file or standard input is read, in which a bad line does not spoil the others.
    pub(crate) fn is_batch(&self) -> bool {
        !self.file.is_empty() || self.reads_stdin()
    }

    /// Whether standard input is read.
    pub(crate) fn reads_stdin(&self) -> bool {
        self.positions.iter().any(|text| text == "-")
            || self.file.iter().any(|path| path.as_os_str() == "-")
    }
}

/// Find the best moves of a position and what they are worth.
///
/// A score is the expected final difference in discs seen by the side to move, empties to the winner. `about` marks an
/// estimate, a percentage the confidence of a search to the end of the game that left moves out; a score without either
/// is proved.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare analyse f5d6c3 -n 3 --time 2s")]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) input: PositionArgs,
    /// How many moves to score, best first
    #[arg(
        short = 'n',
        long = "lines",
        value_name = "N",
        default_value_t = 1,
        value_parser = number::<u8>(1..=64)
    )]
    pub(crate) lines: u8,
    /// Score every legal move
    #[arg(long, conflicts_with = "lines")]
    pub(crate) all: bool,
    /// How thoroughly to search, 0 to 60 [default: 21]
    #[arg(long, value_name = "N", value_parser = parse_level, conflicts_with_all = ["depth", "watch"])]
    pub(crate) level: Option<Level>,
    /// Search exactly this many plies deep, 1 to 60
    #[arg(long, value_name = "N", value_parser = parse_depth, conflicts_with = "watch")]
    pub(crate) depth: Option<Depth>,
    /// Time for each position, such as 500ms, 2s or 1m30s; alone it means: as deep as possible in this time
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// Search deeper and deeper and show each step, until Enter or Ctrl-C is pressed
    #[arg(long)]
    pub(crate) watch: bool,
    /// Explain the best move: what it changes in mobility, corners and the rest
    #[arg(long)]
    pub(crate) explain: bool,
    /// The opening book that answers where it knows as many moves as asked for: on for the one that is built in, off, or
    /// a file [default: on, or off if a level, a depth or a time is given]
    #[arg(long, value_name = "on|off|FILE", value_parser = parse_book)]
    pub(crate) book: Option<BookChoice>,
}

/// Solve endgames exactly: the score with perfect play, proved.
///
/// A score is the final difference in discs seen by the side to move, empties to the winner. Of several positions the
/// easy ones are solved side by side; each is printed as soon as it and all before it are done. The scores that an OBF
/// file expects are compared. Exit code 1 means that one differs, that lines could not be read, or that --at-least or
/// --verify is disproved.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  xsquare solve XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) input: PositionArgs,
    /// Score every legal move, not only the best
    #[arg(long)]
    pub(crate) all: bool,
    /// Prove only win, draw or loss
    #[arg(long, conflicts_with_all = ["window", "at_least"])]
    pub(crate) wld: bool,
    /// Find the score only if it lies between the two, else which side it lies on
    #[arg(
        long,
        value_name = "A,B",
        value_parser = parse_window,
        allow_hyphen_values = true,
        conflicts_with = "at_least"
    )]
    pub(crate) window: Option<(DiscDiff, DiscDiff)>,
    /// Prove or disprove that the score is at least this
    #[arg(long, value_name = "N", value_parser = parse_at_least, allow_hyphen_values = true)]
    pub(crate) at_least: Option<DiscDiff>,
    /// Time for each position, such as 500ms, 2s or 1m30s; when it is over, what is proved by then is printed
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) limit: Option<Duration>,
    /// Read the whole input first and refuse it if any line is no position
    #[arg(long)]
    pub(crate) strict: bool,
    /// Confirm each score by a second, simpler search that shares nothing with the first but the rules. Practical up to
    /// 24 empties; above, and without --limit, it ends after 2,000,000,000 nodes for each of its two proofs
    #[arg(long)]
    pub(crate) verify: bool,
    /// Append each result to this file of JSON lines as soon as it is there, and skip the positions whose results are in
    /// it already and stand a check
    #[arg(long, value_name = "PATH")]
    pub(crate) resume: Option<PathBuf>,
    /// Go on from earlier results, the JSON lines of solve or analyse: they tell where to look, and are proved anew
    #[arg(long, value_name = "PATH")]
    pub(crate) from: Option<PathBuf>,
    /// Print positions in the order of the input: the default
    #[arg(long, conflicts_with = "as_completed")]
    pub(crate) ordered: bool,
    /// Print positions in the order they are done
    #[arg(long)]
    pub(crate) as_completed: bool,
}

/// Show a position: board, legal moves, disc counts; or step through a game.
///
/// The moves on corners, X-, C-, A- and B-squares are listed once more by themselves. POSITION may also be a file of games in
/// any format: on a terminal it is stepped through on the full screen, elsewhere the last position is shown.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  xsquare show f5d6c3\n  xsquare show game.sgf --at 30\n  xsquare show game.sgf"
)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Show a game after this move, 0 to 60; POSITION or --file may then be a file of games in any format
    #[arg(long, value_name = "N", value_parser = number::<u8>(0..=60))]
    pub at: Option<u8>,
    /// Step through a game on the full screen, from --at or its beginning; without a terminal it is shown as if this were
    /// not given
    #[arg(long)]
    pub step: bool,
    /// Which game of a file, from 1; needed if there are several and they are not stepped through
    #[arg(long = "game", value_name = "N", value_parser = number::<u32>(1..))]
    pub game: Option<u32>,
    /// Draw the full screen with plain characters only
    #[arg(long)]
    pub ascii: bool,
    /// How discs are counted at the end
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub convention: Counting,
}

/// Evaluate a position without looking ahead, term by term.
///
/// First what the chosen evaluation says, then the classic one, whose terms are those of a player's advice. With --json
/// only the chosen one is printed.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare eval f5d6c3")]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) input: PositionArgs,
}

/// Count the move sequences of a given length: a check of the rules.
///
/// Programs count differently. A: a forced pass is a ply, and a game that has ended counts as one sequence at every
/// greater depth. B: a pass is a ply, ended games are not counted. C: a pass costs no ply, ended games count. D: a
/// pass costs no ply, ended games are not counted.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare perft 7 start --divide")]
pub(crate) struct PerftArgs {
    /// Length of the sequences in plies, 0 to 60
    #[arg(value_name = "DEPTH", value_parser = number::<u8>(0..=60))]
    pub(crate) depth: u8,
    /// The position to count from, as for `show` [default: start]
    #[arg(value_name = "POSITION")]
    pub(crate) position: Vec<String>,
    /// The side to move on a board that does not say: X or black, O or white
    #[arg(long, value_name = "SIDE", value_parser = parse_side)]
    pub(crate) side: Option<Color>,
    /// How passes and ended games count: A, B, C or D
    #[arg(long, value_name = "LETTER", value_parser = parse_convention, default_value = "A")]
    pub(crate) convention: PerftConvention,
    /// Count below each first move separately
    #[arg(long)]
    pub(crate) divide: bool,
}

impl PerftArgs {
    /// Where to count from.
    pub(crate) fn input(&self) -> PositionArgs {
        let positions = if self.position.is_empty() {
            vec!["start".to_owned()]
        } else {
            self.position.clone()
        };
        PositionArgs {
            positions,
            file: Vec::new(),
            side: self.side,
        }
    }
}

/// Print a completion script for a shell.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  xsquare completions bash > ~/.local/share/bash-completion/completions/xsquare"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Print the manual page in roff.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare man > xsquare.1")]
pub(crate) struct ManArgs {}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::error::ErrorKind;

    /// Tries negative values and a word for all options of a command and of those below it.
    fn try_options(command: &clap::Command, path: &[String]) -> usize {
        let mut tried = 0;
        for argument in command.get_arguments() {
            let Some(name) = argument.get_long() else {
                continue;
            };
            if !argument.get_action().takes_values() {
                continue;
            }
            let names = argument.get_value_names().unwrap_or_default();
            let is_time = names.iter().any(|name| name == "TIME");
            for value in ["-1", "-0.5", "-99999999999999999999", "x"]
                .into_iter()
                .chain(is_time.then_some("-1s"))
            {
                let words = path
                    .iter()
                    .cloned()
                    .chain([format!("--{name}"), value.to_owned()]);
                if let Err(error) = parse(words.map(OsString::from)) {
                    assert_ne!(
                        error.kind(),
                        ErrorKind::UnknownArgument,
                        "{path:?} --{name} {value}: {error}"
                    );
                    // What would be accepted is told, not what the parser stumbled over.
                    let text = error.to_string();
                    let is_bare = ["invalid digit", "cannot parse", "invalid float"]
                        .iter()
                        .any(|words| text.contains(words));
                    assert!(!is_bare, "{path:?} --{name} {value}: {text}");
                }
                tried += 1;
            }
        }
        for below in command.get_subcommands() {
            let mut path = path.to_vec();
            path.push(below.get_name().to_owned());
            tried += try_options(below, &path);
        }
        tried
    }

    #[test]
    fn negative_values_are_judged_by_their_options() {
        let tried = try_options(&Cli::command(), &["any name".to_owned()]);
        assert!(tried > 300, "{tried}");
    }

    #[test]
    fn the_range_is_told_and_the_name_is_ours() {
        let words = ["/bin/renamed", "perft", "-1"].map(OsString::from);
        let error = parse(words).unwrap_err().to_string();
        assert!(
            error.contains("expected a whole number from 0 to 60"),
            "{error}"
        );
        let words = ["/bin/renamed", "show", "--nonsense"].map(OsString::from);
        let error = parse(words).unwrap_err().to_string();
        assert!(error.contains("Usage: xsquare show"), "{error}");
    }
}
