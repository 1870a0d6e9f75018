//! Several diagrams on one picture or on pages.

use super::font::width_of;
use super::scene::{Point, Scene, Shape, Tone, Weight};

/// Where diagrams go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Paper {
    /// Width and height in millimetres.
    pub size: Point,
    /// What is left free on all sides.
    pub margin: f32,
}

impl Paper {
    /// 210 × 297 mm.
    pub(crate) const A4: Self = Self {
        size: (210.0, 297.0),
        margin: 12.0,
    };
    /// 8.5 × 11 inches.
    pub(crate) const LETTER: Self = Self {
        size: (215.9, 279.4),
        margin: 12.0,
    };

    /// Width and height between the margins.
    pub(crate) const fn room(&self) -> Point {
        (
            self.size.0 - 2.0 * self.margin,
            self.size.1 - 2.0 * self.margin,
        )
    }
}

/// A line above all pictures.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Title {
    pub text: String,
    /// The size of its letters, in millimetres; less if it would be wider than what stands below.
    pub size: f32,
}

impl Title {
    const fn height(&self) -> f32 {
        self.size * 1.5
    }

    /// A picture with the title above it.
    pub(crate) fn above(&self, scene: Scene) -> Scene {
        let mut titled = Scene::new(scene.width, self.height() + scene.height);
        let wide = width_of(&self.text, self.size, Weight::Bold).max(0.01);
        titled.shapes.push(Shape::Text {
            at: (scene.width / 2.0, self.size),
            size: self.size * (scene.width / wide).min(1.0),
            weight: Weight::Bold,
            tone: Tone::Black,
            text: self.text.clone(),
        });
        titled.place(scene, (0.0, self.height()));
        titled
    }
}

/// Between diagrams, in millimetres.
const GAP: f32 = 6.0;

/// The rows of a table of pictures with so many columns, each row with its height.
fn rows(scenes: Vec<Scene>, columns: usize) -> Vec<(f32, Vec<Scene>)> {
    let mut rows: Vec<(f32, Vec<Scene>)> = Vec::new();
    for (index, scene) in scenes.into_iter().enumerate() {
        if index % columns == 0 {
            rows.push((0.0, Vec::new()));
        }
        if let Some((height, row)) = rows.last_mut() {
            *height = height.max(scene.height);
            row.push(scene);
        }
    }
    rows
}

/// All pictures in one, in so many columns; it is as large as they need.
pub(crate) fn sheet(scenes: Vec<Scene>, columns: usize) -> Scene {
    let columns = columns.min(scenes.len()).max(1);
    let widest = scenes.iter().map(|scene| scene.width).fold(0.0, f32::max);
    #[expect(clippy::cast_precision_loss, reason = "there are few columns")]
    let width = columns as f32 * (widest + GAP) - GAP;
    let mut sheet = Scene::new(width, 0.0);
    for (height, row) in rows(scenes, columns) {
        if sheet.height > 0.0 {
            sheet.height += GAP;
        }
        let mut x = 0.0;
        for scene in row {
            sheet.place(scene, (x, sheet.height));
            x += widest + GAP;
        }
        sheet.height += height;
    }
    sheet
}

/// The pictures on pages, as many columns as fit unless their number is given, in the middle of the page; the title stands
/// on the first one.
pub(crate) fn pages(
    scenes: Vec<Scene>,
    paper: Paper,
    columns: Option<usize>,
    title: Option<&Title>,
) -> Vec<Scene> {
    let widest = scenes.iter().map(|scene| scene.width).fold(1.0, f32::max);
    let room = paper.room();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a quotient of lengths of paper is small and positive"
    )]
    let fitting = ((room.0 + GAP) / (widest + GAP)).max(1.0) as usize;
    let columns = columns.unwrap_or(fitting).min(scenes.len()).max(1);
    let mut pages: Vec<Vec<Scene>> = vec![Vec::new()];
    let mut used = title.map_or(0.0, Title::height);
    for (height, row) in rows(scenes, columns) {
        let is_begun = pages.last().is_some_and(|page| !page.is_empty());
        let needed = used + height + if is_begun { GAP } else { 0.0 };
        if needed > room.1 && is_begun {
            pages.push(Vec::new());
            used = height;
        } else {
            used = needed;
        }
        if let Some(page) = pages.last_mut() {
            page.extend(row);
        }
    }
    let titles = std::iter::once(title).chain(std::iter::repeat(None));
    pages
        .into_iter()
        .zip(titles)
        .map(|(scenes, title)| {
            let sheet = sheet(scenes, columns);
            let sheet = match title {
                Some(title) => title.above(sheet),
                None => sheet,
            };
            let mut page = Scene::new(paper.size.0, paper.size.1);
            let left = (paper.size.0 - sheet.width) / 2.0;
            page.place(sheet, (left, paper.margin));
            page
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenes(count: usize) -> Vec<Scene> {
        vec![Scene::new(90.0, 85.0); count]
    }

    #[test]
    fn six_diagrams_fill_a_page() {
        let count = |number, columns| pages(scenes(number), Paper::A4, columns, None).len();
        assert_eq!((count(1, None), count(6, None), count(7, None)), (1, 1, 2));
        assert_eq!((count(3, Some(1)), count(4, Some(1))), (1, 2));
    }

    #[test]
    fn a_title_stands_on_the_first_page_and_takes_its_room() {
        let title = Title {
            text: "A title as wide as the paper and wider, so that it is made smaller".to_owned(),
            size: 8.0,
        };
        let pages = pages(scenes(6), Paper::A4, None, Some(&title));
        let texts: Vec<usize> = pages.iter().map(|page| page.shapes.len()).collect();
        assert_eq!(texts, [1, 0]);
        let Shape::Text { size, text, .. } = &pages[0].shapes[0] else {
            panic!("{:?}", pages[0]);
        };
        assert!(width_of(text, *size, Weight::Bold) < 186.1);
    }

    #[test]
    fn a_sheet_is_as_large_as_its_pictures() {
        let sheet = sheet(scenes(3), 2);
        assert_eq!((sheet.width, sheet.height), (186.0, 176.0));
    }
}
