//! The threads of a batch: one that reads, some that solve, and the caller's, which hands out and takes back.

use super::queue::{Queue, Start};
use crate::batch::Batch;
use crate::input::{Failure, Task};
use crate::interrupt;
use anyhow::Context;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Scope};
use std::time::Duration;
use xsquare_search::Crew;

/// How often Ctrl-C is looked for while nothing happens, and how long more lines are waited for before a hard position is
/// begun: they may be easy.
const PULSE: Duration = Duration::from_millis(20);

/// Something that the caller's thread waits for.
enum Event<R> {
    /// The next line of the input; `None` at its end.
    Read(Option<Result<Task, Failure>>),
    /// A position is done, or its thread has panicked.
    Done(usize, Result<R, Box<dyn Any + Send>>),
}

/// What the caller makes of a line.
pub(super) enum Plan<J> {
    /// It is to be solved.
    Solve(Crew, J),
    /// There is nothing to do.
    Skip,
}

/// What becomes of the lines of a batch, one method for each turn that things can take. Called on the caller's thread.
pub(super) trait Desk {
    /// A position with everything that its solver needs.
    type Job: Send;
    /// A solved position.
    type Result: Send;

    /// A line was read and has this number.
    fn read(
        &mut self,
        number: usize,
        item: Result<Task, Failure>,
    ) -> anyhow::Result<Plan<Self::Job>>;

    /// A position is begun; so many are at work with it.
    fn begin(&mut self, job: &Self::Job, running: usize);

    /// A position is done.
    fn done(&mut self, number: usize, result: Self::Result) -> anyhow::Result<()>;
}

/// Works off a batch with so many threads until its end, an error or Ctrl-C. `solve` runs on the threads.
///
/// # Errors
/// Those of the desk, and if the system starts no thread.
pub(super) fn work_off<D: Desk>(
    batch: Batch,
    threads: usize,
    solve: &(impl Fn(D::Job, Crew) -> D::Result + Sync),
    desk: &mut D,
) -> anyhow::Result<()>
where
    D::Result: 'static,
{
    let (sender, events) = channel();
    let orders = read_on_demand(batch, sender.clone())?;
    let (jobs, waiting) = channel();
    let waiting = Mutex::new(waiting);
    thread::scope(|scope| {
        let mut office = Office {
            queue: Queue::new(threads),
            events,
            orders,
            reading: Reading::No,
            is_patient: true,
            jobs,
            workers: 0,
        };
        let employ = |scope| employ(scope, &waiting, &sender, solve);
        let outcome = office.run(desk, |workers, running| {
            if workers < running {
                employ(scope)?;
            }
            Ok(workers.max(running))
        });
        if outcome.is_err() {
            interrupt::stop_flag().stop();
        }
        // The end of the jobs is the end of the workers.
        drop(office);
        outcome
    })
}

/// A thread that reads a line whenever one is asked for. Nobody waits for its end: it may wait for a terminal for ever.
fn read_on_demand<R: Send + 'static>(
    mut batch: Batch,
    events: Sender<Event<R>>,
) -> anyhow::Result<Sender<()>> {
    let (orders, asked) = channel();
    thread::Builder::new()
        .name("read".to_owned())
        .spawn(move || {
            while asked.recv().is_ok() {
                let item = batch.next_item();
                let is_end = item.is_none();
                if events.send(Event::Read(item)).is_err() || is_end {
                    return;
                }
            }
        })
        .context("cannot start a thread that reads")?;
    Ok(orders)
}

/// A thread that solves what it is given until there are no more jobs.
fn employ<'scope, 'env, J, R>(
    scope: &'scope Scope<'scope, 'env>,
    waiting: &'scope Mutex<Receiver<Start<J>>>,
    events: &Sender<Event<R>>,
    solve: &'scope (impl Fn(J, Crew) -> R + Sync),
) -> anyhow::Result<()>
where
    J: Send + 'scope,
    R: Send + 'scope,
{
    let events = events.clone();
    thread::Builder::new()
        .name("solve".to_owned())
        .spawn_scoped(scope, move || {
            loop {
                let next = waiting.lock().map(|jobs| jobs.recv());
                let Ok(Ok(Start { number, crew, job })) = next else {
                    return;
                };
                let result = catch_unwind(AssertUnwindSafe(|| solve(job, crew)));
                if events.send(Event::Done(number, result)).is_err() {
                    return;
                }
            }
        })
        .context("cannot start a thread that solves")?;
    Ok(())
}

/// Whether a line is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// None has been asked for.
    No,
    /// One has been asked for.
    Asked,
    /// There are no more.
    Over,
}

/// What the caller's thread keeps.
struct Office<J, R> {
    queue: Queue<J>,
    events: Receiver<Event<R>>,
    orders: Sender<()>,
    reading: Reading,
    /// Whether the last wait brought something: then more may come.
    is_patient: bool,
    jobs: Sender<Start<J>>,
    workers: usize,
}

impl<J, R> Office<J, R> {
    /// Hands out and takes back until all is done. `staff` makes sure that there are as many workers as positions at work.
    fn run<D: Desk<Job = J, Result = R>>(
        &mut self,
        desk: &mut D,
        staff: impl Fn(usize, usize) -> anyhow::Result<usize>,
    ) -> anyhow::Result<()> {
        loop {
            let is_ending = interrupt::is_pressed();
            if !is_ending {
                self.ask();
                let awaits_easy_ones = self.is_patient
                    && self.reading == Reading::Asked
                    && self.queue.only_hard_ones_wait();
                if !awaits_easy_ones {
                    self.hand_out(desk, &staff)?;
                }
            }
            let is_done = match self.reading {
                _ if is_ending => self.queue.running() == 0,
                Reading::Over => self.queue.is_idle(),
                Reading::No | Reading::Asked => false,
            };
            if is_done {
                return Ok(());
            }
            let event = self.events.recv_timeout(PULSE);
            self.is_patient = event.is_ok();
            if let Ok(event) = event {
                self.take(desk, event)?;
            }
        }
    }

    /// Asks for a line if more are wanted.
    fn ask(&mut self) {
        if self.reading == Reading::No && self.queue.wants_more() {
            // A reader that is gone has sent the end.
            let _ = self.orders.send(());
            self.reading = Reading::Asked;
        }
    }

    fn hand_out<D: Desk<Job = J, Result = R>>(
        &mut self,
        desk: &mut D,
        staff: impl Fn(usize, usize) -> anyhow::Result<usize>,
    ) -> anyhow::Result<()> {
        while let Some(start) = self.queue.start() {
            let running = self.queue.running();
            self.workers = staff(self.workers, running)?;
            desk.begin(&start.job, running);
            self.jobs
                .send(start)
                .ok()
                .context("the threads that solve are gone")?;
        }
        Ok(())
    }

    fn take<D: Desk<Job = J, Result = R>>(
        &mut self,
        desk: &mut D,
        event: Event<R>,
    ) -> anyhow::Result<()> {
        match event {
            Event::Read(None) => self.reading = Reading::Over,
            Event::Read(Some(item)) => {
                self.reading = Reading::No;
                let number = self.queue.number();
                match desk.read(number, item)? {
                    Plan::Solve(crew, job) => self.queue.push(number, crew, job),
                    Plan::Skip => {}
                }
            }
            Event::Done(number, result) => {
                self.queue.done(number);
                match result {
                    Ok(result) => desk.done(number, result)?,
                    Err(panic) => {
                        interrupt::stop_flag().stop();
                        resume_unwind(panic);
                    }
                }
            }
        }
        Ok(())
    }
}
