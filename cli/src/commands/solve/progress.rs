//! The progress bar of a batch, on standard error and only if that is a terminal.

use crate::args::PositionArgs;
use crate::batch::Batch;
use crate::input::Task;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// How often the time on display moves.
const TICK: Duration = Duration::from_millis(250);

/// What is drawn if the number of positions is known.
const COUNTED: &str = "{bar:24} {pos}/{len}  {elapsed_precise}  {msg}";
/// What is drawn if it is not.
const ENDLESS: &str = "{spinner} {pos}  {elapsed_precise}  {msg}";

/// A progress bar, or nothing.
#[derive(Debug)]
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar if standard error is a terminal. It knows its length if the input can be counted beforehand.
    pub(super) fn new(batch: &mut Batch<'_>, args: &PositionArgs) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let can_be_counted = args.positions.iter().all(|text| text != "-")
            && args.file.iter().all(|path| path.is_file());
        let (length, template) = if can_be_counted {
            (Some(batch.read_ahead() as u64), COUNTED)
        } else {
            (None, ENDLESS)
        };
        let style = ProgressStyle::with_template(template).expect("a test reads both templates");
        Self(ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr()).with_style(style))
    }

    /// Takes the bar off the screen while `work` prints or reads.
    pub(super) fn pause<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.suspend(work)
    }

    /// A position is begun.
    pub(super) fn begin(&self, task: &Task) {
        self.0.set_message(task.name());
        self.0.enable_steady_tick(TICK);
    }

    /// The position is done.
    pub(super) fn end(&self) {
        self.0.disable_steady_tick();
        self.0.inc(1);
    }

    /// Takes the bar off for good.
    pub(super) fn finish(self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_can_be_read() {
        for template in [COUNTED, ENDLESS] {
            assert!(ProgressStyle::with_template(template).is_ok());
        }
    }
}
