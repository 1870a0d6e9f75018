//! Keys: what each does, by what the screen is for at the time.

use super::super::command::{Command, WORDS};
use super::super::session::Turn;
use super::app::{App, Armed, Effect, Hints, Mode, Page};
use super::line::{Line, Typed};
use super::setup::Setup;
use crate::exit::ExitCode;
use crate::messages::{fill, side_name};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use xsquare_engine::{Color, Square, Symmetry};
use xsquare_search::Level;

/// Lines that a page goes on by.
const PAGE: usize = 10;

impl App {
    pub(super) fn press(&mut self, key: KeyEvent) -> Option<Effect> {
        // Some terminals report that a key is let go.
        if key.kind == KeyEventKind::Release {
            return None;
        }
        let armed = self.armed.take();
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return self.interrupt(armed),
                KeyCode::Char('l') => return Some(Effect::Redraw),
                KeyCode::Char('z') => return Some(Effect::Suspend),
                _ => {}
            }
        }
        match &mut self.mode {
            Mode::Play => self.press_in_game(key, armed),
            Mode::Line(line) => match line.press(key, &WORDS) {
                Typed::More => None,
                Typed::Left => {
                    self.mode = Mode::Play;
                    None
                }
                Typed::Entered(text) => {
                    self.mode = Mode::Play;
                    self.submit(&text)
                }
            },
            Mode::Setup(setup) => {
                let setup = *setup;
                self.press_in_setup(key, setup);
                None
            }
            Mode::Text(page) => {
                let page = page.clone();
                self.press_on_page(key, page)
            }
        }
    }

    /// Ctrl-C: once ends what the engine is doing, twice the program.
    fn interrupt(&mut self, armed: Option<Armed>) -> Option<Effect> {
        if armed == Some(Armed::Interrupt) {
            return Some(Effect::Quit(ExitCode::Interrupted));
        }
        self.armed = Some(Armed::Interrupt);
        self.resting = Some(*self.session.position());
        if self.busy.is_some() || self.pondered.is_some() {
            self.texts.stopped.clone_into(&mut self.message);
            return Some(Effect::Stop);
        }
        self.texts.interrupt.clone_into(&mut self.message);
        None
    }

    fn press_in_game(&mut self, key: KeyEvent, armed: Option<Armed>) -> Option<Effect> {
        let half = self.half.take();
        match key.code {
            KeyCode::Char(row @ '1'..='8') if half.is_some() => {
                let name: String = half.into_iter().chain([row]).collect();
                if let Ok(square) = name.parse() {
                    self.play(square);
                }
                None
            }
            KeyCode::Char(column @ ('a'..='h' | 'A'..='H')) => {
                let column = column.to_ascii_lowercase();
                self.half = Some(column);
                let values = [("column", &*column.to_string())];
                self.message = fill(self.texts.row, &values);
                None
            }
            KeyCode::Char('q') if armed == Some(Armed::Quit) || self.is_nothing_lost() => {
                Some(Effect::Quit(ExitCode::Success))
            }
            KeyCode::Char('q') => {
                self.armed = Some(Armed::Quit);
                self.texts.quit.clone_into(&mut self.message);
                None
            }
            KeyCode::Char(letter) => self.letter(letter),
            code => {
                self.move_or_play(code);
                None
            }
        }
    }

    fn is_nothing_lost(&self) -> bool {
        self.session.game().turns().is_empty()
    }

    /// Keys that have no letter on them.
    fn move_or_play(&mut self, code: KeyCode) {
        match code {
            KeyCode::Enter => self.play(self.cursor),
            KeyCode::Tab => self.next_move(1),
            KeyCode::BackTab => self.next_move(-1),
            KeyCode::PageUp => self.step(Step::Back),
            KeyCode::PageDown => self.step(Step::Forward),
            KeyCode::Home => self.step_far(Step::Back),
            KeyCode::End => self.step_far(Step::Forward),
            KeyCode::Esc => {
                self.message.clear();
                // Nobody waits for the answer any more; a search for it is ended.
                if self.pending.take().is_some() {
                    self.texts.given_up.clone_into(&mut self.message);
                }
            }
            code => self.move_cursor(code),
        }
    }

    fn letter(&mut self, letter: char) -> Option<Effect> {
        let before = match letter {
            ':' => Some(""),
            's' => Some("save "),
            'l' => Some("load "),
            'n' => Some("new "),
            _ => None,
        };
        if let Some(before) = before {
            self.mode = Mode::Line(Line::new(before));
            return None;
        }
        match letter {
            ' ' if self.is_paused => self.is_paused = false,
            ' ' => self.play(self.cursor),
            'u' => return self.obey(Command::Undo),
            'r' => return self.obey(Command::Redo),
            'm' => return self.obey(Command::Hint),
            'w' => return self.obey(Command::Why(self.cursor)),
            'v' => return self.obey(Command::Review(None)),
            '<' | ',' => self.step(Step::Back),
            '>' | '.' => self.step(Step::Forward),
            '+' | '=' => return self.level(1),
            '-' => return self.level(-1),
            't' => self.toggle_hints(),
            'o' => self.view = self.view.then(Symmetry::RotateRight),
            'x' => {
                let events = self.change(super::super::session::Session::swap_seats);
                self.is_paused = false;
                self.tell(events);
            }
            'i' => {
                self.mode = Mode::Setup(Setup::of(self.session.position()));
                self.texts.setup.clone_into(&mut self.message);
            }
            'z' => self.read_news(),
            '?' => self.help(),
            _ => self.texts.unknown_key.clone_into(&mut self.message),
        }
        None
    }

    /// The message below the board on a page, where all of it can be read.
    fn read_news(&mut self) {
        let (text, blunder) = super::draw::news(self);
        let text = [text].into_iter().chain(blunder);
        let text = text.collect::<Vec<String>>().join("\n").trim().to_owned();
        if text.is_empty() {
            self.texts.no_message.clone_into(&mut self.message);
        } else {
            self.mode = Mode::Text(Page { text, scroll: 0 });
        }
    }

    fn toggle_hints(&mut self) {
        self.resting = None;
        let (hints, message) = match self.hints {
            Hints::On => (Hints::Off, self.texts.hints_off),
            Hints::Off => (Hints::On, self.texts.hints_on),
        };
        self.hints = hints;
        message.clone_into(&mut self.message);
    }

    fn level(&mut self, more: i8) -> Option<Effect> {
        let strength = self.session.strength();
        if strength.handicap().is_some() {
            self.texts.handicap.clone_into(&mut self.message);
            return None;
        }
        let level = strength.level.unwrap_or_default().number();
        let level = level.checked_add_signed(more).and_then(Level::new);
        self.obey(Command::Level(level))
    }

    /// Plays a move, if it is a human's turn or the engine waits.
    pub(super) fn play(&mut self, square: Square) {
        self.cursor = square;
        if let (Turn::Engine(side), false) = (self.session.turn(), self.is_paused) {
            let values = [("side", side_name(side))];
            self.message = fill(self.texts.wait, &values);
            return;
        }
        self.message.clear();
        self.obey(Command::Moves(square.to_string()));
    }

    /// Goes a turn back or forward, whoever played it; the engine waits meanwhile.
    pub(super) fn step(&mut self, step: Step) {
        if self.step_once(step) {
            self.message.clear();
            if self.is_paused {
                self.texts.stepping.clone_into(&mut self.message);
            }
        } else {
            match step {
                Step::Back => self.texts.no_step_back,
                Step::Forward => self.texts.no_step_forward,
            }
            .clone_into(&mut self.message);
        }
    }

    /// Goes as far as there are turns.
    fn step_far(&mut self, step: Step) {
        while self.step_once(step) {}
        self.message.clear();
    }

    fn step_once(&mut self, step: Step) -> bool {
        let is_done = self.change(|session| match step {
            Step::Back => session.step_back(),
            Step::Forward => session.step_forward(),
        });
        if is_done {
            self.is_paused = matches!(self.session.turn(), Turn::Engine(_));
        }
        is_done
    }

    /// The cursor goes to the neighbour that lies in this direction as the board is seen.
    pub(super) fn move_cursor(&mut self, code: KeyCode) {
        let (columns, rows) = match code {
            KeyCode::Left => (7, 0),
            KeyCode::Right => (1, 0),
            KeyCode::Up => (0, 7),
            KeyCode::Down => (0, 1),
            _ => return,
        };
        let seen = self.view.apply(self.cursor);
        let (column, row) = ((seen.column() + columns) % 8, (seen.row() + rows) % 8);
        if let Some(next) = Square::from_coordinates(column, row) {
            self.cursor = self.view.inverse().apply(next);
        }
    }

    /// The cursor goes to the next legal move, or the one before.
    fn next_move(&mut self, by: isize) {
        let moves: Vec<Square> = self.session.legal_moves().into_iter().collect();
        let count = isize::try_from(moves.len()).unwrap_or(0);
        if count == 0 {
            return;
        }
        let at = moves.iter().position(|square| *square == self.cursor);
        let at = match (at, by) {
            (Some(at), _) => isize::try_from(at).unwrap_or(0) + by,
            (None, 1..) => 0,
            (None, _) => -1,
        };
        if let Ok(index) = usize::try_from(at.rem_euclid(count)) {
            self.cursor = moves[index];
        }
    }

    fn press_in_setup(&mut self, key: KeyEvent, mut setup: Setup) {
        match key.code {
            KeyCode::Esc => {
                self.mode = Mode::Play;
                self.texts.setup_left.clone_into(&mut self.message);
                return;
            }
            // An unchanged board does not cost the game.
            KeyCode::Enter if setup == Setup::of(self.session.position()) => {
                self.mode = Mode::Play;
                self.texts.setup_left.clone_into(&mut self.message);
                return;
            }
            KeyCode::Enter => {
                self.finish_setup(setup);
                return;
            }
            KeyCode::Char(' ') => setup.cycle(self.cursor),
            KeyCode::Char('x' | 'X' | 'b') => setup.put(self.cursor, Some(Color::Black)),
            KeyCode::Char('o' | 'O' | 'w') => setup.put(self.cursor, Some(Color::White)),
            KeyCode::Char('-' | '.') | KeyCode::Delete | KeyCode::Backspace => {
                setup.put(self.cursor, None);
            }
            KeyCode::Char('t') => setup.side = !setup.side,
            KeyCode::Char('?') => self.texts.setup.clone_into(&mut self.message),
            KeyCode::Char('c') => setup.clear(),
            KeyCode::Char('s') => setup = Setup::of(&xsquare_engine::Position::START),
            code => self.move_cursor(code),
        }
        self.mode = Mode::Setup(setup);
    }

    /// Keys that do not scroll put the page away; most do in the game what they do there.
    fn press_on_page(&mut self, key: KeyEvent, mut page: Page) -> Option<Effect> {
        page.scroll = match key.code {
            KeyCode::Up | KeyCode::Char('k') => page.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => page.scroll + 1,
            KeyCode::PageUp => page.scroll.saturating_sub(PAGE),
            KeyCode::PageDown | KeyCode::Char(' ') => page.scroll + PAGE,
            KeyCode::Home => 0,
            KeyCode::End => usize::MAX,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?') => {
                self.mode = Mode::Play;
                return None;
            }
            _ => {
                self.mode = Mode::Play;
                return self.press_in_game(key, None);
            }
        }
        .min(super::draw::most_scroll(&page.text, self.size));
        self.mode = Mode::Text(page);
        None
    }
}

/// A way through the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Back,
    Forward,
}
