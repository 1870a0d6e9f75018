//! Full-screen play: a state that keys and clicks change ([`app`]), a picture of it ([`draw`]), and the loop here that
//! brings both together with the terminal and the engine.
//!
//! The loop waits for messages: from the terminal, which a thread reads, and from the engine, which has another. Nothing
//! is drawn and no time is used while none comes, unless a clock runs or discs turn over.

mod app;
pub(crate) mod draw;
pub(crate) mod flips;
mod insight;
mod jobs;
mod keys;
pub(crate) mod layout;
mod line;
pub(crate) mod look;
mod mouse;
mod setup;
pub(crate) mod terminal;
#[cfg(test)]
mod tests;
mod worker;

use super::errands;
use super::event::Event;
use super::lessons::Lessons;
use super::options::PlayArgs;
use super::record::Record;
use super::session::Session;
use crate::config::Settings;
use crate::exit::ExitCode;
use crate::interrupt::{self, Watch};
use crate::messages::ENGLISH;
use crate::opening_book::Repertoire;
use anyhow::Context;
use app::{Animation, App, Effect, Input};
use jobs::Report;
use layout::SMALLEST;
use look::{Glyphs, Look};
use ratatui::crossterm::event::{self, Event as Raw};
use ratatui::crossterm::terminal::size;
use ratatui::layout::Rect;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;
use terminal::Taken;
use worker::Order;

/// What the loop hears.
#[derive(Debug)]
enum Message {
    /// From the terminal.
    Terminal(Raw),
    /// The terminal cannot be read any more.
    Lost(io::Error),
    /// From the engine.
    Engine(Report),
    /// The system wants the program to end.
    Ended,
    /// The program goes on after it was stopped, with a terminal that others have used.
    Continued,
    /// The engine has ended, which it only does when it breaks.
    Gone,
}

/// Whether this terminal can show the whole screen; if not, why.
///
/// # Errors
/// If it cannot: a sentence.
pub(super) fn fits() -> Result<(), String> {
    let texts = &ENGLISH.screen;
    // Elsewhere terminals are not described by this variable.
    let kind = std::env::var("TERM").unwrap_or_default();
    if cfg!(unix) && matches!(kind.as_str(), "" | "dumb") {
        return Err(texts.dumb.to_owned());
    }
    match size() {
        Ok((width, height)) if width < SMALLEST.0 || height < SMALLEST.1 => {
            let text = draw::with_sizes(texts.too_small_to_begin, (width, height));
            Err(text)
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Plays on the whole screen until the player leaves.
pub(super) fn run(
    record: Record,
    args: &PlayArgs,
    (settings, repertoire): (&Settings, Repertoire),
) -> anyhow::Result<ExitCode> {
    let mut app = begin(record, args);
    let (sender, messages) = channel();
    let (orders, inbox) = channel();
    let mut taken =
        Taken::new().context("the terminal cannot show the full screen; try --plain")?;
    let size = taken.terminal.size()?;
    app.handle(Input::Size(Rect::new(0, 0, size.width, size.height)));
    let handicap = app.session.strength().handicap();
    let (reports, settings) = (sender.clone(), settings.clone());
    thread::Builder::new()
        .name("engine".to_owned())
        .spawn(move || worker::work((&settings, repertoire, handicap), &inbox, &reports))?;
    #[cfg(unix)]
    heed_signals(&sender)?;
    thread::Builder::new()
        .name("terminal".to_owned())
        .spawn(move || listen(&sender))?;
    let mut desk = Desk {
        app,
        orders,
        watch: None,
        last: Instant::now(),
    };
    desk.work(&mut taken, &messages)
}

/// The state that the arguments ask for.
fn begin(record: Record, args: &PlayArgs) -> App {
    let glyphs = args.ascii.then_some(Glyphs::Ascii);
    let choice = anstream::AutoStream::choice(&io::stdout());
    let look = Look::of_terminal(glyphs, choice, |name| std::env::var(name).ok());
    let convention = args.convention.into();
    let session = Session::new(record.game, args.seats(), args.strength(), convention);
    let mut app = App::new(session, look, &ENGLISH.screen);
    app.ponders = args.ponder;
    if args.no_animation {
        app.animation = Animation::Off;
    }
    if args.first_game {
        app.lessons = Some(Lessons::new(&ENGLISH.lessons, app.session.game()));
    }
    let mut events: Vec<Event> = record.notes.into_iter().map(Event::Noted).collect();
    events.extend(app.session.begin());
    app.tell(events);
    app
}

/// Hands on what comes from the terminal.
fn listen(sender: &Sender<Message>) {
    loop {
        let message = match event::read() {
            Ok(raw) => Message::Terminal(raw),
            Err(error) => Message::Lost(error),
        };
        let is_lost = matches!(message, Message::Lost(_));
        if sender.send(message).is_err() || is_lost {
            return;
        }
    }
}

/// Ends the program in good order when the system asks for it or the terminal is closed.
#[cfg(unix)]
fn heed_signals(sender: &Sender<Message>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGQUIT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGQUIT, SIGCONT])?;
    let sender = sender.clone();
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for signal in signals.forever() {
                let _ = sender.send(match signal {
                    SIGCONT => Message::Continued,
                    _ => Message::Ended,
                });
            }
        })
        .map(drop)
}

/// The state, and who works for it.
struct Desk {
    app: App,
    orders: Sender<Order>,
    /// While the engine has a job: so that Ctrl-C from outside ends it.
    watch: Option<Watch>,
    /// When time was told last.
    last: Instant,
}

impl Desk {
    fn work(
        &mut self,
        taken: &mut Taken,
        messages: &Receiver<Message>,
    ) -> anyhow::Result<ExitCode> {
        loop {
            self.employ()?;
            taken.terminal.draw(|frame| draw::draw(frame, &self.app))?;
            let first = match self.app.tick() {
                Some(tick) => match messages.recv_timeout(tick) {
                    Ok(message) => Some(message),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(error @ RecvTimeoutError::Disconnected) => return Err(error.into()),
                },
                None => Some(messages.recv()?),
            };
            // All that has come is attended to before anything is drawn.
            let mut next = first;
            self.tell_time();
            while let Some(message) = next {
                match self.attend(message)? {
                    None => {}
                    Some(Effect::Quit(code)) => return Ok(code),
                    Some(Effect::Stop) => interrupt::press(),
                    // Unlike `clear`, this does not ask the terminal where its cursor is: the answer would be read as keys.
                    Some(Effect::Redraw) => taken.terminal.resize(self.app.size)?,
                    Some(Effect::Suspend) => {
                        Taken::suspend()?;
                        taken.terminal.resize(self.app.size)?;
                        // No player is to blame for that time.
                        self.last = Instant::now();
                    }
                    Some(Effect::Resume) => {
                        Taken::take_again()?;
                        taken.terminal.resize(self.app.size)?;
                    }
                    Some(Effect::Files(errand)) => {
                        let app = &mut self.app;
                        let events = app.change(|session| errands::with_files(session, errand));
                        app.tell(events);
                    }
                }
                next = messages.try_recv().ok();
            }
        }
    }

    fn tell_time(&mut self) {
        let now = Instant::now();
        let time = now.duration_since(std::mem::replace(&mut self.last, now));
        self.app.handle(Input::Time(time));
    }

    /// Gives the engine what is wanted of it, or ends what is not.
    fn employ(&mut self) -> anyhow::Result<()> {
        let wanted = self.app.wanted();
        match (&self.app.busy, wanted) {
            (Some(job), wanted) if wanted.as_ref() != Some(job) => interrupt::press(),
            (None, None) if self.app.ponders_in_vain() => {
                interrupt::stop_background();
                self.app.pondered = None;
            }
            (None, Some(job)) => {
                let session = &self.app.session;
                let order = Order {
                    job: job.clone(),
                    game: session.game().clone(),
                    standing: session.standing(),
                    strength: session.strength(),
                    clock: session.clock(),
                    since: Instant::now(),
                };
                // Before the order: what was pressed for an earlier one is forgotten.
                self.watch = Some(interrupt::watch());
                self.app.begun(job);
                self.orders.send(order).ok().context("the engine is gone")?;
            }
            _ => {}
        }
        Ok(())
    }

    fn attend(&mut self, message: Message) -> anyhow::Result<Option<Effect>> {
        let input = match message {
            Message::Terminal(Raw::Key(key)) => Input::Key(key),
            Message::Terminal(Raw::Mouse(mouse)) => Input::Mouse(mouse),
            Message::Terminal(Raw::Paste(text)) => Input::Paste(text),
            Message::Terminal(Raw::Resize(width, height)) => {
                Input::Size(Rect::new(0, 0, width, height))
            }
            Message::Terminal(Raw::FocusGained | Raw::FocusLost) => return Ok(None),
            Message::Continued => return Ok(Some(Effect::Resume)),
            Message::Ended => return Ok(Some(Effect::Quit(ExitCode::Interrupted))),
            Message::Gone => return Ok(Some(Effect::Quit(ExitCode::Internal))),
            Message::Lost(error) => return Err(error).context("the terminal cannot be read"),
            Message::Engine(report) => {
                let is_done = !report.is_progress();
                self.app.heard(report);
                if is_done {
                    self.watch = None;
                }
                return Ok(None);
            }
        };
        Ok(self.app.handle(input))
    }
}
