//! Random games for property tests.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use xsquare_engine::{Game, Move, Position};

/// Games of random moves from a position, as long as there are choices left.
pub(crate) fn games_from(start: Position) -> impl Strategy<Value = Game> {
    vec(any::<Index>(), 0..75).prop_map(move |choices| {
        let mut game = Game::from_position(start);
        for choice in choices {
            if game.is_over() {
                break;
            }
            let moves: Vec<_> = game.position().legal_moves().into_iter().collect();
            let turn = if moves.is_empty() {
                Move::Pass
            } else {
                Move::Place(moves[choice.index(moves.len())])
            };
            game.play(turn).unwrap();
        }
        game
    })
}
