//! Pictures as the pages of a PDF. Letters are drawn as outlines, so the pages look the same everywhere.

use super::font::{Stroke, around, outline, through};
use super::scene::{Point, Scene, Shape, Tone};
use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Content, Pdf, Rect, Ref, TextStr};

/// Points, PDF's unit, of a millimetre.
const POINTS_PER_MM: f32 = 72.0 / 25.4;

/// How far the control points of a Bézier curve lie from the ends of a quarter of the unit circle.
const QUARTER: f32 = 0.552_284_8;

/// The bytes of a file with these pages.
pub(crate) fn pdf(pages: &[Scene], title: &str) -> Vec<u8> {
    let mut next = 0;
    let mut reference = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info) = (reference(), reference(), reference());
    let ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (reference(), reference())).collect();
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info)
        .title(TextStr(title))
        .producer(TextStr("xsquare"));
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    pdf.pages(tree)
        .kids(ids.iter().map(|&(page, _)| page))
        .count(count);
    for (scene, (page, content)) in pages.iter().zip(ids) {
        let (width, height) = (scene.width * POINTS_PER_MM, scene.height * POINTS_PER_MM);
        pdf.page(page)
            .parent(tree)
            .media_box(Rect::new(0.0, 0.0, width, height))
            .contents(content)
            .resources();
        pdf.stream(content, &draw(scene));
    }
    pdf.finish()
}

fn draw(scene: &Scene) -> Vec<u8> {
    let mut content = Content::new();
    content.save_state();
    // From millimetres downwards to points upwards.
    let height = scene.height * POINTS_PER_MM;
    content.transform([POINTS_PER_MM, 0.0, 0.0, -POINTS_PER_MM, 0.0, height]);
    content.set_line_join(LineJoinStyle::RoundJoin);
    for shape in &scene.shapes {
        shape_of(&mut content, shape);
    }
    content.restore_state();
    content.finish().to_vec()
}

fn shape_of(content: &mut Content, shape: &Shape) {
    match shape {
        Shape::Line {
            points,
            width,
            tone,
        } => {
            content.set_stroke_gray(tone.level()).set_line_width(*width);
            path(content, &through(points));
            content.stroke();
        }
        Shape::Polygon { points, tone } => {
            content.set_fill_gray(tone.level());
            path(content, &around(points));
            content.fill_nonzero();
        }
        Shape::Circle {
            centre,
            radius,
            tone,
            outline,
        } => {
            content
                .set_fill_gray(tone.level())
                .set_stroke_gray(Tone::Black.level())
                .set_line_width(*outline);
            circle(content, *centre, *radius);
            if *outline > 0.0 {
                content.fill_nonzero_and_stroke();
            } else {
                content.fill_nonzero();
            }
        }
        Shape::Text {
            at,
            size,
            weight,
            tone,
            text,
        } => {
            content.set_fill_gray(tone.level());
            path(content, &outline(text, *size, *weight, *at));
            content.fill_nonzero();
        }
    }
}

fn circle(content: &mut Content, (x, y): Point, radius: f32) {
    let near = radius * QUARTER;
    content
        .move_to(x + radius, y)
        .cubic_to(x + radius, y + near, x + near, y + radius, x, y + radius)
        .cubic_to(x - near, y + radius, x - radius, y + near, x - radius, y)
        .cubic_to(x - radius, y - near, x - near, y - radius, x, y - radius)
        .cubic_to(x + near, y - radius, x + radius, y - near, x + radius, y)
        .close_path();
}

fn path(content: &mut Content, strokes: &[Stroke]) {
    let mut from = (0.0, 0.0);
    for stroke in strokes {
        match *stroke {
            Stroke::Move(to) => {
                content.move_to(to.0, to.1);
                from = to;
            }
            Stroke::Line(to) => {
                content.line_to(to.0, to.1);
                from = to;
            }
            // PDF has no quadratic curves; the cubic one with these control points is the same.
            Stroke::Curve(control, to) => {
                let near = |end: Point| {
                    (
                        end.0 + (control.0 - end.0) * 2.0 / 3.0,
                        end.1 + (control.1 - end.1) * 2.0 / 3.0,
                    )
                };
                let (first, second) = (near(from), near(to));
                content.cubic_to(first.0, first.1, second.0, second.1, to.0, to.1);
                from = to;
            }
            Stroke::Cubic(first, second, to) => {
                content.cubic_to(first.0, first.1, second.0, second.1, to.0, to.1);
                from = to;
            }
            Stroke::Close => {
                content.close_path();
            }
        }
    }
}
