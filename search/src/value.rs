//! Scores, depths, windows and what is known about a score.

use std::fmt;
use std::ops::{Neg, Sub};
use xsquare_engine::DiscDiff;

/// A score in 1/128 disc from the view of the side to move.
///
/// Heuristic values and exact ones share this unit; an exact one is a whole even number of discs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Eval(i32);

impl Eval {
    /// Units to a disc.
    pub const PER_DISC: i32 = 128;
    /// Nothing is worse than losing every disc.
    pub const MIN: Self = Self(-64 * Self::PER_DISC);
    /// Nothing is better than winning every disc.
    pub const MAX: Self = Self(64 * Self::PER_DISC);

    /// The score of this many 1/128 discs, clamped to ±64 discs.
    #[inline]
    pub const fn from_units(units: i32) -> Self {
        if units < Self::MIN.0 {
            Self::MIN
        } else if units > Self::MAX.0 {
            Self::MAX
        } else {
            Self(units)
        }
    }

    /// The score in 1/128 disc.
    #[inline]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// The score in discs.
    pub fn discs(self) -> f64 {
        f64::from(self.0) / f64::from(Self::PER_DISC)
    }

    /// The nearest even number of discs, which is the nearest final score; halves go away from zero.
    ///
    /// ```
    /// use xsquare_search::Eval;
    /// assert_eq!(Eval::from_units(3 * 128).nearest_final_score().discs(), 4);
    /// assert_eq!(Eval::from_units(-380).nearest_final_score().discs(), -2);
    /// ```
    pub const fn nearest_final_score(self) -> DiscDiff {
        let pairs = (self.0.abs() + Self::PER_DISC) / (2 * Self::PER_DISC);
        match DiscDiff::new(2 * pairs * self.0.signum()) {
            Some(score) => score,
            // Not reached: an `Eval` is clamped to 64 discs.
            None => DiscDiff::DRAW,
        }
    }
}

impl From<DiscDiff> for Eval {
    #[inline]
    fn from(score: DiscDiff) -> Self {
        Self(score.discs() * Self::PER_DISC)
    }
}

impl Neg for Eval {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// The distance in 1/128 disc.
impl Sub for Eval {
    type Output = i32;

    #[inline]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

/// Prints discs with two places and a sign: `+3.50`.
impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded first, so that a tiny negative value is not printed as `-0.00`.
        let hundredths = (self.discs() * 100.0).round() + 0.0;
        f.pad(&format!("{:+.2}", hundredths / 100.0))
    }
}

impl fmt::Debug for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How confident a search is that it left nothing out that matters: the `ProbCut` confidence level.
///
/// Only [`Selectivity::Exact`] leaves nothing out. The order is by confidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Selectivity {
    /// A cut is right in 73 % of cases.
    P73,
    /// 87 %.
    P87,
    /// 95 %.
    P95,
    /// 98 %.
    P98,
    /// 99 %.
    P99,
    /// No selective pruning at all.
    Exact,
}

impl Selectivity {
    /// All steps, least confident first.
    pub const ALL: [Self; 6] = [
        Self::P73,
        Self::P87,
        Self::P95,
        Self::P98,
        Self::P99,
        Self::Exact,
    ];

    /// The confidence in percent, 73..=100.
    pub const fn percent(self) -> u8 {
        match self {
            Self::P73 => 73,
            Self::P87 => 87,
            Self::P95 => 95,
            Self::P98 => 98,
            Self::P99 => 99,
            Self::Exact => 100,
        }
    }
}

/// What a number says about the true score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Proved: the score with perfect play by both sides.
    Exact,
    /// Proved: the score is at least this.
    Lower,
    /// Proved: the score is at most this.
    Upper,
    /// Searched to the end of the game with selective pruning; right with this confidence.
    Selective(Selectivity),
    /// An estimate from a search that stopped before the end of the game.
    Heuristic,
    /// A value of the opening book: the best that both sides can reach through its positions, with estimates where it ends.
    Book,
}

impl Kind {
    /// The word of the command line's contract: `exact`, `lower`, `upper`, `selective`, `heuristic`,
    /// `book`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Upper => "upper",
            Self::Selective(_) => "selective",
            Self::Heuristic => "heuristic",
            Self::Book => "book",
        }
    }

    /// Whether the number is proved: exact or a bound.
    pub const fn is_proved(self) -> bool {
        matches!(self, Self::Exact | Self::Lower | Self::Upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printing_never_shows_minus_zero() {
        assert_eq!(Eval::from_units(0).to_string(), "+0.00");
        assert_eq!(Eval::from_units(-1).to_string(), "-0.01");
        assert_eq!(Eval::from_units(64).to_string(), "+0.50");
        assert_eq!((-Eval::from_units(0)).to_string(), "+0.00");
    }

    #[test]
    fn values_are_clamped_to_the_board() {
        assert_eq!(Eval::from_units(1_000_000), Eval::MAX);
        assert_eq!(Eval::from_units(-1_000_000), Eval::MIN);
        assert_eq!(Eval::MAX.nearest_final_score(), DiscDiff::MAX);
        assert_eq!(Eval::MIN.nearest_final_score(), DiscDiff::MIN);
    }

    #[test]
    fn final_scores_survive_the_conversion() {
        for discs in (-64..=64).step_by(2) {
            let score = DiscDiff::new(discs).unwrap();
            assert_eq!(Eval::from(score).nearest_final_score(), score);
        }
    }

    #[test]
    fn selectivities_are_ordered_by_confidence() {
        assert!(Selectivity::ALL.is_sorted());
        assert!(Selectivity::ALL.is_sorted_by_key(|s| s.percent()));
    }
}
