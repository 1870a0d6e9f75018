//! Which weights of a table are one and the same: contents that a symmetry of their family's squares exchanges.
//!
//! Files and the fit know one weight for each class of such contents; tables hold it in every place.

#![expect(clippy::cast_possible_truncation, reason = "ten digits at most")]

use super::families::FAMILIES;
use super::layout::{SEGMENT_COUNT, SEGMENTS, TABLE_LEN, image, image_set};
use std::sync::LazyLock;

/// The classes of all segments.
#[derive(Debug)]
pub(crate) struct Ties {
    /// The class of each place of a table, counted through all segments.
    classes: Vec<u32>,
    /// The first class of each segment, and their number at the end.
    starts: [usize; SEGMENT_COUNT + 1],
}

impl Ties {
    /// The classes, found when first asked for.
    pub(crate) fn shared() -> &'static Self {
        static TIES: LazyLock<Ties> = LazyLock::new(Ties::new);
        &TIES
    }

    /// Finds the classes; a few milliseconds.
    fn new() -> Self {
        let mut classes = Vec::with_capacity(TABLE_LEN);
        let mut starts = [0; SEGMENT_COUNT + 1];
        let mut next = 0;
        for segment in 0..SEGMENT_COUNT {
            starts[segment] = next as usize;
            let images = images(segment);
            let first = classes.len();
            for content in 0..SEGMENTS[segment].len {
                let least = images
                    .iter()
                    .map(|image| image.of(content))
                    .min()
                    .unwrap_or(content);
                if least < content {
                    classes.push(classes[first + least]);
                } else {
                    classes.push(next);
                    next += 1;
                }
            }
        }
        starts[SEGMENT_COUNT] = next as usize;
        Self { classes, starts }
    }

    /// The number of classes of all segments.
    pub(crate) const fn count(&self) -> usize {
        self.starts[SEGMENT_COUNT]
    }

    /// The class of each place of a table.
    pub(crate) fn classes(&self) -> &[u32] {
        &self.classes
    }

    #[cfg(any(test, feature = "train"))]
    /// The classes of segment number `segment`.
    pub(crate) const fn of_segment(&self, segment: usize) -> std::ops::Range<usize> {
        self.starts[segment]..self.starts[segment + 1]
    }
}

/// A rearrangement of the digits of a content, as two tables: for the low digits and for the rest.
#[derive(Debug)]
struct Rearrangement {
    low: Vec<usize>,
    high: Vec<usize>,
}

impl Rearrangement {
    /// Digit `place` goes to digit `to[place]`, in base `base`.
    fn new(base: usize, to: &[usize]) -> Self {
        let table = |places: &[usize]| {
            (0..base.pow(places.len() as u32))
                .map(|content| {
                    let digit = |place: usize| content / base.pow(place as u32) % base;
                    (0..places.len())
                        .map(|place| digit(place) * base.pow(places[place] as u32))
                        .sum()
                })
                .collect()
        };
        let (low, high) = to.split_at(to.len().min(5));
        Self {
            low: table(low),
            high: table(high),
        }
    }

    fn of(&self, content: usize) -> usize {
        self.low[content % self.low.len()] + self.high[content / self.low.len()]
    }
}

/// The rearrangements that do not change what a content of this segment means, the trivial one left out.
fn images(segment: usize) -> Vec<Rearrangement> {
    if let Some(family) = FAMILIES.get(segment) {
        let squares: Vec<usize> = family.squares.iter().map(|square| square.index()).collect();
        let own_images =
            (1..8).filter(|&s| image_set(family.squares, s) == image_set(family.squares, 0));
        return own_images
            .map(|symmetry| {
                let to = squares.iter().map(|&square| {
                    let image = image(square, symmetry);
                    squares
                        .iter()
                        .position(|&other| other == image)
                        .expect("the image is in the set")
                });
                Rearrangement::new(3, &to.collect::<Vec<_>>())
            })
            .collect();
    }
    if SEGMENTS[segment].name == "quadrants" {
        // A quadrant is moved as the square of its number in a board of two by two.
        return (1..8)
            .map(|symmetry| {
                let to = (0..4).map(|quadrant| {
                    let image = image(quadrant / 2 * 56 + quadrant % 2 * 7, symmetry);
                    image / 56 * 2 + image % 8 / 7
                });
                Rearrangement::new(3, &to.collect::<Vec<_>>())
            })
            .collect();
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::super::layout::contents;
    use super::*;

    #[test]
    fn a_mirror_ties_all_but_the_contents_it_keeps() {
        let ties = Ties::shared();
        for (segment, family) in FAMILIES.iter().enumerate() {
            let images = images(segment);
            let [mirror] = images.as_slice() else {
                continue;
            };
            let all = contents(family.squares.len());
            let kept = (0..all)
                .filter(|&content| mirror.of(content) == content)
                .count();
            assert_eq!(
                ties.of_segment(segment).len(),
                usize::midpoint(all, kept),
                "{}",
                family.name
            );
        }
    }

    #[test]
    fn quadrants_are_tied_if_a_symmetry_exchanges_them() {
        let ties = Ties::shared();
        let segment = SEGMENT_COUNT - 3;
        // Colourings of the corners of a square with three colours, up to its eight symmetries.
        assert_eq!(ties.of_segment(segment).len(), 21);
        let classes = &ties.classes()[SEGMENTS[segment].start..][..81];
        assert!([1, 3, 9, 27].iter().all(|&one| classes[one] == classes[1]));
        // Two diagonal neighbours are not two adjacent ones.
        assert!(classes[1 + 27] == classes[3 + 9] && classes[1 + 27] != classes[1 + 3]);
    }
}
