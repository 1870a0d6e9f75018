//! Edax's table of search results.

use std::time::Duration;
use xsquare_engine::{Color, Move};
use xsquare_search::{Analysis, Eval, Kind, MoveReport, Selectivity};

/// Characters in a line.
const WIDTH: usize = 80;

/// Characters before a row that has a number: three digits and a stroke.
pub(super) const NUMBER: usize = 4;

/// The heading of a table.
pub(super) const HEAD: &str =
    " depth|score|       time   |  nodes (N)  |   N/s    | principal variation";
/// The line under the heading, and under the table.
pub(super) const RULE: &str =
    "------+-----+--------------+-------------+----------+---------------------";

/// The row of a move. `before` characters of the line are used already.
pub(super) fn row(
    report: &MoveReport,
    (nodes, time): (u64, Duration),
    side: Color,
    before: usize,
) -> String {
    let cells = format!(
        "{} {:>14} {nodes:>13} {:>10} ",
        judgement(report),
        clock(time),
        speed(nodes, time)
    );
    let room = WIDTH.saturating_sub(before + cells.len()) / 3;
    cells + &line(&report.pv[..report.pv.len().min(room)], side)
}

/// The row of a finished game.
pub(super) fn final_row(analysis: &Analysis) -> String {
    let score = analysis.finished.unwrap_or_default().discs();
    format!(
        "    0   {score:+03}  {:>14} {:>13} {:>10}",
        clock(analysis.time),
        analysis.nodes,
        ""
    )
    .trim_end()
    .to_owned()
}

/// Depth and score: `   20   +38 `, `21@73%  -02 `. A bound has a sign before its score.
fn judgement(report: &MoveReport) -> String {
    let depth = match report.selectivity {
        Selectivity::Exact => format!("   {:2} ", report.depth),
        selective => format!("{:2}@{:2}%", report.depth, selective.percent()),
    };
    let bound = match report.kind {
        Kind::Lower => '>',
        Kind::Upper => '<',
        Kind::Exact | Kind::Selective(_) | Kind::Heuristic | Kind::Book => ' ',
    };
    format!("{depth} {bound}{:+03} ", whole(report.score))
}

/// What is said behind the row of a move that is not the best.
pub(super) fn erroneous(expected: &str, score: i32, error: i32) -> String {
    format!(" Erroneous move: {expected} expected, with score {score:+}, error = {error}")
}

/// A score as a whole number of discs.
pub(super) fn whole(score: Eval) -> i32 {
    let half = Eval::PER_DISC / 2 * score.units().signum();
    (score.units() + half) / Eval::PER_DISC
}

/// `m:ss.mmm`, with hours and days where they are needed.
pub(super) fn clock(time: Duration) -> String {
    let (whole, milliseconds) = (time.as_secs(), time.subsec_millis());
    let (days, hours, minutes, seconds) = (
        whole / 86_400,
        whole / 3600 % 24,
        whole / 60 % 60,
        whole % 60,
    );
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}.{milliseconds:03}"),
        (0, _) => format!("{hours}:{minutes:02}:{seconds:02}.{milliseconds:03}"),
        _ => format!("{days}:{hours:02}:{minutes:02}:{seconds:02}.{milliseconds:03}"),
    }
}

/// Nodes per second; nothing if no time has passed.
pub(super) fn speed(nodes: u64, time: Duration) -> String {
    let speed = crate::output::text::per_second(nodes, time);
    speed.map_or(String::new(), |speed| format!("{speed:.0}"))
}

/// Moves with blanks between: Black's in lower case, White's in upper case.
fn line(pv: &[Move], mut side: Color) -> String {
    let mut words = Vec::new();
    for turn in pv {
        words.push(word(*turn, side));
        side = !side;
    }
    words.join(" ")
}

/// A move in the case of its side.
pub(super) fn word(turn: Move, side: Color) -> String {
    let text = match turn {
        Move::Place(square) => square.to_string(),
        Move::Pass => "ps".to_owned(),
    };
    match side {
        Color::Black => text,
        Color::White => text.to_ascii_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::Square;

    #[test]
    fn times_grow_to_hours_and_days() {
        let of = |milliseconds| clock(Duration::from_millis(milliseconds));
        assert_eq!(of(16), "0:00.016");
        assert_eq!(of(2454), "0:02.454");
        assert_eq!(of(3_600_000), "1:00:00.000");
        assert_eq!(of(90_061_001), "1:01:01:01.001");
    }

    #[test]
    fn scores_are_rounded_to_discs() {
        let of = |units| format!("{:+03}", whole(Eval::from_units(units)));
        assert_eq!(of(38 * 128), "+38");
        assert_eq!(of(-2 * 128), "-02");
        assert_eq!(
            (of(63), of(-63), of(64), of(-64)),
            ("+00".into(), "+00".into(), "+01".into(), "-01".into())
        );
    }

    #[test]
    fn black_is_lower_case() {
        let pv = [
            Square::A2.into(),
            Move::Pass,
            Square::C1.into(),
            Square::B1.into(),
        ];
        assert_eq!(line(&pv, Color::Black), "a2 PS c1 B1");
        assert_eq!(line(&pv, Color::White), "A2 ps C1 b1");
    }
}
