//! What is shown on standard error while a large collection is read, if that is a terminal.

use crate::games::games;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Nothing is shown before: most collections are read in less.
const PATIENCE: Duration = Duration::from_secs(1);

/// How many games are read between two looks at the clock.
const STEP: u64 = 4096;

/// A line that says how far the reading is, or nothing.
pub(super) struct Progress {
    bar: ProgressBar,
    begin: Instant,
    file: usize,
    files: usize,
}

impl Progress {
    /// For a collection of so many files.
    pub(super) fn new(files: usize, begin: Instant) -> Self {
        let bar = if std::io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{msg}").expect("the template is one word");
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
        } else {
            ProgressBar::hidden()
        };
        Self {
            bar,
            begin,
            file: 0,
            files,
        }
    }

    /// The next file is begun.
    pub(super) const fn next_file(&mut self) {
        self.file += 1;
    }

    /// So many games were read.
    pub(super) fn games(&self, read: u64) {
        if read.is_multiple_of(STEP) && self.begin.elapsed() >= PATIENCE {
            self.bar.set_message(self.words(read));
            self.bar.tick();
        }
    }

    fn words(&self, read: u64) -> String {
        let games = games(read);
        match self.files {
            1 => format!("{games} read"),
            files => format!("{games} read, file {} of {files}", self.file),
        }
    }

    /// Takes the line off the screen while `work` writes something else.
    pub(super) fn pause<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    /// Takes the line off the screen for good.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_the_reading_is() {
        let mut progress = Progress::new(45, Instant::now());
        progress.next_file();
        progress.next_file();
        assert_eq!(progress.words(12_288), "12,288 games read, file 2 of 45");
        let single = Progress::new(1, Instant::now());
        assert_eq!(single.words(4096), "4,096 games read");
    }
}
