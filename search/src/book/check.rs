//! Whether everything in a book agrees.

use super::graph::Graph;
use super::record::Record;
use crate::value::Eval;
use thiserror::Error;
use xsquare_engine::{Board, Square};

/// Something in a book that does not agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Disagreement {
    /// A value is not the best of what the position leads to.
    #[error("the value is {stated}, but what it leads to is worth {expected}")]
    Value {
        /// The value of the record.
        stated: Eval,
        /// What it should be.
        expected: Eval,
    },
    /// The move out of the book leads into it.
    #[error("its move out of the book, {turn}, leads to a position of the book")]
    Inside {
        /// The move.
        turn: Square,
    },
}

/// What a check found. Legality, order and duplicates are no matter here: a file with such faults is not read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// What does not agree, by position.
    pub faults: Vec<(Board, Disagreement)>,
    /// Moves from one position of the book to another.
    pub links: usize,
    /// Positions from which no way out is known although there are some: growing the book will search them.
    pub open: usize,
    /// Positions that cannot be reached from the start.
    pub apart: usize,
}

impl Graph {
    /// Checks links and values.
    pub fn check(&self) -> Verdict {
        let mut verdict = Verdict::default();
        let links = self.links();
        let everything = super::plan::Scope {
            margin: i32::MAX / 4,
            loss: i32::MAX / 4,
            least_empties: 0,
        };
        let roots = [Board::START.canonical().0];
        let losses = super::plan::losses((self, &links), &roots, &everything);
        verdict.apart = losses.iter().filter(|loss| loss.is_none()).count();
        let settled = self.settled(self.records().to_vec(), &links);
        for (place, (record, right)) in (0..).zip(self.records().iter().zip(&settled)) {
            verdict.links += links.from(place).len();
            if record.deviation.is_none() && !self.ways_out(record.board, |_| false).is_empty() {
                verdict.open += 1;
            }
            let fault = disagreement(record, right);
            verdict
                .faults
                .extend(fault.map(|fault| (record.board, fault)));
        }
        verdict
    }
}

/// What is wrong with a record that should be like this.
fn disagreement(record: &Record, right: &Record) -> Option<Disagreement> {
    let turn = record.deviation.and_then(|deviation| deviation.turn);
    match turn {
        Some(turn) if right.deviation.is_none() => Some(Disagreement::Inside { turn }),
        _ if record.value != right.value => Some(Disagreement::Value {
            stated: record.value,
            expected: right.value,
        }),
        _ => None,
    }
}
