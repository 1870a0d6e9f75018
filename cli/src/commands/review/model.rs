//! What a review says: every turn against the best one, and what follows from it.

use crate::opening_names::{self, Opening};
use std::cmp::Reverse;
use std::time::Duration;
use xsquare_engine::notation::StatedResult;
use xsquare_engine::{Color, Convention, Game, Move, Position};
use xsquare_search::{Eval, Kind, Selectivity};

/// An estimate must fall by this much before it is said to have changed the result: 2 discs, in 1/128.
const LEAST_CHANGE: i32 = 2 * Eval::PER_DISC;
/// What a move must lose to be shown on a board although it did not change the result: 3 discs, in 1/128.
const LEAST_BLUNDER: i32 = 3 * Eval::PER_DISC;
/// The loss, in discs, that halves the accuracy of a move.
const HALVING_LOSS: f64 = 4.0;

/// A reviewed game.
#[derive(Debug, Clone)]
pub(crate) struct Review {
    /// The game.
    pub(crate) game: Game,
    /// Who played it and where, as far as the input tells.
    pub(crate) title: Option<String>,
    /// The opening that it passed through last.
    pub(crate) opening: Option<&'static Opening>,
    /// How far each position was searched: `level 21`.
    pub(crate) effort: String,
    /// Every turn, passes included.
    pub(crate) turns: Vec<Turn>,
    /// What the last position is worth for the side to move; `None` if the review was interrupted before.
    pub(crate) end: Option<Rating>,
    /// Positions entered by the search.
    pub(crate) nodes: u64,
    /// Wall-clock time.
    pub(crate) time: Duration,
    /// Whether every turn was judged.
    pub(crate) complete: bool,
    /// How it ended.
    pub(crate) standing: Standing,
}

/// How a game ended, as far as its moves do not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Standing {
    /// The result by the record, or by resignation and clock.
    pub(crate) result: Option<StatedResult>,
    /// How discs are counted at the end.
    pub(crate) convention: Convention,
}

/// A turn of the game.
#[derive(Debug, Clone)]
pub(crate) struct Turn {
    /// Its number, from 1; passes count.
    pub(crate) ply: usize,
    /// The position before it.
    pub(crate) position: Position,
    /// What was played.
    pub(crate) played: Move,
    /// What it is worth; `None` if the review was interrupted before.
    pub(crate) verdict: Option<Verdict>,
}

/// A score from the view of the side to move, and how it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rating {
    /// The score.
    pub(crate) score: Eval,
    /// What it says.
    pub(crate) kind: Kind,
    /// Plies searched; 0 where nothing had to be.
    pub(crate) depth: u8,
}

/// A turn against the best one, seen by the side that moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// What was played is worth this.
    pub(crate) played: Rating,
    /// What the best move is worth; never less.
    pub(crate) best: Rating,
    /// The expected line after the best move, that move first. If the move that was played is as good, it is the best.
    pub(crate) line: Vec<Move>,
}

/// A part of the game, by the number of empty squares before the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// More than 40 empty squares.
    Opening,
    /// 21 to 40.
    Midgame,
    /// At most 20.
    Endgame,
}

/// What a score means for the side that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Less than half of the discs.
    Loss,
    /// Half of them.
    Draw,
    /// More.
    Win,
}

impl Phase {
    /// All three, in order.
    pub(crate) const ALL: [Self; 3] = [Self::Opening, Self::Midgame, Self::Endgame];

    /// The phase with this number of empty squares.
    pub(crate) const fn of(empties: u32) -> Self {
        match empties {
            0..=20 => Self::Endgame,
            21..=40 => Self::Midgame,
            _ => Self::Opening,
        }
    }

    /// Its name in JSON and in tables.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Midgame => "midgame",
            Self::Endgame => "endgame",
        }
    }
}

impl Outcome {
    /// Its name in JSON.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// The same seen by the other side.
    pub(crate) const fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl Rating {
    /// Nothing but that it would be an estimate.
    pub(super) const UNKNOWN: Self = Self {
        score: Eval::from_units(0),
        kind: Kind::Heuristic,
        depth: 0,
    };

    /// A score that is known for certain.
    pub(crate) fn exact(score: impl Into<Eval>) -> Self {
        Self {
            score: score.into(),
            kind: Kind::Exact,
            depth: 0,
        }
    }

    /// The same seen by the other side.
    pub(crate) fn flipped(self) -> Self {
        Self {
            score: -self.score,
            ..self
        }
    }

    /// The result that it stands for; an estimate within a disc of zero counts as a draw.
    pub(crate) fn outcome(self) -> Outcome {
        match self.score.nearest_final_score().discs() {
            0 => Outcome::Draw,
            1.. => Outcome::Win,
            _ => Outcome::Loss,
        }
    }
}

impl Verdict {
    /// The best move.
    pub(crate) fn best_move(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// What was lost, in 1/128 disc: never negative.
    pub(crate) fn loss(&self) -> i32 {
        self.best.score - self.played.score
    }

    /// What is known about the loss: the weaker of what is known about both scores.
    pub(crate) fn kind(&self) -> Kind {
        weaker(self.played.kind, self.best.kind)
    }

    /// Whether the move gave away a result: a win or a draw. An estimate has to fall by two discs for that.
    pub(crate) fn changes_result(&self) -> bool {
        let is_large = self.kind() == Kind::Exact || self.loss() >= LEAST_CHANGE;
        is_large && self.played.outcome() < self.best.outcome()
    }

    /// 1 for the best move, half as much for each four discs lost.
    fn accuracy(&self) -> f64 {
        let discs = f64::from(self.loss()) / f64::from(Eval::PER_DISC);
        (-discs / HALVING_LOSS).exp2()
    }
}

/// The one that says less.
pub(crate) fn weaker(a: Kind, b: Kind) -> Kind {
    let confidence = |kind| match kind {
        Kind::Exact => Selectivity::Exact.percent(),
        Kind::Selective(selectivity) => selectivity.percent(),
        Kind::Lower | Kind::Upper | Kind::Heuristic | Kind::Book => 0,
    };
    if confidence(a) <= confidence(b) { a } else { b }
}

impl Turn {
    /// Who moved.
    pub(crate) fn side(&self) -> Color {
        self.position.side()
    }

    /// Whether there was something to choose.
    pub(crate) fn is_choice(&self) -> bool {
        self.position.legal_moves().len() > 1
    }

    /// The phase of the game that it belongs to.
    pub(crate) fn phase(&self) -> Phase {
        Phase::of(self.position.board().empty_count())
    }

    /// The opening that the position after it has the name of.
    pub(crate) fn opening(&self) -> Option<&'static Opening> {
        opening_names::of_position(&self.position.try_play(self.played)?)
    }
}

/// The sums over some turns of one side. Turns without a choice do not count.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Totals {
    /// Turns with a choice that were judged.
    pub(crate) choices: u32,
    /// How many of them lost nothing.
    pub(crate) best: u32,
    /// Of how many the loss is exact.
    pub(crate) exact: u32,
    /// What was lost, in 1/128 disc.
    pub(crate) loss: i32,
    accuracy: f64,
}

impl Totals {
    fn of<'a>(turns: impl Iterator<Item = &'a Turn>) -> Self {
        let mut totals = Self::default();
        for verdict in turns
            .filter(|turn| turn.is_choice())
            .filter_map(|turn| turn.verdict.as_ref())
        {
            totals.choices += 1;
            totals.best += u32::from(verdict.loss() == 0);
            totals.exact += u32::from(verdict.kind() == Kind::Exact);
            totals.loss += verdict.loss();
            totals.accuracy += verdict.accuracy();
        }
        totals
    }

    /// The mean accuracy in percent, `None` without a choice.
    pub(crate) fn accuracy(&self) -> Option<f64> {
        (self.choices > 0).then(|| 100.0 * self.accuracy / f64::from(self.choices))
    }

    /// What is known about the sum of the losses.
    pub(crate) const fn is_exact(&self) -> bool {
        self.exact == self.choices
    }
}

impl Review {
    /// The line that is expected after a turn, that turn first: what the next turn should have been and so on.
    pub(crate) fn answer(&self, turn: &Turn) -> Vec<Move> {
        let next = self
            .turns
            .get(turn.ply)
            .and_then(|next| next.verdict.as_ref());
        let line = next.map(|verdict| verdict.line.clone());
        let mut answer = vec![turn.played];
        answer.extend(line.unwrap_or_default());
        answer
    }

    /// The sums over the turns of one side, in one phase or in all.
    pub(crate) fn totals(&self, side: Color, phase: Option<Phase>) -> Totals {
        Totals::of(
            self.turns
                .iter()
                .filter(|turn| turn.side() == side)
                .filter(|turn| phase.is_none_or(|phase| turn.phase() == phase)),
        )
    }

    /// The result for a side: that of the game, or what its last position promises.
    pub(crate) fn outcome(&self, side: Color) -> Option<Outcome> {
        let outcome = self.end?.outcome();
        Some(if self.game.position().side() == side {
            outcome
        } else {
            outcome.flipped()
        })
    }

    /// The last turn at which its side could still have reached a better result than that of the game.
    pub(crate) fn last_chance(&self) -> Option<&Turn> {
        self.turns.iter().rev().find(|turn| {
            let better = |verdict: &Verdict| {
                Some(verdict.best.outcome()) > self.outcome(turn.side())
                    && verdict.loss() > 0
                    && verdict.changes_result()
            };
            self.end.is_some() && turn.verdict.as_ref().is_some_and(better)
        })
    }

    /// The turns that decided the game, at most `count`, in the order of the game: those that gave away a result come
    /// first, then the greatest losses.
    pub(crate) fn turning_points(&self, count: usize) -> Vec<&Turn> {
        let weight = |turn: &Turn| {
            turn.verdict
                .as_ref()
                .map(|verdict| (verdict.changes_result(), verdict.loss()))
        };
        let mut turns: Vec<&Turn> = self
            .turns
            .iter()
            .filter(|turn| {
                weight(turn).is_some_and(|(changes, loss)| changes || loss >= LEAST_BLUNDER)
            })
            .collect();
        turns.sort_by_key(|turn| Reverse(weight(turn)));
        turns.truncate(count);
        turns.sort_by_key(|turn| turn.ply);
        turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::Square;

    fn exact(discs: i32) -> Rating {
        Rating {
            score: Eval::from_units(discs * Eval::PER_DISC),
            kind: Kind::Exact,
            depth: 10,
        }
    }

    fn estimate(hundredths: i32) -> Rating {
        Rating {
            score: Eval::from_units(hundredths * Eval::PER_DISC / 100),
            kind: Kind::Heuristic,
            depth: 8,
        }
    }

    fn verdict(played: Rating, best: Rating) -> Verdict {
        Verdict {
            played,
            best,
            line: vec![Square::F5.into()],
        }
    }

    /// A game of these verdicts, whose last position is worth `end` for the side to move.
    fn review(verdicts: &[Verdict], end: Rating) -> Review {
        let mut game = Game::new();
        for _ in verdicts {
            let first = game.position().legal_moves().first().unwrap();
            game.play(first.into()).unwrap();
        }
        let turns = verdicts.iter().enumerate().map(|(index, verdict)| Turn {
            ply: index + 1,
            position: *game.position_at(index).unwrap(),
            played: game.turns()[index],
            verdict: Some(verdict.clone()),
        });
        Review {
            standing: Standing::default(),
            turns: turns.collect(),
            game,
            title: None,
            opening: None,
            effort: String::new(),
            end: Some(end),
            nodes: 0,
            time: Duration::ZERO,
            complete: true,
        }
    }

    #[test]
    fn an_exact_loss_of_a_result_counts_and_an_estimate_must_be_large() {
        assert!(verdict(exact(0), exact(2)).changes_result());
        assert!(verdict(exact(-2), exact(0)).changes_result());
        assert!(!verdict(exact(2), exact(40)).changes_result());
        assert!(!verdict(exact(-40), exact(-2)).changes_result());
        assert!(verdict(estimate(-150), estimate(150)).changes_result());
        assert!(!verdict(estimate(-60), estimate(110)).changes_result());
        assert!(!verdict(estimate(-90), estimate(90)).changes_result());
    }

    #[test]
    fn a_loss_is_as_sure_as_the_weaker_score() {
        let selective = |percent| Kind::Selective(percent);
        assert_eq!(weaker(Kind::Exact, Kind::Exact), Kind::Exact);
        assert_eq!(weaker(Kind::Exact, Kind::Heuristic), Kind::Heuristic);
        let (less, more) = (selective(Selectivity::P73), selective(Selectivity::P98));
        assert_eq!(weaker(less, more), less);
        assert_eq!(weaker(more, Kind::Exact), more);
        assert_eq!(verdict(exact(2), estimate(300)).kind(), Kind::Heuristic);
    }

    #[test]
    fn the_last_chance_is_the_last_better_result_that_was_given_away() {
        // Black wins, loses the win, White gives it back, Black loses it for good; four turns, Black is to move.
        let verdicts = [
            verdict(exact(-4), exact(4)),
            verdict(exact(-2), exact(4)),
            verdict(exact(-6), exact(2)),
            verdict(exact(6), exact(6)),
        ];
        let review = review(&verdicts, exact(-6));
        assert_eq!(review.last_chance().map(|turn| turn.ply), Some(3));
        assert_eq!(review.outcome(Color::Black), Some(Outcome::Loss));
        assert_eq!(review.outcome(Color::White), Some(Outcome::Win));
        let points = |count| -> Vec<usize> {
            let points = review.turning_points(count);
            points.into_iter().map(|turn| turn.ply).collect()
        };
        assert_eq!(points(10), [1, 2, 3]);
        assert_eq!(points(2), [1, 3]);
        assert_eq!(points(0), [0_usize; 0]);
    }

    #[test]
    fn without_a_lost_result_there_is_no_last_chance() {
        let verdicts = [verdict(exact(4), exact(20)), verdict(exact(-4), exact(-4))];
        let review = review(&verdicts, exact(4));
        assert!(review.last_chance().is_none());
        // It lost much all the same.
        assert_eq!(review.turning_points(4).len(), 1);
    }

    #[test]
    fn sums_count_choices_only() {
        let verdicts = [verdict(exact(0), exact(4)), verdict(exact(0), exact(0))];
        let review = review(&verdicts, exact(0));
        let black = review.totals(Color::Black, None);
        assert_eq!((black.choices, black.best, black.exact), (1, 0, 1));
        assert_eq!(black.loss, 4 * Eval::PER_DISC);
        assert!(
            black
                .accuracy()
                .is_some_and(|percent| (percent - 50.0).abs() < 1e-9)
        );
        assert_eq!(review.totals(Color::White, None).accuracy(), Some(100.0));
        assert_eq!(
            review.totals(Color::White, Some(Phase::Endgame)).accuracy(),
            None
        );
        assert_eq!(
            review.totals(Color::White, Some(Phase::Opening)),
            review.totals(Color::White, None)
        );
    }
}
