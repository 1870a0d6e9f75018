//! Everything that is said of moves, checked against the board by another program: squares in an array, one loop for
//! everything.

use super::statement::{Owner, Statement};
use super::{sentences, statements};
use crate::messages::ENGLISH;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use xsquare_engine::notation::recognise;
use xsquare_engine::{Bitboard, Position, Square, SquareClass};

/// 64 cells: `X`, `O` or `-`.
type Cells = Vec<char>;

const CORNERS: [usize; 4] = [0, 7, 56, 63];

fn cells(position: &Position) -> Cells {
    position.to_string().chars().take(64).collect()
}

fn other(side: char) -> char {
    if side == 'X' { 'O' } else { 'X' }
}

fn flips(cells: &Cells, side: char, at: usize) -> Vec<usize> {
    // Steps to the eight neighbours, on a board with a rim of one square: ten squares in a row.
    let rimmed = |at: usize| at / 8 * 10 + at % 8 + 11;
    let plain = |at: usize| (at / 10 - 1) * 8 + at % 10 - 1;
    let is_rim = |at: usize| [0, 9].contains(&(at / 10)) || [0, 9].contains(&(at % 10));
    let mut turned = Vec::new();
    if cells[at] != '-' {
        return turned;
    }
    for step in [-11_isize, -10, -9, -1, 1, 9, 10, 11] {
        let mut run = Vec::new();
        let mut here = rimmed(at).wrapping_add_signed(step);
        while !is_rim(here) && cells[plain(here)] == other(side) {
            run.push(plain(here));
            here = here.wrapping_add_signed(step);
        }
        if !is_rim(here) && cells[plain(here)] == side {
            turned.append(&mut run);
        }
    }
    turned
}

fn moves(cells: &Cells, side: char) -> BTreeSet<usize> {
    (0..64)
        .filter(|&at| !flips(cells, side, at).is_empty())
        .collect()
}

fn played(cells: &Cells, side: char, at: usize) -> Cells {
    let mut next = cells.clone();
    for turned in flips(cells, side, at) {
        next[turned] = side;
    }
    next[at] = side;
    next
}

/// The squares beside one on its edge.
fn neighbours(at: usize) -> Option<[usize; 2]> {
    let (x, y) = (at % 8, at / 8);
    if CORNERS.contains(&at) {
        None
    } else if y == 0 || y == 7 {
        Some([at - 1, at + 1])
    } else if x == 0 || x == 7 {
        Some([at - 8, at + 8])
    } else {
        None
    }
}

fn is_wedge(cells: &Cells, at: usize, around: char) -> bool {
    neighbours(at).is_some_and(|beside| beside.iter().all(|&next| cells[next] == around))
}

fn wedges(cells: &Cells, side: char) -> BTreeSet<usize> {
    moves(cells, side)
        .into_iter()
        .filter(|&at| is_wedge(&played(cells, side, at), at, other(side)))
        .collect()
}

/// The empty squares that hang together with one, by side or corner.
fn region(cells: &Cells, at: usize) -> usize {
    let mut found = BTreeSet::from([at]);
    loop {
        let touches = |next: usize| {
            found.iter().any(|member| {
                (member % 8).abs_diff(next % 8) <= 1 && (member / 8).abs_diff(next / 8) <= 1
            })
        };
        let grown: BTreeSet<usize> = (0..64)
            .filter(|&next| cells[next] == '-' && touches(next))
            .collect();
        if grown.len() == found.len() {
            return grown.len();
        }
        found = grown;
    }
}

fn set(squares: Bitboard) -> BTreeSet<usize> {
    squares.into_iter().map(Square::index).collect()
}

/// A board of these cells in which `side` is to move.
fn position(cells: &Cells, side: char) -> Position {
    let text: String = cells.iter().collect();
    recognise(&format!("{text} {side}"), None)
        .unwrap()
        .position()
}

/// The discs that are called stable, and the proof by trial that none is ever turned over.
fn stable(cells: &Cells, side: char, rng: &mut ChaCha8Rng) -> u32 {
    let discs = position(cells, side).board().stable_discs();
    let (mut cells, mut turn) = (cells.clone(), side);
    while !(moves(&cells, 'X').is_empty() && moves(&cells, 'O').is_empty()) {
        let legal: Vec<usize> = moves(&cells, turn).into_iter().collect();
        if !legal.is_empty() {
            cells = played(&cells, turn, legal[rng.random_range(0..legal.len())]);
        }
        turn = other(turn);
    }
    assert!(set(discs).into_iter().all(|at| cells[at] == side));
    discs.len()
}

/// What is needed to check the statements about a move.
struct Case {
    before: Cells,
    after: Cells,
    side: char,
    at: usize,
}

/// Checks a statement and gives the numbers that its text must have.
fn check(case: &Case, statement: &Statement, rng: &mut ChaCha8Rng) -> Vec<u32> {
    match statement {
        Statement::EndsGame { .. }
        | Statement::OpponentMobility { .. }
        | Statement::OwnMobility { .. }
        | Statement::Stable { .. }
        | Statement::Region { .. } => check_counts(case, statement, rng),
        Statement::Wedge { .. } | Statement::WedgesOffered { .. } => {
            check_wedges(case, statement);
            Vec::new()
        }
        _ => {
            check_corners(case, statement);
            Vec::new()
        }
    }
}

/// Statements with numbers in them.
fn check_counts(case: &Case, statement: &Statement, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let (before, after) = (&case.before, &case.after);
    let (side, foe) = (case.side, other(case.side));
    match *statement {
        Statement::EndsGame { black, white } => {
            assert!(moves(after, 'X').is_empty() && moves(after, 'O').is_empty());
            let count = |side| after.iter().filter(|&&disc| disc == side).count();
            let empties = 64 - count('X') - count('O');
            let expected = match count('X').cmp(&count('O')) {
                Ordering::Greater => (count('X') + empties, count('O')),
                Ordering::Less => (count('X'), count('O') + empties),
                Ordering::Equal => (32, 32),
            };
            assert_eq!((black as usize, white as usize), expected);
            vec![black, white]
        }
        Statement::OpponentMobility {
            opponent,
            before: had,
            after: has,
            lost,
            gained,
        } => {
            assert_eq!(opponent.symbol(), foe);
            let (old, new) = (moves(before, foe), moves(after, foe));
            assert_eq!((had as usize, has as usize), (old.len(), new.len()));
            assert_eq!((set(lost), set(gained)), (&old - &new, &new - &old));
            vec![had, has]
        }
        Statement::OwnMobility {
            side: who,
            before: had,
            after: has,
        } => {
            assert_eq!(who.symbol(), side);
            let counts = (moves(before, side).len(), moves(after, side).len());
            assert_eq!((had as usize, has as usize), counts);
            vec![had, has]
        }
        Statement::Stable {
            side: who,
            before: had,
            after: has,
        } => {
            let who = who.symbol();
            let counts = (stable(before, who, rng), stable(after, who, rng));
            assert_eq!((had, has), counts);
            vec![had, has]
        }
        Statement::Region {
            square,
            size,
            empties,
        } => {
            assert_eq!(square.index(), case.at);
            assert_eq!(size as usize, region(before, case.at));
            let all = before.iter().filter(|&&disc| disc == '-').count();
            assert_eq!(empties as usize, all);
            // Of a single square it is not said how many they are.
            if size == 1 {
                vec![empties]
            } else {
                vec![size, empties]
            }
        }
        _ => panic!("{statement:?} has no number"),
    }
}

/// Statements about passes and corners.
fn check_corners(case: &Case, statement: &Statement) {
    let (before, after, at) = (&case.before, &case.after, case.at);
    let foe = other(case.side);
    let corners = |cells: &Cells| -> BTreeSet<usize> {
        let legal = moves(cells, foe);
        CORNERS
            .into_iter()
            .filter(|at| legal.contains(at))
            .collect()
    };
    let (old, new) = (corners(before), corners(after));
    let holds = match *statement {
        Statement::MustPass { opponent } => {
            opponent.symbol() == foe
                && moves(after, foe).is_empty()
                && !moves(after, case.side).is_empty()
        }
        Statement::Corner { square } => square.index() == at && CORNERS.contains(&at),
        Statement::CornersGiven { opponent, corners } => {
            opponent.symbol() == foe && set(corners) == &new - &old
        }
        Statement::CornersTaken { opponent, corners } => {
            opponent.symbol() == foe && set(corners) == &(&old - &new) - &BTreeSet::from([at])
        }
        Statement::CornersLeft { opponent, corners } => {
            opponent.symbol() == foe && set(corners) == &old & &new
        }
        Statement::BesideCorner {
            square,
            class,
            corner,
            owner,
        } => {
            let columns = square.column().abs_diff(corner.column());
            let rows = square.row().abs_diff(corner.row());
            let steps = if class == SquareClass::X { 2 } else { 1 };
            let corner = corner.index();
            let disc = before[corner];
            let is_owner = match owner {
                Owner::Side(color) => disc == color.symbol(),
                Owner::Nobody => disc == '-' && new.contains(&corner),
                Owner::Safe(color) => {
                    disc == '-' && !new.contains(&corner) && color.symbol() == foe
                }
            };
            is_owner
                && CORNERS.contains(&corner)
                && square.index() == at
                && columns.max(rows) == 1
                && columns + rows == steps
        }
        _ => panic!("{statement:?} is about something else"),
    };
    assert!(holds, "{statement:?}");
}

/// Statements about wedges.
fn check_wedges(case: &Case, statement: &Statement) {
    let (before, after, at) = (&case.before, &case.after, case.at);
    let foe = other(case.side);
    match *statement {
        Statement::Wedge {
            square,
            beside,
            opponent,
        } => {
            assert_eq!((square.index(), opponent.symbol()), (at, foe));
            assert_eq!(neighbours(at), Some(beside.map(Square::index)));
            assert!(is_wedge(after, at, foe));
            let replies = moves(after, foe);
            let turned = |&reply: &usize| flips(after, foe, reply).contains(&at);
            assert!(!replies.iter().any(turned));
        }
        Statement::WedgesOffered { opponent, squares } => {
            assert_eq!(opponent.symbol(), foe);
            assert_eq!(set(squares), &wedges(after, foe) - &wedges(before, foe));
        }
        _ => panic!("{statement:?} is about something else"),
    }
}

/// The numbers of a text that are not part of the name of a square.
fn numbers(text: &str) -> Vec<u32> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// The squares that a statement is about.
fn squares(statement: &Statement) -> BTreeSet<usize> {
    let one = |square: Square| BTreeSet::from([square.index()]);
    match *statement {
        Statement::EndsGame { .. }
        | Statement::MustPass { .. }
        | Statement::OwnMobility { .. }
        | Statement::Stable { .. } => BTreeSet::new(),
        Statement::Corner { square } | Statement::Region { square, .. } => one(square),
        Statement::CornersGiven { corners: found, .. }
        | Statement::CornersTaken { corners: found, .. }
        | Statement::CornersLeft { corners: found, .. }
        | Statement::WedgesOffered { squares: found, .. } => set(found),
        Statement::BesideCorner { square, corner, .. } => &one(square) | &one(corner),
        Statement::Wedge { square, beside, .. } => &one(square) | &beside.map(Square::index).into(),
        Statement::OpponentMobility { lost, gained, .. } => &set(lost) | &set(gained),
    }
}

/// The squares that a text names.
fn named(text: &str) -> BTreeSet<usize> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter_map(|word| word.parse::<Square>().ok())
        .map(Square::index)
        .collect()
}

/// A position of a random game in which there is something to play.
fn random_position(rng: &mut ChaCha8Rng) -> Position {
    loop {
        let plies = rng.random_range(0..60);
        let mut position = Position::START;
        for _ in 0..plies {
            let legal: Vec<Square> = position.legal_moves().into_iter().collect();
            let turn = if legal.is_empty() {
                xsquare_engine::Move::Pass
            } else {
                legal[rng.random_range(0..legal.len())].into()
            };
            match position.try_play(turn) {
                Some(next) => position = next,
                None => break,
            }
        }
        if !position.legal_moves().is_empty() {
            return position;
        }
    }
}

#[test]
fn everything_that_is_said_of_1000_positions_is_true_of_them() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut kinds = BTreeSet::new();
    for _ in 0..1000 {
        let position = random_position(&mut rng);
        let before = cells(&position);
        let side = position.side().symbol();
        let legal: Vec<Square> = position.legal_moves().into_iter().collect();
        let square = legal[rng.random_range(0..legal.len())];
        let case = Case {
            after: played(&before, side, square.index()),
            before,
            side,
            at: square.index(),
        };
        for statement in statements(&position, square) {
            let expected = check(&case, &statement, &mut rng);
            let text = statement.text(&ENGLISH.explain);
            assert_eq!(numbers(&text), expected, "{text} ({position} {square})");
            assert_eq!(named(&text), squares(&statement), "{text}");
            let debug = format!("{statement:?}");
            kinds.insert(
                debug
                    .split([' ', '{'])
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
            );
        }
    }
    assert_eq!(kinds.len(), 13, "{kinds:?}");
}

#[test]
fn nothing_is_left_out_that_matters() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..200 {
        let position = random_position(&mut rng);
        let (before, side) = (cells(&position), position.side().symbol());
        for square in position.legal_moves() {
            let after = played(&before, side, square.index());
            let said = statements(&position, square);
            let gives = CORNERS.iter().any(|&corner| {
                moves(&after, other(side)).contains(&corner)
                    && !moves(&before, other(side)).contains(&corner)
            });
            let is_over = moves(&after, 'X').is_empty() && moves(&after, 'O').is_empty();
            let tells = |wanted: fn(&Statement) -> bool| said.iter().any(wanted);
            assert_eq!(
                tells(|s| matches!(s, Statement::CornersGiven { .. })),
                gives && !is_over
            );
            assert_eq!(tells(|s| matches!(s, Statement::EndsGame { .. })), is_over);
            let passes = moves(&after, other(side)).is_empty() && !is_over;
            assert_eq!(tells(|s| matches!(s, Statement::MustPass { .. })), passes);
        }
    }
}

#[test]
fn a_corner_an_x_square_and_a_pass_are_told_first() {
    let say = |position: &str, square: &str| {
        let position = recognise(position, None).unwrap().position();
        sentences(&position, square.parse().unwrap(), 3, &ENGLISH.explain)
    };
    let ffo_29 = "-OXXXX----OXXO--XXOOXOOOXXXOOXOOXXOOXOOOXXXXOO-XX-XXO----------- X";
    assert!(say(ffo_29, "a1")[0].starts_with("a1 is a corner"));
    let b2 = say(ffo_29, "b2").join(" ");
    assert!(b2.contains("b2 is an X-square"), "{b2}");
    assert_eq!(
        say("c4c3f5b4a4a5c2", "a3")[0],
        "Black has no move after it and must pass."
    );
    assert!(say("f5d6c5f6e7f4g5e6", "e3")[0].starts_with("It ends the game, 64-0"));
    assert!(statements(&Position::START, Square::A1).is_empty());
}
