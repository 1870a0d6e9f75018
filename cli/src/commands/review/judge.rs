//! Judging a game: every turn against the best one.
//!
//! The game is gone through from its end: the endgames that are solved first help to solve those before them, and the
//! value of each position is at hand when the move that led to it is judged.
//!
//! What a move lost is the difference of two estimates of the same depth. What a position is worth is less certain: an
//! evaluation may favour the side whose turn it is at the end of the lines, so that odd and even depths lie apart. A move
//! is therefore valued twice, by the search before it and by the one behind it, and the mean is taken.

use super::model::{Rating, Review, Standing, Turn, Verdict};
use crate::interrupt;
use crate::opening_names;
use crate::thinking;
use std::time::Instant;
use xsquare_engine::{Board, ByColor, Color, Game, Move, Position};
use xsquare_search::{Analysis, Depth, Eval, Kind, Limits, MoveReport, Target, Thinker};

/// Judges games.
pub(crate) struct Judge<'a> {
    thinker: &'a mut dyn Thinker,
    limits: Limits,
    nodes: u64,
}

/// Why a game is not judged further: Ctrl-C.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Interrupted;

impl<'a> Judge<'a> {
    /// A judge that searches each position as far as this.
    pub(crate) fn new(thinker: &'a mut dyn Thinker, limits: Limits) -> Self {
        Self {
            thinker,
            limits,
            nodes: 0,
        }
    }

    /// Judges a game; `progress` is called before each turn, the last one first, with its number. Ctrl-C ends it early.
    pub(crate) fn review(
        mut self,
        game: &Game,
        effort: String,
        mut progress: impl FnMut(usize),
    ) -> Review {
        let start = Instant::now();
        let mut turns: Vec<Turn> = turns(game);
        let mut after = self.value(game.position()).ok();
        let end = after;
        for turn in turns.iter_mut().rev() {
            let Some(known) = after else { break };
            progress(turn.ply);
            let Ok(verdict) = self.judge(&turn.position, turn.played, known) else {
                break;
            };
            after = Some(verdict.best);
            turn.verdict = Some(settled(verdict, known));
        }
        Review {
            standing: Standing::default(),
            game: game.clone(),
            title: None,
            opening: opening_names::of_game(game),
            effort,
            complete: end.is_some() && turns.iter().all(|turn| turn.verdict.is_some()),
            turns,
            end,
            nodes: self.nodes,
            time: start.elapsed(),
        }
    }

    /// What the sides lost in a game, in 1/128 disc: both, or only this one; `None` if Ctrl-C ended it.
    ///
    /// It is the same as the sums of [`review`](Self::review). Where searches end before the game does nothing of one
    /// turn is needed for the one before it, so that the turns of the other side are left out there.
    pub(crate) fn losses(
        mut self,
        game: &Game,
        only: Option<Color>,
    ) -> Option<ByColor<Option<i32>>> {
        let mut lost = ByColor {
            black: (only != Some(Color::White)).then_some(0),
            white: (only != Some(Color::Black)).then_some(0),
        };
        let mut after = self.value(game.position()).ok()?;
        for turn in turns(game).iter().rev() {
            let side = turn.position.side();
            if lost[side].is_none() && self.stops_early(turn.position.board()) {
                after = Rating::UNKNOWN;
                continue;
            }
            let verdict = self.judge(&turn.position, turn.played, after).ok()?;
            let known = std::mem::replace(&mut after, verdict.best);
            if let Some(lost) = &mut lost[side] {
                *lost += settled(verdict, known).loss();
            }
        }
        Some(lost)
    }

    /// What a position is worth for the side to move.
    fn value(&mut self, position: &Position) -> Result<Rating, Interrupted> {
        let limits = self.limits;
        self.best(position.board(), &limits)
            .map(|(rating, _)| rating)
    }

    /// One turn; the position after it is worth `after` for the other side.
    fn judge(
        &mut self,
        position: &Position,
        played: Move,
        after: Rating,
    ) -> Result<Verdict, Interrupted> {
        if position.legal_moves().len() <= 1 {
            let only = after.flipped();
            return Ok(Verdict {
                played: only,
                best: only,
                line: vec![played],
            });
        }
        let board = position.board();
        let limits = self.limits;
        if after.kind == Kind::Heuristic || self.stops_early(board) {
            // What is left of other searches in the table is of other depths.
            self.thinker.clear();
        }
        let (best, line) = self.best(board, &limits)?;
        let (value, reply) = if line.first() == Some(&played) {
            (best, line.clone())
        } else if best.kind != Kind::Heuristic && after.kind != Kind::Heuristic {
            (after.flipped(), vec![played])
        } else {
            self.played(position, played, best.depth)?
        };
        Ok(if value.score >= best.score {
            Verdict {
                played: value,
                best: value,
                line: reply,
            }
        } else {
            Verdict {
                played: value,
                best,
                line,
            }
        })
    }

    /// Whether a search of this position ends before the game does, as far as that is known beforehand.
    fn stops_early(&self, board: Board) -> bool {
        let empties = board.empty_count();
        match self.limits.target {
            Target::Level(level) => u32::from(level.plan(empties).depth) < empties,
            Target::Depth(depth) => u32::from(depth.plies()) < empties,
            Target::Deepest | Target::Ending(_) => false,
        }
    }

    /// What a move is worth if it is searched to this depth, itself included: as deep as the best one was, because
    /// estimates of different depths cannot be compared.
    fn played(
        &mut self,
        position: &Position,
        played: Move,
        depth: u8,
    ) -> Result<(Rating, Vec<Move>), Interrupted> {
        let Some(rest) = Depth::new(depth.saturating_sub(1)) else {
            return self.static_value(position.board(), played);
        };
        let Some(next) = position.try_play(played) else {
            return Err(Interrupted);
        };
        let limits = Limits {
            target: Target::Depth(rest),
            ..self.limits
        };
        let (rating, mut line) = self.best(next.board(), &limits)?;
        line.insert(0, played);
        let depth = rating.depth + 1;
        Ok((
            Rating {
                depth,
                ..rating.flipped()
            },
            line,
        ))
    }

    /// What a move is worth one ply deep.
    fn static_value(
        &mut self,
        board: Board,
        played: Move,
    ) -> Result<(Rating, Vec<Move>), Interrupted> {
        let one = Depth::new(1).map_or(Target::Deepest, Target::Depth);
        let analysis = self.search(board, usize::MAX, &Limits::target(one))?;
        let report = analysis.moves.iter().find(|report| report.turn == played);
        report.map(rate).ok_or(Interrupted)
    }

    /// The best move of a position, what it is worth and the line behind it.
    fn best(&mut self, board: Board, limits: &Limits) -> Result<(Rating, Vec<Move>), Interrupted> {
        let analysis = self.search(board, 1, limits)?;
        match (analysis.finished, analysis.moves.first()) {
            (Some(score), _) => Ok((Rating::exact(score), Vec::new())),
            (None, Some(report)) => Ok(rate(report)),
            (None, None) => Err(Interrupted),
        }
    }

    fn search(
        &mut self,
        board: Board,
        lines: usize,
        limits: &Limits,
    ) -> Result<Analysis, Interrupted> {
        let analysis = self
            .thinker
            .analyse(board, lines, limits, thinking::quiet());
        self.nodes += analysis.nodes;
        // A search that was cut short says too little to judge by.
        if interrupt::is_pressed() {
            Err(Interrupted)
        } else {
            Ok(analysis)
        }
    }
}

/// A verdict by searches before a move, brought together with what the search behind it says: that is worth more if it
/// reaches the end of the game, and the same if it does not. The loss stays the same, unless it is known by then that no
/// move can be so much better.
fn settled(verdict: Verdict, after: Rating) -> Verdict {
    let Verdict { played, best, line } = verdict;
    if played.kind != Kind::Heuristic {
        return Verdict { played, best, line };
    }
    let before = played.score.units();
    let behind = -after.score.units();
    let loss = best.score - played.score;
    let (value, kind) = match after.kind {
        // The best move cannot be worth more than all discs.
        Kind::Heuristic | Kind::Book => (
            i32::midpoint(before, behind).min(Eval::MAX.units() - loss),
            Kind::Heuristic,
        ),
        kind => (behind, kind),
    };
    Verdict {
        played: Rating {
            score: Eval::from_units(value),
            kind,
            ..played
        },
        best: Rating {
            score: Eval::from_units(value + loss),
            kind: if loss == 0 { kind } else { best.kind },
            ..best
        },
        line,
    }
}

/// A move beside the best one by an analysis of all moves, and the line that is expected from it on; `None` if it was not
/// looked at.
pub(crate) fn compare(analysis: &Analysis, played: Move) -> Option<(Verdict, &[Move])> {
    let best = analysis.moves.first()?;
    let report = analysis.moves.iter().find(|report| report.turn == played)?;
    let is_best = report.score >= best.score;
    let verdict = Verdict {
        played: rating(report),
        best: rating(best),
        line: if is_best { &report.pv } else { &best.pv }.clone(),
    };
    Some((verdict, &report.pv))
}

const fn rating(report: &MoveReport) -> Rating {
    Rating {
        score: report.score,
        kind: report.kind,
        depth: report.depth,
    }
}

fn rate(report: &MoveReport) -> (Rating, Vec<Move>) {
    (rating(report), report.pv.clone())
}

/// The turns of a game, not judged yet.
fn turns(game: &Game) -> Vec<Turn> {
    let turns = game.turns().iter().enumerate();
    turns
        .filter_map(|(index, &played)| {
            Some(Turn {
                ply: index + 1,
                position: *game.position_at(index)?,
                played,
                verdict: None,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::notation::parse_transcript;
    use xsquare_search::eval::Classic;
    use xsquare_search::{Config, Level, Searcher, TableSize, Threads};

    #[test]
    fn the_losses_of_one_side_are_those_of_the_whole_review() {
        // One that is not over, and one with passes that is.
        let games = [
            "f5d6c5f4d3e3f6e6f2c6c7b6a5g5h4h5",
            "f5d6c5f4d3e3f6e6f2c6c7b6a5g5h4h5h6f7d7b5a4e7e8f8d8c8g6a6b4a3b7c4b3a8b8a7g8h8b2a2a1b1c1c2c3d2e2g7h7h3g3g4g1",
        ];
        let config = Config {
            threads: Threads::ONE,
            table: TableSize::MIN,
        };
        let limits = Limits::target(Target::Level(Level::new(6).unwrap()));
        for moves in games {
            let game = parse_transcript(moves).unwrap().game;
            let lost = |only: Option<Color>| {
                let mut searcher = Searcher::new(Classic::default(), config).unwrap();
                let judge = Judge::new(&mut searcher, limits);
                judge.losses(&game, only).unwrap()
            };
            let both = lost(None);
            let mut searcher = Searcher::new(Classic::default(), config).unwrap();
            let review = Judge::new(&mut searcher, limits).review(&game, String::new(), |_| {});
            for side in Color::ALL {
                let turns = review.turns.iter().filter(|turn| turn.side() == side);
                let sum: i32 = turns
                    .map(|turn| turn.verdict.as_ref().unwrap().loss())
                    .sum();
                assert_eq!(both[side], Some(sum), "{side} in {moves}");
                let alone = lost(Some(side));
                assert_eq!(alone[side], Some(sum), "{side} in {moves}");
                assert_eq!(alone[!side], None);
            }
        }
    }
}
