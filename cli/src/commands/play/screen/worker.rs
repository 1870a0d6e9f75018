//! The engine in a thread of its own: one job at a time, so that the screen never waits for it.

use super::super::engine::{Audience, Engine, News};
use super::super::errands;
use super::super::loss::brief;
use super::super::options::Strength;
use super::Message;
use super::jobs::{Job, Report};
use crate::commands::review::Standing;
use crate::config::Settings;
use crate::messages::ENGLISH;
use crate::opening_book::Repertoire;
use crate::opponent::Manner;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;
use xsquare_engine::Game;
use xsquare_search::Clock;

/// A job with all that it needs.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) job: Job,
    pub(super) game: Game,
    /// How it ended, as far as its moves do not tell.
    pub(super) standing: Standing,
    pub(super) strength: Strength,
    /// The clock of the side to move, if there is one.
    pub(super) clock: Option<Clock>,
    /// When the clock was read.
    pub(super) since: Instant,
}

/// Works until nobody gives orders any more.
pub(super) fn work(
    (settings, repertoire, handicap): (&Settings, Repertoire, Option<Manner>),
    orders: &Receiver<Order>,
    reports: &Sender<Message>,
) {
    let _farewell = Farewell(reports.clone());
    let progress = reports.clone();
    let audience = Audience::Screen(Box::new(move |news: News<'_>| {
        let report = match news {
            News::Search(analysis) => Report::Progress(Box::new(analysis.clone())),
            News::Review(turns) => Report::Reviewing(turns),
        };
        // Whoever does not listen any more has left.
        let _ = progress.send(Message::Engine(report));
    }));
    let mut engine = Engine::new(settings, repertoire, handicap, audience);
    // Ready before the first order, whose clock it would be on.
    let _ = engine.prepare();
    for order in orders {
        let report = match attend(&mut engine, &order) {
            Ok(report) => report,
            Err(error) => Report::Failed(errands::because(ENGLISH.play.cannot_think, &error)),
        };
        if reports.send(Message::Engine(report)).is_err() {
            return;
        }
    }
}

/// Says that the engine has ended, however that came about.
struct Farewell(Sender<Message>);

impl Drop for Farewell {
    fn drop(&mut self) {
        let _ = self.0.send(Message::Gone);
    }
}

fn attend(engine: &mut Engine<'_>, order: &Order) -> anyhow::Result<Report> {
    let Order { game, strength, .. } = order;
    if !matches!(order.job, Job::Ponder(_)) {
        engine.stop_pondering();
    }
    Ok(match &order.job {
        Job::Answer(errand) => {
            let limits = strength.advice();
            let events = errands::with_engine(engine, (game, order.standing), &limits, errand);
            let known = engine.surveyed(game.position(), &limits);
            Report::Answered(events, known.cloned().map(Box::new))
        }
        Job::Move(_, position) => {
            let mut limits = match &order.clock {
                Some(clock) => engine.plan(clock, position, strength.aim()),
                None => strength.limits(),
            };
            if order.clock.is_some() {
                let waited = order.since.elapsed();
                limits.time = limits.time.map(|time| time.saturating_sub(waited));
            }
            Report::Moved(engine.choose(game, &limits, strength.handicap())?)
        }
        Job::Appraise(position) => Report::Analysed(Box::new(engine.appraise(position, &brief())?)),
        Job::Hints(position) => {
            let (analysis, _) = engine.survey(position, &strength.advice())?;
            Report::Analysed(Box::new(analysis))
        }
        Job::Ponder(position) => {
            engine.ponder(position, strength.aim())?;
            Report::Pondering
        }
    })
}
