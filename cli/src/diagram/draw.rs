//! Diagrams as shapes.

use super::font::width_of;
use super::scene::{Point, Scene, Shape, Tone, Weight};
use super::{Cell, Diagram, Mark};
use xsquare_engine::{Color, Square};

/// Sizes in cells: margin beside and above the board for its coordinates.
const MARGIN: f32 = 0.75;
/// Radius of a disc.
const DISC: f32 = 0.42;
/// From the middle of the sign of a flipped disc to its corners.
const DIAMOND: f32 = 0.16;
/// Size of numbers and letters on squares.
const LABEL: f32 = 0.48;
/// Size of coordinates, title and caption.
const WORDS: f32 = 0.5;
/// From one line of words to the next.
const LEADING: f32 = 0.68;
/// Width of the lines of the board, and of its frame.
const GRID: f32 = 0.025;
const FRAME: f32 = 0.06;

/// The width of a whole diagram whose board has this width.
pub(crate) const fn width_with_margins(board: f32) -> f32 {
    board * (8.0 + 2.0 * MARGIN) / 8.0
}

/// Draws a diagram whose board is this wide, in millimetres.
pub(crate) fn draw(diagram: &Diagram, board: f32) -> Scene {
    let cell = board / 8.0;
    #[expect(clippy::cast_precision_loss, reason = "a caption has few lines")]
    let lines = diagram.caption.len() as f32;
    let title = if diagram.title.is_empty() {
        0.0
    } else {
        LEADING
    };
    let height = title + MARGIN + 8.0 + MARGIN / 2.0 + lines * LEADING;
    let width = 8.0 + 2.0 * MARGIN;
    let mut drawing = Drawing {
        scene: Scene::new(width * cell, height * cell),
        cell,
        origin: (MARGIN, title + MARGIN),
    };
    drawing.words(&diagram.title, LEADING * 0.75, Weight::Bold);
    drawing.board();
    for (square, content) in Square::ALL.into_iter().zip(&diagram.cells) {
        drawing.square(square, content);
    }
    let mut baseline = title + MARGIN + 8.0 + LEADING;
    for line in &diagram.caption {
        drawing.words(line, baseline, Weight::Regular);
        baseline += LEADING;
    }
    drawing.scene
}

struct Drawing {
    scene: Scene,
    /// Millimetres of a cell; everything else is in cells.
    cell: f32,
    /// The upper left corner of the board.
    origin: Point,
}

impl Drawing {
    fn point(&self, (x, y): Point) -> Point {
        (x * self.cell, y * self.cell)
    }

    fn text(&mut self, at: Point, size: f32, (weight, tone): (Weight, Tone), text: &str) {
        self.scene.shapes.push(Shape::Text {
            at: self.point(at),
            size: size * self.cell,
            weight,
            tone,
            text: text.to_owned(),
        });
    }

    /// A line of words in the middle, made smaller if it would be wider than the diagram.
    fn words(&mut self, text: &str, baseline: f32, weight: Weight) {
        if text.is_empty() {
            return;
        }
        let room = 8.0 + 2.0 * MARGIN;
        let size = WORDS.min(WORDS * room / width_of(text, WORDS, weight).max(0.01));
        self.text((room / 2.0, baseline), size, (weight, Tone::Black), text);
    }

    fn line(&mut self, points: [Point; 2], width: f32) {
        let points = points.map(|point| self.point(point)).to_vec();
        self.scene.shapes.push(Shape::Line {
            points,
            width: width * self.cell,
            tone: Tone::Black,
        });
    }

    /// Lines, frame, the four points of the board and the coordinates.
    fn board(&mut self) {
        let (left, top) = self.origin;
        let ends: [f32; 9] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
        for (index, at) in ends.into_iter().enumerate() {
            let width = if matches!(index, 0 | 8) { FRAME } else { GRID };
            // The ends of the frame meet in its corners.
            let over = width / 2.0;
            let (x, y) = (left + at, top + at);
            self.line([(x, top - over), (x, top + 8.0 + over)], width);
            self.line([(left - over, y), (left + 8.0 + over, y)], width);
        }
        for (column, row) in [(2.0, 2.0), (6.0, 2.0), (2.0, 6.0), (6.0, 6.0)] {
            let centre = self.point((left + column, top + row));
            self.scene.shapes.push(Shape::Circle {
                centre,
                radius: FRAME * self.cell,
                tone: Tone::Black,
                outline: 0.0,
            });
        }
        let style = (Weight::Regular, Tone::Black);
        for (letter, at) in "abcdefgh".chars().zip(ends) {
            let at = (left + at + 0.5, top - 0.25);
            self.text(at, WORDS, style, &letter.to_string());
        }
        for (digit, at) in "12345678".chars().zip(ends) {
            let at = (left - 0.4, top + at + 0.5 + WORDS * 0.36);
            self.text(at, WORDS, style, &digit.to_string());
        }
    }

    fn square(&mut self, square: Square, content: &Cell) {
        #[expect(clippy::cast_precision_loss, reason = "rows and columns are small")]
        let (column, row) = (square.column() as f32, square.row() as f32);
        let (x, y) = (self.origin.0 + column + 0.5, self.origin.1 + row + 0.5);
        let contrast = match content.disc {
            Some(Color::Black) => Tone::White,
            Some(Color::White) | None => Tone::Black,
        };
        if let Some(color) = content.disc {
            self.scene.shapes.push(Shape::Circle {
                centre: self.point((x, y)),
                radius: DISC * self.cell,
                tone: if color == Color::Black {
                    Tone::Black
                } else {
                    Tone::White
                },
                outline: 0.04 * self.cell,
            });
        }
        match &content.mark {
            Mark::None => {}
            Mark::Flipped => {
                let corners = [
                    (x, y - DIAMOND),
                    (x + DIAMOND, y),
                    (x, y + DIAMOND),
                    (x - DIAMOND, y),
                ];
                let points = corners.map(|corner| self.point(corner)).to_vec();
                self.scene.shapes.push(Shape::Polygon {
                    points,
                    tone: contrast,
                });
            }
            // Digits and capitals are about 0.73 of their size high.
            Mark::Label(text) => {
                let at = (x, y + LABEL * 0.365);
                self.text(at, LABEL, (Weight::Bold, contrast), text);
            }
        }
    }
}
