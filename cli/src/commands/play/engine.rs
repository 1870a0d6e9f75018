//! The engine as an opponent and adviser: searches that Ctrl-C cuts short.

use super::event::{Choice, Hint, Judgement, Patience, Thought};
use super::teach::subject;
use crate::config::{Settings, Verbosity};
use crate::explain;
use crate::interrupt::{self, Watch};
use crate::messages::{ENGLISH, Play as Texts, fill, side_name};
use crate::opening_book::Repertoire;
use crate::opponent::{Manner, Opponent, any_seed};
use crate::output::text;
use crate::thinking::thinker;
use anyhow::Context;
use indicatif::ProgressBar;
use std::time::Duration;
use xsquare_engine::{Board, Game, Move, Position, Square};
use xsquare_search::{
    Analysis, Clock, Control, Limits, MoveReport, Planner, Ponderer, Target, predicted,
};

/// The texts in use.
const TEXTS: &Texts = &ENGLISH.play;

/// Moves that a hint lists.
const HINTS: usize = 3;

/// Who is told of what a search finds on its way.
pub(super) enum Audience {
    /// The terminal, line by line; Ctrl-C ends a search.
    Line(Signs),
    /// A screen, which also ends searches: it watches for Ctrl-C itself.
    Screen(Box<dyn Fn(News<'_>) + Send + Sync>),
}

/// Whether a search shows signs of life on the terminal, which a screen reader would read out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Signs {
    Shown,
    Hidden,
}

/// What an audience is told.
#[derive(Debug, Clone, Copy)]
pub(super) enum News<'a> {
    /// What a search knows by now.
    Search(&'a Analysis),
    /// So many moves of a game have been judged.
    Review(usize),
}

/// The searcher, made when it is first needed: two humans need none.
pub(super) struct Engine<'a> {
    settings: &'a Settings,
    audience: Audience,
    /// If it is weaker on purpose.
    opponent: Option<Opponent>,
    repertoire: Repertoire,
    searcher: Option<Ponderer>,
    planner: Planner,
    /// What every move of a position is worth, and how far it was searched for that.
    survey: Option<(Limits, Analysis)>,
    /// The position after its last move, and the reply that it expects.
    expected: Option<(Board, Move)>,
}

impl<'a> Engine<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        repertoire: Repertoire,
        handicap: Option<Manner>,
        audience: Audience,
    ) -> Self {
        Self {
            settings,
            repertoire,
            audience,
            opponent: handicap.map(|manner| Opponent::new(manner, any_seed())),
            searcher: None,
            planner: Planner::new(settings.search.threads),
            survey: None,
            expected: None,
        }
    }

    /// Gets ready to think, which takes time that should be on nobody's clock.
    ///
    /// # Errors
    /// If the system has no memory or no threads for the search.
    pub(super) fn prepare(&mut self) -> anyhow::Result<&mut Ponderer> {
        Ok(self.prepare_before_audience()?.0)
    }

    /// [`prepare`](Self::prepare), with the audience beside it.
    ///
    /// # Errors
    /// If the system has no memory or no threads for the search.
    pub(super) fn prepare_before_audience(&mut self) -> anyhow::Result<(&mut Ponderer, &Audience)> {
        let searcher = match self.searcher.take() {
            Some(searcher) => searcher,
            None => Ponderer::new(thinker(self.settings)?),
        };
        Ok((self.searcher.insert(searcher), &self.audience))
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
            .context("cannot think during your moves")?;
        interrupt::watch_background(self.searcher.as_ref().and_then(Ponderer::flag));
        if let Audience::Line(_) = self.audience {
            self.settings.tell("pondering");
        }
        Ok(())
    }

    /// Whether it thinks in the background.
    pub(super) fn is_pondering(&self) -> bool {
        self.searcher.as_ref().is_some_and(Ponderer::is_thinking)
    }

    /// Ends that; what was found is kept.
    pub(super) fn stop_pondering(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.stop();
        }
        interrupt::watch_background(None);
    }

    /// The move that the engine plays in a position in which there is one and with this handicap. A move without
    /// alternative and one that the book knows are not searched; with a handicap there is no book.
    ///
    /// # Errors
    /// If the system has no memory or no threads for the search.
    pub(super) fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        handicap: Option<Manner>,
    ) -> anyhow::Result<Thought> {
        let position = game.position();
        let moves = position.legal_moves();
        let first = moves.into_iter().next().context("a move is asked for")?;
        if moves.len() == 1 {
            return Ok(Thought {
                square: first,
                judgement: None,
                patience: Patience::Kept,
            });
        }
        if handicap.is_some() {
            return self.err(game, limits, first);
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

    /// The move of an engine that is weaker on purpose, which it need not think the best; `first` if Ctrl-C comes before
    /// it knows one.
    fn err(&mut self, game: &Game, limits: &Limits, first: Square) -> anyhow::Result<Thought> {
        self.prepare()?;
        let Self {
            searcher, opponent, ..
        } = self;
        let searcher = searcher.as_mut().context("it was made above")?;
        let opponent = opponent.as_mut().context("it has a handicap")?;
        let choose = |control: Control<'_>| {
            opponent.choose(game, limits.time, &mut **searcher.thinker(), control)
        };
        let (erring, patience) = watched((self.settings, &self.audience), game.position(), choose);
        Ok(Thought {
            square: erring
                .as_ref()
                .and_then(|erring| erring.report.turn.square())
                .unwrap_or(first),
            judgement: erring.map(|erring| judge(&erring.report)),
            patience,
        })
    }

    /// The best moves of a position in which there is one.
    ///
    /// # Errors
    /// If the system has no memory or no threads for the search.
    pub(super) fn advise(&mut self, position: &Position, limits: &Limits) -> anyhow::Result<Hint> {
        let (analysis, patience) = self.survey(position, limits)?;
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
            .take(HINTS)
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
        let searcher = self.searcher.as_mut().context("it was made above")?;
        let board = position.board();
        let think = |control: Control<'_>| match asked {
            Asked::Move => searcher.analyse(board, limits, control),
            Asked::All => searcher
                .thinker()
                .analyse(board, usize::MAX, limits, control),
        };
        Ok(watched((self.settings, &self.audience), position, think))
    }

    /// What every move of a position is worth. The last answer is kept, so that all that is said about a position is from
    /// one search.
    ///
    /// # Errors
    /// If the system has no memory or no threads for the search.
    pub(super) fn survey(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> anyhow::Result<(Analysis, Patience)> {
        let known = self.surveyed(position, limits);
        if let Some(analysis) = known {
            return Ok((analysis.clone(), Patience::Kept));
        }
        let (analysis, patience) = self.search(position, Asked::All, limits)?;
        // A search that another wish ended is not told as interrupted, but is no answer either.
        if patience == Patience::Kept && (analysis.complete || limits.time.is_some()) {
            self.survey = Some((*limits, analysis.clone()));
        }
        Ok((analysis, patience))
    }

    /// What is kept of a position that was searched as far as this.
    pub(super) fn surveyed(&self, position: &Position, limits: &Limits) -> Option<&Analysis> {
        let (searched, analysis) = self.survey.as_ref()?;
        (searched == limits && analysis.board == position.board()).then_some(analysis)
    }

    /// What every move of a position is worth at a brief look, which is not kept.
    ///
    /// # Errors
    /// If the system has no memory or no threads for the search.
    pub(super) fn appraise(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> anyhow::Result<Analysis> {
        let (analysis, _) = self.search(position, Asked::All, limits)?;
        Ok(analysis)
    }

    /// Watches for Ctrl-C, unless a screen does.
    pub(super) fn watch(&self) -> Option<Watch> {
        match self.audience {
            Audience::Line(_) => Some(interrupt::watch()),
            Audience::Screen(_) => None,
        }
    }
}

/// Thinks with an audience.
fn watched<T>(
    (settings, audience): (&Settings, &Audience),
    position: &Position,
    think: impl FnOnce(Control<'_>) -> T,
) -> (T, Patience) {
    let stop = interrupt::stop_flag();
    let patience = || {
        if interrupt::is_pressed() {
            Patience::Lost
        } else {
            Patience::Kept
        }
    };
    let signs = match audience {
        Audience::Line(signs) => *signs,
        Audience::Screen(show) => {
            let outcome = think(Control {
                stop,
                progress: &|analysis| show(News::Search(analysis)),
            });
            return (outcome, patience());
        }
    };
    let bar = match (settings.verbosity, signs) {
        (Verbosity::Normal, Signs::Shown) => spinner(position),
        _ => ProgressBar::hidden(),
    };
    let watch = interrupt::watch();
    settings.tell("thinking");
    let progress = |analysis: &Analysis| {
        if let Some(best) = analysis.moves.first() {
            let news = news(position, best);
            bar.set_message(fill(TEXTS.thinking_ends, &[("news", &news)]));
            settings.tell(&news);
        }
    };
    let progress = &progress;
    let outcome = think(Control { stop, progress });
    let patience = patience();
    drop(watch);
    bar.finish_and_clear();
    (outcome, patience)
}

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// The best move, which may have been found already.
    Move,
    /// All moves.
    All,
}

/// A sign of life on the terminal, removed when the search is over; nothing where standard error is no terminal.
fn spinner(position: &Position) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_message(fill(
        TEXTS.thinking_about,
        &[("side", side_name(position.side()))],
    ));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// `thinking, depth 12: White +0.42 with d6 c3 f6`
fn news(position: &Position, best: &MoveReport) -> String {
    let line: &[Move] = &best.pv[..best.pv.len().min(3)];
    fill(
        TEXTS.thinking,
        &[
            ("depth", &best.depth.to_string()),
            ("side", side_name(position.side())),
            ("score", &text::score(best.score, best.kind)),
            ("line", &text::moves(line)),
        ],
    )
}

fn judge(report: &MoveReport) -> Judgement {
    Judgement {
        score: report.score,
        kind: report.kind,
        depth: report.depth,
    }
}
