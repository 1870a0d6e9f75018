//! What a match says about strength: Elo with error bars.
//!
//! The unit is the pair: two games from one opening with colours exchanged. Their results hang together through the
//! opening, so pairs, not games, are counted as independent.

use super::likelihood::BISECTIONS;

/// How far the logarithm of the likelihood falls to the ends of an interval that is 95 % sure, if there are many pairs: half
/// the quantile of the chi-squared distribution with one degree of freedom.
///
/// Source: S. S. Wilks, "The large-sample distribution of the likelihood ratio for testing composite hypotheses", 1938.
const NINETY_FIVE_PERCENT: f64 = 3.841_458_821 / 2.0;
/// How many times farther it may fall with `n` pairs, less one, times `n`. Like the correction by Bartlett, but chosen: so
/// that intervals of one pair and more hold the truth in 92 of 100 matches and more, however the results of pairs are
/// distributed. (A normal distribution's would do so in 64 of 100 with three pairs, and have no ends where all are alike.)
const FEW_PAIRS: f64 = 2.0;

/// The pairs of a match by A's points in them: 0, ½, 1, 1½ and 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Pairs(pub(super) [u32; 5]);

/// A's strength compared with B's in Elo, 95 % sure to lie between two numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Elo {
    /// The most likely number; `None` if one side has all the points.
    pub(super) estimate: Option<f64>,
    /// The lower end; `None` if A has no points.
    pub(super) low: Option<f64>,
    /// The upper end; `None` if A has all the points.
    pub(super) high: Option<f64>,
}

impl Pairs {
    /// Counts a pair in which A has so many half points, 0 to 4.
    pub(super) fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The number of pairs.
    pub(super) fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The values that the score of a pair can have, as A's share of the points, and how often each occurred.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (f64, f64)> + Clone {
        let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
        shares.into_iter().zip(self.0.map(f64::from))
    }

    /// A's share of the points, `None` without a pair.
    pub(super) fn mean(&self) -> Option<f64> {
        let count = f64::from(self.count());
        let sum: f64 = self.outcomes().map(|(share, times)| share * times).sum();
        (count > 0.0).then(|| sum / count)
    }

    /// The Elo difference; `None` without a pair.
    pub(super) fn elo(&self) -> Option<Elo> {
        let mean = self.mean()?;
        Some(Elo {
            estimate: elo_of_share(mean),
            low: elo_of_share(self.end(mean, 0.0)),
            high: elo_of_share(self.end(mean, 1.0)),
        })
    }

    /// The share between the mean and a limit, 0 or 1, that is just likely enough; the limit if it was seen alone.
    fn end(&self, mean: f64, limit: f64) -> f64 {
        let least = -NINETY_FIVE_PERCENT * (1.0 + FEW_PAIRS / f64::from(self.count()));
        let (mut inside, mut outside) = (mean, limit);
        for _ in 0..BISECTIONS {
            let middle = f64::midpoint(inside, outside);
            if self.log_likelihood(middle) >= least {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    }
}

/// The Elo difference at which this share of the points is expected; `None` if there is none.
fn elo_of_share(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

/// The share of the points that is expected at this Elo difference.
pub(super) fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found - expected).abs() < 0.05, "{found} {expected}");
    }

    #[test]
    fn elo_and_share_are_each_other_s_inverse() {
        // The classic table: 100 points are 64 %, 200 are 76 %, 400 are ten to one.
        assert!((share_of_elo(100.0) - 0.640).abs() < 0.0005);
        assert!((share_of_elo(200.0) - 0.760).abs() < 0.0005);
        assert!((share_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        for elo in [-700.0, -35.0, 0.0, 5.0, 123.0] {
            near(elo_of_share(share_of_elo(elo)), elo);
        }
        assert_eq!(elo_of_share(0.0), None);
        assert_eq!(elo_of_share(1.0), None);
    }

    #[test]
    fn error_bars_are_those_of_pairs() {
        // 100 pairs with mean 0.5525 and a standard error of the mean of 0.022 958, worked out by hand: so many pairs are
        // near a normal distribution.
        let pairs = Pairs([2, 18, 42, 33, 5]);
        assert_eq!(pairs.count(), 100);
        assert!((pairs.mean().unwrap() - 0.5525).abs() < 1e-12);
        let elo = pairs.elo().unwrap();
        near(elo.estimate, 36.61);
        let normal = |sign: f64| elo_of_share(0.5525 + sign * 1.96 * 0.022_958).unwrap();
        assert!((elo.low.unwrap() - normal(-1.0)).abs() < 2.0, "{elo:?}");
        assert!((elo.high.unwrap() - normal(1.0)).abs() < 2.0, "{elo:?}");
        // More pairs of the same kind, half the error.
        let four = Pairs(pairs.0.map(|times| 4 * times)).elo().unwrap();
        let width = |elo: Elo| elo.high.unwrap() - elo.low.unwrap();
        assert!((width(elo) / width(four) - 2.0).abs() < 0.05);
    }

    #[test]
    fn few_pairs_and_equal_ones_have_error_bars_too() {
        assert_eq!(Pairs::default().elo(), None);
        // All pairs won: that the share is s has the likelihood s to the power of their number.
        for pairs in [1, 7, 100] {
            let all = Pairs([0, 0, 0, 0, pairs]).elo().unwrap();
            let count = f64::from(pairs);
            let least = (-NINETY_FIVE_PERCENT * (1.0 + FEW_PAIRS / count) / count).exp();
            near(all.low, elo_of_share(least).unwrap());
            assert_eq!((all.estimate, all.high), (None, None));
            let none = Pairs([pairs, 0, 0, 0, 0]).elo().unwrap();
            near(none.high, -elo_of_share(least).unwrap());
            assert_eq!((none.estimate, none.low), (None, None));
        }
        // One pair says next to nothing.
        let one = Pairs([0, 0, 1, 0, 0]).elo().unwrap();
        near(one.estimate, 0.0);
        assert!(one.low.unwrap() < -300.0 && one.high.unwrap() > 300.0);
        // Exchanged players have exchanged bars.
        let (some, exchanged) = (Pairs([1, 0, 2, 3, 1]), Pairs([1, 3, 2, 0, 1]));
        let (some, exchanged) = (some.elo().unwrap(), exchanged.elo().unwrap());
        near(some.low, -exchanged.high.unwrap());
        near(some.high, -exchanged.low.unwrap());
    }

    /// The chance that the bars hold the truth, over all matches of so many pairs.
    fn coverage(chances: [f64; 5], count: u32) -> f64 {
        let truth: f64 = Pairs([1; 5])
            .outcomes()
            .zip(chances)
            .map(|((share, _), chance)| share * chance)
            .sum();
        let truth = elo_of_share(truth).unwrap();
        let mut sure = 0.0;
        let counts = 0..=count;
        for a in counts.clone() {
            for b in counts.clone() {
                for c in counts.clone() {
                    for d in counts.clone() {
                        let Some(e) = count.checked_sub(a + b + c + d) else {
                            continue;
                        };
                        let pairs = Pairs([a, b, c, d, e]);
                        let elo = pairs.elo().unwrap();
                        if elo.low.is_none_or(|low| low <= truth)
                            && elo.high.is_none_or(|high| high >= truth)
                        {
                            sure += multinomial(pairs, chances);
                        }
                    }
                }
            }
        }
        sure
    }

    fn multinomial(pairs: Pairs, chances: [f64; 5]) -> f64 {
        let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
        let terms = pairs.0.into_iter().zip(chances);
        terms.fold(factorial(pairs.count()), |chance, (times, each)| {
            chance * each.powf(f64::from(times)) / factorial(times)
        })
    }

    #[test]
    fn error_bars_hold_what_they_say() {
        for chances in [
            [0.1, 0.2, 0.4, 0.2, 0.1],
            [0.35, 0.3, 0.25, 0.07, 0.03],
            [0.0, 0.01, 0.09, 0.2, 0.7],
            [0.6, 0.2, 0.2, 0.0, 0.0],
            [0.5, 0.0, 0.0, 0.0, 0.5],
        ] {
            for count in [1, 2, 3, 5, 8] {
                let held = coverage(chances, count);
                assert!(held > 0.92, "{chances:?}, {count} pairs: {held}");
            }
        }
    }
}
