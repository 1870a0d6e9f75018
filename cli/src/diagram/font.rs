//! Outlines, for pictures whose readers cannot be trusted to have a font. Letters are those of `DejaVu Sans Condensed`, which
//! has Latin, Greek, Cyrillic and more.

use super::ink::Stroke;
use super::scene::{Point, Weight};
use std::sync::OnceLock;
use ttf_parser::{Face, OutlineBuilder};

/// A font with its size in its own units.
struct Font {
    face: Face<'static>,
    units: f32,
}

fn font(weight: Weight) -> &'static Font {
    static REGULAR: OnceLock<Font> = OnceLock::new();
    static BOLD: OnceLock<Font> = OnceLock::new();
    let load = |bytes| {
        let face = Face::parse(bytes, 0).expect("a test reads both fonts");
        let units = f32::from(face.units_per_em());
        Font { face, units }
    };
    match weight {
        Weight::Regular => REGULAR.get_or_init(|| load(dejavu::sans_condensed::regular())),
        Weight::Bold => BOLD.get_or_init(|| load(dejavu::sans_condensed::bold())),
    }
}

impl Font {
    /// The glyphs of a text and where each begins, in units of the font, and where the text ends. For a letter that the
    /// font does not have there is a question mark.
    fn glyphs(&self, text: &str) -> (Vec<(ttf_parser::GlyphId, f32)>, f32) {
        let mut x = 0.0;
        let mut glyphs = Vec::new();
        for c in text.chars() {
            let glyph = self.face.glyph_index(c);
            let glyph = glyph
                .or_else(|| self.face.glyph_index('?'))
                .unwrap_or_default();
            glyphs.push((glyph, x));
            x += f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0));
        }
        (glyphs, x)
    }
}

/// Whether the font has a letter.
pub(crate) fn has(letter: char, weight: Weight) -> bool {
    font(weight).face.glyph_index(letter).is_some()
}

/// The width of a text of this size.
pub(crate) fn width_of(text: &str, size: f32, weight: Weight) -> f32 {
    let font = font(weight);
    font.glyphs(text).1 * size / font.units
}

/// The outline of a text of this size whose baseline has its middle at `at`.
pub(crate) fn outline(text: &str, size: f32, weight: Weight, at: Point) -> Vec<Stroke> {
    let font = font(weight);
    let scale = size / font.units;
    let (glyphs, width) = font.glyphs(text);
    let mut outline = Outline {
        strokes: Vec::new(),
        scale,
        origin: at,
    };
    for (glyph, x) in glyphs {
        outline.origin = (at.0 + (x - width / 2.0) * scale, at.1);
        font.face.outline_glyph(glyph, &mut outline);
    }
    outline.strokes
}

struct Outline {
    strokes: Vec<Stroke>,
    scale: f32,
    origin: Point,
}

impl Outline {
    /// Fonts have their y upwards.
    fn point(&self, x: f32, y: f32) -> Point {
        (
            self.origin.0 + x * self.scale,
            self.origin.1 - y * self.scale,
        )
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.strokes.push(Stroke::Move(self.point(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.strokes.push(Stroke::Line(self.point(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let curve = Stroke::Curve(self.point(x1, y1), self.point(x, y));
        self.strokes.push(curve);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let curve = Stroke::Cubic(self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.strokes.push(curve);
    }

    fn close(&mut self) {
        self.strokes.push(Stroke::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fonts_have_letters_of_many_languages() {
        for weight in [Weight::Regular, Weight::Bold] {
            for letter in ["1", "a", "é", "Ł", "ж", "Ω"] {
                assert!(
                    !outline(letter, 1.0, weight, (0.0, 0.0)).is_empty(),
                    "{letter}"
                );
            }
            // All of Latin-1 that can be seen.
            let latin = (' '..='~').chain('\u{a0}'..='ÿ');
            assert_eq!(latin.filter(|letter| !has(*letter, weight)).count(), 0);
            assert!(!has('東', weight));
            let question = outline("?", 1.0, weight, (0.0, 0.0));
            assert_eq!(outline("東", 1.0, weight, (0.0, 0.0)), question);
            let [one, two] = ["1", "11"].map(|text| width_of(text, 10.0, weight));
            assert!(one > 3.0 && (two - 2.0 * one).abs() < 1e-3);
        }
        assert!(outline("", 1.0, Weight::Bold, (0.0, 0.0)).is_empty());
    }
}
