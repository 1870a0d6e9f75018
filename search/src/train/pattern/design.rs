//! The positions as the fit sees them: which weights are active, and what the sum should be.
//!
//! The weight of a class at some number of empty squares is interpolated between two neighbouring phases, in the fit as
//! in the evaluation. So each position belongs to the interval between two phases and pulls at both ends.

#![expect(
    clippy::cast_precision_loss,
    reason = "shares and labels are small integers"
)]

use super::record::Record;
use crate::eval::pattern::{Blend, CLASS_COUNTED_FEATURES, Classes};
use crate::value::Eval;
use rayon::prelude::*;

/// Features of a position: classes, each counted from the first of its segment.
pub(super) type Row = [u16; CLASS_COUNTED_FEATURES];

/// Positions of one interval, few enough to be one piece of work.
#[derive(Debug)]
pub(super) struct Block {
    /// Number of the phase at the interval's lower end.
    pub(super) left: usize,
    /// Number of the phase at its upper end.
    pub(super) right: usize,
    pub(super) rows: Vec<Row>,
    /// For each row: the share of either phase.
    pub(super) shares: Vec<[f32; 2]>,
    /// For each row: the label in discs.
    pub(super) labels: Vec<f32>,
}

/// Rows of a block: enough that clearing and adding up its sums costs little beside them.
const BLOCK_ROWS: usize = 1 << 18;

/// Sorts records into blocks.
pub(super) fn blocks(records: &[Record], phases: &[u8], classes: &Classes) -> Vec<Block> {
    let mut by_interval: Vec<((usize, usize), Vec<Record>)> = Vec::new();
    for record in records {
        let blend = Blend::of(phases, record.board.empty_count() as usize);
        let [left, right] = blend.phases;
        let key = (left, right);
        match by_interval.iter_mut().find(|(other, _)| *other == key) {
            Some((_, records)) => records.push(*record),
            None => by_interval.push((key, vec![*record])),
        }
    }
    by_interval.sort_unstable_by_key(|(key, _)| *key);
    by_interval
        .into_par_iter()
        .flat_map(|((left, right), records)| {
            let chunks = records.par_chunks(BLOCK_ROWS);
            chunks
                .map(|chunk| block((left, right), chunk, phases, classes))
                .collect::<Vec<_>>()
        })
        .collect()
}

fn block(
    (left, right): (usize, usize),
    records: &[Record],
    phases: &[u8],
    classes: &Classes,
) -> Block {
    let shares = |record: &Record| {
        let [left, right] = Blend::of(phases, record.board.empty_count() as usize)
            .shares
            .map(|share| share as f32);
        [left / (left + right), right / (left + right)]
    };
    Block {
        left,
        right,
        rows: records
            .iter()
            .map(|record| classes.of(record.board))
            .collect(),
        shares: records.iter().map(shares).collect(),
        labels: records
            .iter()
            .map(|record| record.label.units() as f32 / Eval::PER_DISC as f32)
            .collect(),
    }
}
