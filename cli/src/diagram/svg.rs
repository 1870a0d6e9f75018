//! Pictures as SVG.

use super::scene::{Point, Scene, Shape, Tone, Weight};
use std::fmt::Write as _;

/// The picture with its size in millimetres. `title` is what programs read aloud.
pub(crate) fn svg(scene: &Scene, title: &str) -> String {
    let (width, height) = (number(scene.width), number(scene.height));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <g font-family=\"'DejaVu Sans Condensed','DejaVu Sans',Helvetica,Arial,sans-serif\" text-anchor=\"middle\">\n",
        escape(title)
    );
    for shape in &scene.shapes {
        write_shape(&mut text, shape);
        text.push('\n');
    }
    text.push_str("</g>\n</svg>\n");
    text
}

fn write_shape(out: &mut String, shape: &Shape) {
    let written = match shape {
        Shape::Line {
            points: line,
            width,
            tone,
        } => write!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>",
            points(line),
            color(*tone),
            number(*width)
        ),
        Shape::Polygon {
            points: corners,
            tone,
        } => write!(
            out,
            "<polygon points=\"{}\" fill=\"{}\"/>",
            points(corners),
            color(*tone)
        ),
        Shape::Circle {
            centre: (x, y),
            radius,
            tone,
            outline,
        } => write!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"#000\" stroke-width=\"{}\"/>",
            number(*x),
            number(*y),
            number(*radius),
            color(*tone),
            number(*outline)
        ),
        Shape::Text {
            at: (x, y),
            size,
            weight,
            tone,
            text,
        } => write!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{}>{}</text>",
            number(*x),
            number(*y),
            number(*size),
            color(*tone),
            match weight {
                Weight::Regular => "",
                Weight::Bold => " font-weight=\"bold\"",
            },
            escape(text)
        ),
    };
    written.expect("a string takes any text");
}

const fn color(tone: Tone) -> &'static str {
    match tone {
        Tone::Black => "#000",
        Tone::White => "#fff",
        Tone::Grey => "#999",
    }
}

fn points(points: &[Point]) -> String {
    let points = points
        .iter()
        .map(|(x, y)| format!("{},{}", number(*x), number(*y)));
    points.collect::<Vec<_>>().join(" ")
}

/// A length with at most three decimals.
fn number(value: f32) -> String {
    let text = format!("{value:.3}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// A text without what means something in XML, and without what XML cannot hold.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out() {
        let mut scene = Scene::new(10.0, 5.5);
        scene.shapes.push(Shape::Text {
            at: (1.0, 2.0),
            size: 3.0,
            weight: Weight::Bold,
            tone: Tone::White,
            text: "<a & \"b\">\u{1b}".to_owned(),
        });
        let text = svg(&scene, "</title>");
        assert!(text.contains("viewBox=\"0 0 10 5.5\""), "{text}");
        assert!(
            text.contains("font-weight=\"bold\">&lt;a &amp; &quot;b&quot;&gt;?</text>"),
            "{text}"
        );
        assert!(text.contains("<title>&lt;/title&gt;</title>"), "{text}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0.0, -0.0001, 1.5, 10.0, 1.0 / 3.0].map(number),
            ["0", "0", "1.5", "10", "0.333"]
        );
    }
}
