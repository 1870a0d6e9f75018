//! Where the lines of a batch come in and its results go out: in the order of the input, or as they are done.

use super::crew::{Desk, Plan};
use super::ledger::{Known, Ledger};
use super::outcome::{Outcome, Tally};
use super::progress::Progress;
use super::row::Row;
use super::work::{Job, Solved};
use super::{HARD_EMPTIES, Style, words};
use crate::args::SolveArgs;
use crate::batch;
use crate::config::{Format, Settings};
use crate::input::{Failure, Task};
use crate::output::{self, json};
use std::collections::BTreeMap;
use std::io::Write;
use xsquare_search::{Crew, SolveRequest};

/// Something to be shown.
enum Item {
    Solved(Box<Solved>),
    Failure(Box<Failure>),
    /// It was solved in an earlier run, and is not shown again.
    Kept,
}

/// What is kept between the lines of a batch.
pub(super) struct Counter<'a> {
    args: &'a SolveArgs,
    settings: &'a Settings,
    request: SolveRequest,
    style: Style,
    ledger: Ledger,
    progress: Progress,
    tally: Tally,
    /// Done, but something before it is not.
    held: BTreeMap<usize, Item>,
    /// The number of the next item to be shown.
    due: usize,
    has_begun: bool,
}

impl<'a> Counter<'a> {
    pub(super) fn new(
        (args, settings): (&'a SolveArgs, &'a Settings),
        request: SolveRequest,
        style: Style,
        ledger: Ledger,
        progress: Progress,
    ) -> Self {
        Self {
            args,
            settings,
            request,
            style,
            ledger,
            progress,
            tally: Tally::default(),
            held: BTreeMap::new(),
            due: 0,
            has_begun: false,
        }
    }

    /// Shows an item, now or when all before it have been shown.
    fn hand_in(&mut self, number: usize, item: Item) -> anyhow::Result<()> {
        if self.args.as_completed {
            return self.show(item);
        }
        self.held.insert(number, item);
        while let Some(item) = self.held.remove(&self.due) {
            self.due += 1;
            self.show(item)?;
        }
        Ok(())
    }

    /// Shows what is done, though something before it is not and never will be, and says what the files were good for.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(super) fn close(mut self) -> anyhow::Result<Tally> {
        for item in std::mem::take(&mut self.held).into_values() {
            self.show(item)?;
        }
        self.progress.finish();
        self.ledger.close();
        Ok(self.tally)
    }

    fn show(&mut self, item: Item) -> anyhow::Result<()> {
        match item {
            Item::Kept => Ok(()),
            Item::Failure(failure) => self
                .progress
                .pause(|| batch::report(&failure, self.settings.format)),
            Item::Solved(solved) => {
                let outcome = Outcome::new(&solved, self.args.at_least);
                self.tally.add(&outcome);
                self.progress.pause(|| {
                    report_disproof(&solved);
                    let text = self.text(&outcome)?;
                    // In one piece, so that no row is ever half there.
                    output::stdout().write_all(text.as_bytes())?;
                    anyhow::Ok(())
                })?;
                self.has_begun = true;
                Ok(())
            }
        }
    }

    /// What is printed about a solved position.
    fn text(&self, outcome: &Outcome<'_>) -> anyhow::Result<String> {
        Ok(match self.style {
            Style::Json => json::text(&Row::new(outcome, self.args))?,
            Style::Block => words::block(outcome, self.args),
            Style::Table => {
                let mut text = words::table_row(outcome, self.args);
                if !self.has_begun {
                    text = format!("{}\n{text}", words::table_head());
                }
                text.push('\n');
                text
            }
        })
    }

    fn warn_of_the_end_of_time(&self, task: &Task) {
        let empties = task.position.board().empty_count();
        if empties > HARD_EMPTIES && self.args.limit.is_none() && !task.position.is_over() {
            output::note(&format!(
                "{} has {empties} empties: a proof may take longer than you can wait; Ctrl-C or --limit TIME ends it \
                 with what is proved by then",
                task.place
            ));
        }
    }
}

/// Two searches that contradict each other are a fault that must not go unnoticed.
fn report_disproof(solved: &Solved) {
    let disproved = solved
        .proofs
        .iter()
        .flatten()
        .filter(|proof| proof.holds == Some(false));
    for proof in disproved {
        output::complain(&format!(
            "{}: the second search disproves what the first one found: not {}; please report the position",
            solved.task.place, proof.claim
        ));
    }
}

impl Desk for Counter<'_> {
    type Job = Job;
    type Result = Solved;

    fn read(&mut self, number: usize, item: Result<Task, Failure>) -> anyhow::Result<Plan<Job>> {
        let task = match item {
            Ok(task) => task,
            Err(failure) => {
                self.tally.failed += 1;
                self.hand_in(number, Item::Failure(Box::new(failure)))?;
                return Ok(Plan::Skip);
            }
        };
        let board = task.position.board();
        match self.progress.pause(|| self.ledger.look_up(&task)) {
            Known::Answer(record) => {
                self.progress.drop(board.empty_count());
                self.tally.keep(&record, self.args.at_least);
                self.hand_in(number, Item::Kept)?;
                Ok(Plan::Skip)
            }
            Known::Hint(earlier) => {
                let crew = match self.settings.format {
                    // A position alone is best done by all threads.
                    Format::Text if self.style == Style::Block => Crew::All,
                    _ => Crew::suited_to(board, &self.request),
                };
                Ok(Plan::Solve(crew, Job { task, earlier }))
            }
        }
    }

    fn begin(&mut self, job: &Job, running: usize) {
        self.progress
            .pause(|| self.warn_of_the_end_of_time(&job.task));
        self.progress.begin(&job.task, running);
    }

    fn done(&mut self, number: usize, solved: Solved) -> anyhow::Result<()> {
        self.progress.end(
            solved.task.position.board().empty_count(),
            solved.solution.time,
        );
        let row = Row::new(&Outcome::new(&solved, self.args.at_least), self.args);
        self.ledger.write(&row)?;
        self.hand_in(number, Item::Solved(Box::new(solved)))
    }
}
