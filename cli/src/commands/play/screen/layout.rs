//! Where things are on the screen, for drawing and for the mouse.

use ratatui::layout::Rect;
use xsquare_engine::{Square, Symmetry};

/// The smallest screen that everything fits on.
pub(crate) const SMALLEST: (u16, u16) = (80, 24);
/// Columns of the board's row labels.
const LABEL: u16 = 3;
/// What the panel beside the board needs.
const PANEL: u16 = 40;
/// Lines below the board: a message and the keys.
const FOOT: u16 = 5;
/// Characters of the longest message that fits there, with some room for line breaks.
pub(crate) const LONGEST_MESSAGE: usize = 300;

/// The parts of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The title.
    pub(crate) title: Rect,
    /// The board with its lines and labels.
    pub(crate) board: Rect,
    /// What is beside it.
    pub(crate) panel: Rect,
    /// What happened last.
    pub(crate) message: Rect,
    /// What can be pressed.
    pub(crate) keys: Rect,
    /// How large squares are.
    pub(crate) scale: Scale,
}

/// How large squares are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// One line high: discs of one character.
    Small,
    /// Two lines high, with room for a hint below.
    Middle,
    /// Three lines high: large discs.
    Large,
}

/// A number of columns or lines; more than a screen can have are as many as it can.
pub(crate) fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

impl Scale {
    /// Columns and lines of a square, without the lines around it.
    pub(crate) const fn cell(self) -> (u16, u16) {
        match self {
            Self::Small => (3, 1),
            Self::Middle => (5, 2),
            Self::Large => (7, 3),
        }
    }

    /// Columns and lines of the board with its labels.
    const fn board(self) -> (u16, u16) {
        let (width, height) = self.cell();
        (LABEL + 8 * (width + 1) + 1, 1 + 8 * (height + 1) + 1)
    }
}

impl Layout {
    /// The layout of a screen; `None` if it is too small.
    pub(crate) fn of(screen: Rect) -> Option<Self> {
        if screen.width < SMALLEST.0 || screen.height < SMALLEST.1 {
            return None;
        }
        let fits = |scale: &Scale| {
            let (width, height) = scale.board();
            width + 2 + PANEL <= screen.width && height + 1 + FOOT <= screen.height
        };
        let scale = [Scale::Large, Scale::Middle].into_iter().find(fits);
        let scale = scale.unwrap_or(Scale::Small);
        let (width, height) = scale.board();
        let line = |y: u16, height: u16| Rect::new(screen.x, screen.y + y, screen.width, height);
        let foot = screen.height - FOOT;
        Some(Self {
            title: line(0, 1),
            board: Rect::new(screen.x, screen.y + 1, width, height),
            panel: Rect::new(
                screen.x + width + 2,
                screen.y + 1,
                screen.width - width - 2,
                foot - 1,
            ),
            message: line(foot, FOOT - 1),
            keys: line(screen.height - 1, 1),
            scale,
        })
    }

    /// The inside of the square in this column and row of the picture.
    pub(crate) fn cell(&self, column: u16, row: u16) -> Rect {
        let (width, height) = self.scale.cell();
        Rect::new(
            self.board.x + LABEL + 1 + column * (width + 1),
            self.board.y + 2 + row * (height + 1),
            width,
            height,
        )
    }

    /// The square under a place of the screen, when the board is seen in this way.
    pub(crate) fn square_at(&self, x: u16, y: u16, view: Symmetry) -> Option<Square> {
        let (width, height) = self.scale.cell();
        let origin = self.cell(0, 0);
        let column = x.checked_sub(origin.x)? / (width + 1);
        let row = y.checked_sub(origin.y)? / (height + 1);
        let seen = Square::from_coordinates(column.into(), row.into())?;
        Some(view.inverse().apply(seen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_fits_on_the_smallest_screen_and_nothing_on_a_smaller_one() {
        let layout = Layout::of(Rect::new(0, 0, 80, 24)).unwrap();
        assert_eq!(layout.scale, Scale::Small);
        assert!(layout.board.bottom() <= layout.message.y);
        assert!(layout.panel.width >= PANEL);
        assert_eq!(Layout::of(Rect::new(0, 0, 79, 24)), None);
        assert_eq!(Layout::of(Rect::new(0, 0, 80, 23)), None);
        let large = Layout::of(Rect::new(0, 0, 120, 40)).unwrap();
        assert_eq!(large.scale, Scale::Large);
        let middle = Layout::of(Rect::new(0, 0, 100, 32)).unwrap();
        assert_eq!(middle.scale, Scale::Middle);
    }

    #[test]
    fn every_square_is_found_where_it_is_drawn() {
        for size in [(80, 24), (100, 32), (200, 60)] {
            let layout = Layout::of(Rect::new(0, 0, size.0, size.1)).unwrap();
            for view in Symmetry::ALL {
                for square in Square::ALL {
                    let seen = view.apply(square);
                    let place = layout.cell(cells(seen.column()), cells(seen.row()));
                    assert!(place.right() < layout.board.right());
                    assert!(place.bottom() < layout.board.bottom());
                    assert_eq!(layout.square_at(place.x, place.y, view), Some(square));
                    let (x, y) = (place.right() - 1, place.bottom() - 1);
                    assert_eq!(layout.square_at(x, y, view), Some(square));
                }
            }
            assert_eq!(layout.square_at(0, 0, Symmetry::Identity), None);
            assert_eq!(layout.square_at(size.0 - 1, 5, Symmetry::Identity), None);
        }
    }
}
