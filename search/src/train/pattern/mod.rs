//! Making the weights of [`Patterns`](crate::eval::Patterns) from nothing but the rules: games, labels, least squares,
//! from the end of the game backwards.

mod design;
mod fit;
mod fitting;
mod games;
mod generation;
mod label;
mod likeness;
mod ordering;
mod recipe;
mod record;
mod shard;
mod stages;

pub use crate::eval::pattern::FeatureSet;
pub use fit::FitRecipe;
pub use fitting::{Basis, Fitted};
pub use games::{Habits, Openings};
pub use generation::{bootstrap, first, great, next, train_first, train_next};
pub use label::Method;
pub use ordering::ordering;
pub use recipe::Recipe;
pub use record::{Record, Source};
pub use shard::DataError;
pub use stages::{Band, Games, Progress, TrainError, Workshop};
