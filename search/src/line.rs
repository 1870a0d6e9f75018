//! An expected line of play.

use arrayvec::ArrayVec;
use xsquare_engine::Move;

/// The most moves of an expected line, more than any game has: 60 or more discs and the passes between them.
pub const LINE_CAPACITY: usize = 128;

const CAPACITY: usize = LINE_CAPACITY;

/// A line of play under construction, without heap.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line(ArrayVec<Move, CAPACITY>);

impl Line {
    /// The empty line.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Forgets the line.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Becomes `first` followed by `rest`.
    pub(crate) fn replace(&mut self, first: Move, rest: &Self) {
        self.0.clear();
        self.0.push(first);
        self.0.extend(rest.0.iter().copied().take(CAPACITY - 1));
    }

    /// The moves.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.0
    }
}
