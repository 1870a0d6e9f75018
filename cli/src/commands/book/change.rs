//! `book merge` and `book prune`.

use super::files;
use super::options::{MergeArgs, PruneArgs};
use super::report::Report;
use crate::config::Settings;
use crate::exit::ExitCode;
use crate::opening_book::BookChoice;
use anyhow::bail;
use std::time::Instant;
use xsquare_engine::Board;
use xsquare_search::book::{About, Book, Change, Graph};

/// Takes other books into a book. All of them are read before it is changed.
pub(super) fn merge(args: &MergeArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let begin = Instant::now();
    let mut graph = files::load_or_begin(&args.file)?;
    let others: Vec<Graph> = args
        .others
        .iter()
        .map(|other| match other {
            BookChoice::Off => bail!("`off` is no book to take in; expected files, or on"),
            BookChoice::Shipped => Ok(Graph::of(Book::shipped())?),
            BookChoice::File(path) => files::load(path),
        })
        .collect::<anyhow::Result<_>>()?;
    let mut change = Change::default();
    for other in others {
        let about = both(&graph, &other);
        let step = graph.merge(other.records().iter().copied());
        graph.describe(about);
        change.added += step.added;
        change.improved += step.improved;
    }
    files::save(&args.file, &graph)?;
    let report = Report {
        change,
        ..Report::new("merge", &args.file, begin)
    };
    report.print(&graph, settings)?;
    Ok(ExitCode::Success)
}

/// What can be said of two books together.
fn both(one: &Graph, other: &Graph) -> About {
    let (mine, theirs) = (one.about(), other.about());
    if one.is_empty() {
        return theirs;
    }
    About {
        evaluation: mine.evaluation.and(theirs.evaluation),
        level: mine.level.filter(|_| mine.level == theirs.level),
    }
}

/// Takes away what no good line leads to.
pub(super) fn prune(args: &PruneArgs, settings: &Settings) -> anyhow::Result<ExitCode> {
    let begin = Instant::now();
    let mut graph = files::load(&args.file)?;
    let roots = [Board::START.canonical().0];
    let mut change = graph.prune(&roots, &args.scope.scope());
    if let Some(positions) = args.positions {
        change.removed += graph.shrink(&roots, positions).removed;
    }
    if graph.is_empty() {
        bail!(
            "{} does not hold the start position: nothing would be left of it",
            args.file.display()
        );
    }
    files::save(&args.file, &graph)?;
    let report = Report {
        change,
        ..Report::new("prune", &args.file, begin)
    };
    report.print(&graph, settings)?;
    Ok(ExitCode::Success)
}
