//! Eleven to fourteen empty squares: the upper part of the layer of `local`, whose moves are ordered with the help of a small
//! evaluation.
//!
//! A better first move saves the whole tree below it, and here, unlike farther down, that is worth the evaluation of all
//! children.

use super::Scratch;
use super::local::{Child, Children, MOST_MOVES, Node, descend, take_first, unsettled};
use super::order::Ranking;
use crate::eval::{Glance, GlanceTable};
use xsquare_engine::simd::legal_moves;

/// The fewest empties of a node whose moves are ordered so.
pub(super) const MIN_EMPTIES: u32 = 11;
/// Numbers of empties, up to the most of the layer.
const LEN: usize = super::MAX_EMPTIES as usize + 1;

/// What the evaluation knows of the positions on the way from the root of the layer to the node being searched.
#[derive(Debug)]
pub(super) struct Guide {
    table: &'static GlanceTable,
    /// For each number of empties, the position with as many.
    glances: [Glance; LEN],
}

impl Default for Guide {
    fn default() -> Self {
        Self {
            table: GlanceTable::shared(),
            glances: [Glance::NOTHING; LEN],
        }
    }
}

impl Guide {
    /// A search of the layer begins with this position.
    #[inline(always)]
    pub(super) fn start(&mut self, own: u64, opponent: u64) {
        let empties = (!(own | opponent)).count_ones();
        if empties >= MIN_EMPTIES {
            self.glances[empties as usize] = Glance::of(own, opponent);
        }
    }

    /// The side to move changes.
    #[inline(always)]
    pub(super) fn pass(&mut self, own: u64, opponent: u64) {
        let glance = &mut self.glances[(!(own | opponent)).count_ones() as usize];
        *glance = glance.pass();
    }
}

/// The moves of a node with at least [`MIN_EMPTIES`] empties.
#[inline(never)]
pub(super) fn above_cached(node: &Node, alpha: i32, scratch: &mut Scratch) -> i32 {
    let mut children = Children::new();
    let mut best = match unsettled(node, alpha, &mut children, scratch) {
        Ok(best) => best,
        Err(score) => return score,
    };
    let empties = !(node.own | node.opponent);
    let count = empties.count_ones() as usize;
    let here = scratch.guide.glances[count];
    let ranking = Ranking::new(empties, node.odd.squares().bits());
    let mut ranks = [i32::MIN; MOST_MOVES];
    let mut glances = [Glance::NOTHING; MOST_MOVES];
    for ((child, rank), glance) in children.iter_mut().zip(&mut ranks).zip(&mut glances) {
        let Child {
            node: after,
            square,
        } = child;
        after.moves = legal_moves(after.own, after.opponent);
        *glance = here.play(*square, after.own ^ node.opponent);
        *rank = ranking.of(*square, after.opponent, after.moves)
            - ranking.of_glance(scratch.guide.table.value(glance));
    }
    for _ in 0..children.len() {
        let first = take_first(&mut ranks[..children.len()]);
        scratch.guide.glances[count - 1] = glances[first];
        let score = -descend(&children[first].node, -alpha - 1, scratch);
        if score > alpha {
            return score;
        }
        best = best.max(score);
    }
    best
}
