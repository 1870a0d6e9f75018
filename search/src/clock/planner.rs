//! How long a move should be thought about.
//!
//! An exact solve is worth more than anything before it, so its time is set aside first: the solve is planned for as many
//! empty squares as a good third of the time pays for. The rest goes to the moves before it, most of it where games are
//! decided, with 34 to 44 empty squares. Sources: the shape over the empty squares is that of neural-reversi; solving as
//! soon as it can be paid for is that of Edax (R. Delorme) and Egaroucid (T. Yamana).

use super::control::{Clock, TimeControl, seconds};
use super::cost::Speed;
use crate::level::Level;
use crate::limits::{Limits, Target, Threads};
use crate::report::Analysis;
use std::time::Duration;
use xsquare_engine::Board;

/// What is never spent, in seconds: what the system may take for itself.
const MARGIN: f64 = 0.050;
/// What each later move takes at least.
const PER_MOVE: f64 = 0.002;
/// A solve may cost this much more than expected.
const SURPRISE: f64 = 2.5;
/// The most of all the time that the solve of the end is planned to take.
const SOLVE_SHARE: f64 = 0.35;
/// The most of the time left that a solve begun now may take.
const SOLVE_NOW_SHARE: f64 = 0.7;
/// The most of the time left that another move may take.
const MOVE_SHARE: f64 = 0.5;
/// After this part of its time a move begins no other iteration, and it is ended by force after this multiple.
const SOFT: f64 = 0.6;
const HARD: f64 = 2.5;

/// Decides how long to think, and learns from each search how fast it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Planner {
    speed: Speed,
    /// How late searches end, in seconds.
    latency: f64,
}

/// A plan for a move, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Plan {
    soft: Option<f64>,
    hard: f64,
}

impl Planner {
    /// A planner that knows nothing yet about the machine.
    pub fn new(threads: Threads) -> Self {
        Self {
            speed: Speed::guess(threads),
            latency: 0.0,
        }
    }

    /// What ends the search for the next move of the side with this clock: as deep as its time allows. A side without a
    /// limit thinks at the [default level](Level::DEFAULT).
    ///
    /// The hard limit is less than what is [`available`](Clock::available) by a margin: 50 ms and twice what searches
    /// were late; half of the time if it is for a single move and shorter than that. It may be zero: then the search
    /// answers with what the evaluation says at once.
    pub fn plan(&self, clock: &Clock, board: Board) -> Limits {
        let (Some(left), Some(available)) = (clock.left(), clock.available()) else {
            return Limits::target(Target::Level(Level::DEFAULT));
        };
        let empties = board.empty_count();
        let left = left.as_secs_f64();
        let plan = match clock.control() {
            TimeControl::PerGame { increment, .. } => {
                self.plan_game(left, increment.as_secs_f64(), empties)
            }
            TimeControl::ByoYomi { period, stones, .. } if clock.stones() == 0 => {
                // Each period will pay for its moves, this one included.
                let share = period.as_secs_f64() / f64::from(stones);
                self.plan_game(left + share, share, empties)
            }
            TimeControl::ByoYomi { .. } => self.plan_period(left, clock.stones()),
            TimeControl::PerMove(_) | TimeControl::Unlimited => Plan {
                soft: None,
                hard: left - self.margin().min(left / 2.0),
            },
        };
        // Less than a microsecond would be lost in rounding.
        let hard = seconds((plan.hard - 1e-6).max(0.0)).min(available);
        Limits {
            time: Some(hard),
            soft: plan.soft.map(|soft| seconds(soft).min(hard)),
            ..Limits::target(Target::Deepest)
        }
    }

    /// Learns from a search that was limited like this and not stopped from outside.
    pub fn learn(&mut self, limits: &Limits, analysis: &Analysis) {
        self.speed.learn(analysis);
        if let Some(hard) = limits.time {
            self.note_latency(analysis.time.saturating_sub(hard));
        }
    }

    /// A search ended this long after its hard limit. What is seldom is forgotten slowly.
    pub(super) fn note_latency(&mut self, late: Duration) {
        self.latency = (0.9 * self.latency).max(late.as_secs_f64());
    }

    fn margin(&self) -> f64 {
        MARGIN + 2.0 * self.latency
    }

    /// What is left of a period is lost, so it is divided evenly among its moves, and the last one may take all of it.
    fn plan_period(&self, left: f64, moves: u32) -> Plan {
        let moves = f64::from(moves.max(1));
        let rest = (left - moves * self.margin()).max(0.0);
        if moves > 1.0 {
            Plan {
                soft: Some(0.8 * rest / moves),
                hard: 1.5 * rest / moves,
            }
        } else {
            Plan {
                soft: None,
                hard: rest,
            }
        }
    }

    /// `left` seconds for this move and all that follow, and `increment` after each.
    fn plan_game(&self, left: f64, increment: f64, empties: u32) -> Plan {
        // Passes of the opponent are rare; a player who has all of them is short of time, but not out of it.
        let later = f64::from(empties.saturating_sub(1) / 2);
        let ceiling = left - self.margin() - later * PER_MOVE;
        if ceiling <= 0.0 {
            return Plan {
                soft: Some(0.0),
                hard: 0.0,
            };
        }
        let all = ceiling + later * increment;
        let now = ceiling * SOLVE_NOW_SHARE;
        if SURPRISE * self.speed.solve_seconds(empties) <= now {
            return Plan {
                soft: Some(now),
                hard: now,
            };
        }
        let (end, reserve) = self.plan_end(all, empties);
        let mine = (all - reserve) * weight(empties) / weights(empties, end);
        let hard = (HARD * mine).min(MOVE_SHARE * ceiling);
        Plan {
            soft: Some((SOFT * mine).min(hard)),
            hard,
        }
    }

    /// At how many empty squares, fewer than now, the game is to be solved, and the seconds set aside for that: for the
    /// solve itself and a fifth more for those after it, which know most of it already.
    fn plan_end(&self, all: f64, empties: u32) -> (u32, f64) {
        let mut turns = own_turns(empties).skip(1);
        let costs = |empties| SURPRISE * self.speed.solve_seconds(empties);
        turns
            .find(|&empties| costs(empties) <= SOLVE_SHARE * all)
            .map_or((0, 0.0), |end| (end, 1.2 * costs(end)))
    }
}

/// The empty squares at this turn of a side and at those that follow if nobody passes.
fn own_turns(empties: u32) -> impl Iterator<Item = u32> {
    (1..=empties).rev().step_by(2)
}

/// What a turn gets of the time, compared with others: most in the middle of the game, next to nothing at its beginning.
fn weight(empties: u32) -> f64 {
    let distance = f64::from(empties) - 39.0;
    let width = if distance > 0.0 { 6.0 } else { 9.0 };
    0.04 + (-0.5 * (distance / width).powi(2)).exp()
}

/// The weights of a turn and of the later ones before the solve.
fn weights(empties: u32, end: u32) -> f64 {
    own_turns(empties)
        .take_while(|&empties| empties > end)
        .map(weight)
        .sum::<f64>()
        .max(weight(empties))
}
