//! Scores over a game as bars of characters: Black's upwards, White's downwards.

/// A graph: lines of the same length, the upper half for Black.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Graph {
    /// The lines, an even number.
    pub(crate) rows: Vec<String>,
    /// What the first and the last line stand for, in discs.
    pub(crate) scale: u32,
}

/// What bars are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bricks {
    /// A character that is full.
    full: char,
    /// One whose lower half is.
    lower: char,
    /// One whose upper half is.
    upper: char,
    /// A score of nothing, on the line above the middle.
    zero: char,
}

impl Bricks {
    /// Blocks.
    pub(crate) const BLOCKS: Self = Self {
        full: '█',
        lower: '▄',
        upper: '▀',
        zero: '▁',
    };
    /// Of ASCII alone.
    pub(crate) const ASCII: Self = Self {
        full: '#',
        lower: '.',
        upper: '\'',
        zero: '_',
    };
}

/// The graph of scores for Black in discs, `None` where none is known, not wider than `width` and `height` lines high,
/// an even number. If there are more scores than columns some are left out.
pub(crate) fn draw(
    scores: &[Option<f64>],
    (width, height): (usize, usize),
    bricks: Bricks,
) -> Graph {
    let columns = scores.len().min(width);
    let shown: Vec<Option<f64>> = (0..columns)
        .map(|column| scores[place(column, columns, scores.len())])
        .collect();
    let greatest = shown.iter().flatten().map(|score| score.abs());
    let greatest = greatest.fold(0.0, f64::max);
    let scale = [8, 16, 32, 64]
        .into_iter()
        .find(|scale| greatest <= f64::from(*scale))
        .unwrap_or(64);
    let half = height / 2;
    let row = |row: usize| -> String {
        let (is_upper, distance) = if row < half {
            (true, half - 1 - row)
        } else {
            (false, row - half)
        };
        shown
            .iter()
            .map(|score| {
                score.map_or(' ', |score| {
                    brick(score / f64::from(scale), half, (is_upper, distance), bricks)
                })
            })
            .collect()
    };
    Graph {
        rows: (0..2 * half).map(row).collect(),
        scale,
    }
}

/// Which of `count` scores is in a column: the last one in the last.
fn place(column: usize, columns: usize, count: usize) -> usize {
    if columns <= 1 {
        return count - 1;
    }
    column * (count - 1) / (columns - 1)
}

/// What is drawn for a share of the scale, −1 to 1, so many lines from the middle.
fn brick(share: f64, half: usize, (is_upper, distance): (bool, usize), bricks: Bricks) -> char {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a few lines"
    )]
    let steps = (share.abs().min(1.0) * 2.0 * half as f64).round() as usize;
    if steps == 0 {
        return if is_upper && distance == 0 {
            bricks.zero
        } else {
            ' '
        };
    }
    let part = if is_upper == (share > 0.0) {
        steps.saturating_sub(2 * distance)
    } else {
        0
    };
    match (part, is_upper) {
        (0, _) => ' ',
        (1, true) => bricks.lower,
        (1, false) => bricks.upper,
        _ => bricks.full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_go_up_for_black_and_down_for_white() {
        let scores = [
            Some(0.0),
            Some(4.0),
            Some(8.0),
            None,
            Some(-2.0),
            Some(-8.0),
        ];
        let graph = draw(&scores, (40, 4), Bricks::ASCII);
        assert_eq!(graph.scale, 8);
        assert_eq!(graph.rows, ["  #   ", "_##   ", "    '#", "     #"]);
        let graph = draw(&[Some(2.0), Some(33.0)], (40, 4), Bricks::BLOCKS);
        assert_eq!((graph.scale, graph.rows[0].as_str()), (64, "  "));
        assert_eq!(graph.rows[1], "▁█");
    }

    #[test]
    fn the_first_and_the_last_score_are_always_there() {
        let scores: Vec<Option<f64>> = (0..61).map(|ply| Some(f64::from(ply))).collect();
        let graph = draw(&scores, (10, 2), Bricks::ASCII);
        assert_eq!(graph.rows, ["___.....##", "          "]);
        assert_eq!(draw(&[], (10, 2), Bricks::ASCII).rows, ["", ""]);
        assert_eq!(draw(&scores, (1, 2), Bricks::ASCII).rows, ["#", " "]);
    }
}
