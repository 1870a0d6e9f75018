//! The standing of a match.

use super::crew::Done;
use super::elo::{Elo, Pairs};
use super::game::{BySeat, Ending, Seat, Usage};
use super::save::moves;
use super::sprt::{Bounds, Decision, Standing};
use std::collections::{HashMap, HashSet};
use xsquare_search::Eval;

/// What the games so far come to.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// Games that A won.
    pub(super) wins: u32,
    /// Games drawn.
    pub(super) draws: u32,
    /// Games that A lost.
    pub(super) losses: u32,
    /// The sum of A's final differences in discs.
    pub(super) discs: i64,
    /// The pairs that are complete and differ from each other.
    pub(super) pairs: Pairs,
    /// Pairs that repeat an earlier one move by move, as players without any chance in them do where an opening is used
    /// again: they say nothing new.
    pub(super) repeated: u32,
    /// Games that were solved instead of played out.
    pub(super) adjudicated: u32,
    /// Games lost by a fault, by whose it was.
    pub(super) forfeits: BySeat<u32>,
    /// What the players used.
    pub(super) usage: BySeat<Usage>,
    /// What the players lost a game by the critic.
    pub(super) lost: BySeat<Losses>,
    /// The first game of each pair that waits for its second.
    waiting: HashMap<usize, Half>,
    /// The turns of both games of each pair.
    seen: HashSet<[String; 2]>,
}

/// One game of a pair.
#[derive(Debug, Clone)]
struct Half {
    /// What A has of it.
    half_points: usize,
    turns: String,
}

impl Tally {
    /// Counts a game.
    pub(super) fn add(&mut self, done: &Done) {
        let score = done.played.score().discs();
        let half_points = match score {
            1.. => {
                self.wins += 1;
                2
            }
            0 => {
                self.draws += 1;
                1
            }
            _ => {
                self.losses += 1;
                0
            }
        };
        self.discs += i64::from(score);
        let half = Half {
            half_points,
            turns: moves(&done.played.game),
        };
        self.pair(done.index, half);
        match &done.played.ending {
            Ending::Over => {}
            Ending::Solved(_) => self.adjudicated += 1,
            Ending::Forfeit(forfeit) => self.forfeits[forfeit.loser] += 1,
        }
        for seat in [Seat::A, Seat::B] {
            if let Some(lost) = done.played.lost[seat] {
                self.lost[seat].add(lost);
            }
            let (sum, game) = (&mut self.usage[seat], done.played.usage[seat]);
            sum.moves += game.moves;
            sum.time += game.time;
            sum.longest = sum.longest.max(game.longest);
        }
    }

    /// Puts a game beside the other one of its pair, or lets it wait for that.
    fn pair(&mut self, index: usize, half: Half) {
        let Some(other) = self.waiting.remove(&(index / 2)) else {
            self.waiting.insert(index / 2, half);
            return;
        };
        let half_points = half.half_points + other.half_points;
        // Games that run at the same time may end in any order.
        let turns = if index.is_multiple_of(2) {
            [half.turns, other.turns]
        } else {
            [other.turns, half.turns]
        };
        if self.seen.insert(turns) {
            self.pairs.add(half_points);
        } else {
            self.repeated += 1;
        }
    }

    /// The number of games.
    pub(super) const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// A's share of the points; `None` without a game.
    pub(super) fn share(&self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        self.average(points)
    }

    /// A's final difference in discs, on average; `None` without a game.
    pub(super) fn mean_discs(&self) -> Option<f64> {
        #[expect(
            clippy::cast_precision_loss,
            reason = "64 discs a game are far from the limit"
        )]
        let discs = self.discs as f64;
        self.average(discs)
    }

    fn average(&self, sum: f64) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| sum / f64::from(games))
    }

    /// A's strength by the complete pairs that differ; `None` without one.
    pub(super) fn elo(&self) -> Option<Elo> {
        self.pairs.elo()
    }
}

/// What a player lost in several games.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Losses {
    games: u32,
    /// In discs.
    sum: f64,
    /// Of their squares.
    squares: f64,
}

impl Losses {
    /// Counts a game in which so much was lost, in 1/128 disc.
    fn add(&mut self, units: i32) {
        let discs = f64::from(units) / f64::from(Eval::PER_DISC);
        self.games += 1;
        self.sum += discs;
        self.squares += discs * discs;
    }

    /// Discs a game; `None` without a game that was judged.
    pub(super) fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / f64::from(self.games))
    }

    /// The standard error of the mean; `None` with less than two games.
    pub(super) fn error(&self) -> Option<f64> {
        let games = f64::from(self.games);
        let mean = self.mean().filter(|_| self.games > 1)?;
        let variance = (self.squares - games * mean * mean).max(0.0) / (games - 1.0);
        Some((variance / games).sqrt())
    }
}

/// A sequential test and what it says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Test {
    /// What is tested.
    pub(super) bounds: Bounds,
    /// Where it stands.
    pub(super) standing: Standing,
}

impl Test {
    /// The test after the pairs of a tally.
    pub(super) fn of(bounds: Bounds, tally: &Tally) -> Self {
        Self {
            bounds,
            standing: bounds.standing(&tally.pairs),
        }
    }

    /// The decision, if there is one.
    pub(super) fn decision(&self) -> Option<Decision> {
        self.standing.decision()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_that_was_seen_before_says_nothing_new() {
        let half = |half_points, turns: &str| Half {
            half_points,
            turns: turns.to_owned(),
        };
        let mut tally = Tally::default();
        // The second pair ends before the first, and its games in the other order; the third is the first once more.
        tally.pair(0, half(2, "f5d6"));
        tally.pair(3, half(1, "f5d6"));
        tally.pair(2, half(0, "f5f4"));
        tally.pair(1, half(2, "f5f4"));
        tally.pair(5, half(2, "f5f4"));
        tally.pair(4, half(2, "f5d6"));
        assert_eq!(tally.pairs, Pairs([0, 1, 0, 0, 1]));
        assert_eq!(tally.repeated, 1);
    }

    #[test]
    fn losses_have_a_mean_and_its_error() {
        let mut losses = Losses::default();
        assert_eq!((losses.mean(), losses.error()), (None, None));
        losses.add(8 * Eval::PER_DISC);
        assert_eq!((losses.mean(), losses.error()), (Some(8.0), None));
        losses.add(12 * Eval::PER_DISC);
        // The deviation of both is 2√2, that of their mean 2.
        assert_eq!((losses.mean(), losses.error()), (Some(10.0), Some(2.0)));
    }
}
