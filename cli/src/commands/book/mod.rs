//! `book`: opening books: looked into, grown, changed and checked.

mod files;
mod grow;
mod options;
mod report;

pub(crate) use options::BookArgs;

use crate::config::Settings;
use crate::exit::ExitCode;
use options::BookCommand;

/// Does what is asked.
pub(crate) fn run(args: &BookArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    match &args.command {
        BookCommand::Build(args) => grow::build(args, settings),
    }
}
