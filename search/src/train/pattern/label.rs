//! What positions are worth: exact scores by the solver, or values of a search.

use super::record::{Record, Source};
use crate::error::SearchError;
use crate::eval::Evaluator;
use crate::limits::{StopFlag, TableSize};
use crate::node::Draft;
use crate::table::Table;
use crate::task::{Ending, Purpose, Resources, ScratchPool, Shared, Stopped, Task};
use crate::train::search::{self, LOWEST, Node};
use crate::value::{Eval, Selectivity};
use xsquare_engine::Board;

/// How a position is labelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// By the solver.
    Solve,
    /// By a search that looks this many moves ahead, 1 to 60.
    Search(u8),
    /// By the mean of searches that look this many moves ahead and one more, 1 to 59. Whoever makes the last move of a
    /// search seems to gain by it; of two neighbouring depths each side has the last move once.
    Searches(u8),
}

/// The memory that one thread labels with, kept from shard to shard.
#[derive(Debug)]
pub(super) struct Workbench {
    table: Table,
    pool: ScratchPool,
}

/// Enough for a position of twenty empties, and small enough to stay in the cache.
const TABLE_BYTES: u64 = 4 << 20;

/// Moves looked ahead for the first guess of a score, by number of empty squares above twelve.
const GUESS_MOVES: u8 = 2;

impl Workbench {
    pub(super) fn new() -> Result<Self, SearchError> {
        let table = Table::new(TableSize::from_bytes(TABLE_BYTES)?)?;
        Ok(Self {
            table,
            pool: ScratchPool::new(1),
        })
    }

    /// Labels positions, in their order.
    ///
    /// # Errors
    /// If `stop` was raised.
    pub(super) fn label<E: Evaluator>(
        &self,
        evaluator: &E,
        positions: &[Record],
        method: Method,
        stop: &StopFlag,
    ) -> Result<Vec<Record>, Stopped> {
        let ending = Ending {
            stop,
            deadline: None,
            nodes: None,
        };
        let resources = Resources {
            table: &self.table,
            evaluator,
            pool: &self.pool,
            threads: 1,
            purpose: Purpose::Estimate,
        };
        let shared = Shared::new(&resources, ending);
        let mut scratch = self.pool.take();
        let mut task = Task::new(&shared, &mut scratch, None);
        let labelled = positions.iter().map(|record| {
            if stop.is_stopped() {
                return Err(Stopped);
            }
            let (label, source) = match method {
                Method::Solve => (exact(&mut task, record.board)?, Source::Exact),
                Method::Search(moves) => (
                    searched(evaluator, record.board, moves),
                    Source::Search(moves),
                ),
                Method::Searches(moves) => (
                    of_both_depths(evaluator, record.board, moves),
                    Source::Search(moves),
                ),
            };
            Ok(Record {
                label,
                source,
                ..*record
            })
        });
        let labelled = labelled.collect();
        self.pool.give_back(scratch);
        labelled
    }
}

/// The value by a search of `moves` moves.
fn searched<E: Evaluator>(evaluator: &E, board: Board, moves: u8) -> Eval {
    Eval::from_units(search::value(
        evaluator,
        &Node::new(evaluator, board),
        moves,
        (LOWEST, -LOWEST),
    ))
}

/// The mean of the values by searches of `moves` moves and of one more.
fn of_both_depths<E: Evaluator>(evaluator: &E, board: Board, moves: u8) -> Eval {
    /// How far the second value is expected from the first, in 1/128 disc; beyond, it is searched for once more.
    const EXPECTED: i32 = 4 * Eval::PER_DISC;
    let node = Node::new(evaluator, board);
    let first = search::value(evaluator, &node, moves, (LOWEST, -LOWEST));
    let search = |window| search::value(evaluator, &node, moves + 1, window);
    let (low, high) = (first - EXPECTED, first + EXPECTED);
    let second = match search((low, high)) {
        value if value <= low => search((LOWEST, value + 1)),
        value if value >= high => search((value - 1, -LOWEST)),
        value => value,
    };
    Eval::from_units(i32::midpoint(first, second))
}

/// The exact score by null windows around a guess, further apart with every miss, then halving what is left.
fn exact<E: Evaluator>(task: &mut Task<'_, E>, board: Board) -> Result<Eval, Stopped> {
    const DISC: i32 = Eval::PER_DISC;
    let empties = board.empty_count();
    let draft = Draft {
        depth: u8::try_from(empties).expect("at most 64 squares"),
        selectivity: Selectivity::Exact,
    };
    let moves = if empties > 12 { GUESS_MOVES } else { 0 };
    let guess = searched(task.shared.evaluator, board, moves)
        .nearest_final_score()
        .discs();
    let root = crate::node::Node::new(board, task.shared.evaluator);
    let (mut lower, mut upper) = (-64, 64);
    let mut step = 4;
    let mut probe = guess.clamp(-62, 64);
    while lower < upper {
        // Is the score at least `probe`? Scores are even: ask one disc below.
        let score = task.null_window(&root, (probe - 1) * DISC, draft)? / DISC;
        if score >= probe {
            lower = score.max(probe);
            probe = lower + step;
        } else {
            upper = score.min(probe - 2);
            probe = upper + 2 - step;
        }
        // Once both sides are known, halve; rounding up to an even number above the lower bound.
        if lower > -64 && upper < 64 || probe > upper || probe <= lower {
            probe = lower + (upper - lower + 2) / 4 * 2;
            probe = probe.clamp(lower + 2, upper.max(lower + 2));
        }
        step *= 2;
    }
    Ok(Eval::from_units(lower * DISC))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Classic;
    use crate::plain;
    use crate::train::selfplay;

    #[test]
    fn labels_of_both_depths_are_the_mean_of_their_values() {
        let classic = Classic::default();
        for game in 0..6 {
            for board in selfplay::play(&classic, 8, game) {
                let both = of_both_depths(&classic, board, 2).units();
                let [one, other] = [2, 3].map(|moves| searched(&classic, board, moves).units());
                assert_eq!(both, i32::midpoint(one, other), "{board:?}");
            }
        }
    }

    #[test]
    fn solved_labels_are_exact() {
        let (classic, bench, stop) = (
            Classic::default(),
            Workbench::new().unwrap(),
            StopFlag::new(),
        );
        let mut positions = Vec::new();
        for game in 0..40 {
            for board in selfplay::play(&classic, 9, game) {
                if board.empty_count() <= 9 || board.empty_count() == 13 && game < 6 {
                    let label = Eval::default();
                    positions.push(Record {
                        board,
                        label,
                        source: Source::Unknown,
                        game,
                    });
                }
            }
        }
        let labelled = bench
            .label(&classic, &positions, Method::Solve, &stop)
            .unwrap();
        for (before, after) in positions.iter().zip(&labelled) {
            let expected = plain::alpha_beta(before.board, -64, 64) * Eval::PER_DISC;
            assert_eq!(after.label.units(), expected, "{before:?}");
            assert_eq!(
                (after.board, after.game, after.source),
                (before.board, before.game, Source::Exact)
            );
        }
        stop.stop();
        assert_eq!(
            bench.label(&classic, &positions, Method::Solve, &stop),
            Err(Stopped)
        );
    }
}
