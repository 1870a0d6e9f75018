//! Reviews for readers, on the terminal.

use super::model::{Outcome, Phase, Rating, Review, Totals, Turn, Verdict};
use crate::explain::{self, Subject};
use crate::messages::{self, ENGLISH, fill, side_name};
use crate::output::board;
use crate::output::graph::{self, Bricks};
use crate::output::{style, text};
use std::fmt::Write;
use xsquare_engine::notation::{Ending, StatedResult};
use xsquare_engine::{Color, Move};
use xsquare_search::{Eval, Kind};

/// How many moves of a better line are shown.
const LINE_LENGTH: usize = 10;
/// Losses from here on catch the eye: 2 discs, in 1/128.
const STRIKING: i32 = 2 * Eval::PER_DISC;

/// The texts in use.
pub(super) const fn texts() -> &'static messages::Review {
    &ENGLISH.review
}

/// The whole review: table, sums, the last chance and so many turning points on boards.
pub(crate) fn describe(review: &Review, boards: usize) -> String {
    let mut text = heading(review);
    text.push('\n');
    text += &table(review);
    text.push('\n');
    text += &graph(review);
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
        let line = fill(texts().opening, &[("name", opening.label)]);
        let _ = writeln!(text, "{line}");
    }
    text
}

/// `Black wins 40-24 (empties to the winner)`, how it ended before its end, or that it is not over.
pub(super) fn result(review: &Review) -> String {
    let position = review.game.position();
    if position.is_over() {
        return board::named_result(position, review.standing.convention);
    }
    let turns = review.game.turns().len();
    let turns = match turns {
        1 => texts().one_turn.to_owned(),
        _ => fill(texts().many_turns, &[("turns", &turns.to_string())]),
    };
    let values = |turn| [("turns", turns.as_str()), ("turn", turn)];
    let ended = review.standing.result.and_then(ended);
    let (text, turn) = match &ended {
        Some(ended) => (texts().ended, ended.clone()),
        None => (texts().not_over, board::turn(position)),
    };
    fill(text, &values(&turn))
}

/// `White has resigned, Black wins`, if somebody has won.
pub(crate) fn ended(result: StatedResult) -> Option<String> {
    let xsquare_engine::Outcome::Win(winner) = result.outcome() else {
        return None;
    };
    let text = match result.ending {
        Ending::Resigned => texts().resigned,
        Ending::TimedOut => texts().timed_out,
        Ending::Forfeited => texts().forfeited,
        Ending::Agreed => texts().agreed,
        Ending::Played => texts().stated,
    };
    let values = [("side", side_name(!winner)), ("winner", side_name(winner))];
    Some(fill(text, &values))
}

/// One line a turn.
fn table(review: &Review) -> String {
    let label = style::LABEL;
    let [turn, score, best, loss] = texts().columns;
    let mut text = format!(
        "{label}{:>3}  {turn:<7} {score:>7}  {:<8}  {best:<5} {score:>7}  {loss:>6}{label:#}\n",
        "", ""
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
        let _ = write!(text, "  {}", texts().only_move);
    }
    text
}

/// `exact`, `98 %`, `depth 16`.
pub(super) fn certainty(kind: Kind, rating: Rating) -> String {
    match kind {
        Kind::Exact => texts().exact.to_owned(),
        Kind::Selective(selectivity) => format!("{} %", selectivity.percent()),
        Kind::Lower | Kind::Upper | Kind::Heuristic | Kind::Book => {
            fill(texts().depth, &[("depth", &rating.depth.to_string())])
        }
    }
}

/// The loss: whole discs where it is exact, two places elsewhere.
pub(super) fn loss(verdict: &Verdict) -> String {
    in_discs(verdict.loss(), verdict.kind().is_proved())
}

/// A sum of losses, which may be more than any score.
fn in_discs(units: i32, is_proved: bool) -> String {
    if is_proved {
        (units / Eval::PER_DISC).to_string()
    } else {
        text::units(units).trim_start_matches('+').to_owned()
    }
}

/// `win to loss`
pub(super) fn change(verdict: &Verdict) -> String {
    let name = |rating: Rating| texts().outcomes[rating.outcome() as usize];
    let (from, to) = (name(verdict.best), name(verdict.played));
    fill(texts().change, &[("from", from), ("to", to)])
}

/// What each position is worth, Black's lead upwards; nothing for a few turns.
fn graph(review: &Review) -> String {
    const SIZE: (usize, usize) = (61, 8);
    const FEWEST: usize = 4;
    let for_black = |rating: Rating, side: Color| match side {
        Color::Black => rating.score.discs(),
        Color::White => -rating.score.discs(),
    };
    let mut scores: Vec<Option<f64>> = review
        .turns
        .iter()
        .map(|turn| Some(for_black(turn.verdict.as_ref()?.best, turn.side())))
        .collect();
    let side = review.game.position().side();
    scores.push(review.end.map(|end| for_black(end, side)));
    if scores.iter().flatten().count() < FEWEST {
        return String::new();
    }
    let picture = graph::draw(&scores, SIZE, Bricks::BLOCKS);
    let label = style::LABEL;
    let mut text = String::new();
    let last = picture.rows.len() - 1;
    for (index, row) in picture.rows.iter().enumerate() {
        let name = match index {
            0 => ENGLISH.names.sides[0],
            _ if index == last => ENGLISH.names.sides[1],
            _ => "",
        };
        let lead = match name {
            "" => String::new(),
            _ => format!("{name} {:>2}", picture.scale),
        };
        let _ = writeln!(text, "{label}{lead:>9}{label:#} {}", row.trim_end());
    }
    text.push('\n');
    text
}

/// The sums of both sides, by phase.
fn totals(review: &Review) -> String {
    let label = style::LABEL;
    let [black, white] = ENGLISH.names.sides;
    let [moves, best, lost, accuracy] = texts().sums;
    let mut text = format!("{label}{:<10}{black:>29}  {white:>30}\n{:<10}", "", "");
    for _ in Color::ALL {
        let _ = write!(text, "{moves:>5} {best:>5} {lost:>7} {accuracy:>9}   ");
    }
    text.truncate(text.trim_end().len());
    let _ = writeln!(text, "{label:#}");
    let phases = Phase::ALL.map(Some).into_iter().chain([None]);
    for phase in phases {
        let _ = write!(text, "{:<10}", phase_name(phase));
        for side in Color::ALL {
            text += &sums(&review.totals(side, phase));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// The name of a phase, or of all together.
pub(super) fn phase_name(phase: Option<Phase>) -> &'static str {
    let [opening, midgame, endgame, together] = texts().phases;
    match phase {
        Some(Phase::Opening) => opening,
        Some(Phase::Midgame) => midgame,
        Some(Phase::Endgame) => endgame,
        None => together,
    }
}

fn sums(totals: &Totals) -> String {
    format!(
        "{:>5} {:>5} {:>7} {:>9}   ",
        totals.choices,
        totals.best,
        lost(totals),
        accuracy(totals)
    )
}

/// The sum of the losses: whole discs where all are exact.
pub(super) fn lost(totals: &Totals) -> String {
    in_discs(totals.loss, totals.is_exact())
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
        lines.push(texts().all_exact.to_owned());
    } else if choices > 0 {
        let (exact, choices) = (exact.to_string(), choices.to_string());
        let values = [
            ("exact", exact.as_str()),
            ("choices", &choices),
            ("effort", &review.effort),
        ];
        lines.push(fill(texts().some_exact, &values));
    }
    if !review.complete {
        lines.push(texts().interrupted.to_owned());
    }
    match review.last_chance() {
        Some(turn) => lines.extend(turn.verdict.as_ref().map(|verdict| chance(turn, verdict))),
        None if review.complete && review.game.position().is_over() => {
            lines.push(texts().no_chance.to_owned());
        }
        None => {}
    }
    lines
}

/// The last move that could have changed the result.
fn chance(turn: &Turn, verdict: &Verdict) -> String {
    let best = verdict.best_move().unwrap_or(turn.played);
    let could = match verdict.best.outcome() {
        Outcome::Win => texts().could[0],
        Outcome::Draw | Outcome::Loss => texts().could[1],
    };
    let how = match verdict.kind() {
        Kind::Exact => String::new(),
        kind => {
            let certainty = certainty(kind, verdict.best);
            fill(texts().by_estimate, &[("certainty", &certainty)])
        }
    };
    fill(
        texts().last_chance,
        &[
            ("ply", &turn.ply.to_string()),
            ("side", side_name(turn.side())),
            ("played", &turn.played.to_string()),
            ("best", &best.to_string()),
            ("could", could),
            ("how", &how),
        ],
    )
}

/// The heading of a turning point.
pub(super) fn point_heading(turn: &Turn) -> String {
    fill(texts().turning_point, &[("ply", &turn.ply.to_string())])
}

/// The board before a turn, what was played and what would have been better.
fn turning_point(review: &Review, turn: &Turn) -> String {
    let Some(verdict) = &turn.verdict else {
        return String::new();
    };
    let strong = style::STRONG;
    let best = verdict.best_move().and_then(Move::square);
    format!(
        "{strong}{}{strong:#}: {}\n{}{}\n{}",
        point_heading(turn),
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
    let text = match (verdict.kind(), verdict.loss() / Eval::PER_DISC) {
        (Kind::Exact, 1) => texts().lost_one,
        _ => texts().lost_many,
    };
    let (side, played, loss) = (
        side_name(turn.side()),
        turn.played.to_string(),
        loss(verdict),
    );
    let values = [("side", side), ("move", &played), ("loss", &loss)];
    let mut text = fill(text, &values);
    if verdict.changes_result() {
        text += &fill(texts().from, &[("change", &change(verdict))]);
    }
    text
}

/// `Played -6 (exact); better +2: h3 g1 pass h8`
pub(super) fn better(verdict: &Verdict) -> String {
    let Verdict { played, best, line } = verdict;
    let shown = &line[..line.len().min(LINE_LENGTH)];
    let dots = if shown.len() < line.len() { " …" } else { "" };
    let line = text::moves(shown) + dots;
    let words = |rating: &Rating| text::score_in_words(rating.score, rating.kind);
    let (played, best) = (words(played), words(best));
    let values = [
        ("played", played.as_str()),
        ("best", &best),
        ("line", &line),
    ];
    fill(texts().better, &values)
}

/// A move beside the best one: `g6: -2, 8 worse than h5: +6.`; estimates with their depth.
pub(crate) fn compared(turn: Move, verdict: &Verdict) -> String {
    let words = |rating: Rating| {
        let score = text::score_in_words(rating.score, rating.kind);
        match rating.kind {
            Kind::Heuristic => format!("{score} ({})", certainty(rating.kind, rating)),
            _ => score,
        }
    };
    let (name, score) = (turn.to_string(), words(verdict.played));
    let mut values = vec![("move", name.as_str()), ("score", &score)];
    let Some(best) = verdict.best_move().filter(|best| *best != turn) else {
        return fill(texts().is_best, &values) + "\n";
    };
    let (loss, best, best_score) = (loss(verdict), best.to_string(), words(verdict.best));
    values.extend([
        ("loss", loss.as_str()),
        ("best", &best),
        ("best_score", &best_score),
    ]);
    fill(texts().is_worse, &values) + "\n"
}
