//! What NBoard is told about a search. Evaluations are in discs, seen by the side to move.

use std::fmt::Write;
use std::time::Duration;
use xsquare_engine::Move;
use xsquare_engine::notation::{GgfDetail, write_ggf_turn};
use xsquare_search::{Analysis, Eval, Kind, MoveReport};

/// `search F5d6C3 0.35 0 12`, one line for each move, and `nodestats`.
pub(super) fn hints(analysis: &Analysis, time: Duration) -> String {
    let mut lines = String::new();
    for report in &analysis.moves {
        let (pv, eval, depth) = (line(&report.pv), eval(report.score), depth(report));
        let _ = writeln!(lines, "search {pv} {eval} 0 {depth}");
    }
    lines + &nodes(analysis, time)
}

/// `book F5d6C3 0.35 0 12`: what the book says of a move.
pub(super) fn book_hint(report: &MoveReport) -> String {
    let (pv, eval) = (line(&report.pv), eval(report.score));
    format!("book {pv} {eval} 0 {}", report.depth)
}

/// `status book, depth 12: F5 0.35`
pub(super) fn from_book(report: &MoveReport) -> String {
    let turn = write_ggf_turn(report.turn, GgfDetail::default());
    format!(
        "status book, depth {}: {turn} {}",
        report.depth,
        eval(report.score)
    )
}

/// `nodestats 35805 0.02`
pub(super) fn nodes(analysis: &Analysis, time: Duration) -> String {
    format!("nodestats {} {:.2}", analysis.nodes, time.as_secs_f64())
}

/// What is known of a search for a move: `status thinking, depth 12: F5 0.35`, and `nodestats`.
pub(super) fn thought(analysis: &Analysis, time: Duration) -> String {
    let best = analysis.moves.first().map(|best| {
        let turn = write_ggf_turn(best.turn, GgfDetail::default());
        format!(", depth {}: {turn} {}", depth(best), eval(best.score))
    });
    let best = best.unwrap_or_default();
    format!("status thinking{best}\n{}", nodes(analysis, time))
}

/// A score in discs with two places and no plus.
pub(super) fn eval(score: Eval) -> String {
    score.to_string().trim_start_matches('+').to_owned()
}

/// `100%` solved, `24@73%` solved with this confidence, else the depth in plies.
fn depth(report: &MoveReport) -> String {
    match report.kind {
        Kind::Exact => "100%".to_owned(),
        Kind::Selective(selectivity) => format!("{}@{}%", report.depth, selectivity.percent()),
        Kind::Lower | Kind::Upper | Kind::Heuristic | Kind::Book => report.depth.to_string(),
    }
}

/// A line of play without blanks: the side to move in upper case, the other one in lower case, passes `PA`.
fn line(pv: &[Move]) -> String {
    let turns = pv.iter().enumerate().map(|(ply, &turn)| {
        let text = write_ggf_turn(turn, GgfDetail::default());
        match turn {
            Move::Place(_) if ply % 2 == 1 => text.to_ascii_lowercase(),
            _ => text,
        }
    });
    turns.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::Square;

    #[test]
    fn evaluations_have_no_plus_and_no_minus_zero() {
        let of = |units| eval(Eval::from_units(units));
        assert_eq!(of(0), "0.00");
        assert_eq!(of(-45), "-0.35");
        assert_eq!(of(128), "1.00");
        assert_eq!(of(9000), "64.00");
    }

    #[test]
    fn lines_show_who_moves() {
        let pv = [Square::E6.into(), Square::F4.into(), Move::Pass, Move::Pass];
        assert_eq!(line(&pv), "E6f4PAPA");
        assert_eq!(line(&[]), "");
    }
}
