//! `edax`: this program with the options, tables and prompt of Edax; also when it is started under that name.

use crate::args::{Cli, GlobalArgs};
use crate::config::Settings;
use crate::exit::ExitCode;
use crate::interrupt;
use crate::output;
use crate::protocol::edax::options::{Options, Task, no_global};
use crate::protocol::edax::{prompt, solve};
use crate::protocol::{gtp, nboard};
use crate::thinking::thinker;
use anyhow::{Context, bail};
use clap::{Args, CommandFactory};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

/// Stand in for Edax: its options, tables and prompt.
///
/// Options have one dash: -solve FILE, -l LEVEL, -n THREADS, -h BITS (size of the table), -t TIME (for a game), -move-time TIME,
/// -mode 0|1|2|3 (who plays: the engine White, Black, both, or when asked to), -ponder on|off, -book-usage on|off (the book that
/// is built in), -book-randomness DISCS, -v 0|1|2, -q, -vv, -gtp, -nboard, -version, -help. Without -solve, -gtp or -nboard there is a prompt; type help there. Linked or copied under the name edax,
/// the program needs no first word.
#[derive(Debug, Args)]
#[command(
    disable_help_flag = true,
    after_help = "Example:\n  xsquare edax -solve problems.obf -l 60 -h 25 -n 1"
)]
pub(crate) struct EdaxArgs {
    /// Edax's options
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "OPTION"
    )]
    options: Vec<String>,
}

/// What follows if the program was started as Edax: under that name, or with that first word.
pub(crate) fn arguments(all: &[OsString]) -> Option<Vec<OsString>> {
    let (program, rest) = all.split_first()?;
    let name = Path::new(program).file_stem();
    if name.is_some_and(|name| name == "edax") {
        return Some(rest.to_vec());
    }
    let (word, rest) = rest.split_first()?;
    (word == "edax").then(|| rest.to_vec())
}

/// Runs with Edax's options, before any other option is looked for.
///
/// # Errors
/// If they cannot be understood or honoured.
pub(crate) fn early(arguments: &[OsString]) -> anyhow::Result<ExitCode> {
    let mut options = Vec::new();
    for argument in arguments {
        let text = argument.to_str().context("an option is not UTF-8")?;
        options.push(text.to_owned());
    }
    interrupt::install()?;
    run(&EdaxArgs { options }, &no_global())
}

/// Runs with Edax's options.
///
/// # Errors
/// If they cannot be understood or honoured.
pub(crate) fn run(args: &EdaxArgs, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
    if global.json {
        bail!("Edax's tables have no JSON; `solve` and `analyse` do");
    }
    let options = Options::parse(&args.options)?;
    let settings = Settings::resolve(&options.global(global))?;
    for ignored in &options.ignored {
        output::note(ignored);
    }
    match &options.task {
        Task::Help => {
            let mut program = Cli::command();
            let help = program.find_subcommand_mut("edax");
            let help = help.context("the command has a help")?.render_long_help();
            write!(output::stdout(), "{help}")?;
            return Ok(ExitCode::Success);
        }
        Task::Version => {
            writeln!(
                output::stdout(),
                "xsquare {}",
                crate::output::version::long()
            )?;
            return Ok(ExitCode::Success);
        }
        _ => {}
    }
    match &options.task {
        Task::Solve(path) => solve::run(path, &options, &settings),
        Task::Gtp => gtp::server::run(
            options.strength,
            options.pondering,
            options.repertoire()?,
            thinker(&settings)?,
        ),
        Task::Nboard => nboard::server::run(
            options.strength,
            options.pondering,
            options.repertoire()?,
            thinker(&settings)?,
        ),
        Task::Prompt | Task::Help | Task::Version => prompt::run(&options, thinker(&settings)?),
    }
}
