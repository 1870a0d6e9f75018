//! What holds for every board: rules, symmetries, scores, history.

#[expect(dead_code, reason = "the helpers serve several test files")]
mod common;

use common::{DIRECTIONS, naive_flips, random, random_game, step};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashSet};
use xsquare_engine::{
    Bitboard, Board, ByColor, Color, Connectivity, Convention, DiscDiff, Game, Move, OddQuadrants,
    Outcome, Position, Regions, Square, Symmetry,
};

/// A set with any density from thin to thick.
fn sets() -> impl Strategy<Value = Bitboard> {
    let words = (any::<u64>(), any::<u64>(), any::<u64>());
    (words, 0..5).prop_map(|((a, b, c), density)| {
        Bitboard::from_bits(match density {
            0 => a & b & c,
            1 => a & b,
            2 => a,
            3 => a | b,
            _ => a | b | c,
        })
    })
}

/// The board after some random turns from the start.
fn reachable() -> impl Strategy<Value = Board> {
    vec(any::<prop::sample::Index>(), 0..70).prop_map(|choices| {
        let mut board = Board::START;
        for choice in choices {
            let moves: Vec<Square> = board.legal_moves().into_iter().collect();
            if moves.is_empty() {
                board = board.pass();
            } else {
                board = board.play(*choice.get(&moves)).expect("the move is legal");
            }
        }
        board
    })
}

/// Reachable boards and others, down to empty ones and up to full ones.
fn boards() -> impl Strategy<Value = Board> {
    let artificial = (sets(), sets()).prop_map(|(discs, owned)| {
        Board::new(discs & owned, discs - owned).expect("the sets are disjoint")
    });
    prop_oneof![reachable(), artificial]
}

fn squares() -> impl Strategy<Value = Square> {
    prop::sample::select(&Square::ALL[..])
}

fn symmetries() -> impl Strategy<Value = Symmetry> {
    prop::sample::select(&Symmetry::ALL[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_move_is_legal_if_it_flips_and_then_it_can_be_played(board in boards()) {
        for square in Square::ALL {
            let legal = board.legal_moves().contains(square);
            let flips = naive_flips(board, square);
            prop_assert_eq!(legal, board.empties().contains(square) && !flips.is_empty());
            prop_assert_eq!(board.play(square).is_some(), legal);
        }
    }

    #[test]
    fn a_move_adds_one_disc_and_turns_its_flips(board in boards()) {
        for square in board.legal_moves() {
            let flips = board.flips(square);
            prop_assert!(flips.is_subset(board.opponent()));
            let after = board.play(square).expect("the move is legal");
            prop_assert_eq!(after.empty_count(), board.empty_count() - 1);
            prop_assert_eq!(after.opponent(), board.own() | flips | square.bitboard());
            prop_assert_eq!(after.own(), board.opponent() - flips);
        }
    }

    #[test]
    fn passing_twice_changes_nothing(board in boards()) {
        prop_assert_eq!(board.pass().pass(), board);
        prop_assert_eq!(board.pass().own(), board.opponent());
        prop_assert_eq!(board.pass().final_score(), -board.final_score());
        prop_assert_eq!(board.opponent_moves(), board.pass().legal_moves());
        prop_assert_eq!(board.opponent_stable_discs(), board.pass().stable_discs());
    }

    #[test]
    fn a_side_moves_or_passes_or_the_game_is_over(board in boards()) {
        let can_move = !board.legal_moves().is_empty();
        prop_assert_eq!(
            [can_move, board.must_pass(), board.is_over()].map(u8::from).iter().sum::<u8>(),
            1
        );
    }

    #[test]
    fn the_rules_know_no_direction(board in boards(), symmetry in symmetries()) {
        let image = symmetry.apply(board);
        prop_assert_eq!(image.legal_moves(), symmetry.apply(board.legal_moves()));
        prop_assert_eq!(image.potential_moves(), symmetry.apply(board.potential_moves()));
        prop_assert_eq!(image.stable_discs(), symmetry.apply(board.stable_discs()));
        prop_assert_eq!(image.final_score(), board.final_score());
        prop_assert_eq!(image.is_over(), board.is_over());
        prop_assert_eq!(image.pass(), symmetry.apply(board.pass()));
        for square in board.legal_moves() {
            let there = symmetry.apply(square);
            prop_assert_eq!(image.flips(there), symmetry.apply(board.flips(square)));
            prop_assert_eq!(image.play(there), board.play(square).map(|after| symmetry.apply(after)));
        }
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            let there: BTreeSet<Bitboard> = image.empty_regions(connectivity).collect();
            let here = board.empty_regions(connectivity);
            prop_assert_eq!(there, here.map(|region| symmetry.apply(region)).collect());
        }
    }

    #[test]
    fn symmetries_keep_the_side_to_move(board in boards(), symmetry in symmetries(), square in squares()) {
        for side in Color::ALL {
            let position = Position::from_board(board, side);
            let image = symmetry.apply(position);
            prop_assert_eq!(image.side(), side);
            prop_assert_eq!(image.counts(), position.counts());
            for turn in [Move::Place(square), Move::Pass] {
                prop_assert_eq!(
                    image.try_play(symmetry.apply(turn)),
                    position.try_play(turn).map(|after| symmetry.apply(after))
                );
            }
        }
    }

    #[test]
    fn every_symmetry_is_undone_by_its_inverse(board in boards(), symmetry in symmetries()) {
        prop_assert_eq!(symmetry.inverse().apply(symmetry.apply(board)), board);
    }

    #[test]
    fn all_images_have_one_canonical_form(board in boards(), symmetry in symmetries()) {
        let (canonical, leads_there) = board.canonical();
        prop_assert_eq!(leads_there.apply(board), canonical);
        prop_assert_eq!(canonical.canonical(), (canonical, Symmetry::Identity));
        prop_assert_eq!(symmetry.apply(board).canonical().0, canonical);
        prop_assert!(canonical <= symmetry.apply(board));
    }

    #[test]
    fn the_hash_tells_the_sides_apart(board in boards()) {
        prop_assume!(board != board.pass());
        prop_assert_ne!(board.hash(), board.pass().hash());
    }

    #[test]
    fn potential_moves_are_the_empty_neighbours_of_the_opponent(board in boards()) {
        let expected: Bitboard = board
            .empties()
            .into_iter()
            .filter(|&square| {
                DIRECTIONS
                    .iter()
                    .filter_map(|&direction| step(square, direction, 1))
                    .any(|next| board.opponent().contains(next))
            })
            .collect();
        prop_assert_eq!(board.potential_moves(), expected);
        prop_assert!(board.legal_moves().is_subset(expected));
    }

    #[test]
    fn a_move_changes_the_parity_of_its_quadrant(board in boards()) {
        let odd = OddQuadrants::of(board.empties());
        for square in board.legal_moves() {
            let after = board.play(square).expect("the move is legal");
            prop_assert_eq!(odd.after(square), OddQuadrants::of(after.empties()));
            prop_assert_ne!(odd.contains(square), odd.after(square).contains(square));
        }
    }

    #[test]
    fn regions_are_what_steps_can_reach(set in sets()) {
        for (connectivity, directions) in [
            (Connectivity::Four, &[(0, 1), (1, 0), (0, -1), (-1, 0)][..]),
            (Connectivity::Eight, &DIRECTIONS[..]),
        ] {
            let mut rest = set;
            for region in Regions::of(set, connectivity) {
                let mut reached = rest.first().expect("there is a region").bitboard();
                let mut to_visit: Vec<Square> = reached.into_iter().collect();
                while let Some(square) = to_visit.pop() {
                    for &direction in directions {
                        if let Some(next) = step(square, direction, 1)
                            && rest.contains(next)
                            && !reached.contains(next)
                        {
                            reached |= next.bitboard();
                            to_visit.push(next);
                        }
                    }
                }
                prop_assert_eq!(region, reached);
                rest = rest - region;
            }
            prop_assert_eq!(rest, Bitboard::EMPTY);
        }
    }

    #[test]
    fn the_winner_gets_the_empty_squares(board in boards()) {
        let (own, opponent, empties) =
            (board.own().len(), board.opponent().len(), board.empty_count());
        let score = board.final_score();
        let expected = match own.cmp(&opponent) {
            std::cmp::Ordering::Greater => (own + empties).cast_signed() - opponent.cast_signed(),
            std::cmp::Ordering::Less => own.cast_signed() - (opponent + empties).cast_signed(),
            std::cmp::Ordering::Equal => 0,
        };
        prop_assert_eq!(score.discs(), expected);
        prop_assert_eq!(score.discs() % 2, 0);
        prop_assert_eq!(DiscDiff::new(expected), Some(score));
        let counted = Convention::EmptiesToWinner.count(ByColor { black: own, white: opponent });
        prop_assert_eq!(counted.black + counted.white, 64);
        prop_assert_eq!(counted.black.cast_signed() - counted.white.cast_signed(), expected);
    }

    #[test]
    fn the_outcome_is_the_sign_of_the_score(board in reachable()) {
        for side in Color::ALL {
            let position = Position::from_board(board, side);
            let counts = position.counts();
            let expected = position.is_over().then(|| match counts.black.cmp(&counts.white) {
                std::cmp::Ordering::Greater => Outcome::Win(Color::Black),
                std::cmp::Ordering::Less => Outcome::Win(Color::White),
                std::cmp::Ordering::Equal => Outcome::Draw,
            });
            prop_assert_eq!(position.outcome(), expected);
        }
    }

    /// Against a plain list of positions: what is undone comes back by redo, until another turn is played.
    #[test]
    fn undo_and_redo_walk_along_the_history(actions in vec((0..4, any::<prop::sample::Index>()), 0..120)) {
        let mut game = Game::new();
        let mut history = vec![(Position::START, None)];
        let mut now = 0;
        for (action, choice) in actions {
            match action {
                0 => {
                    let undone = game.undo();
                    prop_assert_eq!(undone, history[now].1);
                    now = now.saturating_sub(1);
                }
                1 => {
                    let redone = game.redo();
                    let expected = history.get(now + 1);
                    prop_assert_eq!(redone, expected.and_then(|next| next.1));
                    now += usize::from(redone.is_some());
                }
                _ => {
                    let moves = game.position().legal_moves();
                    let turn = if moves.is_empty() {
                        Move::Pass
                    } else {
                        let index = choice.index(moves.into_iter().len());
                        Move::Place(moves.into_iter().nth(index).expect("the index fits"))
                    };
                    let expected = game.position().play(turn);
                    let played = game.play(turn);
                    prop_assert_eq!(played.is_ok(), expected.is_ok());
                    if let Ok(position) = expected {
                        history.truncate(now + 1);
                        history.push((position, Some(turn)));
                        now += 1;
                    }
                }
            }
            prop_assert_eq!(*game.position(), history[now].0);
            prop_assert_eq!(game.turns().len(), now);
            for (plies, (position, _)) in history[..=now].iter().enumerate() {
                prop_assert_eq!(game.position_at(plies), Some(position));
            }
            prop_assert_eq!(game.position_at(now + 1), None);
        }
    }
}

/// Not a proof, but a hash that lost bits would fail: no two boards alike, and all parts of the word evenly used.
#[test]
fn hashes_of_many_boards_are_spread_evenly() {
    const BUCKETS: usize = 1 << 12;
    let mut random = random(21);
    let mut boards = HashSet::new();
    while boards.len() < 400_000 {
        boards.extend(random_game(&mut random));
    }
    let hashes: HashSet<u64> = boards.iter().map(|board| board.hash()).collect();
    assert_eq!(hashes.len(), boards.len(), "two boards have the same hash");
    for shift in [0, 13, 26, 39, 52] {
        let mut counts = [0_u32; BUCKETS];
        for hash in &hashes {
            counts[usize::try_from(hash >> shift).expect("words of 64 bits") % BUCKETS] += 1;
        }
        // The sum of squared deviations over the mean is near the number of buckets, give or take a few times 90.
        #[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
        let mean = hashes.len() as f64 / BUCKETS as f64;
        let chi_square: f64 = counts
            .iter()
            .map(|&count| (f64::from(count) - mean).powi(2) / mean)
            .sum();
        assert!(
            (3600.0..4600.0).contains(&chi_square),
            "bits from {shift}: {chi_square}"
        );
    }
}
