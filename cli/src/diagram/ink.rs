//! Shapes as outlines that are filled or drawn along: what pictures that are made of paths need.

use super::font::outline;
use super::scene::{Point, Shape, Tone};

/// How far the control points of a Bézier curve lie from the ends of a quarter of the unit circle.
const QUARTER: f32 = 0.552_284_8;

/// A piece of an outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Stroke {
    Move(Point),
    Line(Point),
    Curve(Point, Point),
    Cubic(Point, Point, Point),
    Close,
}

/// An outline, and what is done with it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ink {
    pub outline: Vec<Stroke>,
    /// The tone that it is filled with.
    pub fill: Option<Tone>,
    /// The width and the tone of the line that is drawn along it, above what it is filled with.
    pub pen: Option<(f32, Tone)>,
}

impl Ink {
    /// A shape as it is painted.
    pub(crate) fn of(shape: &Shape) -> Self {
        let filled = |outline, tone| Self {
            outline,
            fill: Some(tone),
            pen: None,
        };
        match shape {
            Shape::Line {
                points,
                width,
                tone,
            } => Self {
                outline: through(points),
                fill: None,
                pen: Some((*width, *tone)),
            },
            Shape::Polygon { points, tone } => filled(around(points), *tone),
            Shape::Circle {
                centre,
                radius,
                tone,
                outline,
            } => Self {
                pen: (*outline > 0.0).then_some((*outline, Tone::Black)),
                ..filled(circle(*centre, *radius), *tone)
            },
            Shape::Text {
                at,
                size,
                weight,
                tone,
                text,
            } => filled(outline(text, *size, *weight, *at), *tone),
        }
    }
}

/// The outline of a line through points.
fn through(points: &[Point]) -> Vec<Stroke> {
    let mut strokes: Vec<Stroke> = points.iter().copied().map(Stroke::Line).collect();
    if let Some(&first) = points.first() {
        strokes[0] = Stroke::Move(first);
    }
    strokes
}

/// The outline of a polygon.
fn around(corners: &[Point]) -> Vec<Stroke> {
    let mut strokes = through(corners);
    strokes.push(Stroke::Close);
    strokes
}

/// The outline of a circle.
fn circle((x, y): Point, radius: f32) -> Vec<Stroke> {
    let near = radius * QUARTER;
    let at = |dx: f32, dy: f32| (x + dx, y + dy);
    vec![
        Stroke::Move(at(radius, 0.0)),
        Stroke::Cubic(at(radius, near), at(near, radius), at(0.0, radius)),
        Stroke::Cubic(at(-near, radius), at(-radius, near), at(-radius, 0.0)),
        Stroke::Cubic(at(-radius, -near), at(-near, -radius), at(0.0, -radius)),
        Stroke::Cubic(at(near, -radius), at(radius, -near), at(radius, 0.0)),
        Stroke::Close,
    ]
}
