//! A picture as a list of shapes, in millimetres, x to the right and y downwards.

use super::font;

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scene {
    pub width: f32,
    pub height: f32,
    pub shapes: Vec<Shape>,
}

/// A point or a distance.
pub(crate) type Point = (f32, f32);

/// The few tones that print well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Black,
    White,
    Grey,
}

impl Tone {
    /// From 0, black, to 1, white.
    pub(crate) const fn level(self) -> f32 {
        match self {
            Self::Black => 0.0,
            Self::White => 1.0,
            Self::Grey => 0.6,
        }
    }
}

/// How bold a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// A shape.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    /// A line, open, through points.
    Line {
        points: Vec<Point>,
        width: f32,
        tone: Tone,
    },
    /// A filled polygon.
    Polygon { points: Vec<Point>, tone: Tone },
    /// A filled circle with a black outline of this width.
    Circle {
        centre: Point,
        radius: f32,
        tone: Tone,
        outline: f32,
    },
    /// A text whose baseline has its middle here.
    Text {
        at: Point,
        size: f32,
        weight: Weight,
        tone: Tone,
        text: String,
    },
}

impl Shape {
    /// The shape somewhere else.
    fn moved(mut self, (dx, dy): Point) -> Self {
        let places = match &mut self {
            Self::Line { points, .. } | Self::Polygon { points, .. } => points.as_mut_slice(),
            Self::Circle { centre: at, .. } | Self::Text { at, .. } => std::slice::from_mut(at),
        };
        for (x, y) in places {
            *x += dx;
            *y += dy;
        }
        self
    }
}

impl Scene {
    /// An empty picture.
    pub(crate) const fn new(width: f32, height: f32) -> Self {
        Self {
            width,
            height,
            shapes: Vec::new(),
        }
    }

    /// The letters in it that its font does not have, each once.
    pub(crate) fn missing_letters(&self) -> Vec<char> {
        let mut missing: Vec<char> = Vec::new();
        for shape in &self.shapes {
            if let Shape::Text { text, weight, .. } = shape {
                let letters = text.chars().filter(|letter| !font::has(*letter, *weight));
                missing.extend(letters);
            }
        }
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    /// Puts a picture into this one, with its upper left corner here.
    pub(crate) fn place(&mut self, other: Self, at: Point) {
        let shapes = other.shapes.into_iter();
        self.shapes.extend(shapes.map(|shape| shape.moved(at)));
    }
}
