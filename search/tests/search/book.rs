//! Opening books: values that agree after every change, files that are whole or refused, growth that does not depend on
//! threads and interruptions.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

use crate::common::random;
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{Rng, RngExt};
use std::collections::{HashMap, HashSet};
use std::io::Cursor;
use xsquare_engine::{Board, Move, Symmetry};
use xsquare_search::book::{
    Book, BookError, Builder, Deviation, Graph, Origin, Page, Record, RecordFault, Round, Scope,
    Way, probe,
};
use xsquare_search::eval::Classic;
use xsquare_search::{
    Config, Eval, Level, Searcher, Selectivity, StopFlag, TableSize, Thinker, Threads,
};

/// Records of positions of random games that share their first moves, with deviations made up.
fn random_records(random: &mut StdRng, games: usize, least_empties: u32) -> Vec<Record> {
    let mut records = Vec::new();
    for _ in 0..games {
        let mut board = Board::START;
        while !board.is_over() && board.empty_count() >= least_empties {
            if board.must_pass() {
                board = board.pass();
                continue;
            }
            let canonical = board.canonical().0;
            records.push(Record {
                board: canonical,
                value: units(random),
                deviation: random_deviation(random, canonical),
            });
            let moves: Vec<_> = board.legal_moves().into_iter().collect();
            board = board
                .play(moves[random.random_range(0..moves.len())])
                .unwrap();
        }
    }
    records
}

fn units(random: &mut StdRng) -> Eval {
    Eval::from_units(random.random_range(-8192..=8192))
}

fn random_deviation(random: &mut StdRng, board: Board) -> Option<Deviation> {
    let moves: Vec<_> = board.legal_moves().into_iter().collect();
    let turn = match random.random_range(0..10) {
        0 => return None,
        1 => None,
        _ => Some(moves[random.random_range(0..moves.len())]),
    };
    Some(Deviation {
        turn,
        value: units(random),
        depth: random.random_range(0..=60),
        selectivity: Selectivity::ALL[random.random_range(0..6)],
        origin: if random.random() {
            Origin::Searched
        } else {
            Origin::Imported
        },
    })
}

fn random_graph(random: &mut StdRng) -> Graph {
    let least = [50, 30, 0][random.random_range(0..3)];
    let games = random.random_range(1..12);
    let mut graph = Graph::new();
    graph.merge(random_records(random, games, least));
    graph
}

/// What a position is worth, by recursion over boards as they stand: the oracle.
fn oracle(known: &HashMap<Board, Record>, board: Board) -> Option<i32> {
    if board.must_pass() {
        return oracle(known, board.pass()).map(|value| -value);
    }
    let record = known.get(&board.canonical().0)?;
    let children: Vec<_> = board
        .legal_moves()
        .into_iter()
        .filter_map(|square| oracle(known, board.play(square).unwrap()))
        .map(|value| -value)
        .collect();
    let out = record.deviation.map(|deviation| deviation.value.units());
    children.into_iter().chain(out).max()
}

/// Every value is what the oracle says, and every deviation leads out.
fn assert_settled(graph: &Graph) {
    let known: HashMap<Board, Record> = graph
        .records()
        .iter()
        .map(|record| (record.board, *record))
        .collect();
    assert_eq!(known.len(), graph.len());
    for record in graph.records() {
        assert_eq!(record.board.canonical().0, record.board);
        assert_eq!(
            oracle(&known, record.board),
            Some(record.value.units()),
            "{:?}",
            record.board
        );
        let turn = record.deviation.and_then(|deviation| deviation.turn);
        if let Some(turn) = turn {
            let child = record.board.play(turn).unwrap();
            let child = if child.must_pass() {
                child.pass()
            } else {
                child
            };
            assert!(!known.contains_key(&child.canonical().0), "{turn}");
        }
    }
    assert_eq!(graph.check().faults, []);
}

fn sorted(graph: &Graph) -> Vec<Record> {
    let mut records = graph.records().to_vec();
    records.sort_by_key(|record| record.board);
    records
}

fn image(turn: Move, symmetry: Symmetry) -> Move {
    symmetry.apply(turn)
}

/// A page as it should look on the board turned by a symmetry: moves that are the same up to symmetry may be named
/// differently, their values may not.
fn values(page: &Page) -> Vec<(i32, Way, u8, u8)> {
    let known = page.moves.iter();
    known
        .map(|known| {
            let source = known.source;
            (known.value.units(), known.way, source.plies, source.depth)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn values_agree_after_every_change(seed: u64) {
        let mut random = random(seed);
        let mut graph = random_graph(&mut random);
        assert_settled(&graph);
        let other = random_graph(&mut random);
        let before = graph.len();
        let change = graph.merge(other.records().iter().copied());
        prop_assert_eq!(graph.len(), before + change.added);
        assert_settled(&graph);

        let values: HashMap<Board, Eval> = graph.records().iter().map(|r| (r.board, r.value)).collect();
        let scope = Scope {
            margin: random.random_range(0..8000),
            loss: random.random_range(0..16000),
            least_empties: random.random_range(0..60),
        };
        let roots = [Board::START.canonical().0];
        let mut pruned = graph.clone();
        pruned.prune(&roots, &scope);
        assert_settled(&pruned);
        let mut shrunk = graph.clone();
        shrunk.shrink(&roots, graph.len() / 2);
        prop_assert_eq!(shrunk.len(), graph.len() / 2);
        assert_settled(&shrunk);
        // Values stay, and no search is claimed that was not made.
        let effort = |deviation: &Deviation| {
            (deviation.depth, deviation.selectivity, deviation.origin)
        };
        let made: HashSet<_> = graph.records().iter().flat_map(|r| &r.deviation).map(effort).collect();
        for record in pruned.records().iter().chain(shrunk.records()) {
            prop_assert_eq!(values[&record.board], record.value);
            if let Some(deviation) = &record.deviation {
                let is_exact = deviation.is_exact(record.board.empty_count());
                prop_assert!(is_exact || made.contains(&effort(deviation)), "{deviation:?}");
            }
        }
        // What was taken away and is given back is as it was.
        let mut whole = pruned.clone();
        whole.merge(graph.records().iter().copied());
        assert_settled(&whole);
        prop_assert_eq!(whole.len(), graph.len());
    }

    #[test]
    fn books_survive_their_file(seed: u64) {
        let graph = random_graph(&mut random(seed));
        let bytes = graph.to_bytes();
        let book = Book::from_bytes(bytes.clone()).unwrap();
        prop_assert_eq!(book.len(), graph.len() as u64);
        let records: Vec<Record> = book.records().map(Result::unwrap).collect();
        prop_assert_eq!(&records, &sorted(&graph));
        for record in &records {
            prop_assert_eq!(book.lookup(record.board).unwrap(), Some(*record));
        }
        let again = Graph::of(&Book::open(Cursor::new(bytes.clone())).unwrap()).unwrap();
        prop_assert_eq!(again.to_bytes(), bytes);
        for board in (0..30).map(|_| Board::START).chain(records.iter().map(|r| r.board.pass())) {
            let canonical = board.canonical().0;
            prop_assert_eq!(book.lookup(canonical).unwrap(), graph.lookup(canonical).copied());
        }
    }

    #[test]
    fn images_of_a_position_have_the_same_page(seed: u64) {
        let graph = random_graph(&mut random(seed));
        for record in graph.records() {
            let page = probe(&graph, record.board).unwrap().unwrap();
            prop_assert_eq!(page.value, record.value);
            for symmetry in Symmetry::ALL {
                let board = symmetry.apply(record.board);
                let other = probe(&graph, board).unwrap().unwrap();
                prop_assert_eq!(other.value, page.value);
                let (mut one, mut two) = (values(&page), values(&other));
                // Of lines that are worth the same, another one may come first on the turned board.
                one.iter_mut().chain(&mut two).for_each(|known| (known.2, known.3) = (0, 0));
                prop_assert_eq!(one, two);
                for known in &other.moves {
                    let mut after = board;
                    for &turn in &known.line {
                        after = match turn {
                            Move::Place(square) => after.play(square).unwrap(),
                            Move::Pass => {
                                prop_assert!(after.must_pass());
                                after.pass()
                            }
                        };
                    }
                    prop_assert_eq!(known.line[0], known.turn);
                    prop_assert_eq!(image(image(known.turn, symmetry), symmetry.inverse()), known.turn);
                }
            }
        }
    }

    #[test]
    fn no_bytes_break_the_reader(mut bytes: Vec<u8>, whole: bool) {
        if whole {
            bytes.splice(0..0, Graph::new().to_bytes());
        }
        let _ = Book::from_bytes(bytes);
    }
}

/// A book of two blocks.
fn small_book() -> Vec<u8> {
    let mut random = random(8);
    let mut graph = Graph::new();
    while graph.len() <= 200 {
        graph.merge(random_records(&mut random, 1, 20));
    }
    graph.to_bytes()
}

#[test]
fn a_file_that_ends_early_is_refused_wherever_it_ends() {
    let bytes = small_book();
    for len in 0..bytes.len() {
        let error = Book::from_bytes(bytes[..len].to_vec()).unwrap_err();
        let is_length =
            matches!(error, BookError::Length { len: found, .. } if found == len as u64);
        assert!(
            is_length || len == 0 && error == BookError::Foreign,
            "{len}: {error}"
        );
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(
        Book::from_bytes(longer),
        Err(BookError::Length { .. })
    ));
}

#[test]
fn a_file_with_a_changed_byte_is_refused_wherever_it_is() {
    let bytes = small_book();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        let error = Book::from_bytes(damaged).unwrap_err();
        let is_told = match place {
            0..8 => error == BookError::Foreign,
            8..10 => matches!(error, BookError::Version { .. }),
            _ => !error.to_string().is_empty(),
        };
        assert!(is_told, "{place}: {error}");
    }
}

/// The bytes of a record with something changed, in a file whose checksums fit.
fn forged(change: impl Fn(&mut [u8])) -> BookError {
    // One record: header 48 bytes, one entry of the index, the record.
    let mut graph = Graph::new();
    graph.merge([Record {
        board: Board::START.canonical().0,
        value: Eval::default(),
        deviation: Some(Deviation {
            turn: Board::START.canonical().0.legal_moves().into_iter().next(),
            value: Eval::default(),
            depth: 8,
            selectivity: Selectivity::P73,
            origin: Origin::Searched,
        }),
    }]);
    let mut bytes = graph.to_bytes();
    change(&mut bytes[72..]);
    let fnv = |parts: &[&[u8]]| {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for part in parts {
            for word in part.chunks_exact(8).chain([&[0; 8][..]]) {
                let word = u64::from_le_bytes(word.try_into().unwrap());
                hash = (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        hash.to_le_bytes()
    };
    let block = fnv(&[&bytes[72..]]);
    bytes.copy_within(72..88, 48);
    bytes[64..72].copy_from_slice(&block);
    let head = fnv(&[&bytes[..40], &bytes[48..72]]);
    bytes[40..48].copy_from_slice(&head);
    Book::from_bytes(bytes).unwrap_err()
}

#[test]
fn records_that_are_none_are_refused_with_their_place() {
    let fault = |change: &dyn Fn(&mut [u8])| match forged(change) {
        BookError::Record {
            number: 1,
            offset: 72,
            fault,
        } => fault,
        other => panic!("{other}"),
    };
    assert!(matches!(fault(&|r| r[20] = 0), RecordFault::IllegalMove(_)));
    assert_eq!(fault(&|r| r[20] = 65), RecordFault::Field("move"));
    assert_eq!(fault(&|r| r[20] = 255), RecordFault::Field("deviation"));
    assert_eq!(fault(&|r| r[21] = 61), RecordFault::Field("depth"));
    assert_eq!(fault(&|r| r[22] = 6), RecordFault::Field("selectivity"));
    assert_eq!(fault(&|r| r[23] = 2), RecordFault::Field("origin"));
    assert_eq!(fault(&|r| r[17] = 0x7f), RecordFault::Field("value"));
    assert_eq!(fault(&|r| r[8..16].fill(0)), RecordFault::NoMove);
    let turned = |r: &mut [u8]| {
        let (own, other) = r.split_at_mut(8);
        own.swap_with_slice(&mut other[..8]);
    };
    // The start with its colours exchanged is one of its images, and not the least.
    assert_eq!(fault(&turned), RecordFault::NotCanonical);
    assert_eq!(
        forged(|r| r[20] = 0).to_string(),
        "record 1 of the book (byte 72): the move a1 is illegal in its position"
    );
}

/// One-threaded searchers of the classic evaluation, which is ready at once.
fn crew(count: usize) -> Vec<Box<dyn Thinker>> {
    let config = Config {
        threads: Threads::ONE,
        table: TableSize::MIN,
    };
    let thinker = || Searcher::new(Classic::default(), config).unwrap();
    (0..count)
        .map(|_| Box::new(thinker()) as Box<dyn Thinker>)
        .collect()
}

/// Grows a book of so many positions, perhaps with the book written and read between the rounds.
fn grown(threads: usize, positions: usize, is_interrupted: bool) -> Graph {
    let mut thinkers = crew(threads);
    let stop = StopFlag::new();
    let mut graph = Graph::new();
    let roots = [Board::START.canonical().0];
    while graph.len() < positions {
        if is_interrupted {
            // A round that is broken off leaves no trace.
            let before = graph.to_bytes();
            stop.stop();
            let mut builder = Builder {
                thinkers: &mut thinkers,
                level: Level::new(2).unwrap(),
                stop: &stop,
            };
            let round = builder.round(&mut graph, &roots, (&Scope::default(), 1000));
            assert_eq!(round, Round::Stopped);
            assert_eq!(graph.to_bytes(), before);
            graph = Graph::of(&Book::from_bytes(before).unwrap()).unwrap();
            stop.clear();
        }
        let most = positions - graph.len();
        let mut builder = Builder {
            thinkers: &mut thinkers,
            level: Level::new(2).unwrap(),
            stop: &stop,
        };
        match builder.round(&mut graph, &roots, (&Scope::default(), most)) {
            Round::Grown { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    graph
}

#[test]
fn a_book_does_not_depend_on_threads_and_interruptions() {
    let graph = grown(1, 150, false);
    assert_eq!(graph.len(), 150);
    assert_settled(&graph);
    let verdict = graph.check();
    assert_eq!((verdict.open, verdict.apart), (0, 0));
    assert_eq!(grown(3, 150, true).to_bytes(), graph.to_bytes());
}

#[test]
fn the_best_way_out_is_the_best_of_all_ways_out() {
    let graph = grown(2, 60, false);
    let mut thinkers = crew(1);
    let mut searched = 0;
    for record in graph.records() {
        let Some(deviation) = record.deviation else {
            continue;
        };
        assert_eq!(deviation.origin, Origin::Searched);
        assert!(deviation.turn.is_some() && deviation.depth > 0);
        // Searching it again finds the same.
        let stop = StopFlag::new();
        let mut again = Graph::new();
        again.merge(graph.records().iter().map(|other| Record {
            deviation: other.deviation.filter(|_| other.board != record.board),
            ..*other
        }));
        // The value of a position that nothing else supports is kept as it is, and not searched again.
        if again.lookup(record.board).unwrap().deviation.is_some() {
            continue;
        }
        searched += 1;
        let mut builder = Builder {
            thinkers: &mut thinkers,
            level: Level::new(2).unwrap(),
            stop: &stop,
        };
        builder.round(&mut again, &[], (&Scope::default(), 0));
        assert_eq!(again.lookup(record.board), Some(record));
    }
    assert!(searched > 10, "{searched}");
}

#[test]
fn a_lost_line_is_not_played_again() {
    let mut graph = grown(2, 40, false);
    let start = probe(&graph, Board::START).unwrap().unwrap();
    let line = start.moves[0].line.clone();
    // The last move of the best line turns out to be a blunder.
    let mut board = Board::START;
    for turn in &line[..line.len() - 1] {
        board = board.play(turn.square().unwrap()).unwrap();
    }
    let blunder = graph
        .lookup(board.canonical().0)
        .unwrap()
        .deviation
        .unwrap();
    graph.merge([Record {
        board: board.canonical().0,
        value: Eval::MIN,
        deviation: Some(Deviation {
            value: Eval::MIN,
            depth: 60,
            ..blunder
        }),
    }]);
    assert_settled(&graph);
    let after = probe(&graph, Board::START).unwrap().unwrap();
    assert_ne!(after.moves[0].line, line);
}

#[test]
fn variety_chooses_among_good_moves_and_better_ones_more_often() {
    let graph = grown(2, 150, false);
    let board = Board::START.play(xsquare_engine::Square::F5).unwrap();
    let page = probe(&graph, board).unwrap().unwrap();
    let best = &page.moves[0];
    assert_eq!(page.choose(0, 12345), Some(best));
    let variety = 3 * Eval::PER_DISC;
    let mut random = random(3);
    let mut counts: HashMap<Move, u32> = HashMap::new();
    for _ in 0..2000 {
        let known = page.choose(variety, random.next_u64()).unwrap();
        assert!(best.value - known.value <= variety && known.way == Way::Inside);
        *counts.entry(known.turn).or_default() += 1;
    }
    let meant = page
        .moves
        .iter()
        .filter(|known| known.way == Way::Inside && best.value - known.value <= variety);
    let counts: Vec<u32> = meant
        .map(|known| counts.get(&known.turn).copied().unwrap_or(0))
        .collect();
    assert!(counts.len() >= 2, "{counts:?}");
    assert!(counts[0] > *counts.last().unwrap(), "{counts:?}");
}
