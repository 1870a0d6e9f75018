//! Reviews for readers, on the terminal.

use super::model::{Outcome, Phase, Rating, Review, Totals, Turn, Verdict};
use crate::explain::{self, Subject};
use crate::messages::ENGLISH;
use crate::output::board;
use crate::output::{style, text};
use std::fmt::Write;
use xsquare_engine::{Color, Move};
use xsquare_search::{Eval, Kind};

/// How many moves of a better line are shown.
const LINE_LENGTH: usize = 10;
/// Losses from here on catch the eye: 2 discs, in 1/128.
const STRIKING: i32 = 2 * Eval::PER_DISC;

/// The whole review: table, sums, the last chance and so many turning points on boards.
pub(crate) fn describe(review: &Review, boards: usize) -> String {
    let mut text = heading(review);
    text.push('\n');
    text += &table(review);
    text.push('\n');
    text += &totals(review);
    text.push('\n');
    for line in verdicts(review) {
        let _ = writeln!(text, "{line}");
    }
    for turn in review.turning_points(boards) {
        let _ = write!(text, "\n{}", turning_point(review, turn));
    }
    text
}

/// Who played, how it ended, which opening it was and how it was judged.
fn heading(review: &Review) -> String {
    let strong = style::STRONG;
    let mut text = String::new();
    if let Some(title) = &review.title {
        let _ = writeln!(text, "{strong}{title}{strong:#}");
    }
    let _ = writeln!(text, "{strong}{}{strong:#}", result(review));
    if let Some(opening) = review.opening {
        let _ = writeln!(text, "Opening: {}", opening.label);
    }
    text
}

/// `Black wins 40-24`, or that the game is not over.
pub(super) fn result(review: &Review) -> String {
    let position = review.game.position();
    if position.is_over() {
        board::result(position)
    } else {
        let turns = match review.game.turns().len() {
            1 => "1 turn".to_owned(),
            turns => format!("{turns} turns"),
        };
        format!("Not over after {turns}: {}", board::turn(position))
    }
}

/// One line a turn.
fn table(review: &Review) -> String {
    let label = style::LABEL;
    let mut text = format!(
        "{label}{:>3}  {:<7} {:>7}  {:<8}  {:<5} {:>7}  {:>6}{label:#}\n",
        "", "move", "score", "", "best", "score", "loss"
    );
    for turn in &review.turns {
        let _ = write!(
            text,
            "{:>3}  {} {:<5}",
            turn.ply,
            turn.side().symbol(),
            turn.played
        );
        match &turn.verdict {
            None => text += "       -",
            Some(verdict) => text += &row(turn, verdict),
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// What stands behind a move.
fn row(turn: &Turn, verdict: &Verdict) -> String {
    let Verdict { played, best, .. } = verdict;
    let mut text = format!(
        " {:>7}  {:<8}",
        text::score(played.score, played.kind),
        if turn.is_choice() {
            certainty(verdict.kind(), *played)
        } else {
            String::new()
        }
    );
    if let Some(better) = verdict.best_move().filter(|_| verdict.loss() > 0) {
        let style = match verdict.loss() {
            STRIKING.. => style::BAD,
            _ => anstyle::Style::new(),
        };
        let _ = write!(
            text,
            "  {:<5} {:>7}  {style}{:>6}{style:#}",
            better,
            text::score(best.score, best.kind),
            loss(verdict)
        );
        if verdict.changes_result() {
            let _ = write!(text, "  {}", change(verdict));
        }
    } else if !turn.is_choice() && turn.played != Move::Pass {
        text += "  only move";
    }
    text
}

/// `exact`, `98 %`, `depth 16`.
pub(super) fn certainty(kind: Kind, rating: Rating) -> String {
    match kind {
        Kind::Exact => "exact".to_owned(),
        Kind::Selective(selectivity) => format!("{} %", selectivity.percent()),
        Kind::Lower | Kind::Upper | Kind::Heuristic | Kind::Book => {
            format!("depth {}", rating.depth)
        }
    }
}

/// The loss: whole discs where it is exact, two places elsewhere.
pub(super) fn loss(verdict: &Verdict) -> String {
    let loss = Eval::from_units(verdict.loss());
    text::score(loss, verdict.kind())
        .trim_start_matches('+')
        .to_owned()
}

/// `win to loss`
pub(super) fn change(verdict: &Verdict) -> String {
    format!(
        "{} to {}",
        verdict.best.outcome().name(),
        verdict.played.outcome().name()
    )
}

/// The sums of both sides, by phase.
fn totals(review: &Review) -> String {
    let label = style::LABEL;
    let mut text = format!(
        "{label}{:<10}{:>38}  {:>34}\n{:<10}",
        "", "Black", "White", ""
    );
    for side in Color::ALL {
        let gap = if side == Color::Black { 4 } else { 0 };
        let _ = write!(
            text,
            "{:gap$}{:>6} {:>6} {:>9} {:>9}  ",
            "", "moves", "best", "lost", "accuracy"
        );
    }
    text.truncate(text.trim_end().len());
    let _ = writeln!(text, "{label:#}");
    let phases = Phase::ALL.map(Some).into_iter().chain([None]);
    for phase in phases {
        let _ = write!(text, "{:<14}", phase.map_or("together", Phase::name));
        for side in Color::ALL {
            text += &sums(&review.totals(side, phase));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

fn sums(totals: &Totals) -> String {
    format!(
        "{:>6} {:>6} {:>9} {:>9}  ",
        totals.choices,
        totals.best,
        lost(totals),
        accuracy(totals)
    )
}

/// The sum of the losses: whole discs where all are exact.
pub(super) fn lost(totals: &Totals) -> String {
    if totals.is_exact() {
        (totals.loss / Eval::PER_DISC).to_string()
    } else {
        text::units(totals.loss).trim_start_matches('+').to_owned()
    }
}

/// `93.5 %`, or a dash.
pub(super) fn accuracy(totals: &Totals) -> String {
    totals
        .accuracy()
        .map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1} %"))
}

/// What can be said about the game as a whole: how sure the losses are, and when it was decided.
pub(super) fn verdicts(review: &Review) -> Vec<String> {
    let both = Color::ALL.map(|side| review.totals(side, None));
    let choices: u32 = both.iter().map(|totals| totals.choices).sum();
    let exact: u32 = both.iter().map(|totals| totals.exact).sum();
    let mut lines = Vec::new();
    if choices > 0 && exact == choices {
        lines.push("All losses are exact.".to_owned());
    } else if choices > 0 {
        lines.push(format!(
            "{exact} of {choices} losses are exact; the others are estimates ({}).",
            review.effort
        ));
    }
    if !review.complete {
        lines.push("The review was interrupted: the first moves are not judged.".to_owned());
    }
    match review.last_chance() {
        Some(turn) => lines.extend(turn.verdict.as_ref().map(|verdict| chance(turn, verdict))),
        None if review.complete => lines.push(
            "No move gave the result away: what the game ended with was there all along."
                .to_owned(),
        ),
        None => {}
    }
    lines
}

/// The last move that could have changed the result.
fn chance(turn: &Turn, verdict: &Verdict) -> String {
    let best = verdict.best_move().unwrap_or(turn.played);
    let could = match verdict.best.outcome() {
        Outcome::Win => "won",
        Outcome::Draw | Outcome::Loss => "drawn",
    };
    let how = match verdict.kind() {
        Kind::Exact => String::new(),
        kind => format!(" by estimate ({})", certainty(kind, verdict.best)),
    };
    format!(
        "Last chance: move {}, {} played {}; {best} would have {could}{how}.",
        turn.ply,
        turn.side(),
        turn.played
    )
}

/// The board before a turn, what was played and what would have been better.
fn turning_point(review: &Review, turn: &Turn) -> String {
    let Some(verdict) = &turn.verdict else {
        return String::new();
    };
    let strong = style::STRONG;
    let best = verdict.best_move().and_then(Move::square);
    format!(
        "{strong}Move {}{strong:#}: {}\n{}{}\n{}",
        turn.ply,
        summary(turn, verdict),
        board::draw_choice(&turn.position, turn.played.square(), best),
        better(verdict),
        reasons(review, turn, verdict)
    )
}

/// What is to be said of the move that was played and of the better one.
fn reasons(review: &Review, turn: &Turn, verdict: &Verdict) -> String {
    let texts = &ENGLISH;
    let answer = review.answer(turn);
    let played = Subject {
        heading: texts.explain.about_played,
        turn: turn.played,
        line: &answer,
    };
    let better = Subject {
        heading: texts.explain.about_better,
        turn: verdict.best_move().unwrap_or(turn.played),
        line: &[],
    };
    explain::list(&turn.position, &[played, better], texts)
}

/// `Black played [g7], 8 discs worse than + h3: win to loss`
pub(super) fn summary(turn: &Turn, verdict: &Verdict) -> String {
    let mut text = format!(
        "{} played {}, losing {}",
        turn.side(),
        turn.played,
        loss(verdict)
    );
    text += match (verdict.kind(), verdict.loss() / Eval::PER_DISC) {
        (Kind::Exact, 1) => " disc",
        _ => " discs",
    };
    if verdict.changes_result() {
        let _ = write!(text, ", from {}", change(verdict));
    }
    text
}

/// `Played -6 (exact); better +2: h3 g1 pass h8`
pub(super) fn better(verdict: &Verdict) -> String {
    let Verdict { played, best, line } = verdict;
    let shown = &line[..line.len().min(LINE_LENGTH)];
    let dots = if shown.len() < line.len() { " …" } else { "" };
    format!(
        "Played {}; better {}: {}{dots}",
        text::score_in_words(played.score, played.kind),
        text::score_in_words(best.score, best.kind),
        text::moves(shown)
    )
}

/// A move beside the best one: `g6: -2, 8 worse than h5: +6.`
pub(crate) fn compared(turn: Move, verdict: &Verdict) -> String {
    let words = |rating: Rating| text::score_in_words(rating.score, rating.kind);
    let played = words(verdict.played);
    match verdict.best_move().filter(|best| *best != turn) {
        None => format!("{turn}: {played}, the best move.\n"),
        Some(best) => format!(
            "{turn}: {played}, {} worse than {best}: {}.\n",
            loss(verdict),
            words(verdict.best)
        ),
    }
}
