//! Stability by diagrams, and the edge table against a search.

use super::*;

/// The board of a diagram: `X`, `O`, `-`; spaces between rows.
fn board(diagram: &str) -> Board {
    let cells: Vec<char> = diagram.split_whitespace().flat_map(str::chars).collect();
    assert_eq!(cells.len(), 64);
    let discs = |symbol| -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|square| cells[square.index()] == symbol)
            .collect()
    };
    Board::new(discs('X'), discs('O')).unwrap()
}

/// Compares the bounds for both sides with a diagram: `x` and `o` are stable discs.
#[track_caller]
fn check(diagram: &str) {
    let board = board(&diagram.to_uppercase());
    let symbols = diagram.split_whitespace().flat_map(str::chars);
    for (square, symbol) in Square::ALL.into_iter().zip(symbols) {
        let stable = (
            board.stable_discs().contains(square),
            board.opponent_stable_discs().contains(square),
        );
        let expected = (symbol == 'x', symbol == 'o');
        assert_eq!(stable, expected, "{square} on\n{board:?}");
    }
}

#[test]
fn runs_from_a_corner_are_stable_and_the_rest_is_not() {
    check(
        "xxx-X--o
         x-----Oo
         x----O-o
         --OXX---
         --XOX---
         X--X---X
         X-------
         -XX-O---",
    );
}

#[test]
fn a_corner_triangle_supports_its_inside() {
    check(
        "xxxx-OO-
         xxxX-OO-
         xxX-----
         xXOO----
         --XXX---
         ---XOO--
         -X----X-
         --------",
    );
}

#[test]
fn without_the_flank_a_disc_can_be_taken_across_it() {
    // b2 is open on the line from a3 to c1.
    check(
        "xx------
         xX------
         --OO----
         --OXX---
         --XOX---
         --------
         --------
         --------",
    );
}

#[test]
fn a_full_edge_is_stable_in_both_colours() {
    check(
        "xooxxoxx
         -XO-----
         --OOX---
         --OXX---
         --XOX---
         --------
         --------
         --------",
    );
}

#[test]
fn an_edge_disc_beside_a_foreign_corner_waits_for_its_other_side() {
    // Black can still take b1 and c1 from d1, b8 and c8 from d8, but no disc of the run that White's corner ends.
    check(
        "xOO-----
         --------
         --------
         --------
         --------
         --------
         --------
         xOO-oooo",
    );
}

#[test]
fn discs_on_full_lines_are_stable_far_from_any_corner() {
    // All four lines through d4 are full; corners are stable anyway.
    check(
        "x--O--O-
         -X-O-X--
         --XOX---
         OXOxOXXO
         --OXX---
         -X-O-X--
         O--X--O-
         ---X---o",
    );
}

#[test]
fn a_full_board_is_stable_all_over() {
    let discs = Bitboard::from_bits(0x1234_5678_9abc_def0);
    let board = Board::new(discs, !discs).unwrap();
    assert_eq!(board.stable_discs(), discs);
    assert_eq!(board.opponent_stable_discs(), !discs);
}

/// Discs of an edge that no sequence of placements turns over, found by trying them all.
fn stays_by_trial(cells: [u8; 8]) -> [bool; 8] {
    let mut stays = cells.map(|cell| cell != b'-');
    for place in (0..8).filter(|&place| cells[place] == b'-') {
        for mover in [b'X', b'O'] {
            let mut after = cells;
            after[place] = mover;
            let upwards: Vec<usize> = (place + 1..8).collect();
            let downwards: Vec<usize> = (0..place).rev().collect();
            for ray in [upwards, downwards] {
                let run = ray
                    .iter()
                    .take_while(|&&next| cells[next] != b'-' && cells[next] != mover)
                    .count();
                if ray.get(run).is_some_and(|&end| cells[end] == mover) {
                    for &flipped in &ray[..run] {
                        after[flipped] = mover;
                    }
                }
            }
            let later = stays_by_trial(after);
            for place in 0..8 {
                stays[place] &= after[place] == cells[place] && later[place];
            }
        }
    }
    stays
}

#[test]
fn the_edge_table_is_what_trying_everything_gives() {
    // The contents of an edge as numbers to base three; all but the empty edge, on which nothing can be stable.
    for number in 1..3_usize.pow(8) {
        let mut digits = number;
        let cells = [0; 8].map(|_| {
            let cell = b"-XO"[digits % 3];
            digits /= 3;
            cell
        });
        let discs = |symbol| -> u64 {
            (0..8)
                .filter(|&place| cells[place] == symbol)
                .map(|place| 1 << place)
                .sum()
        };
        let stays = stays_by_trial(cells);
        let expected: u64 = (0..8)
            .filter(|&place| stays[place])
            .map(|place| 1 << place)
            .sum();
        let (own, opponent) = (discs(b'X'), discs(b'O'));
        assert_eq!(
            stable_edge_discs(own, opponent) & 0xff,
            expected,
            "{cells:?}"
        );
    }
}

#[test]
fn the_four_edges_are_treated_alike() {
    use crate::symmetry::Symmetry;
    for own in 0..=0xff_u64 {
        for opponent in (0..=0xff_u64).filter(|opponent| own & opponent == 0) {
            let top = Board::new(Bitboard::from_bits(own), Bitboard::from_bits(opponent)).unwrap();
            let stable = stable_edge_discs(own, opponent);
            for symmetry in Symmetry::ALL {
                let image = symmetry.apply(top);
                assert_eq!(
                    stable_edge_discs(image.own().bits(), image.opponent().bits()),
                    symmetry.apply(Bitboard::from_bits(stable)).bits(),
                    "{symmetry:?} of\n{top:?}"
                );
            }
        }
    }
}
