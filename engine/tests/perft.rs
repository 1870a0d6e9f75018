//! Perft against known counts, under all four conventions.

use std::collections::HashMap;
use xsquare_engine::{Bitboard, Color, Move, PerftConvention, Position, Square, divide, perft};

/// A position of the data file.
struct Entry {
    name: String,
    position: Position,
    /// Counts by depth, in the order of [`PerftConvention::ALL`].
    counts: Vec<(u32, [u64; 4])>,
}

/// Reads a position of 64 cells, `X`, `O` and `-`, and a side.
fn position(cells: &str, side: &str) -> Position {
    let discs = |color: Color| -> Bitboard {
        Square::ALL
            .into_iter()
            .zip(cells.chars())
            .filter(|&(_, cell)| cell == color.symbol())
            .map(|(square, _)| square)
            .collect()
    };
    let side = match side {
        "X" => Color::Black,
        "O" => Color::White,
        _ => panic!("no side: {side}"),
    };
    let position = Position::new(discs(Color::Black), discs(Color::White), side)
        .expect("a cell holds one disc at most");
    // Whatever the cells were, they are written the same way.
    assert_eq!(position.to_string(), format!("{cells} {}", side.symbol()));
    position
}

fn entries() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for line in include_str!("data/perft.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["position", cells, side, name @ ..] = &words[..] {
            entries.push(Entry {
                name: name.join(" "),
                position: position(cells, side),
                counts: Vec::new(),
            });
        } else {
            let numbers: Result<Vec<u64>, _> = words.iter().map(|word| word.parse()).collect();
            let Ok([depth, a, b, c, d]) = numbers.as_deref() else {
                panic!("neither a position nor a depth and four counts: {line}");
            };
            let depth = u32::try_from(*depth).expect("depths are small");
            let entry = entries.last_mut().expect("a position comes first");
            entry.counts.push((depth, [*a, *b, *c, *d]));
        }
    }
    entries
}

/// Compares the counts of the depths that `wanted` accepts, and those of divide with them; tells how many there were.
#[track_caller]
fn check(entry: &Entry, wanted: impl Fn(u32) -> bool) -> usize {
    let mut checked = 0;
    for &(depth, counts) in entry.counts.iter().filter(|(depth, _)| wanted(*depth)) {
        for (convention, expected) in PerftConvention::ALL.into_iter().zip(counts) {
            assert_eq!(
                perft(&entry.position, depth, convention),
                expected,
                "{}, depth {depth}, convention {convention}",
                entry.name
            );
            checked += 1;
        }
    }
    checked
}

#[test]
fn the_start_has_the_known_counts_to_depth_nine() {
    let entries = entries();
    assert_eq!(entries[0].position, Position::START);
    assert_eq!(check(&entries[0], |depth| depth <= 9), 36);
}

#[test]
#[ignore = "takes seconds; cargo test --release -p xsquare-engine --test perft -- --ignored"]
fn the_start_has_the_known_counts_at_depths_ten_and_eleven() {
    assert_eq!(check(&entries()[0], |depth| matches!(depth, 10 | 11)), 8);
}

/// Passes, ended games, boards that no game reaches.
#[test]
fn other_positions_have_the_known_counts() {
    let entries = entries();
    assert_eq!(entries.len(), 8);
    for entry in &entries[1..] {
        assert!(check(entry, |_| true) > 0, "{}", entry.name);
    }
}

#[test]
fn at_depth_zero_there_is_the_position_itself() {
    for entry in entries() {
        for convention in PerftConvention::ALL {
            assert_eq!(perft(&entry.position, 0, convention), 1);
            assert_eq!(divide(&entry.position, 0, convention), []);
        }
    }
}

#[test]
fn divide_adds_up_to_perft() {
    for entry in entries() {
        for convention in PerftConvention::ALL {
            for depth in 1..=5 {
                let parts = divide(&entry.position, depth, convention);
                if entry.position.is_over() {
                    assert_eq!(parts, []);
                    continue;
                }
                let sum: u64 = parts.iter().map(|(_, count)| count).sum();
                assert_eq!(
                    sum,
                    perft(&entry.position, depth, convention),
                    "{}",
                    entry.name
                );
                let turns: Vec<Move> = parts.into_iter().map(|(turn, _)| turn).collect();
                let legal: Vec<Move> = entry
                    .position
                    .legal_moves()
                    .into_iter()
                    .map(Move::from)
                    .collect();
                let expected = if legal.is_empty() {
                    vec![Move::Pass]
                } else {
                    legal
                };
                assert_eq!(turns, expected, "{}", entry.name);
            }
        }
    }
}

#[test]
fn the_start_divides_evenly_by_symmetry() {
    let parts: HashMap<Move, u64> = divide(&Position::START, 6, PerftConvention::B)
        .into_iter()
        .collect();
    assert_eq!(parts.len(), 4);
    for square in [Square::D3, Square::C4, Square::F5, Square::E6] {
        assert_eq!(parts[&square.into()], 8200 / 4);
    }
}

/// The game ends long before such a depth; the count is that of its ends.
#[test]
fn great_depths_end_with_the_game() {
    let ending = &entries()[4];
    for convention in PerftConvention::ALL {
        let deep = perft(&ending.position, 200, convention);
        let expected = if convention.counts_ended_games() {
            32
        } else {
            0
        };
        assert_eq!(deep, expected, "{}, convention {convention}", ending.name);
    }
}
