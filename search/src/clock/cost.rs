//! What an exact solve costs, and how fast this machine is.

use crate::limits::Threads;
use crate::report::Analysis;
use crate::value::Kind;

/// Positions of an exact solve with no empty square left, and the factor for each one more.
///
/// Measured: 24-, 20-, 16- and 12-empty positions of tournament games with the shipped patterns on one thread, ladder
/// included, have geometric means of 47.9 M, 2.83 M, 96 k and 8.7 k; single positions lie a factor of 2.4 around it.
const SOLVE_NODES: f64 = 0.9;
const SOLVE_GROWTH: f64 = 2.1;

/// Positions a second and thread before anything is measured: a slow machine.
const MIDGAME_SPEED: f64 = 2e6;
/// How much faster positions are entered near the end of the game than before. Measured: 10 M and 45 M.
const ENDGAME_FACTOR: f64 = 4.0;
/// Shorter searches say nothing about speed: they are all beginning and end.
const LEAST_SECONDS: f64 = 0.004;
const LEAST_NODES: u64 = 10_000;

/// The expected positions of an exact solve.
pub(super) fn solve_nodes(empties: u32) -> f64 {
    SOLVE_NODES * SOLVE_GROWTH.powi(empties.min(60).cast_signed())
}

/// Positions a second of all threads together, learned during the game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Speed {
    midgame: Measured,
    endgame: Measured,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Measured {
    value: f64,
    is_guess: bool,
}

impl Measured {
    fn learn(&mut self, value: f64) {
        // Half of it new: other programs come and go.
        self.value = if self.is_guess {
            value
        } else {
            f64::midpoint(self.value, value)
        };
        self.is_guess = false;
    }
}

impl Speed {
    /// Before the first search.
    pub(super) fn guess(threads: Threads) -> Self {
        let count = u32::try_from(threads.count()).map_or(1.0, f64::from);
        let guess = |value| Measured {
            value,
            is_guess: true,
        };
        Self {
            midgame: guess(MIDGAME_SPEED * count),
            endgame: guess(MIDGAME_SPEED * ENDGAME_FACTOR * count),
        }
    }

    /// The expected seconds of an exact solve.
    pub(super) fn solve_seconds(&self, empties: u32) -> f64 {
        solve_nodes(empties) / self.endgame.value
    }

    /// Learns from a search.
    pub(super) fn learn(&mut self, analysis: &Analysis) {
        let (seconds, nodes) = (analysis.time.as_secs_f64(), analysis.nodes);
        let Some(best) = analysis.moves.first() else {
            return;
        };
        if seconds < LEAST_SECONDS || nodes < LEAST_NODES {
            return;
        }
        #[expect(clippy::cast_precision_loss, reason = "a speed need not be exact")]
        let value = nodes as f64 / seconds;
        let empties = analysis.board.empty_count();
        match best.kind {
            Kind::Heuristic if u32::from(best.depth) + 12 < empties => {
                self.midgame.learn(value);
                if self.endgame.is_guess {
                    self.endgame.value = value * ENDGAME_FACTOR;
                }
            }
            // What it was working on when it ended may have been a search to the end: neither fish nor fowl.
            Kind::Heuristic | Kind::Book => {}
            _ => self.endgame.learn(value),
        }
    }
}
