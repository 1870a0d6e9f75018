//! The games whose positions are learned from: openings of many lengths and kinds, then play with mistakes.

use super::record::{Record, Source};
use crate::eval::Evaluator;
use crate::train::selfplay::{choose, random_turn};
use crate::value::Eval;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use xsquare_engine::Board;

/// Random moves at the start of a game that has no other opening; short ones are likelier.
const RANDOM_PLIES: RangeInclusive<u32> = 4..=48;

/// Random moves after a given opening, so that games with the same one differ.
const EXTRA_PLIES: RangeInclusive<u32> = 0..=2;

/// The greatest error of judgement of a side, in 1/128 disc. Each side of a game gets its own, up to this: unequal sides
/// make lopsided games.
const MAX_NOISE: i32 = 8 * Eval::PER_DISC;

/// Moves in a thousand that are random throughout a game; each game gets one of these.
const BLUNDERS: [u32; 4] = [0, 0, 20, 100];

/// Where games begin.
#[derive(Debug, Clone, Default)]
pub struct Openings {
    /// Positions to start from, for instance of real games; without any, all games begin with random moves.
    pub boards: Vec<Board>,
    /// Games in a thousand that start from one of them.
    pub per_mille: u32,
    /// Positions that must not be learned from, in canonical form: those that the evaluation is judged by.
    pub excluded: HashSet<Board>,
}

/// How games are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Habits {
    /// The number that all games are derived from.
    pub seed: u64,
    /// Moves that the players look ahead, at least 1.
    pub moves: u8,
}

/// The positions of game number `game`, from the end of its opening to before its last turn, without labels.
pub(super) fn play<E: Evaluator>(
    evaluator: &E,
    openings: &Openings,
    habits: Habits,
    game: u32,
) -> Vec<Record> {
    // The generator spreads this number over its whole state, so that neighbouring games have nothing in common.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(habits.seed.rotate_left(32) ^ u64::from(game));
    let mut board = opening(openings, &mut rng);
    // Products of two even numbers: half the sides err by less than a fifth of the most.
    let mut noise =
        || rng.random_range(0..=MAX_NOISE) * rng.random_range(0..=MAX_NOISE) / MAX_NOISE;
    let noise = [noise(), noise()];
    let blunders = BLUNDERS[rng.random_range(0..BLUNDERS.len())];
    let mut positions = Vec::new();
    let mut turn = 0;
    while !board.is_over() {
        if openings.excluded.is_empty() || !openings.excluded.contains(&board.canonical().0) {
            positions.push(Record {
                board,
                label: Eval::default(),
                source: Source::Unknown,
                game,
            });
        }
        board = if rng.random_range(0..1000) < blunders {
            random_turn(board, &mut rng)
        } else {
            choose(evaluator, board, (habits.moves, noise[turn % 2]), &mut rng)
        };
        turn += 1;
    }
    positions
}

/// A board from which a game starts; the game is not over there.
fn opening(openings: &Openings, rng: &mut Xoshiro256PlusPlus) -> Board {
    loop {
        let given = !openings.boards.is_empty() && rng.random_range(0..1000) < openings.per_mille;
        let (start, plies) = if given {
            let number = rng.random_range(0..openings.boards.len());
            (openings.boards[number], rng.random_range(EXTRA_PLIES))
        } else {
            let [one, other] = [(); 2].map(|()| rng.random_range(RANDOM_PLIES));
            (Board::START, one.min(other))
        };
        let board = (0..plies).fold(start, |board, _| random_turn(board, rng));
        if !board.is_over() {
            return board;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Classic;

    const HABITS: Habits = Habits { seed: 3, moves: 1 };

    #[test]
    fn games_can_be_repeated_and_differ() {
        let (classic, openings) = (Classic::default(), Openings::default());
        let game = |habits, game| play(&classic, &openings, habits, game);
        let firsts: HashSet<Board> = (0..60)
            .filter_map(|n| Some(game(HABITS, n).first()?.board))
            .collect();
        assert!(firsts.len() > 50, "{}", firsts.len());
        assert_eq!(game(HABITS, 5), game(HABITS, 5));
        assert_ne!(game(HABITS, 5), game(Habits { seed: 4, ..HABITS }, 5));
        let lengths: HashSet<u32> = firsts.iter().map(|board| board.empty_count()).collect();
        assert!(
            lengths.iter().any(|&empties| empties < 25)
                && lengths.iter().any(|&empties| empties > 50)
        );
    }

    #[test]
    fn given_openings_are_used_and_excluded_positions_left_out() {
        let classic = Classic::default();
        let free = Openings::default();
        let start = play(&classic, &free, HABITS, 1)[3].board;
        let given = Openings {
            boards: vec![start],
            per_mille: 1000,
            ..Openings::default()
        };
        let begins = |openings: &Openings| {
            (0..30)
                .filter(|&game| play(&classic, openings, HABITS, game)[0].board == start)
                .count()
        };
        assert!(begins(&given) > 3);
        assert_eq!(
            begins(&Openings {
                per_mille: 0,
                ..given.clone()
            }),
            0
        );
        let excluded = HashSet::from([start.canonical().0]);
        assert_eq!(begins(&Openings { excluded, ..given }), 0);
    }
}
