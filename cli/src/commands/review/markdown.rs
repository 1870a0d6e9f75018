//! Reviews in Markdown.

use super::model::{Phase, Review, Totals, Turn, Verdict};
use super::words::{
    accuracy, better, certainty, change, loss, lost, phase_name, point_heading, result, summary,
    texts, verdicts,
};
use crate::commands::versus::save::moves;
use crate::explain::about;
use crate::messages::{ENGLISH, fill};
use crate::output::board;
use crate::output::text;
use std::fmt::Write;
use xsquare_engine::{Color, Move};

/// The whole review, with so many turning points.
pub(super) fn write(review: &Review, boards: usize) -> String {
    let title = review.title.as_deref().unwrap_or(texts().title);
    let mut text = format!("# {}\n\n{}.", escaped(title), result(review));
    if let Some(opening) = review.opening {
        let line = fill(texts().opening, &[("name", opening.label)]);
        let _ = write!(text, " {line}.");
    }
    let [sums_heading, points_heading, moves_heading] = texts().headings;
    let _ = write!(
        text,
        "\n\n`{}`\n\n## {sums_heading}\n\n",
        moves(&review.game)
    );
    text += &sums(review);
    text.push('\n');
    for line in verdicts(review) {
        let _ = writeln!(text, "- {line}");
    }
    let points = review.turning_points(boards);
    if !points.is_empty() {
        let _ = writeln!(text, "\n## {points_heading}");
    }
    for turn in points {
        text += &point(review, turn);
    }
    let [turn, score, best, loss] = texts().columns;
    let (side, sure) = (texts().side, texts().sure);
    let _ = write!(
        text,
        "\n## {moves_heading}\n\n\
         | # | {side} | {turn} | {score} | {sure} | {best} | {score} | {loss} | |\n\
         |--:|---|---|--:|---|---|--:|--:|---|\n"
    );
    for turn in &review.turns {
        text += &row(turn);
    }
    text
}

/// A text from a file, so that it is shown as it is.
fn escaped(text: &str) -> String {
    let special = |c: char| "\\`*_{}[]<>#|".contains(c);
    text.chars()
        .flat_map(|c| special(c).then_some('\\').into_iter().chain([c]))
        .collect()
}

fn sums(review: &Review) -> String {
    let mut text = "| |".to_owned();
    let [choices, best, lost_heading, accuracy_heading] = texts().sums;
    for side in ENGLISH.names.sides {
        let _ = write!(
            text,
            " {side}: {choices} | {best} | {lost_heading} | {accuracy_heading} |"
        );
    }
    text += "\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for phase in Phase::ALL.map(Some).into_iter().chain([None]) {
        let _ = write!(text, "| {} |", phase_name(phase));
        for side in Color::ALL {
            let totals: Totals = review.totals(side, phase);
            let (lost, accuracy) = (lost(&totals), accuracy(&totals));
            let _ = write!(
                text,
                " {} | {} | {lost} | {accuracy} |",
                totals.choices, totals.best
            );
        }
        text.push('\n');
    }
    text
}

fn point(review: &Review, turn: &Turn) -> String {
    let Some(verdict) = &turn.verdict else {
        return String::new();
    };
    let best = verdict.best_move().and_then(Move::square);
    let picture = board::draw_choice(&turn.position, turn.played.square(), best);
    format!(
        "\n### {}: {}\n\n```text\n{}```\n\n{}.\n",
        point_heading(turn),
        summary(turn, verdict),
        anstream::adapter::strip_str(&picture),
        better(verdict)
    ) + &reasons(review, turn, verdict)
}

/// What is to be said of the move that was played and of the better one.
fn reasons(review: &Review, turn: &Turn, verdict: &Verdict) -> String {
    let texts = &ENGLISH.explain;
    let best = verdict.best_move().unwrap_or(turn.played);
    let answer = review.answer(turn);
    let parts = [
        (texts.about_played, turn.played, &answer[..]),
        (texts.about_better, best, &[]),
    ];
    let mut text = String::new();
    for (heading, subject, line) in parts {
        let heading = fill(heading, &[("move", &subject.to_string())]);
        let _ = write!(text, "\n{heading}\n\n");
        for sentence in about(&turn.position, subject, line, texts) {
            let _ = writeln!(text, "- {sentence}");
        }
    }
    text
}

fn row(turn: &Turn) -> String {
    let mut text = format!("| {} | {} | {} |", turn.ply, turn.side(), turn.played);
    match &turn.verdict {
        None => text += " | | | | | |",
        Some(verdict) => text += &judged(turn, verdict),
    }
    text.push('\n');
    text
}

fn judged(turn: &Turn, verdict: &Verdict) -> String {
    let Verdict { played, best, .. } = verdict;
    let score = text::score(played.score, played.kind);
    if !turn.is_choice() {
        return format!(" {score} | | | | | {} |", texts().only_move);
    }
    let sure = certainty(verdict.kind(), *played);
    match verdict.best_move().filter(|_| verdict.loss() > 0) {
        None => format!(" {score} | {sure} | | | | |"),
        Some(better) => format!(
            " {score} | {sure} | {better} | {} | {} | {} |",
            text::score(best.score, best.kind),
            loss(verdict),
            if verdict.changes_result() {
                change(verdict)
            } else {
                String::new()
            }
        ),
    }
}
