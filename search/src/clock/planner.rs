//! How long a move should be thought about.
//!
//! An exact solve is worth more than anything before it, so its time is set aside first: the solve is planned for as many
//! empty squares as a good half of the time pays for. The rest goes to the moves before it, most of it where games are
//! decided, with 34 to 44 empty squares. Sources: the shape over the empty squares is that of neural-reversi; solving as
//! soon as it can be paid for is that of Edax (R. Delorme) and Egaroucid (T. Yamana).

use super::control::{Clock, TimeControl, seconds};
use super::cost::Speed;
use crate::limits::{Depth, Limits, Target, Threads};
use crate::report::Analysis;
use std::time::Duration;
use xsquare_engine::Board;

/// What is never spent, in seconds: what the system may take for itself.
const MARGIN: f64 = 0.050;
/// What each later move takes at least.
const PER_MOVE: f64 = 0.002;
/// A solve may cost this much more than expected.
const SURPRISE: f64 = 2.0;
/// What the solve of the end gets of the time, as the [`weight`] of a move: about half of a whole game, and more and more
/// of what is left as the moves before it are made, so that nothing of it is spent on the way.
const SOLVE_WEIGHT: f64 = 9.0;
/// The most of the time left that a solve begun now may take.
const SOLVE_NOW_SHARE: f64 = 0.7;
/// The most of the time left that another move may take.
const MOVE_SHARE: f64 = 0.5;
/// After this part of its time a move begins no other iteration, and it is ended by force after this multiple.
const SOFT: f64 = 0.6;
const HARD: f64 = 2.5;

/// Where there is no time to search as usual: plies, and from how many empty squares the end is reached. Both are some
/// thousand positions.
const EMERGENCY_DEPTH: u8 = 4;
const EMERGENCY_END: u32 = 10;
/// Plies of a search that counts as one of these when delays are learned.
const SMALL: u8 = 10;
/// The least that an emergency search is given, in seconds.
const EMERGENCY: f64 = 0.000_25;
/// How much of what is known about delays is left a move later.
const MEMORY: f64 = 0.8;

/// Decides how long to think, and learns from each search how fast it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Planner {
    speed: Speed,
    /// How late searches end, in seconds.
    latency: f64,
    /// What a search of a few positions takes, in seconds.
    overhead: f64,
}

/// A plan for a move, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Plan {
    soft: Option<f64>,
    hard: f64,
    is_emergency: bool,
}

impl Plan {
    /// As deep as it goes until `hard`.
    const fn until(hard: f64) -> Self {
        Self {
            soft: None,
            hard,
            is_emergency: false,
        }
    }

    /// No iteration begins after `soft`.
    const fn paced(soft: f64, hard: f64) -> Self {
        Self {
            soft: Some(soft),
            hard,
            is_emergency: false,
        }
    }
}

impl Planner {
    /// A planner that knows nothing yet about the machine.
    pub fn new(threads: Threads) -> Self {
        Self {
            speed: Speed::guess(threads),
            latency: 0.0,
            overhead: 0.0,
        }
    }

    /// What ends the search for the next move of the side with this clock, besides its target; usually
    /// [`Target::Deepest`], as deep as the time allows.
    ///
    /// The hard limit is less than what is [`available`](Clock::available) by a margin: 50 ms and twice what searches
    /// were late; half of the time if it is for a single move and shorter than that. With less than the margin left the
    /// target becomes a few plies, which take no time to speak of; and where not even that can be paid for the time is
    /// zero, so that the search answers at once with what the evaluation says.
    pub fn plan(&self, clock: &Clock, board: Board, target: Target) -> Limits {
        let (Some(left), Some(available)) = (clock.left(), clock.available()) else {
            return Limits::target(target);
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
            TimeControl::PerMove(_) | TimeControl::Unlimited => {
                Plan::until(left - self.margin().min(left / 2.0))
            }
        };
        // Less than a microsecond would be lost in rounding.
        let hard = seconds((plan.hard - 1e-6).max(0.0)).min(available);
        Limits {
            time: Some(hard),
            soft: plan.soft.map(|soft| seconds(soft).min(hard)),
            ..Limits::target(if plan.is_emergency {
                emergency_target(target, empties)
            } else {
                target
            })
        }
    }

    /// Learns from a search that was limited like this and not stopped from outside.
    pub fn learn(&mut self, limits: &Limits, analysis: &Analysis) {
        self.speed.learn(analysis);
        let Some(hard) = limits.time.filter(|hard| !hard.is_zero()) else {
            return;
        };
        self.note_latency(analysis.time.saturating_sub(hard));
        let is_small = matches!(limits.target, Target::Depth(depth) if depth.plies() <= SMALL);
        if is_small && limits.soft.is_none() && analysis.complete {
            self.overhead = (MEMORY * self.overhead).max(analysis.time.as_secs_f64());
        }
    }

    /// A search ended this long after its hard limit. What is seldom is forgotten slowly.
    pub(super) fn note_latency(&mut self, late: Duration) {
        self.latency = (MEMORY * self.latency).max(late.as_secs_f64());
    }

    fn margin(&self) -> f64 {
        MARGIN + 2.0 * self.latency
    }

    /// What is left of a period is lost, so it is divided evenly among its moves, and the last one may take all of it.
    fn plan_period(&self, left: f64, moves: u32) -> Plan {
        let moves = f64::from(moves.max(1));
        let rest = left - moves * self.margin();
        if rest <= 0.0 {
            self.plan_emergency(left, moves)
        } else if moves > 1.0 {
            Plan::paced(0.8 * rest / moves, 1.5 * rest / moves)
        } else {
            Plan::until(rest)
        }
    }

    /// What is left is less than the margin, for this move and others: only a small search, or none at all.
    fn plan_emergency(&self, left: f64, moves: f64) -> Plan {
        let share = left / (2.0 * moves);
        let is_paid = share >= EMERGENCY + self.overhead;
        Plan {
            is_emergency: true,
            ..Plan::until(if is_paid { share } else { 0.0 })
        }
    }

    /// `left` seconds for this move and all that follow, and `increment` after each.
    fn plan_game(&self, left: f64, increment: f64, empties: u32) -> Plan {
        // Passes of the opponent are rare; a player who has all of them is short of time, but not out of it.
        let later = f64::from(empties.saturating_sub(1) / 2);
        let ceiling = left - self.margin() - later * PER_MOVE;
        if ceiling <= 0.0 {
            return self.plan_emergency(left, later + 1.0);
        }
        let all = ceiling + later * increment;
        let now = ceiling * SOLVE_NOW_SHARE;
        if SURPRISE * self.speed.solve_seconds(empties) <= now {
            return Plan::paced(now, now);
        }
        let (end, reserve) = self.plan_end(all, empties);
        let mine = (all - reserve) * weight(empties) / weights(empties, end);
        let hard = (HARD * mine).min(MOVE_SHARE * ceiling);
        Plan::paced((SOFT * mine).min(hard), hard)
    }

    /// At how many empty squares, fewer than now, the game is to be solved, and the seconds set aside for that: for the
    /// solve itself and a fifth more for those after it, which know most of it already.
    fn plan_end(&self, all: f64, empties: u32) -> (u32, f64) {
        let mut turns = own_turns(empties).skip(1);
        let costs = |empties| SURPRISE * self.speed.solve_seconds(empties);
        let most = |end| all * SOLVE_WEIGHT / (SOLVE_WEIGHT + weights(empties, end));
        turns
            .find(|&end| costs(end) <= most(end))
            .map_or((0, 0.0), |end| (end, (1.2 * costs(end)).min(most(end))))
    }
}

/// A few plies, or the end if it is near, unless the target is less than that.
fn emergency_target(target: Target, empties: u32) -> Target {
    let plies = if empties <= EMERGENCY_END {
        u8::try_from(empties.max(1)).unwrap_or(EMERGENCY_DEPTH)
    } else {
        EMERGENCY_DEPTH
    };
    let is_less = match target {
        Target::Level(level) => level.plan(empties).depth <= plies,
        Target::Depth(depth) => depth.plies() <= plies,
        Target::Ending(_) | Target::Deepest => false,
    };
    match Depth::new(plies) {
        Some(depth) if !is_less => Target::Depth(depth),
        _ => target,
    }
}

/// The empty squares at this turn of a side and at those that follow if nobody passes.
fn own_turns(empties: u32) -> impl Iterator<Item = u32> {
    (1..=empties).rev().step_by(2)
}

/// What a turn gets of the time, compared with others: most in the middle of the game, little at its beginning.
fn weight(empties: u32) -> f64 {
    let distance = f64::from(empties) - 38.0;
    let width = if distance > 0.0 { 11.0 } else { 10.0 };
    0.05 + (-0.5 * (distance / width).powi(2)).exp()
}

/// The weights of a turn and of the later ones before the solve.
fn weights(empties: u32, end: u32) -> f64 {
    own_turns(empties)
        .take_while(|&empties| empties > end)
        .map(weight)
        .sum::<f64>()
        .max(weight(empties))
}
