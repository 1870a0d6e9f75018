//! Where everything is: the images of the families on the board and their places in a table of weights.
//!
//! Every image is a *lane*. Its content is a number in balanced ternary: a disc of the side to move counts `+1`, one of
//! the opponent `−1`, an empty square `0`, each times the power of three of its place in the lane. Exchanging the sides
//! negates the number. To it is added the number of contents below zero, so that it is an index.

#![expect(
    clippy::cast_possible_truncation,
    reason = "all numbers are at most the size of a table; TryFrom is not for constants"
)]

use super::access;
use super::families::FAMILIES;
use super::lanes::Plan;
use xsquare_engine::Square;

/// Lanes in a feature vector: four for each of 16 families fill two vector registers of 512 bits.
pub(super) const LANES: usize = 64;

/// Lanes of each family, one behind the other.
pub(super) const IMAGES: usize = LANES / FAMILIES.len();

/// The most squares of a family: contents up to 59 048 fit a 16-bit number, and so does every sum on the way, modulo
/// 2¹⁶.
const MAX_SQUARES: usize = 10;

/// The lanes, found when the program is compiled.
#[derive(Debug)]
pub(super) struct Layout {
    /// Squares of each lane, lowest digit first; only the first few count, as many as the family has.
    pub(super) squares: [[u8; MAX_SQUARES]; LANES],
    /// The family of each lane.
    pub(super) family: [usize; LANES],
    /// Lanes found so far.
    count: usize,
    /// How the contents of all lanes are added up.
    pub(super) plan: Plan<LANES>,
}

/// The layout of [`FAMILIES`].
pub(super) static LAYOUT: Layout = Layout::new();

/// Number of contents of `squares` squares.
pub(super) const fn contents(squares: usize) -> usize {
    3_usize.pow(squares as u32)
}

/// The image of the square with this index under the symmetry with this number; see
/// [`Symmetry`](xsquare_engine::Symmetry), whose `apply` cannot be called at compile time.
pub(super) const fn image(square: usize, symmetry: usize) -> usize {
    let (mut column, mut row) = (square % 8, square / 8);
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    row * 8 + column
}

/// The set of the images of `squares`.
pub(super) const fn image_set(squares: &[Square], symmetry: usize) -> u64 {
    let mut set = 0;
    let mut place = 0;
    while place < squares.len() {
        set |= 1 << image(squares[place].index(), symmetry);
        place += 1;
    }
    set
}

impl Layout {
    const fn new() -> Self {
        let mut layout = Self {
            squares: [[0; MAX_SQUARES]; LANES],
            family: [0; LANES],
            count: 0,
            plan: Plan {
                discs: [[0; LANES]; Square::COUNT],
                centres: [0; LANES],
            },
        };
        let mut family = 0;
        while family < FAMILIES.len() {
            layout.add_images(family);
            family += 1;
            assert!(
                layout.count == family * IMAGES,
                "all families have equally many images"
            );
        }
        layout
    }

    /// Adds a lane for each image that covers other squares than the ones before it.
    const fn add_images(&mut self, family: usize) {
        let squares = FAMILIES[family].squares;
        assert!(
            squares.len() <= MAX_SQUARES,
            "a family has at most ten squares"
        );
        let mut symmetry = 0;
        while symmetry < 8 {
            let set = image_set(squares, symmetry);
            let mut earlier = 0;
            while earlier < symmetry && image_set(squares, earlier) != set {
                earlier += 1;
            }
            if earlier == symmetry {
                self.add_lane(family, symmetry);
            }
            symmetry += 1;
        }
    }

    const fn add_lane(&mut self, family: usize, symmetry: usize) {
        let squares = FAMILIES[family].squares;
        let lane = self.count;
        let mut power = 1_u16;
        let mut place = 0;
        while place < squares.len() {
            let square = image(squares[place].index(), symmetry);
            self.squares[lane][place] = square as u8;
            self.plan.discs[square][lane] = power;
            power = power.wrapping_mul(3);
            place += 1;
        }
        self.plan.centres[lane] = (contents(squares.len()) / 2) as u16;
        self.family[lane] = family;
        self.count += 1;
    }
}

/// A run of weights in a table: a family of patterns or one of the other features.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    /// For reports.
    pub(super) name: &'static str,
    /// Where it begins.
    pub(super) start: usize,
    /// Number of weights.
    pub(super) len: usize,
}

/// The greatest number of moves, and of potential moves, that is told apart. Both sides' counts make one index.
pub(super) const MAX_MOVES: u32 = 31;
const MOVES_LEN: usize = (MAX_MOVES as usize + 1) * (MAX_MOVES as usize + 1);

/// Features beside the patterns: name and number of weights. All have one place in a position, except for the last, which
/// has one for each quadrant.
const SCALARS: [(&str, usize); 5] = [
    ("mobility", MOVES_LEN),
    ("potential mobility", MOVES_LEN),
    ("quadrants", 81),
    ("own discs", 65),
    ("access to quadrants", access::LEN),
];
/// Features of a position beside its patterns.
pub(super) const SCALAR_FEATURES: usize = SCALARS.len() - 1 + access::PLACES;

/// Where the families' weights are.
pub(super) const SEGMENT_COUNT: usize = FAMILIES.len() + SCALARS.len();

/// All segments: the families of patterns, then the other features.
pub(super) const SEGMENTS: [Segment; SEGMENT_COUNT] = {
    let mut segments = [Segment {
        name: "",
        start: 0,
        len: 0,
    }; SEGMENT_COUNT];
    let (mut start, mut index) = (0, 0);
    while index < SEGMENT_COUNT {
        let (name, len) = if index < FAMILIES.len() {
            let family = FAMILIES[index];
            (family.name, contents(family.squares.len()))
        } else {
            SCALARS[index - FAMILIES.len()]
        };
        segments[index] = Segment { name, start, len };
        start += len;
        index += 1;
    }
    segments
};

/// Weights in a table.
pub(super) const TABLE_LEN: usize =
    SEGMENTS[SEGMENT_COUNT - 1].start + SEGMENTS[SEGMENT_COUNT - 1].len;

/// Where the weights of the features beside the patterns begin: mobility, potential mobility, quadrants, own discs, access.
pub(super) const SCALAR_STARTS: [usize; SCALARS.len()] = {
    let mut starts = [0; SCALARS.len()];
    let mut index = 0;
    while index < SCALARS.len() {
        starts[index] = SEGMENTS[FAMILIES.len() + index].start;
        index += 1;
    }
    starts
};

/// Features of a position: a lane each, and the others.
pub(super) const FEATURES: usize = LANES + SCALAR_FEATURES;
/// The segment of a feature.
pub(super) const fn segment_of(feature: usize) -> usize {
    if feature < LANES {
        LAYOUT.family[feature]
    } else {
        let (scalar, last) = (feature - LANES, SCALARS.len() - 1);
        FAMILIES.len() + if scalar < last { scalar } else { last }
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::Symmetry;

    #[test]
    fn images_are_those_of_the_engine() {
        for symmetry in Symmetry::ALL {
            for square in Square::ALL {
                let expected = symmetry.apply(square).index();
                assert_eq!(image(square.index(), symmetry as usize), expected);
            }
        }
    }

    #[test]
    fn families_have_all_their_images() {
        for (index, family) in FAMILIES.iter().enumerate() {
            let lanes: Vec<usize> = (0..LANES)
                .filter(|&lane| LAYOUT.family[lane] == index)
                .collect();
            let stabiliser = (0..8)
                .filter(|&s| image_set(family.squares, s) == image_set(family.squares, 0))
                .count();
            assert_eq!(lanes.len() * stabiliser, 8, "{}", family.name);
            assert!(lanes.into_iter().eq(index * IMAGES..(index + 1) * IMAGES));
        }
    }
}
