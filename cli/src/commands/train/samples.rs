//! Files of positions with known scores.

use crate::input::read_text;
use anyhow::{Context, anyhow, bail};
use std::path::Path;
use xsquare_engine::{DiscDiff, notation};
use xsquare_search::train::Sample;

/// The labelled positions of a file.
///
/// # Errors
/// If it cannot be read, holds none, or a line is not understood; with the line's number and what is expected.
pub(super) fn read_samples(path: &Path) -> anyhow::Result<Vec<Sample>> {
    let text = read_text(path).with_context(|| format!("cannot read {}", path.display()))?;
    let samples: Vec<Sample> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            read_sample(line).with_context(|| format!("{}, line {number}", path.display()))
        })
        .collect::<anyhow::Result<_>>()?;
    if samples.is_empty() {
        bail!("{} holds no position", path.display());
    }
    Ok(samples)
}

/// A board, the side to move, its number of empty squares and its score, separated by tabs.
fn read_sample(line: &str) -> anyhow::Result<Sample> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [board, side, empties, score] = fields.as_slice() else {
        bail!(
            "expected board, side to move, empty squares and score, separated by tabs, found {} fields",
            fields.len()
        );
    };
    let position = notation::recognise(&format!("{board} {side}"), None)
        .map_err(|error| anyhow!("{error}"))?
        .position();
    let board = position.board();
    if empties.parse() != Ok(board.empty_count()) {
        bail!(
            "the board has {} empty squares, found {empties:?}",
            board.empty_count()
        );
    }
    let score = score
        .parse()
        .ok()
        .and_then(DiscDiff::new)
        .with_context(|| format!("expected a score from -64 to 64, found {score:?}"))?;
    Ok(Sample { board, score })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn samples_are_read_for_either_side() {
        let black = read_sample(&format!("{BOARD}\tX\t60\t-2")).unwrap();
        assert_eq!(black.board, xsquare_engine::Board::START);
        assert_eq!(black.score.discs(), -2);
        let white = read_sample(&format!("{BOARD}\tO\t60\t2")).unwrap();
        assert_eq!(white.board, xsquare_engine::Board::START.pass());
    }

    #[test]
    fn lines_that_are_no_samples_are_refused_with_the_reason() {
        let reason = |line: &str| read_sample(line).unwrap_err().to_string();
        assert!(reason("").contains("found 1 field"));
        assert!(reason(&format!("{BOARD}\tX\t60")).contains("found 3 fields"));
        assert!(reason(&format!("{BOARD}\tX\t59\t0")).contains("60 empty squares"));
        assert!(reason(&format!("{BOARD}\tX\t60\t66")).contains("from -64 to 64"));
        assert!(reason(&format!("{BOARD}\tX\t60\tbest")).contains("\"best\""));
        assert!(!reason(&format!("{}\tX\t60\t0", BOARD.replace('O', "Q"))).is_empty());
    }
}
