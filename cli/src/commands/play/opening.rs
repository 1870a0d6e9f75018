//! `--opening`: games that begin with moves that others have played.

use super::record::Record;
use crate::commands::versus::openings;
use crate::messages::{ENGLISH, fill};
use crate::opening_names;
use crate::opponent::any_seed;
use anyhow::{Context, anyhow};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use xsquare_engine::Game;

/// The game of the opening with this name, or a random one of those that `match` plays.
///
/// # Errors
/// If no opening has the name.
pub(super) fn begin(name: &str) -> anyhow::Result<Record> {
    let (game, kind) = if name.eq_ignore_ascii_case("balanced") {
        (random_balanced()?, ENGLISH.play.balanced.to_owned())
    } else {
        let opening = opening_names::find(name).map_err(|error| {
            anyhow!("{error}; `balanced` is a random one in which neither side is ahead")
        })?;
        let kind = fill(ENGLISH.play.opening, &[("name", opening.label)]);
        (opening.game.clone(), kind)
    };
    Ok(Record {
        game,
        kind,
        notes: Vec::new(),
    })
}

/// Another one each time: the clock chooses.
fn random_balanced() -> anyhow::Result<Game> {
    let mut games = openings::load("balanced")?;
    let index = ChaCha8Rng::seed_from_u64(any_seed()).random_range(0..games.len());
    (index < games.len())
        .then(|| games.swap_remove(index))
        .context("the list is not empty")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_found_by_name_and_at_random() {
        let record = begin("Rose-Bill").unwrap();
        assert_eq!(record.kind, "opening Rose-Bill");
        assert_eq!(record.game.turns().len(), 9);
        assert_eq!(begin("Balanced").unwrap().game.turns().len(), 8);
        let error = begin("no such").unwrap_err().to_string();
        assert!(
            error.contains("no opening is called \"no such\""),
            "{error}"
        );
        assert!(error.contains("`balanced`"), "{error}");
    }
}
