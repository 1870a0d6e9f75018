use super::*;
use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use xsquare_engine::{Square, Symmetry};

/// The board after up to `plies` random legal moves and passes.
fn random_board(seed: u64, plies: u32) -> Board {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut board = Board::START;
    for _ in 0..plies {
        let moves = board.legal_moves();
        board = match moves
            .into_iter()
            .nth(rng.random_range(0..moves.len().max(1)) as usize)
        {
            Some(square) => board.play(square).unwrap(),
            None if board.must_pass() => board.pass(),
            None => break,
        };
    }
    board
}

/// Any two disjoint sets of squares: no game leads to most of them.
fn any_board() -> impl Strategy<Value = Board> {
    (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(own, opponent, empties)| {
        let set = |bits: u64| Bitboard::from_bits(bits & !empties);
        Board::new(set(own), set(opponent & !own)).unwrap()
    })
}

fn game_board() -> impl Strategy<Value = Board> {
    (any::<u64>(), 0..70_u32).prop_map(|(seed, plies)| random_board(seed, plies))
}

fn check(board: Board) -> Result<(), TestCaseError> {
    let classic = Classic::default();
    let explanation = classic.explain(board);
    prop_assert_eq!(classic.evaluate_board(board), explanation.score());
    let sum: i32 = explanation.terms.iter().map(|term| term.value).sum();
    prop_assert_eq!(sum, explanation.units());
    for symmetry in Symmetry::ALL {
        prop_assert_eq!(&classic.explain(symmetry.apply(board)), &explanation);
    }
    Ok(())
}

proptest! {
    #[test]
    fn explanation_adds_up_in_all_symmetries_of_game_positions(board in game_board()) {
        check(board)?;
        check(board.pass())?;
    }

    #[test]
    fn explanation_adds_up_in_all_symmetries_of_any_position(board in any_board()) {
        check(board)?;
    }
}

#[test]
fn finished_and_odd_boards_have_an_evaluation() {
    let classic = Classic::default();
    let all = Bitboard::ALL;
    let none = Bitboard::EMPTY;
    let half = Bitboard::from_bits(u64::MAX >> 32);
    for (own, opponent) in [
        (none, none),
        (all, none),
        (none, all),
        (half, !half),
        (half, none),
        (none, Bitboard::CORNERS),
    ] {
        let board = Board::new(own, opponent).unwrap();
        let score = classic.evaluate_board(board);
        assert!((Eval::MIN..=Eval::MAX).contains(&score), "{board:?}");
        assert_eq!(classic.explain(board).score(), score);
    }
}

/// `X` and `O` and `-` in any layout, for the side to move.
fn board(text: &str) -> Board {
    let of = |symbol| {
        let cells = text.chars().filter(|c| !c.is_whitespace());
        Square::ALL
            .into_iter()
            .zip(cells)
            .filter_map(|(square, cell)| (cell == symbol).then_some(square))
            .collect()
    };
    Board::new(of('X'), of('O')).unwrap()
}

/// The counts of one line of the explanation.
fn counts(explanation: &Explanation, name: &str) -> (i32, i32) {
    let term = explanation.terms.iter().find(|term| term.name == name);
    let term = term.expect("the name of a term");
    (term.own, term.opponent)
}

#[test]
fn terms_count_what_they_say() {
    let board = board(
        "X O O X - - - -
         X X O - - - O -
         - - O X O X - -
         - - X O X - - -
         - - X X O - - -
         - - - O - - - -
         - X - - - - - -
         - - X X - - O O",
    );
    let explanation = Classic::default().explain(board);
    let count = |name| counts(&explanation, name);
    assert_eq!(count("corners"), (1, 1));
    assert_eq!(count("corner moves"), (1, 0)); // h1 over g2 to f3
    assert_eq!(count("C-squares, corner empty"), (0, 0));
    assert_eq!(count("C-squares, corner held"), (1, 1));
    assert_eq!(count("C-squares, corner lost"), (0, 1));
    assert_eq!(count("X-squares, corner empty"), (1, 1));
    assert_eq!(count("X-squares, corner held"), (1, 0));
    assert_eq!(count("X-squares, corner lost"), (0, 0));
    assert_eq!(count("stable edge discs"), (2, 2));
    assert_eq!(count("discs"), (13, 11));
    assert_eq!(count("tempo"), (1, 0));
}

#[test]
fn names_of_terms_differ_and_descriptions_are_sentences() {
    for (index, line) in LINES.iter().enumerate() {
        assert!(line.description.ends_with('.'), "{}", line.name);
        assert!(LINES[..index].iter().all(|other| other.name != line.name));
    }
}

/// The weights are frozen: later evaluations are measured against them. See `search/weights/README.md`.
#[test]
fn shipped_weights_are_the_frozen_ones() {
    let classic = Classic::default();
    assert_eq!(classic.checksum(), 0x0748_aff3_c688_8841);
    assert_eq!(classic.weights().to_text(), SHIPPED);
    let opening = board(
        "- - - - - - - -
         - - - - - - - -
         - - X X X - - -
         - - X X O - - -
         - - - X O X - -
         - - - O - - - -
         - - - - - - - -
         - - - - - - - -",
    );
    let middle = board(
        "- - O - - X - -
         - - O O X - - -
         - O O X O X X X
         O O X O X X X -
         - X O O X X O -
         X X X X O X - -
         - - O - - - - -
         - - - - - - - -",
    );
    let late = board(
        "- - O X X X X -
         X X X X O X O O
         X X O O X O O O
         X X X O O O O O
         X X O X X O O O
         X O X X O X O -
         - - X X X X - -
         - - X O O O O -",
    );
    let found = [opening, middle, late].map(|board| classic.evaluate_board(board).units());
    assert_eq!(found, [-1589, -232, 441]);
}
