//! Ending a match as soon as it is decided: Wald's sequential probability ratio test on pairs of games.
//!
//! Source: the generalised test as worked out by M. Van den Bergh for Stockfish's test server (notes of 2016 to 2020);
//! here without his correction of empty classes, which [`Pairs::log_likelihood`] makes unnecessary.

use super::elo::{Pairs, share_of_elo};

/// Two hypotheses about A's strength and how often the test may err.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    /// The lesser Elo difference, the one to be doubted.
    pub(super) elo0: f64,
    /// The greater one.
    pub(super) elo1: f64,
    /// The greatest probability that `elo1` is accepted where `elo0` is true.
    pub(super) alpha: f64,
    /// The greatest probability that `elo0` is accepted where `elo1` is true.
    pub(super) beta: f64,
}

/// Where a test stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Standing {
    /// The logarithm of the likelihood ratio.
    pub(super) llr: f64,
    /// `elo0` is accepted at or below this.
    pub(super) lower: f64,
    /// `elo1` is accepted at or above this.
    pub(super) upper: f64,
}

/// What a test has decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    /// For the lesser difference.
    Elo0,
    /// For the greater difference.
    Elo1,
}

impl Decision {
    /// The word for tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Elo0 => "elo0",
            Self::Elo1 => "elo1",
        }
    }
}

impl Bounds {
    /// Reads `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA`.
    ///
    /// # Errors
    /// If it is nothing of the kind.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<f64>> = text
            .split(',')
            .map(|part| part.trim().parse().ok().filter(|n: &f64| n.is_finite()))
            .collect();
        let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
            Some(&[elo0, elo1]) => (elo0, elo1, 0.05, 0.05),
            Some(&[elo0, elo1, alpha, beta]) => (elo0, elo1, alpha, beta),
            _ => return Err("expected two Elo differences such as 0,20, perhaps with two risks such as 0,20,0.05,0.05".to_owned()),
        };
        if elo0 >= elo1 || elo0 < -2000.0 || elo1 > 2000.0 {
            return Err(
                "the first Elo difference must be less than the second, both from -2000 to 2000"
                    .to_owned(),
            );
        }
        let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
        if !(is_risk(alpha) && is_risk(beta)) {
            return Err("the risks must lie between 0 and 0.5".to_owned());
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// Where the test stands after these pairs.
    pub(super) fn standing(&self, pairs: &Pairs) -> Standing {
        let log_likelihood = |elo: f64| pairs.log_likelihood(share_of_elo(elo));
        Standing {
            llr: log_likelihood(self.elo1) - log_likelihood(self.elo0),
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }
}

impl Standing {
    /// The decision, if there is one.
    pub(super) fn decision(&self) -> Option<Decision> {
        if self.llr >= self.upper {
            Some(Decision::Elo1)
        } else if self.llr <= self.lower {
            Some(Decision::Elo0)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(bounds: &str, pairs: [u32; 5]) -> f64 {
        let bounds = Bounds::parse(bounds).unwrap();
        bounds.standing(&Pairs(pairs)).llr
    }

    #[test]
    fn limits_are_wald_s() {
        let standing = Bounds::parse("0,5").unwrap().standing(&Pairs::default());
        assert!((standing.upper - 2.944_439).abs() < 1e-6);
        assert!((standing.lower + 2.944_439).abs() < 1e-6);
        assert_eq!((standing.llr, standing.decision()), (0.0, None));
        let uneven = Bounds::parse("-5, 5, 0.1, 0.02").unwrap();
        let standing = uneven.standing(&Pairs::default());
        assert!((standing.upper - 9.8_f64.ln()).abs() < 1e-12);
        assert!((standing.lower - (0.02_f64 / 0.9).ln()).abs() < 1e-12);
    }

    #[test]
    fn one_sided_results_have_a_closed_form() {
        // If A wins every pair, the likeliest distribution with mean s wins with probability s: n · ln(s1 / s0).
        let (s0, s1) = (share_of_elo(0.0), share_of_elo(20.0));
        for count in [1, 10, 100] {
            let expected = f64::from(count) * (s1 / s0).ln();
            assert!((llr("0,20", [0, 0, 0, 0, count]) - expected).abs() < 1e-6);
            let lost = f64::from(count) * ((1.0 - s1) / (1.0 - s0)).ln();
            assert!((llr("0,20", [count, 0, 0, 0, 0]) - lost).abs() < 1e-6);
        }
        // Two extreme outcomes only: the binomial likelihood.
        let binomial = 60.0 * (s1 / s0).ln() + 40.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        assert!((llr("0,20", [40, 0, 0, 0, 60]) - binomial).abs() < 1e-6);
    }

    #[test]
    fn many_pairs_agree_with_the_normal_approximation() {
        let pairs = Pairs([140, 5840, 13_310, 6178, 148]);
        let (mean, count) = (pairs.mean().unwrap(), f64::from(pairs.count()));
        let variance = pairs
            .outcomes()
            .map(|(x, times)| times * (x - mean).powi(2))
            .sum::<f64>()
            / count;
        let (s0, s1) = (share_of_elo(0.0), share_of_elo(2.0));
        let normal = count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((llr("0,2", pairs.0) - normal).abs() < 0.02, "{normal}");
        // The middle between both hypotheses speaks for neither.
        assert!(llr("-10,10", [5, 20, 50, 20, 5]).abs() < 1e-9);
    }

    #[test]
    fn a_test_is_decided_either_way() {
        let bounds = Bounds::parse("0,100").unwrap();
        let decision = |pairs| bounds.standing(&Pairs(pairs)).decision();
        assert_eq!(decision([0, 0, 5, 10, 40]), Some(Decision::Elo1));
        assert_eq!(decision([40, 10, 5, 0, 0]), Some(Decision::Elo0));
        assert_eq!(decision([1, 2, 3, 3, 1]), None);
    }

    #[test]
    fn bounds_that_are_none_are_refused() {
        for wrong in [
            "",
            "5",
            "5,0",
            "0,0",
            "0,5,0.05",
            "0,5,0,0.05",
            "0,5,0.05,0.5",
            "a,b",
            "0,nan",
            "-inf,0",
            "0,3000",
            "0,5,0.05,0.05,1",
        ] {
            assert!(Bounds::parse(wrong).is_err(), "{wrong}");
        }
        assert!(Bounds::parse("-3,0").is_ok());
    }
}
