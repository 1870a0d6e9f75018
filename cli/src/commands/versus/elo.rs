//! What a match says about strength: Elo with error bars.
//!
//! The unit is the pair: two games from one opening with colours exchanged. Their results hang together through the
//! opening, so pairs, not games, are counted as independent.

/// How far, in standard errors, 95 % of a normal distribution reach to both sides.
const NINETY_FIVE_PERCENT: f64 = 1.959_963_985;

/// The pairs of a match by A's points in them: 0, ½, 1, 1½ and 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Pairs(pub(super) [u32; 5]);

/// A's strength compared with B's in Elo, 95 % sure to lie between two numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Elo {
    /// The most likely number; `None` if one side has all the points.
    pub(super) estimate: Option<f64>,
    /// The lower end; `None` if there is none.
    pub(super) low: Option<f64>,
    /// The upper end; `None` if there is none.
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

    /// The standard error of the mean; `None` if the pairs tell nothing of how they scatter.
    fn standard_error(&self) -> Option<f64> {
        let (mean, count) = (self.mean()?, f64::from(self.count()));
        let squares: f64 = self
            .outcomes()
            .map(|(share, times)| times * (share - mean).powi(2))
            .sum();
        (count > 1.0 && squares > 0.0).then(|| (squares / (count - 1.0) / count).sqrt())
    }

    /// The Elo difference; `None` without a pair.
    pub(super) fn elo(&self) -> Option<Elo> {
        let mean = self.mean()?;
        let end = |sign: f64| {
            self.standard_error()
                .and_then(|error| elo_of_share(mean + sign * NINETY_FIVE_PERCENT * error))
        };
        Some(Elo {
            estimate: elo_of_share(mean),
            low: end(-1.0),
            high: end(1.0),
        })
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
        // 100 pairs with mean 0.5525 and a standard error of the mean of 0.022 958, worked out by hand.
        let pairs = Pairs([2, 18, 42, 33, 5]);
        assert_eq!(pairs.count(), 100);
        assert!((pairs.mean().unwrap() - 0.5525).abs() < 1e-12);
        let squares = 2.0 * 0.5525_f64.powi(2)
            + 18.0 * 0.3025_f64.powi(2)
            + 42.0 * 0.0525_f64.powi(2)
            + 33.0 * 0.1975_f64.powi(2)
            + 5.0 * 0.4475_f64.powi(2);
        let error = (squares / 99.0 / 100.0).sqrt();
        let elo = pairs.elo().unwrap();
        near(elo.estimate, 36.61);
        near(
            elo.low,
            400.0 * ((0.5525 - 1.96 * error) / (0.4475 + 1.96 * error)).log10(),
        );
        near(
            elo.high,
            400.0 * ((0.5525 + 1.96 * error) / (0.4475 - 1.96 * error)).log10(),
        );
        // More pairs of the same kind, half the error.
        let four = Pairs(pairs.0.map(|times| 4 * times)).elo().unwrap();
        let width = |elo: Elo| elo.high.unwrap() - elo.low.unwrap();
        assert!((width(elo) / width(four) - 2.0).abs() < 0.03);
    }

    #[test]
    fn without_scatter_there_are_no_error_bars() {
        assert_eq!(Pairs::default().elo(), None);
        let all = Pairs([0, 0, 0, 0, 7]).elo().unwrap();
        assert_eq!((all.estimate, all.low, all.high), (None, None, None));
        let one = Pairs([0, 0, 1, 0, 0]).elo().unwrap();
        assert_eq!((one.estimate, one.low, one.high), (Some(0.0), None, None));
        // Nearly all the points: no upper end.
        let most = Pairs([0, 0, 0, 1, 9]).elo().unwrap();
        assert!(most.low.is_some() && most.estimate.is_some());
        assert_eq!(most.high, None);
    }
}
