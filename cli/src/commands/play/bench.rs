//! What the tests of the conversation and of the screen have in common.

use super::options::{Player, Strength};
use super::record;
use super::session::Session;
use xsquare_engine::notation::{Layout, Passes, write_transcript};
use xsquare_engine::{ByColor, Convention};

/// Black must pass after these.
pub(super) const BEFORE_PASS: &str = "c4c3f5b4a4a5c2a3";
/// Over after nine moves, 13–0.
pub(super) const NINE: &str = "f5d6c5f6e7f4g5e6e3";

pub(super) const HUMANS: ByColor<Player> = ByColor {
    black: Player::Human,
    white: Player::Human,
};
pub(super) const BLACK_HUMAN: ByColor<Player> = ByColor {
    black: Player::Human,
    white: Player::Engine,
};

/// A session that has begun with the game that a text is.
pub(super) fn session(seats: ByColor<Player>, text: &str) -> Session {
    let game = record::read(text, None).unwrap().game;
    let mut session = Session::new(game, seats, Strength::default(), Convention::default());
    session.begin();
    session
}

/// The turns so far, passes written.
pub(super) fn turns(session: &Session) -> String {
    write_transcript(session.game().turns(), Layout::Compact, Passes::Written)
}
