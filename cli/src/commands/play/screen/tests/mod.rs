//! Tests of the screen: without a terminal and without time. The engine's part is played here.

mod games;
mod pictures;
mod random;

use super::super::bench::{BLACK_HUMAN, HUMANS, session, turns};
use super::super::event::{Patience, Thought};
use super::super::options::Player;
use super::super::session::Turn;
use super::app::{Animation, App, Effect, Input};
use super::draw::draw;
use super::jobs::{Job, Report};
use super::look::{Glyphs, Look, Palette};
use crate::messages::ENGLISH;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use xsquare_engine::{ByColor, Position, Square};
use xsquare_search::eval::Classic;
use xsquare_search::{
    Analysis, Config, Control, Depth, Limits, Searcher, StopFlag, TableSize, Target, Threads,
};

const COLOURED: Look = Look {
    glyphs: Glyphs::Unicode,
    palette: Palette::Many,
};

/// The state with an engine that is here.
struct Bench {
    app: App,
    searcher: Searcher<Classic>,
}

impl Bench {
    /// A screen with the game that a text is, without animation.
    fn new(seats: ByColor<Player>, text: &str) -> Self {
        let mut app = App::new(session(seats, text), COLOURED, &ENGLISH.screen);
        app.animation = Animation::Off;
        let config = Config {
            threads: Threads::ONE,
            table: TableSize::MIN,
        };
        Self {
            app,
            searcher: Searcher::new(Classic::default(), config).unwrap(),
        }
    }

    /// Presses keys: characters, or names such as `<Enter>`.
    fn keys(&mut self, keys: &str) -> Option<Effect> {
        let mut effect = None;
        let mut rest = keys;
        while let Some(first) = rest.chars().next() {
            let special = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
            let special = special.and_then(|(name, behind)| Some((key(name)?, behind)));
            let event = if let Some((event, behind)) = special {
                rest = behind;
                event
            } else {
                rest = &rest[first.len_utf8()..];
                KeyEvent::from(KeyCode::Char(first))
            };
            effect = self.app.handle(Input::Key(event));
        }
        effect
    }

    /// Does one job that is wanted; the engine plays its first legal move.
    fn employ(&mut self) -> bool {
        let Some(job) = self.app.wanted() else {
            return false;
        };
        self.app.begun(job.clone());
        let report = match job {
            Job::Move(_, position) => {
                let square = position.legal_moves().first().unwrap();
                Report::Moved(Thought {
                    square,
                    judgement: None,
                    patience: Patience::Kept,
                })
            }
            Job::Appraise(position) | Job::Hints(position) => {
                Report::Analysed(Box::new(self.analyse(position, 2)))
            }
            Job::Answer(_) => Report::Answered(Vec::new(), None),
            Job::Ponder(_) => Report::Pondering,
        };
        self.app.heard(report);
        true
    }

    /// What every move is worth at this depth.
    fn analyse(&mut self, position: Position, depth: u8) -> Analysis {
        let stop = StopFlag::new();
        let control = Control {
            stop: &stop,
            progress: &|_| {},
        };
        let limits = Limits::target(Target::Depth(Depth::new(depth).unwrap()));
        let board = position.board();
        self.searcher.analyse(board, usize::MAX, &limits, control)
    }

    /// Does all that is wanted.
    fn settle(&mut self) {
        let mut jobs = 0;
        while self.employ() {
            jobs += 1;
            assert!(jobs < 1000, "it never ends: {:?}", self.app.wanted());
        }
    }

    fn turns(&self) -> String {
        turns(&self.app.session)
    }

    fn is_over(&self) -> bool {
        matches!(self.app.session.turn(), Turn::Over(_))
    }

    fn draw(&mut self, width: u16, height: u16) -> Buffer {
        self.app.handle(Input::Size(Rect::new(0, 0, width, height)));
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, &self.app)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// What is to be read on a screen of the usual size.
    fn read(&mut self) -> String {
        text(&self.draw(80, 24))
    }
}

/// The lines of a picture, without blanks at their ends.
fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let line: String = (0..buffer.area.width)
            .map(|x| buffer[(x, y)].symbol())
            .collect();
        text += line.trim_end();
        text += "\n";
    }
    text
}

fn key(name: &str) -> Option<KeyEvent> {
    Some(match name {
        "Enter" => KeyEvent::from(KeyCode::Enter),
        "Esc" => KeyEvent::from(KeyCode::Esc),
        "Tab" => KeyEvent::from(KeyCode::Tab),
        "Up" => KeyEvent::from(KeyCode::Up),
        "Down" => KeyEvent::from(KeyCode::Down),
        "Left" => KeyEvent::from(KeyCode::Left),
        "Right" => KeyEvent::from(KeyCode::Right),
        "Home" => KeyEvent::from(KeyCode::Home),
        "End" => KeyEvent::from(KeyCode::End),
        "PageUp" => KeyEvent::from(KeyCode::PageUp),
        "PageDown" => KeyEvent::from(KeyCode::PageDown),
        "Ctrl-C" => KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL),
        _ => return None,
    })
}

/// The keys of a move.
fn name(square: Square) -> String {
    square.to_string()
}
