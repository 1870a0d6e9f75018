//! The bond between contents of a family that differ in one square.
//!
//! Most contents are rare. What little is known of one is best completed by what is known of those like it: a ridge would
//! draw its weight to zero, the bond draws it to theirs. It is a sum over all pairs of contents that differ in one square
//! of the squared difference of their weights.

use crate::eval::pattern::Classes;
use rayon::prelude::*;

/// For each class, in how many pairs its contents are.
pub(super) fn degrees(classes: &Classes) -> Vec<f32> {
    let mut degrees = vec![0.0; classes.count()];
    for (squares, of_contents) in classes.families() {
        for &class in of_contents {
            degrees[class as usize] += degree(squares);
        }
    }
    degrees
}

/// The pairs that a content of so many squares is in: each square could be in two other states.
#[expect(clippy::cast_precision_loss, reason = "ten squares at most")]
const fn degree(squares: usize) -> f32 {
    2.0 * squares as f32
}

/// Half the gradient of the bond at `weights` (of one phase, class by class), added to `pull`.
pub(super) fn add_pull(classes: &Classes, strength: f32, weights: &[f32], pull: &mut [f32]) {
    for (squares, of_contents) in classes.families() {
        let own: Vec<f32> = of_contents
            .iter()
            .map(|&class| weights[class as usize])
            .collect();
        let others = sums_of_others(squares, &own);
        for ((&class, own), others) in of_contents.iter().zip(&own).zip(&others) {
            pull[class as usize] += strength * (degree(squares) * own - others);
        }
    }
}

/// For each content of so many squares, the sum of the values of those that differ in one square.
fn sums_of_others(squares: usize, values: &[f32]) -> Vec<f32> {
    let mut sums = vec![0.0; values.len()];
    for square in 0..squares {
        let stride = 3_usize.pow(u32::try_from(square).expect("ten squares at most"));
        // Contents that differ in this square alone lie a stride apart, in threes.
        for (values, sums) in values.chunks(3 * stride).zip(sums.chunks_mut(3 * stride)) {
            for low in 0..stride {
                let three = [low, low + stride, low + 2 * stride];
                let all: f32 = three.iter().map(|&place| values[place]).sum();
                for place in three {
                    sums[place] += all - values[place];
                }
            }
        }
    }
    sums
}

/// [`add_pull`] for the weights of several phases.
pub(super) fn add_pulls(classes: &Classes, strength: f32, weights: &[f32], pull: &mut [f32]) {
    let count = classes.count();
    pull.par_chunks_mut(count)
        .zip(weights.par_chunks(count))
        .for_each(|(pull, weights)| add_pull(classes, strength, weights, pull));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_those_that_differ_in_one_square() {
        let values: Vec<f32> = (0_u16..81)
            .map(|content| f32::from(content * 37 % 97))
            .collect();
        let digits = |content: usize| [1, 3, 9, 27].map(|power| content / power % 3);
        let sums = sums_of_others(4, &values);
        for (content, sum) in sums.iter().enumerate() {
            let differ = |other: usize| {
                let pairs = digits(content).into_iter().zip(digits(other));
                pairs.filter(|(one, other)| one != other).count()
            };
            let expected: f32 = (0..81)
                .filter(|&other| differ(other) == 1)
                .map(|other| values[other])
                .sum();
            assert!((sum - expected).abs() < 0.01, "{content}");
        }
    }

    #[test]
    fn equal_weights_feel_no_pull_and_a_single_one_is_drawn_back_by_all_its_pairs() {
        let classes = Classes::new();
        let mut pull = vec![0.0; classes.count()];
        add_pull(&classes, 1.0, &vec![2.0; classes.count()], &mut pull);
        assert!(pull.iter().all(|pull| pull.abs() < 1e-3));
        // The pull is the gradient of a sum of squares: it does not change the sum of the weights of all contents, and
        // goes against every difference.
        let mut weights = vec![0.0; classes.count()];
        weights[5] = 1.0;
        let mut pull = vec![0.0; classes.count()];
        add_pull(&classes, 1.0, &weights, &mut pull);
        assert!(pull[5] > 0.0 && pull[5] <= degrees(&classes)[5]);
        let sum: f32 = pull.iter().sum();
        assert!(sum.abs() < 1e-3, "{sum}");
    }
}
