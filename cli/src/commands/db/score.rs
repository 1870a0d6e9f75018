//! Results of games, counted.

use serde::Serialize;
use xsquare_engine::notation::{GameRecord, ScoreCheck};
use xsquare_engine::{Convention, Outcome};

/// Wins, draws and discs, as Black sees them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Score {
    /// How the discs of a board are counted.
    convention: Convention,
    pub(crate) games: u64,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// The sum of the differences in discs, of the games that have one.
    discs: i64,
    counted: u64,
}

/// The result of a game: who won, and Black's difference. It is what the record states where the board says something else,
/// as of a game that was given up; else the board is counted, whatever way of counting the record has.
pub(crate) fn result_of(
    record: &GameRecord,
    convention: Convention,
) -> Option<(Outcome, Option<i64>)> {
    if let Some(stated) = record.result
        && !record.check_score().is_some_and(ScoreCheck::agrees)
    {
        let difference = stated.difference().map(|discs| discs.discs().into());
        return Some((stated.outcome(), difference));
    }
    let end = record.game.position();
    let outcome = end.outcome()?;
    let discs = convention.count(end.counts());
    let difference = i64::from(discs.black) - i64::from(discs.white);
    Some((outcome, Some(difference)))
}

impl Score {
    /// No game yet; discs are counted this way.
    pub(crate) fn by(convention: Convention) -> Self {
        Self {
            convention,
            ..Self::default()
        }
    }

    /// Adds the result of a game.
    pub(crate) fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        let Some((outcome, difference)) = result_of(record, self.convention) else {
            return;
        };
        match outcome {
            Outcome::Win(xsquare_engine::Color::Black) => self.wins += 1,
            Outcome::Win(xsquare_engine::Color::White) => self.losses += 1,
            Outcome::Draw => self.draws += 1,
        }
        if let Some(difference) = difference {
            self.discs += difference;
            self.counted += 1;
        }
    }

    /// Games with a result.
    fn decided(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Black's share of the points in percent.
    pub(crate) fn percent(&self) -> Option<f64> {
        #[expect(
            clippy::cast_precision_loss,
            reason = "no collection has so many games"
        )]
        let (points, games) = (
            (2 * self.wins + self.draws) as f64,
            (2 * self.decided()) as f64,
        );
        (games > 0.0).then(|| 100.0 * points / games)
    }

    /// Black's difference in discs on the average.
    pub(crate) fn mean(&self) -> Option<f64> {
        #[expect(
            clippy::cast_precision_loss,
            reason = "no collection has so many games"
        )]
        let (discs, games) = (self.discs as f64, self.counted as f64);
        (games > 0.0).then(|| discs / games)
    }

    /// `: Black won 3, drew 1, lost 2 (58.3 %, +1.25 discs a game, empties to the winner)`; nothing if no game has a result.
    pub(crate) fn words(&self) -> String {
        let Some(percent) = self.percent() else {
            return String::new();
        };
        let mean = self.mean().map_or(String::new(), |mean| {
            format!(", {mean:+.2} discs a game, {}", self.convention)
        });
        format!(
            ": Black won {}, drew {}, lost {} ({percent:.1} %{mean})",
            self.wins, self.draws, self.losses
        )
    }

    /// The columns of a table: wins, draws, losses, percent, discs.
    pub(crate) fn columns(&self) -> String {
        let number = |value: Option<f64>, places: usize, sign: bool| match value {
            None => "-".to_owned(),
            Some(value) if sign => format!("{value:+.places$}"),
            Some(value) => format!("{value:.places$}"),
        };
        format!(
            "{:>7} {:>6} {:>7} {:>6} {:>7}",
            self.wins,
            self.draws,
            self.losses,
            number(self.percent(), 1, false),
            number(self.mean(), 2, true)
        )
    }

    /// For JSON.
    pub(crate) fn row(&self) -> ScoreRow {
        let round = |value: f64| (value * 100.0).round() / 100.0 + 0.0;
        ScoreRow {
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            percent: self.percent().map(round),
            discs: self.mean().map(round),
        }
    }
}

/// The heads of [`Score::columns`].
pub(crate) const HEADS: &str = "  B won  drawn  W won    B %   discs";

/// A score in JSON.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ScoreRow {
    wins: u64,
    draws: u64,
    losses: u64,
    percent: Option<f64>,
    discs: Option<f64>,
}
