//! The weights of the small evaluation that orders moves near the end of the game, from the exact positions that the training
//! of a generation has left on disk.

use super::fit::FitRecipe;
use super::fitting::{Basis, Fitted};
use super::shard;
use super::stages::{TrainError, Workshop};
use crate::eval::pattern::FeatureSet;

/// The numbers of empty squares after the moves that are ordered with it.
const EMPTIES: std::ops::RangeInclusive<u32> = 10..=13;
/// Its only phase.
const CENTRE: u8 = 11;

/// Fits the weights on all exact positions with 10 to 13 empty squares that are in the directory of `workshop`. `steps` are
/// those of the fit; 30 are enough.
///
/// # Errors
/// If a shard there cannot be read or none has such a position, or if the stop flag was raised.
pub fn ordering(workshop: &Workshop<'_>, steps: u32) -> Result<Fitted, TrainError> {
    let mut records = shard::solved(workshop.directory)?;
    records.retain(|record| EMPTIES.contains(&record.board.empty_count()));
    let recipe = FitRecipe {
        features: FeatureSet::Ordering,
        phases: vec![CENTRE],
        ridge: 20.0,
        bond: 0.0,
        steps,
        ..FitRecipe::default()
    };
    workshop.fit(&records, &recipe, Basis::default())
}
