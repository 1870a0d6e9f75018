//! The evaluations of a game as a graph, as Black sees them.

use super::scene::{Scene, Shape, Tone, Weight};
use super::{headings, move_count};
use xsquare_engine::notation::GameRecord;
use xsquare_engine::{Color, Convention, Move};
use xsquare_search::Level;

/// A graph's sizes in parts of its width.
const LEFT: f32 = 0.09;
const HEIGHT: f32 = 0.5;
const WORDS: f32 = 0.032;

/// The evaluations that a record has: number of the move, and discs as Black sees them.
pub(crate) fn evaluations(record: &GameRecord) -> Vec<(usize, f64)> {
    let mut side = record.game.start().side();
    let mut number = 0;
    let mut values = Vec::new();
    for (turn, detail) in record.turns() {
        if turn != Move::Pass {
            number += 1;
        }
        if let Some(eval) = detail.and_then(|detail| detail.eval) {
            let value = if side == Color::Black { eval } else { -eval };
            values.push((number, value.clamp(-64.0, 64.0)));
        }
        side = !side;
    }
    values
}

/// Where the evaluations of a graph come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The record has them.
    Record,
    /// Searches of this level: estimates, and proofs near the end of the game.
    Search(Level),
}

/// What stands below a graph: what it shows, and the headings of the game.
pub(crate) fn caption(record: &GameRecord, origin: Origin, convention: Convention) -> Vec<String> {
    let shown = "Evaluations in discs, as Black sees them";
    let mut lines = vec![match origin {
        Origin::Record => shown.to_owned(),
        Origin::Search(level) => format!("{shown}, by searches of level {level}"),
    }];
    lines.extend(headings(record, convention));
    lines
}

/// Draws the evaluations of a game, so wide in millimetres; `None` if it has none.
pub(crate) fn graph(
    (record, origin): (&GameRecord, Origin),
    width: f32,
    convention: Convention,
) -> Option<Scene> {
    let values = evaluations(record);
    if values.is_empty() {
        return None;
    }
    let largest = values
        .iter()
        .map(|(_, value)| value.abs())
        .fold(0.0, f64::max);
    let [limit, step] = [[4.0, 2.0], [8.0, 4.0], [16.0, 8.0], [32.0, 16.0]]
        .into_iter()
        .find(|[limit, _]| largest <= *limit)
        .unwrap_or([64.0, 16.0]);
    let caption = caption(record, origin, convention);
    #[expect(clippy::cast_precision_loss, reason = "both are small")]
    let (lines, moves) = (caption.len() as f32, move_count(&record.game).max(1) as f32);
    let words = WORDS * width;
    let plot = Plot {
        left: LEFT * width,
        top: words * 1.2,
        width: width * (1.0 - LEFT - 0.02),
        height: width * HEIGHT,
        moves,
        limit,
    };
    let height = plot.top + plot.height + words * (2.6 + 1.4 * lines);
    let mut scene = Scene::new(width, height);
    plot.axes(&mut scene, step, words);
    #[expect(clippy::cast_precision_loss, reason = "a game has few moves")]
    let points = values
        .iter()
        .map(|&(number, value)| plot.point(number as f32, value));
    let points: Vec<_> = points.collect();
    for &centre in &points {
        scene.shapes.push(Shape::Circle {
            centre,
            radius: width * 0.004,
            tone: Tone::Black,
            outline: 0.0,
        });
    }
    scene.shapes.push(Shape::Line {
        points,
        width: width * 0.003,
        tone: Tone::Black,
    });
    let mut baseline = plot.top + plot.height + words * 2.6;
    for line in caption {
        baseline += words * 1.4;
        scene.shapes.push(Shape::Text {
            at: (width / 2.0, baseline - words * 0.6),
            size: words,
            weight: Weight::Regular,
            tone: Tone::Black,
            text: line,
        });
    }
    Some(scene)
}

/// The field of the graph.
struct Plot {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    /// Moves from the left to the right.
    moves: f32,
    /// Discs from the middle to the top.
    limit: f64,
}

impl Plot {
    fn point(&self, number: f32, value: f64) -> (f32, f32) {
        #[expect(clippy::cast_possible_truncation, reason = "the value is small")]
        let share = (value / self.limit) as f32;
        (
            self.left + self.width * number / self.moves,
            self.top + self.height * (1.0 - share) / 2.0,
        )
    }

    /// Lines for the discs, marks for every ten moves, and their numbers.
    fn axes(&self, scene: &mut Scene, step: f64, words: f32) {
        let mut text = |at, text: String| {
            scene.shapes.push(Shape::Text {
                at,
                size: words,
                weight: Weight::Regular,
                tone: Tone::Black,
                text,
            });
        };
        let below = self.top + self.height + words * 1.1;
        for number in (0..=60_u8).step_by(10).map(f32::from) {
            if number <= self.moves {
                text((self.point(number, 0.0).0, below), number.to_string());
            }
        }
        let mut lines = Vec::new();
        let mut value = -self.limit;
        while value <= self.limit {
            let (x, y) = self.point(0.0, value);
            let label = if value == 0.0 {
                "0".to_owned()
            } else {
                format!("{value:+}")
            };
            text((x - self.left / 2.0, y + words * 0.36), label);
            lines.push((value, y));
            value += step;
        }
        for (value, y) in lines {
            let is_middle = value == 0.0;
            scene.shapes.push(Shape::Line {
                points: vec![(self.left, y), (self.left + self.width, y)],
                width: if is_middle { 0.3 } else { 0.15 },
                tone: if is_middle { Tone::Black } else { Tone::Grey },
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::notation::parse_transcript;

    #[test]
    fn evaluations_are_seen_by_black() {
        let mut record = GameRecord::new(parse_transcript("c4c3f5b4a4a5c2a3d2").unwrap().game);
        assert!(graph((&record, Origin::Record), 100.0, Convention::PlainCount).is_none());
        record.detail_mut(0).eval = Some(1.5);
        record.detail_mut(1).eval = Some(2.0);
        // The tenth turn is the ninth move: Black has passed.
        record.detail_mut(9).eval = Some(-3.0);
        assert_eq!(evaluations(&record), [(1, 1.5), (2, -2.0), (9, 3.0)]);
        let scene = graph((&record, Origin::Record), 100.0, Convention::PlainCount).unwrap();
        assert!(scene.shapes.len() > 10);
    }
}
