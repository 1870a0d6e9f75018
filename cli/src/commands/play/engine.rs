//! The engine as an opponent and adviser: searches that Ctrl-C cuts short.

use super::event::{Choice, Hint, Judgement, Patience, Thought};
use super::teach::subject;
use crate::config::{Settings, Verbosity};
use crate::explain;
use crate::interrupt;
use crate::messages::ENGLISH;
use crate::output::text;
use crate::thinking::thinker;
use anyhow::Context;
use indicatif::ProgressBar;
use std::time::Duration;
use xsquare_engine::{Move, Position};
use xsquare_search::{Analysis, Control, Limits, MoveReport, Thinker};

/// Moves that a hint lists.
const HINTS: usize = 3;

/// The searcher, made when it is first needed: two humans need none.
pub(super) struct Engine<'a> {
    settings: &'a Settings,
    searcher: Option<Box<dyn Thinker>>,
}

impl<'a> Engine<'a> {
    pub(super) const fn new(settings: &'a Settings) -> Self {
        Self {
            settings,
            searcher: None,
        }
    }

    /// The move that the engine plays in a position in which there is one. A move without alternative is not searched.
    ///
    /// # Errors
    /// If the system has no memory or no threads for the search.
    pub(super) fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> anyhow::Result<Thought> {
        let moves = position.legal_moves();
        let first = moves.into_iter().next().context("a move is asked for")?;
        if moves.len() == 1 {
            return Ok(Thought {
                square: first,
                judgement: None,
                patience: Patience::Kept,
            });
        }
        let (analysis, patience) = self.search(position, 1, limits)?;
        let best = analysis.moves.first();
        Ok(Thought {
            square: best.and_then(|best| best.turn.square()).unwrap_or(first),
            judgement: best.map(judge),
            patience,
        })
    }

    /// The best moves of a position in which there is one.
    ///
    /// # Errors
    /// If the system has no memory or no threads for the search.
    pub(super) fn advise(&mut self, position: &Position, limits: &Limits) -> anyhow::Result<Hint> {
        let (analysis, patience) = self.search(position, HINTS, limits)?;
        // The best move and the next one.
        let subjects: Vec<_> = analysis
            .moves
            .iter()
            .take(2)
            .map(|report| subject(report.turn, &report.pv))
            .collect();
        let reason = explain::list(position, &subjects, &ENGLISH);
        let choices = analysis
            .moves
            .iter()
            .map(|report| Choice {
                judgement: judge(report),
                pv: report.pv.clone(),
            })
            .collect();
        Ok(Hint {
            side: position.side(),
            choices,
            reason,
            patience,
        })
    }

    /// The searcher, made now if there is none.
    pub(super) fn searcher(&mut self) -> anyhow::Result<&mut dyn Thinker> {
        let searcher = match self.searcher.take() {
            Some(searcher) => searcher,
            None => thinker(self.settings)?,
        };
        Ok(&mut **self.searcher.insert(searcher))
    }

    fn search(
        &mut self,
        position: &Position,
        lines: usize,
        limits: &Limits,
    ) -> anyhow::Result<(Analysis, Patience)> {
        let settings = self.settings;
        let searcher = self.searcher()?;
        let bar = match settings.verbosity {
            Verbosity::Verbose => ProgressBar::hidden(),
            Verbosity::Normal => spinner(position),
        };
        let watch = interrupt::watch();
        settings.tell("thinking");
        let progress = |analysis: &Analysis| {
            if let Some(best) = analysis.moves.first() {
                let news = news(position, best);
                bar.set_message(format!("{news} (Ctrl-C ends it)"));
                settings.tell(&news);
            }
        };
        let control = Control {
            stop: interrupt::stop_flag(),
            progress: &progress,
        };
        let analysis = searcher.analyse(position.board(), lines, limits, control);
        let patience = if interrupt::is_pressed() {
            Patience::Lost
        } else {
            Patience::Kept
        };
        drop(watch);
        bar.finish_and_clear();
        Ok((analysis, patience))
    }
}

/// A sign of life on the terminal, removed when the search is over; nothing where standard error is no terminal.
fn spinner(position: &Position) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_message(format!("Thinking about {}'s move", position.side()));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// `Thinking, depth 12: White +0.42 with d6 c3 f6`
fn news(position: &Position, best: &MoveReport) -> String {
    let line: &[Move] = &best.pv[..best.pv.len().min(3)];
    format!(
        "thinking, depth {}: {} {} with {}",
        best.depth,
        position.side(),
        text::score(best.score, best.kind),
        text::moves(line)
    )
}

fn judge(report: &MoveReport) -> Judgement {
    Judgement {
        score: report.score,
        kind: report.kind,
        depth: report.depth,
    }
}
