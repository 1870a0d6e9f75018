//! The games whose positions are learned from: openings of many lengths and kinds, then play with mistakes.

use super::fitting::HELD_OUT;
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

/// Turns of a real game that are left out: most games have them in common.
const SHARED_TURNS: usize = 12;

/// Where games begin.
#[derive(Debug, Clone, Default)]
pub struct Openings {
    /// The positions of real games, in the order of play. They are the first games of a run, to be learned from as they
    /// are; and later games leave them at any point. Without them, all games begin with random moves.
    pub games: Vec<Vec<Board>>,
    /// Of a thousand games that are not real ones, how many leave a real one; the others begin with random moves.
    pub per_mille: u32,
    /// Positions that must not be learned from, in canonical form: those that the evaluation is judged by.
    pub excluded: HashSet<Board>,
}

impl Openings {
    /// Whether a position may be learned from.
    fn allow(&self, board: Board) -> bool {
        self.excluded.is_empty() || !self.excluded.contains(&board.canonical().0)
    }

    /// The real game that game number `game` leaves. Games that are held out leave games that are, and no others do, so
    /// that the two sets have nothing in common.
    fn left_by(&self, game: u32, rng: &mut Xoshiro256PlusPlus) -> Option<&[Board]> {
        let period = HELD_OUT as usize;
        let held_out = self.games.len().div_ceil(period);
        let number = if game.is_multiple_of(HELD_OUT) {
            (held_out > 0).then(|| rng.random_range(0..held_out) * period)
        } else {
            let others = self.games.len() - held_out;
            (others > 0).then(|| {
                let number = rng.random_range(0..others);
                number / (period - 1) * period + number % (period - 1) + 1
            })
        };
        number.map(|number| self.games[number].as_slice())
    }
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
    let boards = match openings.games.get(game as usize) {
        Some(real) => real.iter().skip(SHARED_TURNS).copied().collect(),
        None => self_play(evaluator, openings, habits, game),
    };
    let learned = boards
        .into_iter()
        .filter(|board| !board.is_over() && openings.allow(*board));
    learned
        .map(|board| Record {
            board,
            label: Eval::default(),
            source: Source::Unknown,
            game,
        })
        .collect()
}

/// The positions of a game between players that err, from the end of its opening.
fn self_play<E: Evaluator>(
    evaluator: &E,
    openings: &Openings,
    habits: Habits,
    game: u32,
) -> Vec<Board> {
    // The generator spreads this number over its whole state, so that neighbouring games have nothing in common.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(habits.seed.rotate_left(32) ^ u64::from(game));
    let mut board = opening(openings, game, &mut rng);
    // Products of two even numbers: half the sides err by less than a fifth of the most.
    let mut noise =
        || rng.random_range(0..=MAX_NOISE) * rng.random_range(0..=MAX_NOISE) / MAX_NOISE;
    let noise = [noise(), noise()];
    let blunders = BLUNDERS[rng.random_range(0..BLUNDERS.len())];
    let mut positions = Vec::new();
    let mut turn = 0;
    while !board.is_over() {
        positions.push(board);
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
fn opening(openings: &Openings, game: u32, rng: &mut Xoshiro256PlusPlus) -> Board {
    loop {
        let leaves = rng.random_range(0..1000) < openings.per_mille;
        let left = leaves.then(|| openings.left_by(game, rng)).flatten();
        let (start, plies) = if let Some(real) = left {
            let turn = rng.random_range(0..real.len());
            (real[turn], rng.random_range(EXTRA_PLIES))
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
    fn real_games_are_learned_from_and_left() {
        let classic = Classic::default();
        let real: Vec<Vec<Board>> = (0..52)
            .map(|game| crate::train::selfplay::play(&classic, 4, game))
            .collect();
        let openings = Openings {
            games: real.clone(),
            per_mille: 1000,
            ..Openings::default()
        };
        let boards = |game| -> Vec<Board> {
            let records = play(&classic, &openings, HABITS, game);
            records.iter().map(|record| record.board).collect()
        };
        for game in 0..52 {
            let learned: Vec<Board> = real[game as usize]
                .iter()
                .skip(SHARED_TURNS)
                .copied()
                .collect();
            assert_eq!(boards(game), learned);
        }
        // Those that come after leave a real game within two turns, and a game that is held out only one that is.
        let mut exactly = 0;
        for game in 52..252 {
            let first = boards(game)[0];
            let source = real.iter().position(|real| real.contains(&first));
            exactly += u32::from(source.is_some());
            if let Some(source) = source {
                assert_eq!(source % 25 == 0, game % 25 == 0, "game {game}");
            }
        }
        assert!((30..190).contains(&exactly), "{exactly}");
    }

    #[test]
    fn excluded_positions_are_left_out() {
        let classic = Classic::default();
        let real = crate::train::selfplay::play(&classic, 4, 1);
        let excluded = real[SHARED_TURNS + 3];
        let openings = Openings {
            games: vec![real.clone()],
            per_mille: 1000,
            excluded: HashSet::from([excluded.canonical().0]),
        };
        // Game 25 is held out like game 0, so it leaves it.
        for game in [0, 25, 50, 75, 100, 125, 150, 175, 200] {
            let records = play(&classic, &openings, HABITS, game);
            assert!(
                records
                    .iter()
                    .all(|record| record.board.canonical() != excluded.canonical())
            );
        }
        assert_eq!(
            play(&classic, &openings, HABITS, 0).len(),
            real.len() - SHARED_TURNS - 1
        );
    }
}
