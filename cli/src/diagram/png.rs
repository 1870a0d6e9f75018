//! Pictures as PNG.

use super::ink::{Ink, Stroke};
use super::scene::{Scene, Tone};
use anyhow::{Context, bail};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke as Pen, Transform,
};

/// The largest picture, in pixels along each side.
const LARGEST: f32 = 20_000.0;

const MM_PER_INCH: f32 = 25.4;

/// The picture in so many pixels an inch, as the bytes of a file.
///
/// # Errors
/// If it would be too large.
pub(crate) fn png(scene: &Scene, dpi: f32) -> anyhow::Result<Vec<u8>> {
    let scale = dpi / MM_PER_INCH;
    let (width, height) = (scene.width * scale, scene.height * scale);
    if width.max(height) > LARGEST {
        bail!(
            "the picture would have {width:.0} × {height:.0} pixels; at most {LARGEST} on each side are drawn"
        );
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "both were compared with the limit, and no length is negative"
    )]
    let (width, height) = (width.ceil() as u32, height.ceil() as u32);
    let mut pixels =
        Pixmap::new(width.max(1), height.max(1)).context("no memory for the picture")?;
    pixels.fill(Color::WHITE);
    let transform = Transform::from_scale(scale, scale);
    for shape in &scene.shapes {
        draw(&mut pixels, &Ink::of(shape), transform);
    }
    encode(&pixels, dpi)
}

/// Shades of grey are a quarter of the size of colours, and the file says how large it is to be printed.
fn encode(pixels: &Pixmap, dpi: f32) -> anyhow::Result<Vec<u8>> {
    let grey: Vec<u8> = pixels.pixels().iter().map(|pixel| pixel.red()).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the resolution is positive and bounded where it is read"
    )]
    let per_metre = (dpi * 1000.0 / MM_PER_INCH).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&grey)?;
    writer.finish()?;
    Ok(bytes)
}

fn draw(pixels: &mut Pixmap, ink: &Ink, transform: Transform) {
    let Some(path) = path(&ink.outline) else {
        return;
    };
    if let Some(tone) = ink.fill {
        pixels.fill_path(&path, &paint(tone), FillRule::Winding, transform, None);
    }
    if let Some((width, tone)) = ink.pen {
        let pen = Pen {
            width,
            line_cap: LineCap::Butt,
            line_join: LineJoin::Round,
            ..Pen::default()
        };
        pixels.stroke_path(&path, &paint(tone), &pen, transform, None);
    }
}

fn path(strokes: &[Stroke]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for stroke in strokes {
        match *stroke {
            Stroke::Move((x, y)) => path.move_to(x, y),
            Stroke::Line((x, y)) => path.line_to(x, y),
            Stroke::Curve((x1, y1), (x, y)) => path.quad_to(x1, y1, x, y),
            Stroke::Cubic((x1, y1), (x2, y2), (x, y)) => path.cubic_to(x1, y1, x2, y2, x, y),
            Stroke::Close => path.close(),
        }
    }
    path.finish()
}

fn paint(tone: Tone) -> Paint<'static> {
    let level = tone.level();
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color(Color::from_rgba(level, level, level, 1.0).unwrap_or(Color::BLACK));
    paint
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::scene::{Shape, Weight};

    #[test]
    fn a_picture_has_the_size_and_the_tones_that_were_asked_for() {
        let mut scene = Scene::new(25.4, 12.7);
        scene.shapes.push(Shape::Polygon {
            points: vec![(0.0, 0.0), (12.7, 0.0), (12.7, 12.7), (0.0, 12.7)],
            tone: Tone::Black,
        });
        scene.shapes.push(Shape::Text {
            at: (6.0, 10.0),
            size: 10.0,
            weight: Weight::Bold,
            tone: Tone::White,
            text: "8".to_owned(),
        });
        let bytes = png(&scene, 100.0).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (100, 50));
        assert_eq!((pixels[0], pixels[99]), (0, 255));
        // The digit is there.
        assert!(pixels.chunks(100).any(|row| row[..50].contains(&255)));
        assert!(png(&scene, 1e6).is_err());
    }
}
