//! A book of ten million positions: opened, looked into and checked, with the times and the memory that this takes.
//!
//! Every position that the rules allow is in it, in every symmetry once, move after move from the start until there are ten
//! million. What they are worth is made up where the lines leave the book and negamaxed from there. It takes some minutes, 3 GB of
//! memory and 240 MB of disk for as long as it runs, and is not run unless asked for; `--nocapture` shows the figures:
//!
//! ```sh
//! cargo test -p xsquare --test program ten_million -- --ignored --nocapture
//! ```
#![cfg(target_os = "linux")]
#![expect(clippy::print_stderr, reason = "the figures are what the test is for")]

use crate::common::{Run, rows};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use xsquare_engine::Board;
use xsquare_search::book::{Book, Deviation, Graph, Origin, Record};
use xsquare_search::{Eval, Selectivity};

const POSITIONS: usize = 10_000_000;
/// The program, the index and the blocks that are kept, in MiB.
const MOST_MEMORY: u64 = 24;
/// Every so manieth position is looked up.
const STEP: usize = 97;

/// The canonical image of what a move leads to, a pass followed; `None` at the end of the game.
fn child(board: Board, turn: xsquare_engine::Square) -> Option<Board> {
    let after = board.play(turn).unwrap();
    let after = if after.must_pass() {
        after.pass()
    } else {
        after
    };
    (!after.legal_moves().is_empty()).then(|| after.canonical().0)
}

/// All positions after 0, 1, 2 … moves until there are enough.
fn positions() -> HashSet<Board> {
    let mut all = HashSet::with_capacity(POSITIONS);
    let mut last = vec![Board::START.canonical().0];
    all.extend(last.iter().copied());
    while all.len() < POSITIONS {
        let mut next = Vec::new();
        for &board in &last {
            for after in board
                .legal_moves()
                .into_iter()
                .filter_map(|turn| child(board, turn))
            {
                if all.len() < POSITIONS && all.insert(after) {
                    next.push(after);
                }
            }
        }
        last = next;
    }
    all
}

/// A value from -8 to 8 discs that nothing but the board decides.
fn made_up(board: Board) -> Eval {
    let bits = board.own().bits() ^ board.opponent().bits().rotate_left(17);
    let mixed = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 53;
    Eval::from_units(i32::try_from(mixed).unwrap() - 1024)
}

/// A position with its first move out of the book.
fn record(board: Board, all: &HashSet<Board>) -> Record {
    let mut moves = board.legal_moves().into_iter();
    let out = moves.find(|&turn| child(board, turn).is_none_or(|after| !all.contains(&after)));
    Record {
        board,
        value: Eval::default(),
        deviation: out.map(|turn| Deviation {
            turn: Some(turn),
            value: made_up(board),
            depth: 1,
            selectivity: Selectivity::P73,
            origin: Origin::Imported,
        }),
    }
}

/// Writes the book, by way of the graph that settles its values.
fn make(path: &Path) {
    let begin = Instant::now();
    let all = positions();
    let mut graph = Graph::new();
    graph.merge(all.iter().map(|&board| record(board, &all)));
    assert_eq!(graph.len(), POSITIONS);
    graph
        .write(BufWriter::new(File::create(path).unwrap()))
        .unwrap();
    let size = fs::metadata(path).unwrap().len();
    eprintln!(
        "made in {:.0?}: {POSITIONS} positions, {size} bytes",
        begin.elapsed()
    );
}

/// The most memory that a process has had so far, in MiB, of its own and of files; `None` when it has ended.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024)
}

fn spawn(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_xsquare"))
        .args(["--hash", "1M", "--threads", "1"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap()
}

/// Runs the program and tells what it took.
fn measured(arguments: &[&str]) -> (Run, u64) {
    let begin = Instant::now();
    let mut child = spawn(arguments);
    let mut out = child.stdout.take().unwrap();
    let reader = thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).unwrap();
        text
    });
    let mut most = 0;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        most = most.max(peak(&child).unwrap_or(0));
        thread::sleep(Duration::from_millis(1));
    };
    let run = Run {
        stdout: reader.join().unwrap(),
        stderr: String::new(),
        code: status.code().unwrap(),
    };
    eprintln!(
        "{}: {:.0?}, {most} MiB",
        arguments[..2].join(" "),
        begin.elapsed()
    );
    (run, most)
}

/// The time of a look into the book, on the average.
fn time_of_lookups(book: &Book, boards: &[Board]) -> Duration {
    let begin = Instant::now();
    for &board in boards {
        assert!(book.lookup(board).unwrap().is_some());
    }
    begin.elapsed() / u32::try_from(boards.len()).unwrap()
}

fn lookups(path: &Path) {
    let begin = Instant::now();
    let book = Book::open(File::open(path).unwrap()).unwrap();
    let opened = begin.elapsed();
    eprintln!("opened in {opened:.1?}");
    assert!(opened < Duration::from_millis(500));
    let records = Book::open(File::open(path).unwrap()).unwrap();
    let boards: Vec<Board> = records
        .records()
        .step_by(STEP)
        .map(|record| record.unwrap().board)
        .collect();
    // Spread over the whole book, as a game never does.
    let mut spread = boards.clone();
    spread.sort_by_key(|board| board.own().bits().wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let cold = time_of_lookups(&book, &spread);
    let again = time_of_lookups(&book, &spread);
    let near = &boards[..500];
    time_of_lookups(&book, near);
    let kept = time_of_lookups(&book, near);
    eprintln!(
        "a lookup: {cold:.1?} in blocks not read before, {again:.1?} in blocks read again, {kept:.1?} in blocks that are kept"
    );
}

/// Reads one answer of GTP.
fn answer(lines: &mut impl BufRead) -> String {
    let mut text = String::new();
    while !text.ends_with("\n\n") {
        assert!(lines.read_line(&mut text).unwrap() > 0, "{text}");
    }
    text
}

/// Plays from the book until it ends.
fn play(file: &str) {
    let begin = Instant::now();
    let mut child = spawn(&["gtp", "--level", "1", "--book", file]);
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    writeln!(input, "name").unwrap();
    answer(&mut lines);
    let started = begin.elapsed();
    for ply in 0..12 {
        let side = if ply % 2 == 0 { "b" } else { "w" };
        writeln!(input, "genmove {side}").unwrap();
        let text = answer(&mut lines);
        assert!(text.starts_with("= "), "{text}");
    }
    let most = peak(&child).unwrap();
    writeln!(input, "quit").unwrap();
    assert!(child.wait().unwrap().success());
    eprintln!(
        "gtp: {started:.1?} to the first answer, {:.1?} with twelve moves, {most} MiB",
        begin.elapsed()
    );
}

#[test]
#[ignore = "minutes, 3 GB of memory and 240 MB of disk: cargo test -p xsquare --test program -- --ignored --nocapture ten_million"]
fn a_book_of_ten_million_positions_is_opened_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("large.book");
    let file = path.display().to_string();
    make(&path);
    lookups(&path);
    play(&file);
    let (own, _) = measured(&["book", "probe", "f5d6", "--json"]);
    let (probe, most) = measured(&["book", "probe", "f5d6", "--json", "--book", &file]);
    assert_eq!((own.code, probe.code), (0, 0));
    assert_eq!(rows(&probe)[0]["found"], true);
    assert!(most < MOST_MEMORY, "{most} MiB");
    let (stats, most) = measured(&["book", "stats", "--json", "--book", &file]);
    assert_eq!(rows(&stats)[0]["positions"], POSITIONS);
    assert!(most < MOST_MEMORY, "{most} MiB");
    let (check, _) = measured(&["book", "check", &file, "--json"]);
    let check = rows(&check).remove(0);
    assert_eq!(
        (
            &check["ok"],
            &check["positions"],
            &check["open"],
            &check["apart"]
        ),
        (&true.into(), &POSITIONS.into(), &0.into(), &0.into())
    );
}
