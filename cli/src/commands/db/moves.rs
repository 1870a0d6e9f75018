//! The moves that were played from a position.

use super::filter::Hit;
use super::options::DbArgs;
use super::score::{HEADS, Score, ScoreRow};
use crate::config::{Format, Settings};
use crate::output::{self, board, json, text};
use crate::thinking;
use serde::Serialize;
use std::collections::HashMap;
use std::io::Write;
use xsquare_engine::notation::GameRecord;
use xsquare_engine::{Convention, Move, Position, Symmetry};
use xsquare_search::{Limits, MoveReport, Target};

/// The moves from a position, as it was given.
pub(crate) struct Moves {
    position: Position,
    /// The symmetries that leave the position as it is: moves that they turn into each other are one.
    same: Vec<Symmetry>,
    /// How discs are counted.
    convention: Convention,
    scores: HashMap<Move, Score>,
    /// Games that ended there.
    ended: Score,
}

impl Moves {
    pub(crate) fn new(position: Position) -> Self {
        let all = Symmetry::ALL.into_iter();
        Self {
            position,
            same: all
                .filter(|symmetry| symmetry.apply(position) == position)
                .collect(),
            convention: Convention::default(),
            scores: HashMap::new(),
            ended: Score::default(),
        }
    }

    /// The same, with discs counted this way.
    pub(super) fn counted_by(self, convention: Convention) -> Self {
        Self {
            convention,
            ended: Score::by(convention),
            ..self
        }
    }

    /// The first of the moves that are the same as this one.
    fn first_of(&self, turn: Move) -> Move {
        let images = self.same.iter().map(|symmetry| symmetry.apply(turn));
        images
            .min_by_key(|turn| turn.square().map(xsquare_engine::Square::index))
            .unwrap_or(turn)
    }

    pub(crate) fn add(&mut self, record: &GameRecord, hit: Hit) {
        match record.game.turns().get(hit.plies) {
            None => self.ended.add(record),
            Some(&turn) => {
                let turn = hit.symmetry.inverse().apply(turn);
                let turn = self.first_of(turn);
                let score = self.scores.entry(turn);
                score
                    .or_insert_with(|| Score::by(self.convention))
                    .add(record);
            }
        }
    }

    /// How a move fared; it counts together with those that are the same up to symmetry.
    pub(crate) fn score(&self, turn: Move) -> Score {
        let score = self.scores.get(&self.first_of(turn));
        score.copied().unwrap_or_default()
    }

    /// What the program thinks of each move.
    fn evaluations(&self, args: &DbArgs, settings: &Settings) -> anyhow::Result<Vec<MoveReport>> {
        if self.position.is_over() {
            return Ok(Vec::new());
        }
        let mut thinker = thinking::thinker(settings)?;
        let limits = Limits::target(Target::Level(args.level));
        let board = self.position.board();
        let analysis = thinker.analyse(board, usize::MAX, &limits, thinking::quiet());
        Ok(analysis.moves)
    }

    /// Prints the moves, the most frequent first; those never played come last.
    pub(super) fn print(&self, args: &DbArgs, settings: &Settings) -> anyhow::Result<()> {
        let reports = self.evaluations(args, settings)?;
        let mut lines: HashMap<Move, Line> = HashMap::new();
        for (&turn, &score) in &self.scores {
            lines.entry(turn).or_default().score = score;
        }
        for report in reports {
            let turn = self.first_of(report.turn);
            lines.entry(turn).or_default().report = Some(report);
        }
        let mut lines: Vec<_> = lines.into_iter().collect();
        lines.sort_by_key(|(turn, line)| {
            let square = turn.square().map(xsquare_engine::Square::index);
            (std::cmp::Reverse(line.score.games), square)
        });
        if settings.format == Format::Json {
            for (turn, line) in &lines {
                json::line(&line.row(*turn))?;
            }
            return Ok(());
        }
        let mut out = output::stdout();
        let marks = board::Marks {
            moves: self.position.legal_moves(),
            last: None,
        };
        writeln!(out, "{}", board::draw(&self.position, marks))?;
        writeln!(out, "{:<6} {:>7} {HEADS}  evaluation", "move", "games")?;
        for (turn, line) in &lines {
            let evaluation = line.report.as_ref().map_or(String::new(), |report| {
                text::score_in_words(report.score, report.kind)
            });
            let row = format!(
                "{:<6} {:>7} {}  {evaluation}",
                turn.to_string(),
                text::count(line.score.games),
                line.score.columns()
            );
            writeln!(out, "{}", row.trim_end())?;
        }
        if self.ended.games > 0 {
            let row = format!(
                "{:<6} {:>7} {}",
                "end",
                text::count(self.ended.games),
                self.ended.columns()
            );
            writeln!(out, "{row}")?;
        }
        Ok(())
    }
}

/// What is known of a move.
#[derive(Default)]
struct Line {
    score: Score,
    report: Option<MoveReport>,
}

impl Line {
    fn row(&self, turn: Move) -> MoveRow {
        let report = self.report.as_ref();
        MoveRow {
            schema: "xsquare.db.move.v1",
            turn: turn.to_string(),
            games: self.score.games,
            results: self.score.row(),
            score: report.map(|report| json::Score(report.score, report.kind)),
            kind: report.map(|report| report.kind.name()),
        }
    }
}

/// `xsquare.db.move.v1`
#[derive(Debug, Serialize)]
struct MoveRow {
    schema: &'static str,
    #[serde(rename = "move")]
    turn: String,
    games: u64,
    #[serde(flatten)]
    results: ScoreRow,
    score: Option<json::Score>,
    kind: Option<&'static str>,
}
