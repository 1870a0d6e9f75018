//! The engine as an opponent and adviser: searches that Ctrl-C cuts short.

use super::event::{Choice, Hint, Judgement, Patience, Thought};
use super::teach::subject;
use crate::config::{Settings, Verbosity};
use crate::explain;
use crate::interrupt;
use crate::messages::ENGLISH;
use crate::opening_book::Repertoire;
use crate::output::text;
use crate::thinking::thinker;
use anyhow::Context;
use indicatif::ProgressBar;
use std::time::Duration;
use xsquare_engine::{Board, Move, Position};
use xsquare_search::{
    Analysis, Clock, Control, Limits, MoveReport, Planner, Ponderer, Target, predicted,
};

/// Moves that a hint lists.
const HINTS: usize = 3;

/// The searcher, made when it is first needed: two humans need none.
pub(super) struct Engine<'a> {
    settings: &'a Settings,
    repertoire: Repertoire,
    searcher: Option<Ponderer>,
    planner: Planner,
    /// The position after its last move, and the reply that it expects.
    expected: Option<(Board, Move)>,
}

impl<'a> Engine<'a> {
    pub(super) fn new(settings: &'a Settings, repertoire: Repertoire) -> Self {
        Self {
            settings,
            repertoire,
            searcher: None,
            planner: Planner::new(settings.search.threads),
            expected: None,
        }
    }

    /// Gets ready to think, which takes time that should be on nobody's clock.
    ///
    /// # Errors
    /// If the system has no memory or no threads for the search.
    pub(super) fn prepare(&mut self) -> anyhow::Result<&mut Ponderer> {
        let searcher = match self.searcher.take() {
            Some(searcher) => searcher,
            None => Ponderer::new(thinker(self.settings)?),
        };
        Ok(self.searcher.insert(searcher))
    }

    /// What ends a search for the next move of the side with this clock.
    pub(super) fn plan(&self, clock: &Clock, position: &Position, target: Target) -> Limits {
        self.planner.plan(clock, position.board(), target)
    }

    /// Begins to think about what the opponent, who is to move, will leave it with.
    ///
    /// # Errors
    /// If the system has no memory or no threads for the search.
    pub(super) fn ponder(&mut self, position: &Position, target: Target) -> anyhow::Result<()> {
        let board = position.board();
        let expected = self.expected.filter(|(after, _)| *after == board);
        let target_board = predicted(board, expected.map(|(_, reply)| reply));
        self.prepare()?
            .start(target_board, target)
            .context("cannot think during your moves")
    }

    /// Ends that; what was found is kept.
    pub(super) fn stop_pondering(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.stop();
        }
    }

    /// The move that the engine plays in a position in which there is one. A move without alternative and one that the
    /// book knows are not searched.
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
        let (analysis, patience) = match self.repertoire.reply(position.board()) {
            Some(reply) => (reply, Patience::Kept),
            None => self.search(position, Asked::Move, limits)?,
        };
        if patience == Patience::Kept && analysis.nodes > 0 {
            self.planner.learn(limits, &analysis);
        }
        let best = analysis.moves.first();
        self.expected = best.and_then(|best| match *best.pv.as_slice() {
            [Move::Place(square), reply, ..] => Some((position.board().play(square)?, reply)),
            _ => None,
        });
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
        let (analysis, patience) = self.search(position, Asked::Hint, limits)?;
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

    fn search(
        &mut self,
        position: &Position,
        asked: Asked,
        limits: &Limits,
    ) -> anyhow::Result<(Analysis, Patience)> {
        self.prepare()?;
        let settings = self.settings;
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
        let board = position.board();
        let searcher = self.searcher.as_mut().context("it was made above")?;
        let analysis = match asked {
            Asked::Move => searcher.analyse(board, limits, control),
            Asked::Hint => searcher.thinker().analyse(board, HINTS, limits, control),
        };
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

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// The best move, which may have been found already.
    Move,
    /// The best few moves.
    Hint,
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
