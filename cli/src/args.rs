//! What can be typed: commands, options and their help. No logic.

use crate::commands::play::PlayArgs;
use crate::config::{parse_side, parse_size, parse_threads};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use xsquare_engine::Color;
use xsquare_search::{TableSize, Threads};

/// Othello: analyse positions and solve endgames exactly.
#[derive(Debug, Parser)]
#[command(
    name = "xsquare",
    version = crate::output::version::long(),
    disable_help_subcommand = true,
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
    /// Threads to search with, 1 to 256 [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<Threads>,
    /// Memory of the transposition table, such as 64M or 1G; a bare number is MiB [default: 256M]
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_size)]
    pub hash: Option<TableSize>,
    /// Print JSON lines, one object a result, and nothing else on standard output
    #[arg(long, global = true)]
    pub json: bool,
    /// When to use colours; `auto` is on a terminal, unless `NO_COLOR` is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_possible_values = true
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

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(PlayArgs),
    Show(ShowArgs),
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
    /// Read positions from a file, one a line; - is standard input. May be given several times
    #[arg(short, long, value_name = "PATH")]
    pub file: Vec<PathBuf>,
    /// The side to move on boards that do not say: X or black, O or white
    #[arg(long, value_name = "SIDE", value_parser = parse_side)]
    pub side: Option<Color>,
}

/// Show a position: the board, legal moves, disc counts and what kind of squares the moves are on.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare show f5d6c3")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub input: PositionArgs,
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
