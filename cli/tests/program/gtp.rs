//! `gtp`: sessions as other programs hold them, and as none should.

use crate::common::{rows, run, run_with_input};
use crate::session::{AT_ONCE, Session};
use std::time::{Duration, Instant};
use xsquare_engine::Square;

/// Black is to move, has no move, and White has g5 and h6; the value for Black is −48.
const MUST_PASS: &str = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X";
/// A game of nine moves: 13-0.
const SHORT_GAME: [&str; 9] = ["f5", "d6", "c5", "f6", "e7", "f4", "g5", "e6", "e3"];
/// After these Black must pass.
const BEFORE_PASS: [&str; 8] = ["c4", "c3", "f5", "b4", "a4", "a5", "c2", "a3"];

/// The `play` commands of a game in which nobody passes.
fn plays(turns: &[&str]) -> String {
    let colors = ["b", "w"].into_iter().cycle();
    let plays = colors
        .zip(turns)
        .map(|(color, turn)| format!("play {color} {turn}\n"));
    joined(plays)
}

fn joined(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().concat()
}

/// The answers to a whole session, each without the empty line at its end; there is one for each command.
fn answers(input: impl Into<Vec<u8>>) -> Vec<String> {
    let arguments = [
        "gtp",
        "--book",
        "off",
        "--level",
        "3",
        "--threads",
        "1",
        "--eval",
        "classic",
    ];
    let run = run_with_input(&arguments, input);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.is_empty() || run.stdout.ends_with("\n\n"));
    let answers = run.stdout.split_terminator("\n\n");
    let answers: Vec<String> = answers.map(|text| text.trim_end().to_owned()).collect();
    for answer in &answers {
        assert!(answer.starts_with(['=', '?']), "{answer:?}");
    }
    answers
}

/// The answers to a session of one command a line.
fn session(script: &str) -> Vec<String> {
    let answers = answers(script);
    let commands = script.lines().filter(|line| !line.trim().is_empty());
    assert_eq!(answers.len(), commands.count(), "{script}\n{answers:?}");
    answers
}

/// The answers that follow those to `before`.
fn after(before: &str, script: &str) -> Vec<String> {
    let all = session(&format!("{before}{script}"));
    let count = before.lines().count();
    for (command, answer) in before.lines().zip(&all) {
        assert_eq!(answer, "=", "{command}");
    }
    all[count..].to_vec()
}

fn is_move(answer: &str) -> bool {
    answer
        .strip_prefix("= ")
        .is_some_and(|text| text.parse::<Square>().is_ok())
}

#[test]
fn the_example_of_the_protocol_is_answered_as_written() {
    let answers = session(
        "1 boardsize 8\n2 clear_board\nplay b f5\nplay b d6\ngenmove w\nplay w a1\nundo\n7 final_score\n",
    );
    assert_eq!(answers[..3], ["=1", "=2", "="]);
    assert!(answers[3].starts_with("? wrong color"), "{answers:?}");
    assert!(is_move(&answers[4]), "{answers:?}");
    assert!(answers[5].starts_with("? wrong color"), "{answers:?}");
    assert_eq!(answers[6], "=");
    assert!(answers[7].starts_with("?7 game not over"), "{answers:?}");
}

#[test]
fn what_is_wrong_gets_one_error() {
    let wrong = [
        "boardsize",
        "boardsize 6",
        "boardsize 19",
        "boardsize x",
        "play b",
        "play b i9",
        "play b f5 d6",
        "play x f5",
        "play b pass",
        "play b resign",
        "genmove",
        "genmove purple",
        "reg_genmove",
        "time_left b -3 1",
        "time_left b 0",
        "time_left q 1 1",
        "time_settings 1 2",
        "time_settings -1 0 0",
        "time_settings 1 2 x",
        "time_settings 1e9 0 0",
        "komi",
        "komi many",
        "set_game Chess",
        "set_game",
        "set_level 61",
        "set_level",
        "known_command",
        "xsquare-analyse 0",
        "xsquare-analyse 65",
        "xsquare-setboard",
        "xsquare-setboard f5a1",
        "99999999999 name",
        "undo",
        "final_score",
        "no_such_command",
        "NAME",
        "-1 name",
    ];
    let script = joined(wrong.iter().map(|line| format!("{line}\nname\n")));
    for (line, answers) in wrong.iter().zip(session(&script).chunks(2)) {
        assert!(answers[0].starts_with("? "), "{line}: {answers:?}");
        assert_eq!(answers[1], "= X-square", "{line}");
    }
    // A number behind it is not passed over: nothing is taken back.
    let undone = session("play b f5\nundo 1\nundo\nundo\n");
    assert!(undone[1].starts_with("? syntax"), "{undone:?}");
    assert_eq!(undone[2], "=");
    assert!(undone[3].starts_with("? cannot undo"), "{undone:?}");
    let numbered = session("5 no_such_command\n6\n");
    assert_eq!(numbered[0], "?5 unknown command");
    assert!(numbered[1].starts_with("?6 "), "{numbered:?}");
}

#[test]
fn every_listed_command_is_known_and_no_other() {
    let listed = session("list_commands\n");
    let listed: Vec<&str> = listed[0].trim_start_matches("= ").lines().collect();
    assert!(listed.len() >= 30 && listed.is_sorted(), "{listed:?}");
    let script = joined(listed.iter().map(|name| format!("known_command {name}\n")));
    assert!(session(&script).iter().all(|answer| answer == "= true"));
    let names = joined(listed.iter().map(|name| format!("{name}\n")));
    for (name, answer) in listed
        .iter()
        .zip(session(&names.replace("quit\n", "name\n")))
    {
        assert!(!answer.contains("unknown command"), "{name}: {answer}");
    }
    assert_eq!(session("known_command fly\n"), ["= false"]);
}

#[test]
fn comments_and_control_characters_are_no_commands() {
    let answers = answers(
        "# a comment\n\n   \t\r\n1\tname # behind it\r\n\u{1}\n\u{7}protocol_version\u{1b}\n# 9 quit\n\u{fffd}\n",
    );
    assert_eq!(answers.len(), 3, "{answers:?}");
    assert_eq!(answers[..2], ["=1 X-square", "= 2"]);
}

#[test]
fn a_forced_pass_is_answered_and_turns_the_side() {
    let before = plays(&BEFORE_PASS);
    let answers = after(
        &before,
        "gogui-rules_legal_moves\ngenmove b\ngogui-rules_side_to_move\nplay w d2\n",
    );
    assert_eq!(answers, ["= pass", "= pass", "= white", "="]);
    // Implied, and recorded as a turn of its own.
    let answers = after(
        &before,
        "play w d2\nundo\ngogui-rules_side_to_move\nundo\ngogui-rules_side_to_move\n",
    );
    assert_eq!(answers, ["=", "=", "= white", "=", "= black"]);
    // Explicit, but not twice.
    let answers = after(
        &before,
        "play b pass\nplay b pass\nplay w pass\nplay w d2\n",
    );
    assert_eq!((answers[0].as_str(), answers[3].as_str()), ("=", "="));
    assert!(answers[1].starts_with("? wrong color"), "{answers:?}");
    assert!(answers[2].starts_with("? illegal move"), "{answers:?}");
    // What is refused changes nothing, also behind an implied pass.
    let answers = after(
        &before,
        "play w a1\nplay w pass\nplay b d2\ngogui-rules_side_to_move\nreg_genmove b\nreg_genmove w\ngogui-rules_side_to_move\n",
    );
    for refused in &answers[..3] {
        assert!(refused.starts_with("? illegal move"), "{answers:?}");
    }
    assert_eq!(answers[3..5], ["= black", "= pass"]);
    assert!(is_move(&answers[5]), "{answers:?}");
    assert_eq!(answers[6], "= black");
    // White may be asked for its move at once.
    let answers = after(
        &before,
        "genmove w\nundo\nundo\nundo\ngogui-rules_side_to_move\n",
    );
    assert!(is_move(&answers[0]), "{answers:?}");
    assert_eq!(answers[1..], ["=", "=", "=", "= white"]);
}

#[test]
fn a_set_up_position_whose_mover_must_pass_is_played() {
    let before = format!("xsquare-setboard {MUST_PASS}\n");
    let answers = after(
        &before,
        "undo\ngenmove b\ngenmove w\ngenmove b\ngenmove w\nfinal_score\ngogui-rules_final_result\n",
    );
    assert!(answers[0].starts_with("? cannot undo"), "{answers:?}");
    assert_eq!(
        answers[1..],
        [
            "= pass",
            "= G5",
            "= pass",
            "= H6",
            "= W+48",
            "= Game over: White wins 56-8 (empties to the winner)"
        ]
    );
    let lines = after(&before, "xsquare-analyse\n");
    assert!(
        lines[0].contains("info move pass score -48 kind exact depth 2 pv pass G5 pass H6"),
        "{lines:?}"
    );
}

#[test]
fn a_game_that_is_over_stays_over() {
    let before = plays(&SHORT_GAME);
    let answers = after(
        &before,
        "genmove w\ngenmove b\ngenmove w\nreg_genmove w\nplay w pass\nplay b a1\nfinal_score\n\
         gogui-rules_legal_moves\ngogui-rules_side_to_move\nxsquare-analyse\nundo\nfinal_score\ngenmove b\nfinal_score\n",
    );
    assert_eq!(answers[..4], ["= pass"; 4]);
    assert!(answers[4].starts_with("? illegal move"), "{answers:?}");
    assert!(answers[5].starts_with("? illegal move"), "{answers:?}");
    assert_eq!(answers[6..9], ["= B+64", "=", "= white"]);
    assert_eq!(answers[10], "=", "one turn is taken back, not the passes");
    assert!(answers[11].starts_with("? game not over"), "{answers:?}");
    assert_eq!(answers[12..], ["= E3", "= B+64"], "{answers:?}");
    let start = "undo\ngenmove w\nplay w pass\nundo\n";
    let answers = session(start);
    assert!(
        answers.iter().all(|answer| answer.starts_with("? ")),
        "{answers:?}"
    );
}

#[test]
fn undo_goes_back_to_the_start_and_no_further() {
    let undo = "undo\n".repeat(BEFORE_PASS.len() + 2);
    let answers = after(
        &format!("{}play b pass\n", plays(&BEFORE_PASS)),
        &format!("{undo}gogui-rules_legal_moves\n"),
    );
    assert!(
        answers[..9].iter().all(|answer| answer == "="),
        "{answers:?}"
    );
    assert!(answers[9].starts_with("? cannot undo"), "{answers:?}");
    assert_eq!(answers[10], "= D3 C4 F5 E6");
}

#[test]
fn boards_are_drawn_for_people_and_for_gogui() {
    let answers = after(
        "play b f5\n",
        "showboard\ngogui-rules_board\nboardsize 8\ngogui-rules_board\n",
    );
    assert!(
        answers[0].contains("5 - - - X X[X]- -    White to move"),
        "{answers:?}"
    );
    assert_eq!(answers[1].lines().nth(4), Some(". . . X X X . ."));
    assert_eq!(answers[3].lines().nth(4), Some(". . . X O . . ."));
}

#[test]
fn times_of_any_size_are_taken() {
    let settings = [
        "time_settings 0 0 0",
        "time_settings 99999999999999999999999 0 0",
        "time_settings 0 1 0",
        "time_settings 0 0 5",
        "time_settings 1 1 99999999999999",
        "time_left b 0 0",
        "time_left b 0 5",
        "time_left b 0.5 0",
        "time_left b 99999999999999999999 99999999999999999999",
    ];
    let lines = settings
        .iter()
        .map(|line| format!("clear_board\n{line}\ngenmove b\n"));
    let script = joined(lines);
    for (line, answers) in settings.iter().zip(session(&script).chunks(3)) {
        assert_eq!(answers[..2], ["=", "="], "{line}");
        assert!(is_move(&answers[2]), "{line}: {answers:?}");
    }
}

#[test]
fn no_time_is_answered_at_once_and_a_clock_is_kept() {
    let mut program = Session::start(&["gtp", "--book", "off"]);
    for (settings, most) in [
        ("time_settings 0 0 0", AT_ONCE),
        ("time_settings 0 1 1", AT_ONCE),
    ] {
        program.send("clear_board");
        program.send(settings);
        program.until(str::is_empty);
        program.until(str::is_empty);
        let start = Instant::now();
        program.send("genmove b");
        assert!(is_move(&program.line()));
        assert!(start.elapsed() < most, "{settings}");
        program.line();
    }
}

#[test]
fn quit_and_stop_end_a_search_and_everything_is_answered() {
    for word in ["stop", "# interrupt", "quit"] {
        let mut program = Session::start(&["gtp", "--book", "off", "--level", "60"]);
        program.send("1 genmove b");
        program.send("2 name");
        assert!(
            program.is_silent(Duration::from_millis(300)),
            "level 60 takes longer"
        );
        let start = Instant::now();
        program.send(word);
        let found = program.line();
        assert!(is_move(&found.replacen("=1", "=", 1)), "{found}");
        assert!(start.elapsed() < AT_ONCE, "{word}");
        assert_eq!(program.line(), "");
        assert_eq!(
            (program.line(), program.line()),
            ("=2 X-square".to_owned(), String::new())
        );
        match word {
            "stop" => assert_eq!(program.line(), "="),
            "quit" => assert_eq!(
                program.end(),
                (vec!["=".to_owned(), String::new()], Some(0))
            ),
            _ => {}
        }
    }
}

#[test]
fn the_end_of_the_input_ends_the_program_with_what_was_found() {
    let mut program = Session::start(&["gtp", "--book", "off", "--level", "60"]);
    program.send("genmove b");
    std::thread::sleep(Duration::from_millis(100));
    program.close();
    let start = Instant::now();
    let (rest, code) = program.end();
    assert!(start.elapsed() < AT_ONCE);
    assert_eq!((rest.len(), code), (2, Some(0)), "{rest:?}");
    assert!(is_move(&rest[0]), "{rest:?}");
    assert_eq!(
        answers("name"),
        ["= X-square"],
        "the last line needs no end"
    );
    assert_eq!(answers(""), [""; 0]);
    assert_eq!(answers("quit\nname\n"), ["="]);
}

#[test]
fn an_analysis_goes_on_until_the_next_command() {
    let mut program = Session::start(&["gtp", "--book", "off"]);
    program.send("7 xsquare-analyse 2");
    assert_eq!(program.line(), "=7");
    for _ in 0..3 {
        let lines = program.until(|line| line.starts_with("info nodes "));
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[0].starts_with("info move ") && lines[0].contains(" kind heuristic depth "));
    }
    let start = Instant::now();
    program.send("8 name");
    program.until(str::is_empty);
    assert_eq!(program.line(), "=8 X-square");
    assert!(start.elapsed() < AT_ONCE);
    // Of a finished game there is nothing to say.
    program.send(&plays(&SHORT_GAME));
    for _ in SHORT_GAME {
        program.until(str::is_empty);
    }
}

#[test]
fn pondering_disturbs_nothing() {
    let mut program = Session::start(&["gtp", "--book", "off", "--level", "2", "--ponder"]);
    for (color, other) in [("b", "w"), ("w", "b")].into_iter().cycle().take(20) {
        program.send(&format!("genmove {color}"));
        let found = program.line();
        assert!(found == "= pass" || is_move(&found), "{found}");
        assert_eq!(program.line(), "");
        let start = Instant::now();
        program.send("gogui-rules_side_to_move");
        let side = program.line();
        assert!(start.elapsed() < AT_ONCE);
        assert!(
            side.ends_with(if other == "b" { "black" } else { "white" }),
            "{side}"
        );
        assert_eq!(program.line(), "");
    }
    program.send("quit");
    assert_eq!(program.end().1, Some(0));
}

#[test]
fn long_lines_and_binary_rubbish_are_one_error_each() {
    let mut input = vec![b'x'; 1 << 20];
    input.extend_from_slice(b"\nname\n");
    input.extend_from_slice(b"play b \xff\xfe\nna\0me\n");
    let answers = answers(input);
    assert_eq!(answers.len(), 4, "{answers:?}");
    assert!(answers[0].starts_with("? line too long"), "{answers:?}");
    assert_eq!(
        (answers[1].as_str(), answers[3].as_str()),
        ("= X-square", "= X-square")
    );
    assert!(answers[2].starts_with("? syntax error"), "{answers:?}");
}

#[test]
fn a_whole_game_is_played_by_asking_for_every_move() {
    let script = "genmove b\ngenmove w\n".repeat(40) + "final_score\ngogui-rules_legal_moves\n";
    let answers = answers(script);
    let wrong = answers
        .iter()
        .filter(|answer| answer.starts_with('?'))
        .count();
    assert_eq!((answers.len(), wrong), (82, 0), "{answers:?}");
    assert!(
        answers[80].starts_with("= B+") || answers[80].starts_with("= W+") || answers[80] == "= 0"
    );
    assert_eq!(answers[81], "=");
}

#[test]
fn json_is_refused() {
    let refused = run(&["gtp", "--json"]);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
}

#[test]
fn a_match_through_both_protocols_has_no_forfeit() {
    let bin = env!("CARGO_BIN_EXE_xsquare");
    let player = |head: &str, command: &str| {
        format!("{head}:'{bin}' {command} --hash 2M --threads 1 --eval classic")
    };
    let match_ = run(&[
        "match",
        "--a",
        &player("gtp,time=1s", "gtp --level 2"),
        "--b",
        &player("nboard,depth=1", "nboard"),
        "--games",
        "4",
        "--grace",
        "30s",
        "--json",
    ]);
    assert_eq!(match_.code, 0, "{}", match_.stderr);
    let row = &rows(&match_)[0];
    assert_eq!(
        (&row["played"], &row["complete"]),
        (&4.into(), &true.into())
    );
    assert_eq!(
        row["forfeits"],
        serde_json::json!({"a": 0, "b": 0}),
        "{}",
        match_.stderr
    );
}
