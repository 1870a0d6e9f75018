//! The engine as a teacher: a move beside the best one, and the game from its end.

use super::engine::{Audience, Engine, News, Signs};
use super::event::Patience;
use crate::commands::review::{self, Standing};
use crate::explain::{self, Subject};
use crate::messages::ENGLISH;
use anyhow::Context;
use std::path::Path;
use xsquare_engine::{Game, Move, Position, Square};
use xsquare_search::Limits;

impl Engine<'_> {
    /// What a legal move is worth beside the best one, and what both do.
    ///
    /// # Errors
    /// If the system has no memory or no threads for the search, or Ctrl-C ended it.
    pub(super) fn why(
        &mut self,
        position: &Position,
        square: Square,
        limits: &Limits,
    ) -> anyhow::Result<String> {
        let (analysis, patience) = self.survey(position, limits)?;
        let compared = review::compare(&analysis, square.into());
        let (verdict, answer) = compared
            .filter(|_| patience == Patience::Kept)
            .context(ENGLISH.play.interrupted)?;
        let mut subjects = vec![subject(square.into(), answer)];
        if let Some(best) = verdict.best_move().filter(|best| *best != square.into()) {
            subjects.push(subject(best, &verdict.line));
        }
        let reasons = explain::list(position, &subjects, &ENGLISH);
        Ok(review::compared(square.into(), &verdict) + &reasons)
    }

    /// What every move of a game lost, as text; also written to a file if one is given.
    ///
    /// # Errors
    /// If the system has no memory or no threads for the search, or the file cannot be written.
    pub(super) fn review(
        &mut self,
        game: &Game,
        standing: Standing,
        path: Option<&Path>,
    ) -> anyhow::Result<String> {
        let kind = path.map(review::kind_of).transpose()?;
        let watch = self.watch();
        let (searcher, audience) = self.prepare_before_audience()?;
        let mut searcher = searcher.thinker();
        let limits = review::default_limits();
        let mut review = match audience {
            Audience::Line(Signs::Shown) => review::judge(game, &mut **searcher, limits),
            Audience::Line(Signs::Hidden) => {
                review::judge_silently(game, &mut **searcher, limits, |_| {})
            }
            Audience::Screen(show) => {
                let tell = |done| show(News::Review(done));
                review::judge_silently(game, &mut **searcher, limits, tell)
            }
        };
        drop(watch);
        review.standing = standing;
        if let (Some(path), Some(kind)) = (path, kind) {
            review::save(&review, path, kind)?;
        }
        Ok(review::describe(&review))
    }
}

/// A move to be talked about, with the line that is expected from it on.
pub(super) fn subject(turn: Move, line: &[Move]) -> Subject<'_> {
    Subject {
        heading: ENGLISH.explain.about,
        turn,
        line,
    }
}
