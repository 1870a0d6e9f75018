//! What the engine is to think about at a time, and what its answers do.
//!
//! The state says what is wanted; whoever runs the engine compares that with what it is doing. So nothing has to be told
//! to stop: what is not wanted any more is stopped.

use super::super::event::{Event, Refusal, Thought};
use super::super::session::{Errand, Turn};
use super::app::{App, Hints, Mode};
use super::insight::Rank;
use crate::messages::fill;
use crate::output::text;
use xsquare_engine::Position;
use xsquare_search::Analysis;

/// Something to think about.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Job {
    /// A question of the player's.
    Answer(Errand),
    /// A move of the engine, after so many turns.
    Move(usize, Position),
    /// A brief look at a position of the game.
    Appraise(Position),
    /// A thorough one at the position on the board, for hints.
    Hints(Position),
    /// What the player may do next.
    Ponder(Position),
}

/// What comes of it.
#[derive(Debug)]
pub(super) enum Report {
    /// It goes on; this much is known.
    Progress(Box<Analysis>),
    /// It goes on with a review; so many turns have been judged.
    Reviewing(usize),
    /// The engine moves.
    Moved(Thought),
    /// A position was analysed.
    Analysed(Box<Analysis>),
    /// The answer to a question, and what every move of the position is worth if that was looked at for it.
    Answered(Vec<Event>, Option<Box<Analysis>>),
    /// It goes on in the background.
    Pondering,
    /// It cannot be done: a sentence.
    Failed(String),
}

impl Report {
    /// Whether the job that it is about goes on.
    pub(super) const fn is_progress(&self) -> bool {
        matches!(self, Self::Progress(_) | Self::Reviewing(_))
    }
}

impl App {
    /// What is wanted of the engine now.
    pub(super) fn wanted(&self) -> Option<Job> {
        if let Some(errand) = &self.pending {
            return Some(Job::Answer(errand.clone()));
        }
        let position = *self.session.position();
        if matches!(self.mode, Mode::Setup(_)) {
            return None;
        }
        if let (Turn::Engine(_), false) = (self.session.turn(), self.is_paused) {
            let turns = self.session.game().turns().len();
            return Some(Job::Move(turns, position));
        }
        if self.resting == Some(position) {
            return None;
        }
        if let Some(unknown) = self.insight.unknown(self.session.game()) {
            return Some(Job::Appraise(*unknown));
        }
        let is_human = matches!(self.session.turn(), Turn::Human(_));
        let lacks_hints = !self.insight.has(&position, Rank::Thorough);
        if self.hints == Hints::On && is_human && lacks_hints {
            return Some(Job::Hints(position));
        }
        (self.ponders && self.session.is_opponent_engine() && self.pondered != Some(position))
            .then_some(Job::Ponder(position))
    }

    /// Whether the engine thinks in the background about something that is of no use any more.
    pub(super) fn ponders_in_vain(&self) -> bool {
        let position = *self.session.position();
        let is_useful = self.pondered == Some(position)
            && self.resting != Some(position)
            && self.session.is_opponent_engine()
            && !matches!(self.mode, Mode::Setup(_));
        self.pondered.is_some() && !is_useful
    }

    /// The engine begins with a job.
    pub(super) fn begun(&mut self, job: Job) {
        self.busy = Some(job);
        self.pondered = None;
        self.thinking = None;
    }

    /// The engine says something about the job that it has.
    pub(super) fn heard(&mut self, report: Report) {
        match report {
            Report::Progress(analysis) => {
                self.progress(&analysis);
                return;
            }
            Report::Reviewing(turns) => {
                self.reviewing(turns);
                return;
            }
            _ => {}
        }
        let Some(job) = self.busy.take() else { return };
        self.thinking = None;
        let is_wanted = self.wanted().as_ref() == Some(&job);
        match (report, job) {
            (Report::Analysed(analysis), Job::Appraise(_)) => {
                let rank = rank(&analysis, Rank::Brief);
                self.insight.learn(&analysis, rank);
            }
            (Report::Analysed(analysis), _) => {
                let rank = rank(&analysis, Rank::Thorough);
                self.insight.learn(&analysis, rank);
            }
            (Report::Moved(thought), Job::Move(..)) if is_wanted => {
                let events = self.change(|session| session.engine_plays(thought));
                self.tell(events);
            }
            (Report::Answered(events, analysis), Job::Answer(_)) if is_wanted => {
                self.pending = None;
                if let Some(analysis) = analysis {
                    self.insight
                        .learn(&analysis, rank(&analysis, Rank::Thorough));
                }
                self.tell(events);
            }
            // What nobody waits for any more.
            (
                Report::Progress(_)
                | Report::Reviewing(_)
                | Report::Moved(_)
                | Report::Answered(..),
                _,
            ) => {}
            (Report::Pondering, job) => {
                if let Job::Ponder(position) = job {
                    self.pondered = Some(position);
                }
            }
            (Report::Failed(sentence), job) => {
                // Not again at once.
                self.pending = None;
                self.resting = Some(*self.session.position());
                self.is_paused |= matches!(job, Job::Move(..));
                self.tell(vec![Event::Refused(Refusal::Failed(sentence))]);
            }
        }
    }

    fn reviewing(&mut self, turns: usize) {
        let all = self.session.game().turns().len();
        let values = [("done", turns.to_string()), ("all", all.to_string())];
        let values = values
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        self.thinking = Some(fill(self.texts.judged, &values));
    }

    fn progress(&mut self, analysis: &Analysis) {
        match &self.busy {
            Some(Job::Appraise(_) | Job::Hints(_)) => {
                self.insight.learn(analysis, Rank::Unfinished);
            }
            Some(Job::Move(..) | Job::Answer(_)) => {
                let best = analysis.moves.first();
                self.thinking = best.map(|best| {
                    let depth = best.depth.to_string();
                    let score = text::score(best.score, best.kind);
                    let values = [("depth", depth.as_str()), ("score", &score)];
                    fill(self.texts.depth, &values)
                });
            }
            Some(Job::Ponder(_)) | None => {}
        }
    }
}

/// The rank of a search that should have this one.
fn rank(analysis: &Analysis, rank: Rank) -> Rank {
    if analysis.complete {
        rank
    } else {
        Rank::Unfinished
    }
}
