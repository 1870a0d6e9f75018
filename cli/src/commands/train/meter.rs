//! How far a long run is, on standard error: a bar on a terminal, else a line now and then.

use crate::output;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Display;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a terminal shows.
const TEMPLATE: &str = "{msg} {bar:24} {pos}/{len}  {elapsed_precise}, about {eta} left";
/// The time between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(30);

/// Counts stages and shows the one that is running.
#[derive(Debug)]
pub(super) struct Meter {
    bar: ProgressBar,
    stages: usize,
    has_terminal: bool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The stage that is running.
    stage: String,
    /// Its number, from 1.
    number: usize,
    done: u32,
    last_line: Instant,
}

impl Meter {
    /// A meter for a run of so many stages.
    pub(super) fn new(stages: usize) -> Self {
        let has_terminal = std::io::stderr().is_terminal();
        // A hidden bar still reckons when it will be full.
        let target = if has_terminal {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let style = ProgressStyle::with_template(TEMPLATE).expect("a test reads the template");
        Self {
            bar: ProgressBar::with_draw_target(None, target).with_style(style),
            stages,
            has_terminal,
            state: Mutex::new(State {
                stage: String::new(),
                number: 0,
                done: 0,
                last_line: Instant::now(),
            }),
        }
    }

    /// `done` of `total` steps of a stage are done. To be called from any thread, in any order within a stage; another
    /// name begins another stage.
    pub(super) fn show(&self, stage: &str, done: u32, total: u32) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = state.stage != stage;
        if is_new {
            stage.clone_into(&mut state.stage);
            state.number += 1;
            state.done = 0;
            self.bar.reset();
            self.bar.set_length(total.into());
            self.bar
                .set_message(format!("{}/{} {stage}", state.number, self.stages));
        }
        state.done = state.done.max(done);
        self.bar.set_position(state.done.into());
        if !self.has_terminal && (is_new || state.last_line.elapsed() >= PAUSE) {
            state.last_line = Instant::now();
            let left = if is_new {
                String::new()
            } else {
                format!(", about {} left", HumanDuration(self.bar.eta()))
            };
            output::note(&format!(
                "stage {} of {}, {stage}: {} of {total}{left}",
                state.number, self.stages, state.done
            ));
        }
    }

    /// Says something between the reports.
    pub(super) fn say(&self, text: &dyn Display) {
        self.bar.suspend(|| output::note(text));
    }

    /// The run is over.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_can_be_read() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }

    #[test]
    fn stages_are_counted_and_reports_may_come_in_any_order() {
        let meter = Meter::new(2);
        for (stage, done) in [("games", 1), ("games", 3), ("games", 2), ("fit", 1)] {
            meter.show(stage, done, 3);
        }
        let state = meter.state.lock().unwrap();
        assert_eq!((state.number, state.done), (2, 1));
        drop(state);
        meter.show("fit", 3, 3);
        meter.show("fit", 2, 3);
        assert_eq!(meter.bar.position(), 3);
    }
}
