//! How likely the results of a match are, given A's share of the points.
//!
//! The likelihood of a share is that of the most likely distribution of pair results which has this share as its mean.
//!
//! Source: A. B. Owen, "Empirical likelihood ratio confidence intervals for a single functional", 1988; the same is behind
//! the generalised test of [`super::sprt`].

use super::elo::Pairs;

/// Steps of the bisection: more than a `f64` has bits.
pub(super) const BISECTIONS: u32 = 80;

impl Pairs {
    /// The logarithm of the likelihood of A's share of the points, 0 to 1 without the ends, less that of the share that
    /// was seen: 0 there, negative elsewhere.
    pub(super) fn log_likelihood(&self, share: f64) -> f64 {
        let tilt = self.tilt(share);
        // Of the ratio of likelihoods the observed frequencies fall out; what is left is the denominator of the tilt.
        let terms = self.outcomes().filter(|&(_, times)| times > 0.0);
        -terms
            .map(|(outcome, times)| times * (1.0 + tilt * (outcome - share)).ln())
            .sum::<f64>()
    }

    /// The multiplier of the most likely distribution with mean `share`.
    ///
    /// It gives outcome `x`, seen with frequency `f`, the probability `f / (1 + tilt · (x − share))`, and the tilt is such
    /// that the mean is right. If all outcomes lie on one side of `share`, the tilt is at its limit and the extreme
    /// outcome on the other side, which was not seen, takes the rest of the probability.
    fn tilt(&self, share: f64) -> f64 {
        let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
        for _ in 0..BISECTIONS {
            let middle = f64::midpoint(low, high);
            // Falls with the tilt; zero where the mean is right.
            let excess: f64 = self
                .outcomes()
                .filter(|&(_, times)| times > 0.0)
                .map(|(outcome, times)| {
                    let distance = outcome - share;
                    times * distance / (1.0 + middle * distance)
                })
                .sum();
            if excess > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    }
}
