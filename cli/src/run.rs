//! From the command line to an exit code.

use crate::args::{self, Cli, ColorWhen, Command};
use crate::arguments::shield_board;
use crate::commands;
use crate::config::Settings;
use crate::exit::ExitCode;
use crate::interrupt;
use crate::output;
use clap::error::{ContextKind, ContextValue};
use std::ffi::OsString;
use std::io;

/// Runs the program with its arguments.
pub(crate) fn run() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if let Some(rest) = commands::edax::arguments(&arguments) {
        return conclude(commands::edax::early(&rest));
    }
    let arguments: Vec<OsString> = arguments.into_iter().map(shield_board).collect();
    color_early(&arguments).write_global();
    let outcome = match args::parse(arguments) {
        Ok(cli) => obey(&cli),
        Err(error) => explain(&error),
    };
    conclude(outcome)
}

/// The exit code of an outcome; an error is told.
fn conclude(outcome: anyhow::Result<ExitCode>) -> ExitCode {
    match outcome {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::Success,
        Err(error) => {
            output::complain(&format!("{error:#}"));
            ExitCode::Usage
        }
    }
}

fn obey(cli: &Cli) -> anyhow::Result<ExitCode> {
    let Some(command) = &cli.command else {
        return commands::overview::run();
    };
    let settings = Settings::resolve(&match command {
        Command::Match(_) => commands::versus::with_defaults(&cli.global)?,
        _ => cli.global.clone(),
    })?;
    interrupt::install()?;
    match command {
        Command::Play(args) => commands::play::run(args, &settings),
        Command::Analyse(args) => commands::analyse::run(args, &settings),
        Command::Review(args) => commands::review::run(args, &settings),
        Command::Puzzle(args) => commands::puzzle::run(args, &settings),
        Command::Solve(args) => commands::solve::run(args, &settings),
        Command::Show(args) => commands::show::run(args, &settings),
        Command::Eval(args) => commands::eval::run(args, &settings),
        Command::Perft(args) => commands::perft::run(args, &settings),
        Command::Bench(args) => commands::bench::run(args, &settings),
        Command::Match(args) => commands::versus::run(args, &settings),
        Command::Openings(args) => commands::openings::run(args, &settings),
        Command::Levels(args) => commands::levels::run(args, &settings),
        Command::Gtp(args) => commands::serve::gtp(args, &settings),
        Command::Edax(args) => commands::edax::run(args, &cli.global),
        Command::Conformance(args) => commands::conformance::run(args, &settings),
        Command::Nboard(args) => commands::serve::nboard(args, &settings),
        Command::Convert(args) => commands::convert::run(args, &settings),
        Command::Check(args) => commands::check::run(args, &settings),
        Command::Diagram(args) => commands::diagram::run(args, &settings),
        Command::Book(args) => commands::book::run(args, &settings),
        Command::Db(args) => commands::db::run(args, &settings),
        #[cfg(feature = "train")]
        Command::Train(args) => commands::train::run(args, &settings),
        Command::Rules(_) => commands::rules::run(&settings),
        Command::Completions(args) => commands::shell::completions(args),
        Command::Man(_) => commands::shell::man(),
    }
}

/// Prints help, the version, or what is wrong with the arguments.
fn explain(error: &clap::Error) -> anyhow::Result<ExitCode> {
    error.print()?;
    let is_train = |value: &ContextValue| value.to_string() == "train";
    if cfg!(not(feature = "train"))
        && error
            .get(ContextKind::InvalidSubcommand)
            .is_some_and(is_train)
    {
        output::note(
            &"`train` is left out of usual builds; in the source, `cargo run --release --features train -- train` has it",
        );
    }
    Ok(if error.use_stderr() {
        ExitCode::Usage
    } else {
        ExitCode::Success
    })
}

/// The choice of `--color`, which help and error messages need before the arguments are understood.
fn color_early(arguments: &[OsString]) -> anstream::ColorChoice {
    let value = arguments.iter().enumerate().find_map(|(index, argument)| {
        let text = argument.to_str()?;
        match text.strip_prefix("--color=") {
            Some(value) => Some(value),
            None if text == "--color" => arguments.get(index + 1)?.to_str(),
            None => None,
        }
    });
    match value {
        Some("always") => ColorWhen::Always,
        Some("never") => ColorWhen::Never,
        _ => ColorWhen::Auto,
    }
    .into()
}

/// Whether the reader of our output has gone away, which is no fault of anybody.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
