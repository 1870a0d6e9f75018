//! Pictures as the pages of a PDF. Letters are drawn as outlines, so the pages look the same everywhere.

use super::ink::{Ink, Stroke};
use super::scene::{Point, Scene};
use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Content, Pdf, Rect, Ref, TextStr};

/// Points, PDF's unit, of a millimetre.
const POINTS_PER_MM: f32 = 72.0 / 25.4;

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
        paint(&mut content, &Ink::of(shape));
    }
    content.restore_state();
    content.finish().to_vec()
}

fn paint(content: &mut Content, ink: &Ink) {
    if let Some(tone) = ink.fill {
        content.set_fill_gray(tone.level());
    }
    if let Some((width, tone)) = ink.pen {
        content.set_stroke_gray(tone.level()).set_line_width(width);
    }
    path(content, &ink.outline);
    match (ink.fill, ink.pen) {
        (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
        (Some(_), None) => content.fill_nonzero(),
        (None, _) => content.stroke(),
    };
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
