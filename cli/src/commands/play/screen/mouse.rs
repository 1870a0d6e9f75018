//! The mouse: a click plays or sets up, the wheel goes through the game or a page.

use super::app::{App, Effect, Mode};
use super::keys::Step;
use super::layout::Layout;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};

impl App {
    pub(super) fn click(&mut self, mouse: MouseEvent) -> Option<Effect> {
        let layout = Layout::of(self.size)?;
        let square = layout.square_at(mouse.column, mouse.row, self.view);
        match (mouse.kind, &mut self.mode) {
            (MouseEventKind::Down(MouseButton::Left), Mode::Play) => {
                self.play(square?);
            }
            (MouseEventKind::Down(MouseButton::Left), Mode::Setup(setup)) => {
                let square = square?;
                setup.cycle(square);
                self.cursor = square;
            }
            (MouseEventKind::Down(_), Mode::Text(_)) => self.mode = Mode::Play,
            (MouseEventKind::ScrollUp, Mode::Play) => self.step(Step::Back),
            (MouseEventKind::ScrollDown, Mode::Play) => self.step(Step::Forward),
            (MouseEventKind::ScrollUp, Mode::Text(_)) => {
                return self.press(KeyEvent::from(KeyCode::Up));
            }
            (MouseEventKind::ScrollDown, Mode::Text(_)) => {
                return self.press(KeyEvent::from(KeyCode::Down));
            }
            _ => {}
        }
        None
    }
}
