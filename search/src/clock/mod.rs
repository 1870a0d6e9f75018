//! Time: what a player has left ([`Clock`]), and what of it a move is worth ([`Planner`]).
//!
//! Nothing here looks at a real clock: times go in and come out as numbers, so that whole games can be simulated.

mod control;
mod cost;
mod pacer;
mod planner;
#[cfg(test)]
mod tests;

pub use control::{Clock, TimeControl, seconds};
pub(crate) use pacer::Pacer;
pub use planner::Planner;
