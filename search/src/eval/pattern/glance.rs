//! A glance at a position: the sum of weights for sixteen patterns, cheap enough to order moves near the end of the game.
//!
//! Four of the families, one table for all numbers of empty squares, weights of eight bits: all that is looked up stays in
//! a core's second-level cache beside the endgame search's own. Whatever it says changes the order of moves only, never a
//! score.
//!
//! Source: T. Yamana's Egaroucid orders moves at 11 to 13 empty squares with a small evaluation of these families.

#[cfg(feature = "train")]
use super::families::FAMILIES;
use super::lanes::Plan;
use super::layout::{IMAGES, LAYOUT, SEGMENTS};
use super::tables::NAMED;
use super::ties::Ties;
use super::weights::Weights;
use crate::value::Eval;
use std::sync::LazyLock;
use xsquare_engine::Square;

/// The families looked at: edge and X-squares, triangle, corners and block, cross.
const GLANCED: [usize; 4] = [0, 2, 3, 4];
/// Patterns looked at.
const PATTERNS: usize = GLANCED.len() * IMAGES;
/// The families' weights are so far apart: a weight for each content that 16 bits can hold, so that no index is out of range.
const STRIDE: usize = NAMED;
const TABLE_LEN: usize = GLANCED.len() * STRIDE;

/// The lane of each pattern.
const CHOSEN: [usize; PATTERNS] = {
    let mut lanes = [0; PATTERNS];
    let mut place = 0;
    while place < PATTERNS {
        lanes[place] = GLANCED[place / IMAGES] * IMAGES + place % IMAGES;
        place += 1;
    }
    lanes
};

/// How their contents are added up.
static PLAN: Plan<PATTERNS> = {
    let mut plan = Plan {
        discs: [[0; PATTERNS]; Square::COUNT],
        centres: [0; PATTERNS],
    };
    let mut place = 0;
    while place < PATTERNS {
        let (lane, mut square) = (CHOSEN[place], 0);
        while square < Square::COUNT {
            plan.discs[square][place] = LAYOUT.plan.discs[square][lane];
            square += 1;
        }
        plan.centres[place] = LAYOUT.plan.centres[lane];
        place += 1;
    }
    plan
};

/// The contents of the patterns, seen by the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Glance([u16; PATTERNS]);

impl Glance {
    /// Of an empty board.
    pub(crate) const NOTHING: Self = Self(PLAN.centres);

    /// Of a board.
    #[inline(always)]
    pub(crate) fn of(own: u64, opponent: u64) -> Self {
        Self(PLAN.of(own, opponent))
    }

    /// After a disc on `square` that turns over `flips`, seen by the other side.
    #[inline(always)]
    pub(crate) fn play(&self, square: Square, flips: u64) -> Self {
        Self(PLAN.play(&self.0, square, flips))
    }

    /// Seen by the other side.
    #[inline(always)]
    pub(crate) fn pass(&self) -> Self {
        Self(PLAN.pass(&self.0))
    }
}

/// The weights, in eighths of a disc.
#[derive(Debug)]
pub(crate) struct GlanceTable(Box<[i8; TABLE_LEN]>);

/// The weight file: one phase, weights for the glanced families and a few counts that go with them in the fit only.
const SHIPPED: &[u8] = include_bytes!("../../../weights/ordering.bin");

/// Units of a weight to a disc.
const PER_DISC: i32 = 8;

impl GlanceTable {
    /// The table that the program is shipped with.
    pub(crate) fn shared() -> &'static Self {
        static TABLE: LazyLock<GlanceTable> = LazyLock::new(|| {
            let weights = Weights::from_uncalibrated(SHIPPED);
            GlanceTable::new(&weights.expect("a test reads the shipped weights"))
        });
        &TABLE
    }

    /// The table with the weights of the first phase.
    fn new(weights: &Weights) -> Self {
        let (of_class, classes) = (weights.of_phase(0), Ties::shared().classes());
        let per_unit = i32::from(weights.unit()) * PER_DISC;
        let mut table = vec![0; TABLE_LEN];
        for (family, row) in GLANCED.into_iter().zip(table.chunks_mut(STRIDE)) {
            let segment = SEGMENTS[family];
            let classes = &classes[segment.start..][..segment.len];
            for (&class, value) in classes.iter().zip(row) {
                let weight = i32::from(of_class[class as usize]) * per_unit;
                let rounded = (weight + Eval::PER_DISC / 2).div_euclid(Eval::PER_DISC);
                let limited = rounded.clamp(i8::MIN.into(), i8::MAX.into());
                *value = i8::try_from(limited).expect("clamped");
            }
        }
        let table = table.into_boxed_slice().try_into();
        Self(table.expect("that many weights"))
    }

    /// What the patterns say for the side to move, in eighths of a disc.
    #[inline(always)]
    pub(crate) fn value(&self, glance: &Glance) -> i32 {
        let mut value = 0;
        for (place, &content) in glance.0.iter().enumerate() {
            let family = place / IMAGES;
            value += i32::from(self.0[family * STRIDE + usize::from(content)]);
        }
        value
    }
}

/// Which features a fit looks at.
#[cfg(feature = "train")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeatureSet {
    /// All of them.
    All,
    /// The patterns of the small evaluation that orders moves, and beside them mobility and parity, which the order of
    /// moves counts in its own way.
    Ordering,
}

#[cfg(feature = "train")]
impl FeatureSet {
    /// Whether a feature, counted as in [`Classes`](super::Classes), is one of the set.
    pub(crate) fn contains(self, feature: usize) -> bool {
        let segment = super::segment_of(feature);
        match self {
            Self::All => true,
            Self::Ordering if segment < FAMILIES.len() => GLANCED.contains(&segment),
            Self::Ordering => ["mobility", "quadrants"].contains(&SEGMENTS[segment].name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Features;
    use super::super::tests::{random_game, random_weights};
    use super::*;
    use xsquare_engine::{Board, Symmetry};

    /// The checksum of `search/weights/ordering.bin`, to be changed with the file and nowhere else.
    const CHECKSUM: u64 = 0xbf92_4279_19ee_de1c;

    fn glance(board: Board) -> Glance {
        Glance::of(board.own().bits(), board.opponent().bits())
    }

    #[test]
    fn the_shipped_weights_are_the_ones_written_down() {
        let weights = Weights::from_uncalibrated(SHIPPED).unwrap();
        assert_eq!(
            format!("{:016x}", weights.checksum()),
            format!("{CHECKSUM:016x}")
        );
        assert_eq!(weights.phases().len(), 1);
    }

    #[test]
    fn moves_and_passes_carry_the_contents_along() {
        for seed in 0..40 {
            random_game(seed, |board, _| {
                let here = glance(board);
                assert_eq!(here.pass(), glance(board.pass()));
                for square in board.legal_moves() {
                    let flips = board.flips(square);
                    let after = glance(board.play_flips(square, flips));
                    assert_eq!(here.play(square, flips.bits()), after);
                }
            });
        }
    }

    #[test]
    fn the_value_is_the_sum_of_the_rounded_weights_and_the_same_in_every_symmetry() {
        let weights = random_weights(7);
        let table = GlanceTable::new(&weights);
        let per_unit = f64::from(weights.unit()) * f64::from(PER_DISC) / f64::from(Eval::PER_DISC);
        let (of_class, classes) = (weights.of_phase(0), Ties::shared().classes());
        for seed in 0..10 {
            random_game(seed, |board, _| {
                let features = Features::of(board);
                let lanes = features.lanes().iter().zip(LAYOUT.family);
                let expected: f64 = lanes
                    .filter(|&(_, family)| GLANCED.contains(&family))
                    .map(|(&content, family)| {
                        let index = SEGMENTS[family].start + usize::from(content);
                        let weight = f64::from(of_class[classes[index] as usize]) * per_unit;
                        (weight + 0.5).floor().clamp(-128.0, 127.0)
                    })
                    .sum();
                let value = table.value(&glance(board));
                assert!(
                    (f64::from(value) - expected).abs() < 1e-6,
                    "{value} {expected}"
                );
                for symmetry in Symmetry::ALL {
                    assert_eq!(table.value(&glance(symmetry.apply(board))), value);
                }
            });
        }
    }
}
