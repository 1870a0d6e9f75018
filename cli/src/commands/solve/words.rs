//! Solved positions for readers.

use super::outcome::{Outcome, Tally, Winner};
use crate::args::SolveArgs;
use crate::output::board::{self, Marks};
use crate::output::{style, text};
use crate::thinking;
use std::fmt::Write;
use std::time::Duration;
use xsquare_engine::{Convention, DiscDiff, Move};
use xsquare_search::{Kind, Proof, Solution};

/// How much of the expected line a table shows, in moves.
const LINE_MOVES: usize = 6;

/// Columns for the name of a position.
const NAME: usize = 12;

/// The first line of the table.
pub(super) fn table_head() -> String {
    let label = style::LABEL;
    format!(
        "{label}{:<NAME$} {:>7}  {:<15} {:<5} {:>14} {:>8} {:>8}  {:<8} line{label:#}",
        "position", "empties", "score", "best", "nodes", "time", "speed", "check"
    )
}

/// A position of the table: one line, and with `--all` one more for the moves.
pub(super) fn table_row(outcome: &Outcome<'_>, args: &SolveArgs) -> String {
    let (task, solution) = (outcome.task, outcome.solution);
    let best = solution
        .best
        .first()
        .map_or("-".to_owned(), Move::to_string);
    let mut row = format!(
        "{:<NAME$} {:>7}  {:<15} {:<5} {:>14} {:>8} {:>8}  {}",
        task.name_within(NAME),
        task.position.board().empty_count(),
        score(solution, args),
        best,
        text::count(solution.nodes),
        text::time(solution.time),
        text::speed(solution.nodes, solution.time),
        check(outcome),
    );
    let shown = &solution.pv[..solution.pv.len().min(LINE_MOVES)];
    let _ = write!(row, " {}", text::moves(shown));
    if solution.pv.len() > LINE_MOVES {
        row.push_str(" …");
    }
    row.truncate(row.trim_end().len());
    if args.all {
        let _ = write!(row, "\n{:>22}{}", "", moves(solution));
    }
    for wrong in &outcome.wrong_moves {
        let _ = write!(
            row,
            "\n{:>22}{}: {} expected",
            "",
            wrong.turn,
            discs(wrong.expected)
        );
    }
    if let Some(proofs) = &outcome.solved.proofs {
        let _ = write!(row, "\n{:>22}{}", "", verification(proofs));
    }
    row
}

/// What the second search says: `verified: at least +6 (1,234 nodes, 0.45 ms), at most +6 (2,345 nodes, 0.70 ms)`.
fn verification(proofs: &[Proof]) -> String {
    if proofs.is_empty() {
        return "nothing to verify".to_owned();
    }
    let (good, bad) = (style::GOOD, style::BAD);
    let parts: Vec<String> = proofs
        .iter()
        .map(|proof| {
            let verdict = match proof.holds {
                Some(true) => format!("{good}verified{good:#}"),
                Some(false) => format!("{bad}disproved{bad:#}"),
                None => "open at the limit".to_owned(),
            };
            format!(
                "{} {verdict} ({} nodes, {})",
                proof.claim,
                text::count(proof.nodes),
                text::time(proof.time)
            )
        })
        .collect();
    parts.join(", ")
}

/// The verdict of the table, padded.
fn check(outcome: &Outcome<'_>) -> String {
    let (good, bad) = (style::GOOD, style::BAD);
    match (outcome.is_right(), outcome.task.expected) {
        (Some(true), _) => format!("{good}{:<8}{good:#}", "ok"),
        (Some(false), Some(expected)) if outcome.verdict == Some(false) => {
            format!("{bad}{:<8}{bad:#}", format!("not {}", discs(expected)))
        }
        (Some(false), _) => format!("{bad}{:<8}{bad:#}", "a move"),
        (None, Some(_)) => format!("{:<8}", "open"),
        (None, None) => format!("{:<8}", "-"),
    }
}

/// One position with its board.
pub(super) fn block(outcome: &Outcome<'_>, args: &SolveArgs) -> String {
    let (task, solution) = (outcome.task, outcome.solution);
    let strong = style::STRONG;
    let mut block = board::draw(
        &task.position,
        Marks {
            moves: task.position.legal_moves(),
            last: task.last.and_then(Move::square),
        },
    );
    let _ = writeln!(
        block,
        "\n{:<10}{strong}{}{strong:#}",
        "Score",
        meaning(outcome, args)
    );
    if !solution.best.is_empty() {
        let _ = writeln!(block, "{:<10}{}", "Best", text::moves(&solution.best));
    }
    if args.all {
        let _ = writeln!(block, "{:<10}{}", "Moves", moves(solution));
    }
    if !solution.pv.is_empty() {
        let _ = writeln!(block, "{:<10}{}", "Line", text::moves(&solution.pv));
    }
    if let Some(expected) = task.expected {
        let (style, word) = match outcome.verdict {
            Some(true) => (style::GOOD, "as found"),
            Some(false) => (style::BAD, "not what was found"),
            None => (style::LABEL, "not decided"),
        };
        let _ = writeln!(
            block,
            "{:<10}{} ({style}{word}{style:#})",
            "Expected",
            discs(expected)
        );
    }
    for wrong in &outcome.wrong_moves {
        let bad = style::BAD;
        let _ = writeln!(
            block,
            "{:<10}{} {} ({bad}not what was found{bad:#})",
            "Expected",
            wrong.turn,
            discs(wrong.expected)
        );
    }
    if let Some(proofs) = &outcome.solved.proofs {
        let _ = writeln!(block, "{:<10}{}", "Checked", verification(proofs));
    }
    if let Some(earlier) = &outcome.solved.earlier {
        let words = text::score_in_words(earlier.score, earlier.kind);
        let _ = writeln!(block, "{:<10}{words}", "Before");
    }
    let _ = writeln!(
        block,
        "{:<10}{}{}",
        "Effort",
        effort(solution.nodes, solution.time),
        thinking::ending(solution.complete)
    );
    block
}

/// What the score means for the players.
fn meaning(outcome: &Outcome<'_>, args: &SolveArgs) -> String {
    let solution = outcome.solution;
    let side = outcome.task.position.side();
    let words = score(solution, args);
    if let (Some(asked), Some(proved)) = (args.at_least, outcome.proved) {
        let verb = if proved { "proved" } else { "disproved" };
        return format!("at least {}: {verb} ({words})", discs(asked));
    }
    if outcome.task.position.is_over() {
        return format!(
            "{words}; game over: {}",
            board::named_result(&outcome.task.position, Convention::default())
        );
    }
    if solution.kind != Kind::Exact {
        let statement = match outcome.winner() {
            _ if args.wld && solution.complete => None,
            Some(Winner::Own) => Some(format!("{side} wins")),
            Some(Winner::Opponent) => Some(format!("{} wins", !side)),
            Some(Winner::OwnOrNobody) => Some(format!("{side} does not lose")),
            Some(Winner::OpponentOrNobody) => Some(format!("{side} does not win")),
            Some(Winner::Nobody) | None => None,
        };
        return statement.map_or(words.clone(), |statement| format!("{words}: {statement}"));
    }
    let difference = solution.lower.discs();
    let (more, less) = (32 + difference.abs() / 2, 32 - difference.abs() / 2);
    match difference {
        0 => format!("{words}: a draw, 32-32"),
        1.. => format!("{words}: {side} wins {more}-{less}"),
        _ => format!("{words}: {} wins {more}-{less}", !side),
    }
}

/// The score in words: `+38 exact`, `at least +2`, `win`.
fn score(solution: &Solution, args: &SolveArgs) -> String {
    let (lower, upper) = (solution.lower, solution.upper);
    if args.wld && solution.complete {
        return match (lower.discs(), upper.discs()) {
            (1.., _) => "win",
            (_, ..0) => "loss",
            _ => "draw",
        }
        .to_owned();
    }
    match solution.kind {
        Kind::Exact => format!("{} exact", discs(lower)),
        Kind::Lower | Kind::Upper if lower > DiscDiff::MIN && upper < DiscDiff::MAX => {
            format!("between {} and {}", discs(lower), discs(upper))
        }
        kind => text::score_in_words(solution.score, kind),
    }
}

/// The scored moves: `a2 +38, c7 +36, d8 at most +34`.
fn moves(solution: &Solution) -> String {
    if solution.moves.is_empty() {
        return "-".to_owned();
    }
    let parts: Vec<String> = solution
        .moves
        .iter()
        .map(|solved| {
            format!(
                "{} {}",
                solved.turn,
                text::score_in_words(solved.score, solved.kind)
            )
        })
        .collect();
    parts.join(", ")
}

fn discs(score: DiscDiff) -> String {
    text::score(score.into(), Kind::Exact)
}

fn effort(nodes: u64, time: Duration) -> String {
    format!(
        "{}, {}, {}",
        text::counted(nodes, "node"),
        text::time(time),
        text::speed(nodes, time)
    )
}

/// The line below the table.
pub(super) fn summary(tally: &Tally, time: Duration) -> String {
    let total = tally.positions();
    let mut parts = vec![format!("{} solved", tally.solved)];
    let mut add = |count: usize, what: &str| {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    };
    add(tally.kept, "of them before");
    add(tally.open, "open");
    add(tally.wrong, "wrong");
    add(tally.disproved, "disproved");
    add(tally.failed, "unreadable");
    format!(
        "{}: {}; {}",
        text::counted(total, "position"),
        parts.join(", "),
        effort(tally.nodes, time)
    )
}
