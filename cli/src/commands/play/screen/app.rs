//! The state of the screen: a key, a click or a text goes in, the state changes, and perhaps something is to be done
//! outside. No terminal, no files, no search, no clock.

use super::super::command::{self, Command};
use super::super::event::{Event, Refusal};
use super::super::lessons::Lessons;
use super::super::loss::Loss;
use super::super::moves::play_on;
use super::super::narrate;
use super::super::options::Player;
use super::super::record;
use super::super::session::{Errand, Reply, Session, Turn};
use super::flips::{FRAME, Flips};
use super::insight::Insight;
use super::jobs::Job;
use super::layout::LONGEST_MESSAGE;
use super::line::Line;
use super::look::Look;
use super::setup::Setup;
use crate::exit::ExitCode;
use crate::messages::Screen;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Rect;
use std::time::Duration;
use xsquare_engine::{Position, Square, Symmetry};

/// How often clocks are drawn anew.
const CLOCK: Duration = Duration::from_millis(200);

/// The state.
#[derive(Debug)]
pub(super) struct App {
    pub(super) session: Session,
    pub(super) insight: Insight,
    pub(super) lessons: Option<Lessons>,
    pub(super) texts: &'static Screen,
    pub(super) look: Look,
    pub(super) mode: Mode,
    /// How the board is turned: squares are shown at their images.
    pub(super) view: Symmetry,
    pub(super) cursor: Square,
    /// The column of a move of which the row is not typed yet.
    pub(super) half: Option<char>,
    pub(super) hints: Hints,
    /// Whether discs are seen to turn over.
    pub(super) animation: Animation,
    pub(super) flips: Option<Flips>,
    /// What happened last.
    pub(super) message: String,
    /// What the engine is doing.
    pub(super) busy: Option<Job>,
    /// How far it is.
    pub(super) thinking: Option<String>,
    /// A question that waits for the engine.
    pub(super) pending: Option<Errand>,
    /// Whether the engine waits although it is to move: the player steps through the game.
    pub(super) is_paused: bool,
    /// The position about which no more thoughts are wanted.
    pub(super) resting: Option<Position>,
    /// Whether the engine thinks during the moves of humans.
    pub(super) ponders: bool,
    /// The position about which it does, since its last job.
    pub(super) pondered: Option<Position>,
    /// What was pressed once and has to be pressed twice.
    pub(super) armed: Option<Armed>,
    pub(super) size: Rect,
}

/// What keys are for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mode {
    /// Playing.
    Play,
    /// Typing a command.
    Line(Line),
    /// Setting up a board.
    Setup(Setup),
    /// Reading something.
    Text(Page),
}

/// A text to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) text: String,
    /// How many lines are above the first one that is seen.
    pub(super) scroll: usize,
}

/// Whether the worth of every move is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hints {
    On,
    Off,
}

/// Whether discs are seen to turn over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Animation {
    On,
    Off,
}

/// What was pressed once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Armed {
    /// The key that quits.
    Quit,
    /// Ctrl-C.
    Interrupt,
}

/// What comes from outside.
#[derive(Debug)]
pub(super) enum Input {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    /// The screen has this size.
    Size(Rect),
    /// So much time has gone by.
    Time(Duration),
}

/// What is to be done outside.
#[derive(Debug, PartialEq)]
pub(super) enum Effect {
    /// End the program.
    Quit(ExitCode),
    /// End what the engine is doing; it says what it knows.
    Stop,
    /// Draw everything anew.
    Redraw,
    /// Stop, with the terminal as the shell left it, until the shell goes on with the program.
    Suspend,
    /// Take the terminal over again.
    Resume,
    /// Save or load.
    Files(Errand),
}

impl App {
    /// A screen with this session. The first events of it are still to be [told](Self::tell).
    pub(super) fn new(session: Session, look: Look, texts: &'static Screen) -> Self {
        let mut app = Self {
            session,
            insight: Insight::default(),
            lessons: None,
            texts,
            look,
            mode: Mode::Play,
            view: Symmetry::Identity,
            cursor: Square::F5,
            half: None,
            hints: Hints::Off,
            animation: Animation::On,
            flips: None,
            message: String::new(),
            busy: None,
            thinking: None,
            pending: None,
            is_paused: false,
            resting: None,
            ponders: false,
            pondered: None,
            armed: None,
            size: Rect::new(0, 0, 80, 24),
        };
        app.seek_legal_move();
        app
    }

    /// Something comes from outside.
    pub(super) fn handle(&mut self, input: Input) -> Option<Effect> {
        match input {
            Input::Key(key) => self.press(key),
            Input::Mouse(mouse) => self.click(mouse),
            Input::Paste(text) => {
                self.paste(&text);
                None
            }
            Input::Size(size) => {
                self.size = size;
                None
            }
            Input::Time(time) => {
                self.pass(time);
                None
            }
        }
    }

    /// After how much time it wants to hear of it; never, if nothing moves.
    pub(super) fn tick(&self) -> Option<Duration> {
        let is_running = !matches!(self.session.turn(), Turn::Over(_)) && !self.is_paused;
        if self.flips.is_some() {
            Some(FRAME)
        } else {
            (self.session.clocks().is_some() && is_running).then_some(CLOCK)
        }
    }

    fn pass(&mut self, time: Duration) {
        if self.flips.as_mut().is_some_and(|flips| flips.advance(time)) {
            self.flips = None;
        }
        if !self.is_paused {
            let events = self.session.let_pass(time);
            self.tell(events);
        }
    }

    /// The session does something; discs that it turns over are seen to.
    pub(super) fn change<T>(&mut self, work: impl FnOnce(&mut Session) -> T) -> T {
        let turns = |session: &Session| session.game().turns().len();
        let before = turns(&self.session);
        let outcome = work(&mut self.session);
        let added = turns(&self.session).saturating_sub(before);
        self.flips = match self.animation {
            Animation::On if matches!(added, 1 | 2) => Flips::of(self.session.game()),
            _ => None,
        };
        if before != turns(&self.session) {
            self.seek_legal_move();
        }
        outcome
    }

    /// Puts the cursor on a legal move, if it is on none.
    fn seek_legal_move(&mut self) {
        let moves = self.session.legal_moves();
        if !moves.contains(self.cursor) {
            self.cursor = moves.first().unwrap_or(self.cursor);
        }
    }

    /// Does what a command asks.
    pub(super) fn obey(&mut self, command: Command) -> Option<Effect> {
        if let Command::Seat(..) | Command::New(_) | Command::Undo | Command::Moves(_) = command {
            self.is_paused = false;
        }
        let reply = self.change(|session| session.obey(command));
        // To be looked at again: `w` is about the move under the cursor.
        let taken_back = reply.events.iter().find_map(|event| match event {
            Event::TakenBack(turns) => turns.iter().find_map(|turn| turn.square()),
            _ => None,
        });
        self.cursor = taken_back.unwrap_or(self.cursor);
        self.answer(reply)
    }

    fn answer(&mut self, reply: Reply) -> Option<Effect> {
        self.tell(reply.events);
        match reply.errand? {
            Errand::Quit => Some(Effect::Quit(ExitCode::Success)),
            errand @ (Errand::Save { .. } | Errand::Load(_)) => Some(Effect::Files(errand)),
            errand @ (Errand::Hint | Errand::Why(_) | Errand::Review(_)) => {
                self.pending = Some(errand);
                None
            }
        }
    }

    /// A line was typed.
    pub(super) fn submit(&mut self, line: &str) -> Option<Effect> {
        if line.trim().is_empty() {
            return None;
        }
        match command::parse(line) {
            Ok(Command::Help) => {
                self.help();
                None
            }
            Ok(command) => self.obey(command),
            Err(misread) => {
                let refusal = self.session.misread(misread);
                self.tell(vec![Event::Refused(refusal)]);
                None
            }
        }
    }

    /// A text was pasted: a move, a game, a position, or moves that go on from here.
    fn paste(&mut self, text: &str) {
        if let Mode::Line(line) = &mut self.mode {
            line.paste(text);
            return;
        }
        self.mode = Mode::Play;
        self.is_paused = false;
        let text = text.trim();
        let is_one_move = text.len() <= 2;
        let events = self.change(|session| match record::read(text, None) {
            Ok(record) if !is_one_move => session.load(record, None),
            _ if play_on(session.game(), text).is_ok() => {
                session.obey(Command::Moves(text.to_owned())).events
            }
            Ok(_) => session.obey(Command::Moves(text.to_owned())).events,
            Err(error) => vec![Event::Refused(Refusal::NoGame(error.to_string()))],
        });
        self.tell(events);
    }

    /// The board that was set up becomes a game.
    pub(super) fn finish_setup(&mut self, setup: Setup) {
        match setup.finish(self.texts) {
            Ok(record) => {
                self.mode = Mode::Play;
                self.is_paused = false;
                let events = self.change(|session| session.load(record, None));
                self.tell(events);
            }
            Err(sentence) => self.message = sentence,
        }
    }

    /// Says what happened, unless it is to be seen anyway. What is long gets a page of its own.
    pub(super) fn tell(&mut self, events: Vec<Event>) {
        let events = match &mut self.lessons {
            Some(lessons) => lessons.join(self.session.game(), events),
            None => events,
        };
        let texts: Vec<String> = events
            .iter()
            .filter(|event| !is_seen(event))
            .map(|event| match event {
                Event::Over(ending) => plain(&narrate::end_by_keys(*ending)),
                event => plain(&narrate::narrate(event)),
            })
            .collect();
        if texts.is_empty() {
            return;
        }
        // What was learned of the own move is not replaced by the answer at once.
        let is_answer = events
            .iter()
            .any(|event| matches!(event, Event::EngineMoved(..)));
        let kept = (is_answer && self.lessons.is_some() && !self.message.is_empty())
            .then(|| std::mem::take(&mut self.message));
        let is_long = texts.iter().any(|text| text.contains('\n'))
            || texts.iter().map(|text| text.len() + 1).sum::<usize>() > LONGEST_MESSAGE;
        // Remarks are no sentences.
        let has_remarks = events.iter().any(|event| matches!(event, Event::Noted(_)));
        let text = texts.join(if is_long || has_remarks { "\n" } else { " " });
        let is_hint = events.iter().any(|event| matches!(event, Event::Hint(_)));
        // Nobody who is typing or setting up is interrupted.
        let is_free = matches!(self.mode, Mode::Play | Mode::Text(_));
        if is_free && (is_long || is_hint) {
            self.mode = Mode::Text(Page { text, scroll: 0 });
        } else {
            self.message = kept.into_iter().chain([text]).collect::<Vec<_>>().join(" ");
        }
    }

    /// What the last move of a human lost, as far as is known.
    pub(super) fn last_loss(&self) -> Option<Loss> {
        let (game, seats) = (self.session.game(), self.session.seats());
        let is_own = |index: &usize| {
            let side = game.position_at(*index).map(Position::side);
            side.is_some_and(|side| seats[side] == Player::Human)
                && game.turns()[*index].square().is_some()
        };
        let turns = game.turns().len();
        let last = (turns.saturating_sub(3)..turns).rev().find(is_own)?;
        self.insight.loss(game, last)
    }

    /// The keys.
    pub(super) fn help(&mut self) {
        let keys = self.texts.keys.iter();
        let lines = keys.map(|(key, what)| match *key {
            "" => format!("\n{what}"),
            key => format!("  {key:<13} {what}"),
        });
        let text = lines.collect::<Vec<String>>().join("\n");
        let text = text.trim_start().to_owned();
        self.mode = Mode::Text(Page { text, scroll: 0 });
    }
}

/// Whether the screen shows it anyway.
const fn is_seen(event: &Event) -> bool {
    matches!(
        event,
        Event::Board(_) | Event::Clocks(..) | Event::Control(_) | Event::Welcome
    )
}

/// A text without colours, and without a line feed at its end.
pub(super) fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text)
        .to_string()
        .trim_end()
        .to_owned()
}
