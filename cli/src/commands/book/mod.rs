//! `book`: opening books: looked into, grown, changed and checked.

mod change;
mod check;
mod files;
mod games;
mod grow;
mod lines;
mod look;
mod options;
mod report;
mod row;
mod stats;
mod transfer;
mod tree;

pub(crate) use files::open as open_book;
pub(crate) use options::{BookArgs, Distance, parse_distance};

use crate::config::Settings;
use crate::exit::ExitCode;
use options::BookCommand;

/// Does what is asked.
pub(crate) fn run(args: &BookArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    match &args.command {
        BookCommand::Probe(args) => look::run(args, settings),
        BookCommand::Tree(args) => tree::run(args, settings),
        BookCommand::Stats(args) => stats::run(args, settings),
        BookCommand::Check(args) => check::run(args, settings),
        BookCommand::Build(args) => grow::build(args, settings),
        BookCommand::Extend(args) => grow::extend(args, settings),
        BookCommand::Learn(args) => grow::learn(args, settings),
        BookCommand::Merge(args) => change::merge(args, settings),
        BookCommand::Prune(args) => change::prune(args, settings),
        BookCommand::Export(args) => transfer::export(args, settings),
        BookCommand::Import(args) => transfer::import(args, settings),
    }
}
