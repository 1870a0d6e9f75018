//! `gtp` and `nboard`: the program as an engine behind other programs.

use crate::commands::play::Strength;
use crate::config::{Format, Settings, parse_level, parse_time};
use crate::exit::ExitCode;
use crate::opening_book::{BookChoice, BookUse, Repertoire};
use crate::protocol::serve::Pondering;
use crate::protocol::{gtp, nboard};
use crate::thinking::thinker;
use anyhow::bail;
use clap::Args;
use std::time::Duration;
use xsquare_search::{Level, Thinker};

/// Be the engine of a program that speaks GTP, such as Quarry or GoGui.
///
/// Commands come on standard input, answers go to standard output; `list_commands` lists the commands. Squares have their
/// Othello names: a1 is the top left corner. A command that comes during a search waits for it, except `quit` and `stop`,
/// which end it.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare gtp --level 12")]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    serve: ServeArgs,
}

/// Be the engine of NBoard and of programs that speak its protocol.
///
/// Commands come on standard input, answers go to standard output. The depth that the other program sets is a level: how
/// deep to look in the middle of the game, with the end of the game searched deeper. Every command ends a running search.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  xsquare nboard --threads 2")]
pub(crate) struct NboardArgs {
    #[command(flatten)]
    serve: ServeArgs,
}

/// What engines of other programs can be told.
#[derive(Debug, Args)]
struct ServeArgs {
    /// How thoroughly to search, 0 to 60, until the other program says otherwise [default: 21, or as its clock allows]
    #[arg(long, value_name = "N", value_parser = parse_level)]
    level: Option<Level>,
    /// Most time for a move, such as 500ms, 2s or 1m30s; alone it means: as deep as possible in this time
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Go on thinking while the other side does
    #[arg(long)]
    ponder: bool,
    #[command(flatten)]
    opening_book: BookUse,
}

/// What serves a protocol.
type Serve = fn(Strength, Pondering, Repertoire, Box<dyn Thinker>) -> anyhow::Result<ExitCode>;

/// Speaks GTP until the other program says `quit` or closes the input.
pub(crate) fn gtp(args: &GtpArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    run(&args.serve, settings, gtp::server::run)
}

/// Speaks NBoard's protocol until the other program says `quit` or closes the input.
pub(crate) fn nboard(args: &NboardArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    run(&args.serve, settings, nboard::server::run)
}

fn run(args: &ServeArgs, settings: &Settings, server: Serve) -> anyhow::Result<ExitCode> {
    if settings.format == Format::Json {
        bail!("a protocol has its own form: there is no JSON");
    }
    let strength = Strength {
        level: args.level,
        time: args.time,
        clock: None,
        ..Strength::default()
    };
    let pondering = if args.ponder {
        Pondering::On
    } else {
        Pondering::Off
    };
    let repertoire = Repertoire::new(&args.opening_book, &BookChoice::Shipped)?;
    server(strength, pondering, repertoire, thinker(settings)?)
}
