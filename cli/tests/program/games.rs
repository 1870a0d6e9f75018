//! Files of games: converted and checked.

use crate::common::{START, package_file, rows, run, run_with_input, xsquare};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A game of nine moves that Black wins 13-0.
const WIPE_OUT: &str = "f5d6c5f6e7f4g5e6e3";

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn write(folder: &TempDir, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = path(folder, name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn games_go_through_every_format_and_come_back() {
    let folder = folder();
    let transcripts = format!("{WIPE_OUT}\nc4c3f5b4a4a5c2a3d2\nf5d6c3\n");
    let mut last = write(&folder, "0.txt", &transcripts);
    for (index, name) in ["1.ggf", "2.sgf", "3.jsonl", "5.sgf", "6.txt"]
        .iter()
        .enumerate()
    {
        let next = path(&folder, name);
        let run = run(&["convert", &last, "-o", &next]);
        assert_eq!(run.code, 0, "{index}: {}", run.stderr);
        assert_eq!(run.stdout, format!("3 games written: {next}\n"));
        last = next;
    }
    assert_eq!(fs::read_to_string(&last).unwrap(), transcripts);
    // Drafts are gone.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6);
    let quest = run(&["convert", &last, "--to", "quest"]);
    let back = run_with_input(&["convert", "-", "--to", "compact"], quest.stdout);
    assert_eq!(back.stdout, transcripts);
}

#[test]
fn wthor_files_bring_their_names() {
    let folder = folder();
    let sgf = write(
        &folder,
        "a.sgf",
        format!("(;GM[2]PB[Ann]PW[Bo]EV[Open]DT[2001];{})", "B[f5];W[d6]"),
    );
    let wtb = path(&folder, "a.wtb");
    let run_ = run(&["convert", &sgf, "-o", &wtb]);
    assert!(
        run_.stdout.contains("a.jou") && run_.stdout.contains("a.trn"),
        "{}",
        run_.stdout
    );
    let back = run(&["convert", &wtb, "--to", "sgf"]);
    assert!(
        back.stdout.contains("PB[Ann]PW[Bo]EV[Open]DT[2001]"),
        "{}",
        back.stdout
    );
    // A file is written again byte for byte, also over itself.
    let before = fs::read(&wtb).unwrap();
    assert_eq!(run(&["convert", &wtb, "-o", &wtb]).code, 0);
    assert_eq!(fs::read(&wtb).unwrap(), before);
    fs::remove_file(path(&folder, "a.jou")).unwrap();
    let nameless = run(&["convert", &wtb, "--to", "sgf"]);
    assert!(nameless.stdout.contains("PB[#1]"), "{}", nameless.stdout);
    assert!(
        nameless.stderr.contains("no list of names found"),
        "{}",
        nameless.stderr
    );
}

#[test]
fn lists_of_names_that_do_not_fit_are_told() {
    let folder = folder();
    let sgf = write(&folder, "a.sgf", "(;GM[2]PB[Ann]PW[Bo];B[f5];W[d6])");
    let wtb = path(&folder, "a.wtb");
    assert_eq!(run(&["convert", &sgf, "-o", &wtb]).code, 0);
    // Of the names `???`, `Ann` and `Bo` the last goes, and the second fills its field.
    let jou = path(&folder, "a.jou");
    let mut names = fs::read(&jou).unwrap();
    names.truncate(16 + 2 * 20);
    names[8] = 2;
    names[36..56].copy_from_slice(b"Ann with a long name");
    fs::write(&jou, names).unwrap();
    let check = run(&["check", &wtb]);
    assert_eq!(check.code, 0);
    for expected in [
        "names that fill their whole field and may be cut off: 1, the first is number 1",
        "no player 2 in the list of 2 names",
    ] {
        assert!(check.stderr.contains(expected), "{}", check.stderr);
    }
    let convert = run(&["convert", &wtb, "--to", "sgf"]);
    assert!(convert.stderr.contains("no player 2"), "{}", convert.stderr);
    assert!(
        convert.stdout.contains("PB[Ann with a long name]PW[#2]"),
        "{}",
        convert.stdout
    );
}

#[test]
fn nothing_is_lost_in_silence() {
    let sgf = package_file("data/examples.sgf");
    let run_ = run(&["convert", &sgf, "--to", "spaced", "-v"]);
    assert_eq!(
        (run_.code, run_.stdout.as_str()),
        (1, "f5 d6 c5 f6 e7 f4 g5 e6 e3\n")
    );
    assert!(
        run_.stderr
            .contains("game 1: lost: players' names, the event"),
        "{}",
        run_.stderr
    );
    let run_ = run(&["convert", &sgf, "--to", "spaced", "--lossless"]);
    assert_eq!((run_.code, run_.stdout.as_str()), (2, ""));
    assert!(run_.stderr.contains("(--lossless)"), "{}", run_.stderr);
    let folder = folder();
    let out = write(&folder, "out.ggf", "before");
    let run_ = run(&["convert", &sgf, "-o", &out, "--strict"]);
    assert_eq!(run_.code, 2, "{}", run_.stderr);
    assert_eq!(fs::read_to_string(&out).unwrap(), "before");
    let run_ = run(&["convert", &sgf, "-o", &out, "--json"]);
    let row = &rows(&run_)[0];
    assert_eq!(
        (&row["schema"], &row["written"], &row["failed"]),
        (&"xsquare.convert.v1".into(), &1.into(), &1.into())
    );
    assert_eq!(row["losses"][0]["what"], "the event");
    let setup = format!(
        "{} X;pa\n",
        "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO"
    );
    let run_ = run_with_input(&["convert", "-", "-o", &path(&folder, "s.wtb")], setup);
    assert_eq!(run_.code, 2);
    assert!(
        run_.stderr
            .contains("WTHOR holds games from the usual start only"),
        "{}",
        run_.stderr
    );
}

#[test]
fn all_games_are_written_or_none() {
    let good = "f5d6c3\n".repeat(3);
    let bad = format!("{good}f5f5\n{good}");
    for output in [
        &[][..],
        &["-o", "-"],
        #[cfg(unix)]
        &["-o", "/dev/stdout"],
    ] {
        let strict = [&["convert", "-", "--to", "compact", "--strict"], output].concat();
        let none = run_with_input(&strict, bad.as_str());
        assert_eq!((none.code, none.stdout.as_str()), (2, ""), "{output:?}");
        assert!(
            none.stderr.contains("nothing is written (--strict)"),
            "{}",
            none.stderr
        );
        let all = run_with_input(&strict, good.as_str());
        assert_eq!(
            (all.code, all.stdout.starts_with(&good)),
            (0, true),
            "{output:?}"
        );
    }
    // More than is held in memory.
    let games = "f5d6c5f6e7f4g5e6e3\n".repeat(500_000);
    let strict = ["convert", "-", "--to", "compact", "--strict"];
    assert!(run_with_input(&strict, games.as_str()).stdout == games);
}

#[test]
fn requests_that_cannot_be_met_do_nothing() {
    let folder = folder();
    let out = path(&folder, "out.xyz");
    let sgf = package_file("data/examples.sgf");
    for (arguments, expected) in [
        (
            vec!["convert", &sgf, "-o", &out],
            "the format to write is not told",
        ),
        (vec!["convert", &sgf], "the format to write is not told"),
        (
            vec!["convert", &sgf, "--to", "pgn"],
            "not a format; expected transcript, board",
        ),
        (
            vec!["convert", &sgf, "--to", "wthor"],
            "cannot be written to standard output",
        ),
        (
            vec!["convert", "no/such", "--to", "sgf"],
            "cannot read no/such",
        ),
        (
            vec!["convert", "-", "-o", &out, "--to", "sgf"],
            "standard input holds no game",
        ),
        (
            vec!["convert", &sgf, "-o", "no/such/dir/x.sgf"],
            "cannot be written",
        ),
        (vec!["check", "no/such"], "cannot read no/such"),
        (vec!["check", "-"], "standard input holds no game"),
        (vec!["check"], "<FILE>..."),
    ] {
        let run = run(&arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(
            run.stderr.contains(expected),
            "{arguments:?}: {}",
            run.stderr
        );
    }
    assert!(!Path::new(&out).exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_others() {
    let sgf = package_file("data/examples.sgf");
    let run_ = run(&["convert", "no/such", &sgf, "--to", "compact"]);
    assert_eq!(
        (run_.code, run_.stdout.as_str()),
        (1, "f5d6c5f6e7f4g5e6e3\n")
    );
    let run_ = run(&["check", "no/such", &sgf]);
    assert_eq!(run_.code, 1);
    assert!(run_.stdout.contains("1 fault"), "{}", run_.stdout);
}

#[test]
fn faults_have_their_place_and_rule() {
    let run_ = run_with_input(&["check", "-", "--json"], "f5d6c3\nf5d6a1\nf5f5\nhello\n");
    assert_eq!(run_.code, 1);
    let rows = rows(&run_);
    let fault = &rows[0];
    assert_eq!(fault["schema"], "xsquare.check.fault.v1");
    for (key, value) in [("game", 2), ("line", 2), ("column", 5), ("ply", 3)] {
        assert_eq!(fault[key], value, "{key}");
    }
    assert_eq!(
        (&fault["square"], &fault["rule"]),
        (&"a1".into(), &"flips-nothing".into())
    );
    assert_eq!(
        (&rows[1]["rule"], &rows[2]["rule"]),
        (&"occupied".into(), &"syntax".into())
    );
    assert_eq!(
        (&rows[3]["schema"], &rows[3]["faults"]),
        (&"xsquare.check.v1".into(), &3.into())
    );
    assert_eq!(rows[4]["schema"], "xsquare.check.summary.v1");
}

#[test]
fn results_are_compared_under_each_way_of_counting() {
    let check = |result: &str, more: &[&str]| {
        let arguments = [&["check", "-"], more].concat();
        let run = run_with_input(&arguments, format!("{WIPE_OUT} {result}\n"));
        (run.code, run.stdout)
    };
    assert_eq!(check("13-0", &[]).0, 0);
    assert_eq!(check("64-0", &[]).0, 0);
    let (code, text) = check("40-24", &[]);
    assert_eq!(code, 1);
    assert!(
        text.contains(
            "the result 40-24 is stated; the board says 13-0 (discs on the board), 64-0 (empties to the winner), \
             64-0 (discs on the board, wipe-out 64-0)"
        ),
        "{text}"
    );
    assert!(check("0-64", &[]).1.contains("colours exchanged"));
    let (code, text) = check("13-0", &["--convention", "winner"]);
    assert_eq!(code, 1);
    assert!(
        text.contains("not counted by empties to the winner"),
        "{text}"
    );
    // Formats with one way of counting are held to it.
    let ggf = "(;GM[Othello]RE[+13]BO[8 ---------------------------O*------*O--------------------------- *]\
               B[f5]W[d6]B[c5]W[f6]B[e7]W[f4]B[g5]W[e6]B[e3];)";
    let run_ = run_with_input(&["check", "-", "--json"], ggf);
    assert_eq!(
        (run_.code, &rows(&run_)[0]["rule"]),
        (1, &"score-convention".into())
    );
    // What is not played to its end is somebody's judgement.
    let run_ = run_with_input(&["check", "-"], "f5d6c3 40-24\n");
    assert_eq!(run_.code, 0);
    assert!(
        run_.stdout
            .contains("1 result of unfinished games, not checked"),
        "{}",
        run_.stdout
    );
}

#[test]
fn a_closed_pipe_ends_the_conversion_quietly() {
    let line = format!("{WIPE_OUT}\n");
    let input = line.repeat(20_000);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_xsquare"))
        .args(["convert", "-", "--to", "json"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read all.
        let _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn text_from_files_does_not_steer_the_terminal() {
    let run_ = xsquare(&["check", "-"])
        .write_stdin("(;GM[2]PB[\u{1b}[31m]RE[W+2];B[f5];W[d6];B[c5];W[f6];B[e7];W[f4];B[g5];W[e6];B[e3])\n\u{1b}[31mf5")
        .output()
        .unwrap();
    let text = String::from_utf8(run_.stdout).unwrap();
    assert!(
        text.contains("colours exchanged") || text.contains("the result"),
        "{text}"
    );
    assert!(!text.contains('\u{1b}'), "{text:?}");
}

#[test]
fn years_that_one_file_cannot_hold_are_counted_by_games() {
    let folder = folder();
    let game = |year| {
        format!("(;GM[2]DT[{year}]RE[B+64];B[f5];W[d6];B[c5];W[f6];B[e7];W[f4];B[g5];W[e6];B[e3])")
    };
    let games = write(&folder, "games.sgf", [1999, 1999, 2001].map(game).concat());
    let out = path(&folder, "out.wtb");
    let all = run(&["convert", &games, "-o", &out]);
    assert_eq!(all.code, 0);
    let warning = "WTHOR cannot hold the date (3 games)";
    assert!(all.stderr.contains(warning), "{}", all.stderr);
    let whole = run(&["convert", &games, "-o", &out, "--lossless"]);
    assert_eq!(whole.code, 1);
    assert!(
        whole.stdout.contains("2 games written, 1 failed"),
        "{}",
        whole.stdout
    );
    let dates = run(&["convert", &out, "--to", "sgf"]).stdout;
    assert_eq!(dates.matches("DT[1999]").count(), 2, "{dates}");
}

#[test]
fn what_readers_pass_over_is_lost_too() {
    const BOARD: &str =
        "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    let ggf = |tags| format!("(;GM[Othello]PC[]PB[]PW[]{tags}TY[8]{BOARD}B[f5];)");
    for (text, to) in [
        ("(;GM[2];B[f5](;W[d6])(;W[f6]))".to_owned(), "sgf"),
        ("(;GM[2]KO[x];B[f5])".to_owned(), "sgf"),
        ("(;GM[2]RE[won];B[f5])".to_owned(), "sgf"),
        ("(;GM[2]RE[Void];B[f5])".to_owned(), "sgf"),
        (ggf("XX[1]"), "ggf"),
        (ggf("TI[01:00,0:0]"), "ggf"),
        (ggf("RE[aborted]"), "ggf"),
        (
            "{\"players\":[],\"moves\":[{\"m\":\"f5\",\"t\":1}]}".to_owned(),
            "json",
        ),
    ] {
        let all = run_with_input(&["convert", "-", "--to", to], text.as_str());
        assert_eq!(all.code, 0, "{text}: {}", all.stderr);
        assert!(
            all.stderr.contains("in 1 game, such as"),
            "{text}: {}",
            all.stderr
        );
        assert!(
            !all.stderr.contains("cannot hold"),
            "{text}: {}",
            all.stderr
        );
        let whole = run_with_input(&["convert", "-", "--to", to, "--lossless"], text.as_str());
        assert_eq!((whole.code, whole.stdout.as_str()), (2, ""), "{text}");
        let told = "it would lose what was passed over in reading (--lossless)";
        assert!(whole.stderr.contains(told), "{text}: {}", whole.stderr);
    }
    // Fields that fill a line hold nothing that could be lost.
    let problem = format!("{START} X; f5:+0; --:+1000;");
    let whole = run_with_input(&["convert", "-", "--to", "obf", "--lossless"], problem);
    assert_eq!(whole.code, 0, "{}", whole.stderr);
}

#[test]
fn notes_are_counted_by_games() {
    let folder = folder();
    let out = path(&folder, "out.txt");
    // A pass in the middle is filled in, and passes at the end are passed over.
    let game = "(;GM[2];B[c4];W[c3];B[f5];W[b4];B[a4];W[a5];B[c2];W[a3];W[d2])";
    let ended = "(;GM[2]KO[]XX[1];B[f5](;W[d6])(;W[f6]))";
    let games = write(&folder, "games.sgf", [game, ended].concat());
    let row = rows(&run(&["convert", &games, "-o", &out, "--json"])).remove(0);
    let notes = row["notes"].as_array().unwrap();
    assert_eq!(notes.len(), 2, "{row}");
    assert!(notes.iter().all(|note| note["games"] == 1), "{row}");
    let unread = serde_json::json!({"what": "what was passed over in reading", "games": 1});
    assert!(row["losses"].as_array().unwrap().contains(&unread), "{row}");
}

#[test]
fn results_that_no_game_can_have_are_faults() {
    const BOARD: &str =
        "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    const MOVES: &str = "B[f5]W[d6]B[c5]W[f6]B[e7]W[f4]B[g5]W[e6]B[e3]";
    let ggf = |tags: &str, moves| format!("(;GM[Othello]PC[]PB[]PW[]{tags}{BOARD}{moves};)");
    let komi = "TY[8k]KB[f5//1]KW[f5//1]KM[-0.500]";
    let sgf = |result| {
        format!("(;GM[2]RE[{result}]{MOVES})")
            .replace("B[", ";B[")
            .replace("W[", ";W[")
    };
    for (text, to, board) in [
        (
            ggf("TY[8]RE[+66]", MOVES),
            "ggf",
            "the board says +64 for Black",
        ),
        (
            ggf("TY[8]RE[+100]", MOVES),
            "ggf",
            "the board says +64 for Black",
        ),
        (
            ggf("TY[8]RE[+12.5]", MOVES),
            "ggf",
            "the board says +64 for Black",
        ),
        (
            ggf(&format!("{komi}RE[-64.000]"), MOVES),
            "ggf",
            "+64 for Black, +64.500 less the komi",
        ),
        (sgf("B+66"), "sgf", "the board says +64 for Black"),
        (sgf("60-60"), "sgf", "the board says +64 for Black"),
    ] {
        let check = run_with_input(&["check", "-"], text.as_str());
        assert_eq!(check.code, 1, "{text}: {}", check.stderr);
        assert!(check.stdout.contains(board), "{text}: {}", check.stdout);
        assert!(check.stdout.contains("1 fault"), "{text}: {}", check.stdout);
        let row = rows(&run_with_input(&["check", "-", "--json"], text.as_str())).remove(0);
        assert_eq!(row["rule"], "score-impossible");
        let convert = run_with_input(&["convert", "-", "--to", to], text.as_str());
        assert!(
            convert.stderr.contains("no such game can have in 1 game"),
            "{}",
            convert.stderr
        );
        let whole = run_with_input(&["convert", "-", "--to", to, "--lossless"], text.as_str());
        assert_eq!((whole.code, whole.stdout.as_str()), (2, ""), "{text}");
    }
    // A value that is right with its komi is none, nor is the number that stands for no result.
    for (tags, moves) in [
        (&*format!("{komi}RE[+64.500]"), MOVES),
        ("TY[8]RE[-127.000]", "B[f5]"),
        ("TY[8]RE[?]", "B[f5]"),
    ] {
        let check = run_with_input(&["check", "-"], ggf(tags, moves));
        assert_eq!(check.code, 0, "{tags}: {}", check.stdout);
    }
}
