//! Analyses for readers.

use crate::input::Task;
use crate::output::board::{self, Marks};
use crate::output::{style, text};
use crate::thinking;
use std::fmt::Write;
use xsquare_engine::{Convention, Move};
use xsquare_search::{Analysis, Kind, MoveReport, Selectivity};

/// What is printed before the search: the board, or in a batch a line.
pub(super) fn head(task: &Task, is_batch: bool) -> String {
    let position = &task.position;
    if is_batch {
        let strong = style::STRONG;
        return format!(
            "{strong}{}{strong:#}: {}, {} empties\n",
            task.name(),
            board::turn(position),
            position.board().empty_count()
        );
    }
    let marks = Marks {
        moves: position.legal_moves(),
        last: task.last.and_then(Move::square),
    };
    format!("{}{}\n", task.heading(), board::draw(position, marks))
}

/// The moves, best first, and the effort.
pub(super) fn body(task: &Task, analysis: &Analysis) -> String {
    if let Some(score) = analysis.finished {
        return format!(
            "Score {}: {}\n",
            text::score(score.into(), Kind::Exact),
            board::named_result(&task.position, Convention::default())
        );
    }
    let label = style::LABEL;
    let mut body = format!(
        "{label}{:<5} {:<20} {:<7} line{label:#}\n",
        "move", "score", "depth"
    );
    for (index, report) in analysis.moves.iter().enumerate() {
        let style = if index == 0 {
            style::STRONG
        } else {
            anstyle::Style::new()
        };
        let _ = writeln!(
            body,
            "{style}{:<5}{style:#} {:<20} {:<7} {}",
            report.turn,
            text::score_in_words(report.score, report.kind),
            depth(report),
            text::moves(&report.pv)
        );
    }
    let best = analysis.moves.first();
    if analysis.nodes == 0 && best.is_some_and(|best| best.kind == Kind::Book) {
        body += "From the book, without a search; --book off searches\n";
        return body;
    }
    let _ = writeln!(
        body,
        "{}, {}, {}{}",
        text::counted(analysis.nodes, "node"),
        text::time(analysis.time),
        text::speed(analysis.nodes, analysis.time),
        thinking::ending(analysis.complete)
    );
    body
}

/// The depth, and the confidence if moves were left out: `21`, `21@73%`.
fn depth(report: &MoveReport) -> String {
    match report.selectivity {
        Selectivity::Exact => report.depth.to_string(),
        selectivity => format!("{}@{}%", report.depth, selectivity.percent()),
    }
}

/// The first line of a live analysis.
pub(super) fn watch_head() -> String {
    let label = style::LABEL;
    format!(
        "{label}{:<7} {:>9} {:>15}  {:<5} {:<20} line{label:#}",
        "depth", "time", "nodes", "move", "score"
    )
}

/// A finished iteration: its best move.
pub(super) fn watch_row(analysis: &Analysis) -> String {
    let Some(best) = analysis.moves.first() else {
        return String::new();
    };
    format!(
        "{:<7} {:>9} {:>15}  {:<5} {:<20} {}",
        depth(best),
        text::time(analysis.time),
        text::count(analysis.nodes),
        best.turn,
        text::score_in_words(best.score, best.kind),
        text::moves(&best.pv)
    )
}
