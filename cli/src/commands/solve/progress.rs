//! The progress bar of a batch, on standard error and only if that is a terminal.

use super::eta::Forecast;
use crate::args::PositionArgs;
use crate::batch::Batch;
use crate::input::Task;
use crate::output::text;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How often the time on display moves.
const TICK: Duration = Duration::from_millis(250);

/// What is drawn if the number of positions is known.
const COUNTED: &str = "{bar:24} {pos}/{len}  {elapsed_precise}  {msg}";
/// What is drawn if it is not.
const ENDLESS: &str = "{spinner} {pos}  {elapsed_precise}  {msg}";

/// A progress bar, or nothing.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    start: Instant,
    /// What is left to do, if the input can be counted beforehand.
    forecast: Option<Forecast>,
    /// What is being solved.
    now: String,
}

impl Progress {
    /// A bar if standard error is a terminal. It knows its length and foretells its end if the input can be counted
    /// beforehand.
    pub(super) fn new(batch: &mut Batch, args: &PositionArgs) -> Self {
        let mut progress = Self {
            bar: ProgressBar::hidden(),
            start: Instant::now(),
            forecast: None,
            now: String::new(),
        };
        if !std::io::stderr().is_terminal() {
            return progress;
        }
        let can_be_counted = args.positions.iter().all(|text| text != "-")
            && args.file.iter().all(|path| path.is_file());
        let (length, template) = if can_be_counted {
            let length = batch.read_ahead() as u64;
            let mut forecast = Forecast::default();
            for task in batch.queued() {
                forecast.expect(task.position.board().empty_count());
            }
            progress.forecast = Some(forecast);
            (Some(length), COUNTED)
        } else {
            (None, ENDLESS)
        };
        let style = ProgressStyle::with_template(template).expect("a test reads both templates");
        progress.bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
        progress.bar.set_style(style);
        progress
    }

    /// Takes the bar off the screen while `work` prints or reads.
    pub(super) fn pause<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    /// A position is begun, and so many are at work with it.
    pub(super) fn begin(&mut self, task: &Task, running: usize) {
        self.now = match running {
            0 | 1 => task.name(),
            _ => format!("{} and {} more", task.name(), running - 1),
        };
        self.show();
        self.bar.enable_steady_tick(TICK);
    }

    /// A position with so many empties was solved in this time.
    pub(super) fn end(&mut self, empties: u32, time: Duration) {
        if let Some(forecast) = &mut self.forecast {
            forecast.note(empties, time);
        }
        self.bar.inc(1);
        self.show();
    }

    /// A position with so many empties need not be solved.
    pub(super) fn drop(&mut self, empties: u32) {
        if let Some(forecast) = &mut self.forecast {
            forecast.drop(empties);
        }
        self.bar.inc(1);
    }

    fn show(&self) {
        let left = self
            .forecast
            .as_ref()
            .and_then(|forecast| forecast.left(self.start.elapsed()));
        let message = match left {
            Some(left) => format!("{}  about {} left", self.now, text::time(left)),
            None => self.now.clone(),
        };
        self.bar.set_message(message);
    }

    /// Takes the bar off for good.
    pub(super) fn finish(self) {
        self.bar.disable_steady_tick();
        self.bar.finish_and_clear();
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
