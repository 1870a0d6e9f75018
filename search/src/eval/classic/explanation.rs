//! An evaluation taken apart, for players who want to know why.

use super::term::{Line, Pair};
use crate::value::Eval;
use std::fmt;

/// What one term contributes to an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TermValue {
    /// Two or three words: `corner moves`.
    pub name: &'static str,
    /// The count of the side to move.
    pub own: i32,
    /// The count of the other side.
    pub opponent: i32,
    /// The contribution in 1/128 disc from the view of the side to move.
    pub value: i32,
    /// One sentence: what is counted and why it matters.
    pub description: &'static str,
}

impl TermValue {
    pub(super) const fn new(line: Line, counts: Pair, value: i32) -> Self {
        Self {
            name: line.name,
            own: counts.own,
            opponent: counts.opponent,
            value,
            description: line.description,
        }
    }
}

/// Prints name, both counts and the contribution in discs: `mobility 9 5 +3.25`, padded to columns.
impl fmt::Display for TermValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let discs = f64::from(self.value) / f64::from(Eval::PER_DISC);
        write!(
            f,
            "{:<24} {:>3} {:>3} {discs:>+7.2}",
            self.name, self.own, self.opponent
        )
    }
}

/// A whole evaluation, term by term.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// Every term, also those that contribute nothing, always in the same order.
    pub terms: Vec<TermValue>,
}

impl Explanation {
    /// The sum of all contributions in 1/128 disc, not clamped.
    pub fn units(&self) -> i32 {
        self.terms.iter().map(|term| term.value).sum()
    }

    /// The evaluation: the sum, clamped to the board.
    pub fn score(&self) -> Eval {
        Eval::from_units(self.units())
    }
}

/// One line for each term.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{term}")?;
        }
        Ok(())
    }
}
