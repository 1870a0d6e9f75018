//! Where a book grows: best first by deviation.
//!
//! Source: M. Buro, "Toward opening book learning" (1999), for the best deviation of each position; T. Lincke, "Strategies
//! for the automatic construction of opening books" (2001), for the price of a ply, which keeps a book from following one
//! line to the end of the game.

use super::graph::{Graph, Links};
use super::steps::{Child, child};
use crate::value::Eval;
use std::collections::HashSet;
use xsquare_engine::Board;

/// What a ply further from the start costs, in 1/128 disc: so much worse may a move be that is tried a ply earlier.
const PLY_PRICE: i32 = Eval::PER_DISC / 4;

/// Which lines a book follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// How much worse than the best a move may be, in 1/128 disc.
    pub margin: i32,
    /// How much all moves of a line together may be worse than the best ones, both sides' counted, in 1/128 disc.
    pub loss: i32,
    /// No position has fewer empty squares.
    pub least_empties: u32,
}

impl Default for Scope {
    /// Moves within 4 discs, lines within 8, down to 30 empty squares.
    fn default() -> Self {
        Self {
            margin: 4 * Eval::PER_DISC,
            loss: 8 * Eval::PER_DISC,
            least_empties: 30,
        }
    }
}

/// Of each position by its place the least loss of a line from a root, `None` if none leads there within the scope.
pub(super) fn losses(
    (graph, links): (&Graph, &Links),
    roots: &[Board],
    scope: &Scope,
) -> Vec<Option<i32>> {
    let records = graph.records();
    let mut losses: Vec<Option<i32>> = vec![None; records.len()];
    for place in roots.iter().filter_map(|&root| graph.place(root)) {
        losses[place as usize] = Some(0);
    }
    for &place in &links.order {
        let Some(loss) = losses[place as usize] else {
            continue;
        };
        let value = records[place as usize].value;
        for edge in links.from(place) {
            let child = records[edge.child as usize];
            let step = value - edge.mover.seen_before(child.value);
            let total = loss + step;
            let known = &mut losses[edge.child as usize];
            let is_meant = step <= scope.margin
                && total <= scope.loss
                && child.board.empty_count() >= scope.least_empties;
            if is_meant && known.is_none_or(|known| total < known) {
                *known = Some(total);
            }
        }
    }
    losses
}

/// The positions that the book should have next, at most `count`, the best first.
pub(super) fn next(graph: &Graph, roots: &[Board], scope: &Scope, count: usize) -> Vec<Board> {
    let missing: Vec<Board> = roots
        .iter()
        .copied()
        .filter(|&root| graph.place(root).is_none())
        .collect();
    if !missing.is_empty() {
        return missing;
    }
    let Some(first) = roots.iter().map(|root| root.occupied().len()).min() else {
        return Vec::new();
    };
    let links = graph.links();
    let losses = losses((graph, &links), roots, scope);
    let mut ways: Vec<(i32, Board)> = Vec::new();
    for (record, loss) in graph.records().iter().zip(losses) {
        let (Some(loss), Some(deviation)) = (loss, record.deviation) else {
            continue;
        };
        let Some(turn) = deviation.turn else {
            continue;
        };
        let step = record.value - deviation.value;
        let empties = record.board.empty_count() - 1;
        if step > scope.margin || loss + step > scope.loss || empties < scope.least_empties {
            continue;
        }
        if let Child::Turn(turn) = child(record.board, turn) {
            let plies = i32::try_from(turn.board.occupied().len() - first).unwrap_or(0);
            ways.push((loss + step + plies * PLY_PRICE, turn.canonical));
        }
    }
    ways.sort_unstable();
    let mut seen = HashSet::new();
    let boards = ways.into_iter().map(|(_, board)| board);
    boards
        .filter(|&board| seen.insert(board))
        .take(count)
        .collect()
}

impl Graph {
    /// Takes away what no line within the scope leads to from one of the roots, which are canonical. The values of what
    /// stays are the same.
    pub fn prune(&mut self, roots: &[Board], scope: &Scope) -> super::graph::Change {
        let links = self.links();
        let losses = losses((self, &links), roots, scope);
        let keep: Vec<bool> = losses.iter().map(Option::is_some).collect();
        self.retain(&keep)
    }

    /// Takes away positions until `count` are left: those that lines lead to that cost most, as [`Scope`] counts it. The
    /// values of what stays are the same.
    pub fn shrink(&mut self, roots: &[Board], count: usize) -> super::graph::Change {
        let links = self.links();
        let everything = Scope {
            margin: i32::MAX / 4,
            loss: i32::MAX / 4,
            least_empties: 0,
        };
        let losses = losses((self, &links), roots, &everything);
        let mut costs: Vec<(i32, Board, usize)> = self
            .records()
            .iter()
            .zip(losses)
            .enumerate()
            .map(|(place, (record, loss))| {
                let discs = i32::try_from(record.board.occupied().len()).unwrap_or(64);
                let cost = loss.map_or(i32::MAX, |loss| loss + discs * PLY_PRICE);
                (cost, record.board, place)
            })
            .collect();
        costs.sort_unstable();
        let mut keep = vec![false; self.len()];
        for &(_, _, place) in costs.iter().take(count) {
            keep[place] = true;
        }
        self.retain(&keep)
    }
}
