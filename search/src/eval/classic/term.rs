//! What a term of the evaluation is: named counts for both sides.

use super::view::View;

/// How often something occurs for either side. The counts are small: at most 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pair {
    pub(crate) own: i32,
    pub(crate) opponent: i32,
}

impl Pair {
    /// The sizes of two sets, or any other two counts.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_wrap,
        reason = "counts of squares are at most 64"
    )]
    pub(crate) const fn new(own: u32, opponent: u32) -> Self {
        Self {
            own: own as i32,
            opponent: opponent as i32,
        }
    }

    /// How many more the side to move has.
    #[inline(always)]
    pub(crate) const fn difference(self) -> i32 {
        self.own - self.opponent
    }
}

/// The name and meaning of one pair of counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    /// Two or three words.
    pub(crate) name: &'static str,
    /// One sentence for players: what is counted and why it matters.
    pub(crate) description: &'static str,
}

/// A term: `N` pairs of counts that belong together.
///
/// A term counts and never weighs. The weights are fitted; see [`Weights`](super::Weights).
pub(crate) trait Term<const N: usize> {
    /// What the pairs are called, in the order of [`count`](Self::count).
    const LINES: [Line; N];

    /// The counts in a position. Must not depend on which of the eight symmetries the board is seen in.
    fn count(view: &View) -> [Pair; N];
}
