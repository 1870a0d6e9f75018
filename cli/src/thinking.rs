//! What the commands that think have in common: the searcher and its control.

use crate::config::{Settings, check_memory};
use crate::evaluation::Evaluation;
use crate::interrupt;
use anyhow::Context;
use std::io;
use std::sync::Mutex;
use xsquare_search::eval::{Classic, Evaluator, Patterns, Weights};
use xsquare_search::{Analysis, Config, Control, SearchError, Searcher, Thinker};

/// A searcher with the evaluation, the threads and the table that the settings ask for.
///
/// # Errors
/// If the system does not give them.
pub(crate) fn thinker(settings: &Settings) -> anyhow::Result<Box<dyn Thinker>> {
    check_memory(settings.search.table)?;
    let config = settings.search;
    let thinker = match &settings.evaluation {
        Evaluation::Shipped => searcher(Patterns::default(), config),
        Evaluation::Weights(weights) => searcher(Patterns::new(Weights::clone(weights)), config),
        Evaluation::Classic => searcher(Classic::default(), config),
    };
    let thinker = thinker.context("the search cannot be set up (see --hash and --threads)")?;
    settings.tell(&format!(
        "evaluation {} {:016x}",
        thinker.evaluation(),
        thinker.checksum()
    ));
    Ok(thinker)
}

fn searcher<E: Evaluator + 'static>(
    evaluator: E,
    config: Config,
) -> Result<Box<dyn Thinker>, SearchError> {
    Ok(Box::new(Searcher::new(evaluator, config)?))
}

/// The control of a search that nobody watches and that Ctrl-C ends.
pub(crate) fn quiet() -> Control<'static> {
    Control {
        stop: interrupt::stop_flag(),
        progress: &|_| {},
    }
}

/// What is said behind the effort of a search: nothing if it went as far as was asked for, else what ended it.
pub(crate) fn ending(is_complete: bool) -> &'static str {
    match (is_complete, interrupt::stop_flag().is_stopped()) {
        (true, _) => "",
        (false, true) => "; stopped",
        (false, false) => "; time is up",
    }
}

/// Shows each finished iteration while the search goes on. If that fails, the search is ended.
pub(crate) struct Live<F> {
    show: F,
    failure: Mutex<Option<io::Error>>,
}

impl<F: Fn(&Analysis) -> io::Result<()>> Live<F> {
    pub(crate) fn new(show: F) -> Self {
        Self {
            show,
            failure: Mutex::new(None),
        }
    }

    /// To be called with each iteration.
    pub(crate) fn progress(&self, analysis: &Analysis) {
        if let Err(error) = (self.show)(analysis) {
            interrupt::stop_flag().stop();
            if let Ok(mut failure) = self.failure.lock() {
                failure.get_or_insert(error);
            }
        }
    }

    /// What went wrong on the way.
    ///
    /// # Errors
    /// The first failure.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self.failure.into_inner() {
            Ok(Some(error)) => Err(error),
            _ => Ok(()),
        }
    }
}
