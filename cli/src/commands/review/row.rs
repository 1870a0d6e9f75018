//! Reviews as JSON, for programs and for the page.

use super::model::{Phase, Rating, Review, Totals, Turn, Verdict};
use crate::commands::versus::save::moves;
use crate::explain::about;
use crate::messages::ENGLISH;
use crate::output::json::{self, Milliseconds, Score};
use serde::{Serialize, Serializer};
use xsquare_engine::{Color, Convention, Move};
use xsquare_search::{Eval, Kind};

/// `xsquare.review.v1`
#[derive(Debug, Serialize)]
pub(crate) struct Row<'a> {
    schema: &'static str,
    index: usize,
    label: Option<&'a str>,
    /// Where the game begins.
    board: String,
    side: char,
    transcript: String,
    opening: Option<&'static str>,
    effort: &'a str,
    moves: Vec<MoveRow>,
    end: EndRow,
    sides: SidesRow,
    /// The ply of the last move at which the result could have been changed.
    last_chance: Option<usize>,
    turning_points: Vec<usize>,
    nodes: u64,
    time_ms: Milliseconds,
    complete: bool,
}

/// A turn. Scores are from the view of the side that moves; null where the review was interrupted before.
#[derive(Debug, Serialize)]
struct MoveRow {
    ply: usize,
    board: String,
    side: char,
    empties: u32,
    phase: &'static str,
    #[serde(rename = "move")]
    played: String,
    /// Whether there was nothing to choose.
    forced: bool,
    /// The name of the opening that the position after the move is.
    opening: Option<&'static str>,
    #[serde(flatten)]
    verdict: VerdictRow,
}

#[derive(Debug, Serialize, Default)]
struct VerdictRow {
    score: Option<Score>,
    kind: Option<&'static str>,
    selectivity: Option<u8>,
    depth: Option<u8>,
    best: Option<String>,
    best_score: Option<Score>,
    best_kind: Option<&'static str>,
    /// The expected line after the best move, that move first.
    line: Vec<String>,
    loss: Option<LossNumber>,
    /// `exact`, `selective` or `heuristic`: the weaker of both scores.
    loss_kind: Option<&'static str>,
    /// What the mover gave away: `win` or `draw`.
    gave_away: Option<&'static str>,
    /// What is to be said of a turning point: of the move that was played, and of the best one.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<ExplanationRow>,
}

#[derive(Debug, Serialize)]
struct ExplanationRow {
    played: Vec<String>,
    best: Vec<String>,
}

/// The last position.
#[derive(Debug, Serialize)]
struct EndRow {
    board: String,
    side: char,
    empties: u32,
    over: bool,
    /// Discs of a finished game, empties to the winner.
    black: Option<u32>,
    white: Option<u32>,
    score: Option<Score>,
    kind: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct SidesRow {
    #[serde(rename = "X")]
    black: SideRow,
    #[serde(rename = "O")]
    white: SideRow,
}

#[derive(Debug, Serialize)]
struct SideRow {
    result: Option<&'static str>,
    #[serde(flatten)]
    total: TotalsRow,
    opening: TotalsRow,
    midgame: TotalsRow,
    endgame: TotalsRow,
}

#[derive(Debug, Serialize)]
struct TotalsRow {
    /// Moves with a choice.
    choices: u32,
    best_moves: u32,
    /// Moves whose loss is exact.
    exact: u32,
    loss: Rounded,
    /// In percent.
    accuracy: Option<Rounded>,
}

/// A number with at most two places.
#[derive(Debug, Clone, Copy)]
struct Rounded(f64);

impl Serialize for Rounded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64((self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

/// A loss in 1/128 disc, which may be more than any score: discs, whole where they are proved.
#[derive(Debug, Clone, Copy)]
struct LossNumber(i32, Kind);

impl Serialize for LossNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(units, kind) = *self;
        if kind.is_proved() {
            serializer.serialize_i32(units / Eval::PER_DISC)
        } else {
            Rounded(f64::from(units) / f64::from(Eval::PER_DISC)).serialize(serializer)
        }
    }
}

impl<'a> Row<'a> {
    /// The row of a review with so many turning points.
    pub(crate) fn new(review: &'a Review, boards: usize) -> Self {
        let start = review.game.start();
        let points = review.turning_points(boards);
        let mut rows: Vec<MoveRow> = review.turns.iter().map(MoveRow::new).collect();
        for &turn in &points {
            rows[turn.ply - 1].verdict.explanation = ExplanationRow::new(review, turn);
        }
        Self {
            schema: "xsquare.review.v1",
            index: 1,
            label: review.title.as_deref(),
            board: json::cells(start),
            side: start.side().symbol(),
            transcript: moves(&review.game),
            opening: review.opening.map(|opening| opening.label),
            effort: &review.effort,
            moves: rows,
            end: EndRow::new(review),
            sides: SidesRow {
                black: SideRow::new(review, Color::Black),
                white: SideRow::new(review, Color::White),
            },
            last_chance: review.last_chance().map(|turn| turn.ply),
            turning_points: points.into_iter().map(|turn| turn.ply).collect(),
            nodes: review.nodes,
            time_ms: Milliseconds(review.time),
            complete: review.complete,
        }
    }
}

impl MoveRow {
    fn new(turn: &Turn) -> Self {
        let position = &turn.position;
        Self {
            ply: turn.ply,
            board: json::cells(position),
            side: position.side().symbol(),
            empties: position.board().empty_count(),
            phase: turn.phase().name(),
            played: turn.played.to_string(),
            forced: !turn.is_choice(),
            opening: turn.opening().map(|opening| opening.label),
            verdict: turn
                .verdict
                .as_ref()
                .map(VerdictRow::new)
                .unwrap_or_default(),
        }
    }
}

fn score(rating: Rating) -> Score {
    Score(rating.score, rating.kind)
}

impl VerdictRow {
    fn new(verdict: &Verdict) -> Self {
        let Verdict { played, best, line } = verdict;
        Self {
            score: Some(score(*played)),
            kind: Some(played.kind.name()),
            selectivity: json::selectivity(played.kind),
            depth: Some(played.depth),
            best: verdict.best_move().map(|turn| turn.to_string()),
            best_score: Some(score(*best)),
            best_kind: Some(best.kind.name()),
            line: line.iter().map(Move::to_string).collect(),
            loss: Some(LossNumber(verdict.loss(), verdict.kind())),
            loss_kind: Some(verdict.kind().name()),
            explanation: None,
            gave_away: verdict.changes_result().then(|| best.outcome().name()),
        }
    }
}

impl ExplanationRow {
    fn new(review: &Review, turn: &Turn) -> Option<Self> {
        let best = turn.verdict.as_ref()?.best_move()?;
        let texts = &ENGLISH.explain;
        Some(Self {
            played: about(&turn.position, turn.played, &review.answer(turn), texts),
            best: about(&turn.position, best, &[], texts),
        })
    }
}

impl EndRow {
    fn new(review: &Review) -> Self {
        let position = review.game.position();
        let over = position.is_over();
        let counts = over.then(|| Convention::default().count(position.counts()));
        Self {
            board: json::cells(position),
            side: position.side().symbol(),
            empties: position.board().empty_count(),
            over,
            black: counts.map(|counts| counts.black),
            white: counts.map(|counts| counts.white),
            score: review.end.map(score),
            kind: review.end.map(|end| end.kind.name()),
        }
    }
}

impl SideRow {
    fn new(review: &Review, side: Color) -> Self {
        let totals = |phase| TotalsRow::new(&review.totals(side, phase));
        Self {
            result: review.outcome(side).map(super::model::Outcome::name),
            total: totals(None),
            opening: totals(Some(Phase::Opening)),
            midgame: totals(Some(Phase::Midgame)),
            endgame: totals(Some(Phase::Endgame)),
        }
    }
}

impl TotalsRow {
    fn new(totals: &Totals) -> Self {
        Self {
            choices: totals.choices,
            best_moves: totals.best,
            exact: totals.exact,
            loss: Rounded(f64::from(totals.loss) / f64::from(Eval::PER_DISC)),
            accuracy: totals.accuracy().map(Rounded),
        }
    }
}
