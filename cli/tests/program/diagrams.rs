//! Diagrams: text, SVG, PNG, PDF, and requests that make none.

use crate::common::{package_file, rows, run, run_with_input};
use std::fs;

/// Black must pass after eight moves.
const PASS: &str = "c4c3f5b4a4a5c2a3d2";

fn drawn(arguments: &[&str], name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name).display().to_string();
    let arguments = [&["diagram"], arguments, &["-o", &path]].concat();
    let run = run(&arguments);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    fs::read(path).unwrap()
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn svg_has_a_disc_for_each_disc_and_a_diamond_for_each_flip() {
    let text = String::from_utf8(drawn(&["f5d6c3d3c4", "--at", "4"], "a.svg")).unwrap();
    // Eight discs and the four points of the board.
    assert_eq!(count(&text, "<circle"), 8 + 4);
    assert_eq!(count(&text, "<polygon"), 1);
    assert!(
        text.contains(">4</text>") && text.contains(">Black to move</text>"),
        "{text}"
    );
    let text = String::from_utf8(drawn(&[PASS, "--at", "8"], "a.svg")).unwrap();
    assert!(text.contains(">Black passes</text>"), "{text}");
    let text =
        String::from_utf8(drawn(&[PASS, "--transcript", "--moves", "3-5"], "a.svg")).unwrap();
    assert!(
        text.contains(">3</text>") && !text.contains("font-weight=\"bold\">6</text>"),
        "{text}"
    );
    let text = String::from_utf8(drawn(&["--squares", "--title", "Names"], "a.svg")).unwrap();
    assert!(text.contains(">Names</text>"));
    assert_eq!(count(&text, ">X</text>"), 4);
    assert_eq!(count(&text, ">C</text>"), 8);
}

#[test]
fn png_and_pdf_are_files_of_their_kind() {
    let png = drawn(&["f5d6", "--dpi", "50"], "a.png");
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    let pdf = drawn(&["f5d6c3", "--at", "0-3"], "a.pdf");
    assert!(pdf.starts_with(b"%PDF-") && pdf.ends_with(b"%%EOF"));
    let text = String::from_utf8_lossy(&pdf);
    assert_eq!(count(&text, "/MediaBox"), 1);
    let many = drawn(&["f5d6c3d3c4f4f6f3", "--at", "0-8"], "a.pdf");
    assert_eq!(count(&String::from_utf8_lossy(&many), "/MediaBox"), 2);
}

#[test]
fn games_of_files_are_drawn() {
    let sgf = package_file("data/examples.sgf");
    let run_ = run(&[
        "diagram",
        &sgf,
        "--game",
        "1",
        "--transcript",
        "--convention",
        "discs",
    ]);
    assert_eq!(run_.code, 0, "{}", run_.stderr);
    assert!(run_.stdout.contains("Ada 13 - 0 Bo\n"), "{}", run_.stdout);
    assert!(
        run_.stdout.contains("(discs on the board)"),
        "{}",
        run_.stdout
    );
    assert!(
        run_.stdout.contains("Example, 2026-02-01"),
        "{}",
        run_.stdout
    );
    let text = drawn(&["-f", &sgf, "--game", "1"], "a.txt");
    assert!(
        String::from_utf8(text)
            .unwrap()
            .contains("Black wins 64-0 (empties to the winner)")
    );
}

#[test]
fn evaluations_are_drawn_if_there_are_any() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    fs::write(
        &path,
        "(;GM[2]PB[Ann]PW[Bo];B[f5]V[1];W[d6]V[-3.5];B[c3]V[7])",
    )
    .unwrap();
    let path = path.display().to_string();
    let text = String::from_utf8(drawn(&[&path, "--graph"], "a.svg")).unwrap();
    assert!(
        text.contains(">Ann - Bo</text>")
            && text.contains(">+8</text>")
            && text.contains(">Evaluations in discs, as Black sees them</text>"),
        "{text}"
    );
    let run_ = run(&["diagram", "f5d6", "--graph", "--to", "svg"]);
    assert_eq!(run_.code, 2);
    assert!(run_.stderr.contains("no evaluations"), "{}", run_.stderr);
}

#[test]
fn requests_that_make_no_diagram_are_refused() {
    let sgf = package_file("data/examples.sgf");
    for (arguments, expected) in [
        (vec!["diagram"], "no game given"),
        (vec!["diagram", "f5d6a1"], "Black cannot play a1"),
        (vec!["diagram", "f5d6", "--at", "3"], "there is no move 3"),
        (
            vec!["diagram", "f5d6", "--transcript", "--moves", "2-5"],
            "there is no move 5",
        ),
        (
            vec!["diagram", "f5d6", "--transcript", "--moves", "0-1"],
            "there is no move to number",
        ),
        (
            vec!["diagram", "f5d6", "--at", "x"],
            "expected numbers of moves",
        ),
        (vec!["diagram", "f5d6", "--moves", "1-2"], "--transcript"),
        (
            vec!["diagram", "f5d6", "--at", "1", "--transcript"],
            "cannot be used with",
        ),
        (vec!["diagram", "f5d6", "-o", "x.gif"], "no kind of picture"),
        (
            vec!["diagram", "f5d6", "-o", "no/such/x.svg"],
            "cannot be written",
        ),
        (
            vec!["diagram", "f5d6", "--to", "pdf", "--size", "300"],
            "does not fit on the paper",
        ),
        (vec!["diagram", &sgf], "several games"),
        (vec!["diagram", &sgf, "--game", "2"], "White cannot play a1"),
        (vec!["diagram", &sgf, "--game", "3"], "fewer than 3 games"),
        (vec!["show", "f5d6", "--at", "3"], "there is no move 3"),
        (vec!["show", "f5d6", "--game", "1"], "--at"),
        (vec!["diagram", "f5d6", "--graph"], "no evaluations to draw"),
    ] {
        let run = run(&arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(
            run.stderr.contains(expected),
            "{arguments:?}: {}",
            run.stderr
        );
    }
}

#[test]
fn games_are_shown_after_a_move() {
    let show = |arguments: &[&str]| {
        let run = run(&[&["show", "--json"], arguments].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        rows(&run).remove(0)
    };
    assert_eq!(show(&[PASS, "--at", "8"])["pass"], true);
    assert_eq!(show(&[PASS, "--at", "9"])["empties"], 51);
    assert_eq!(show(&[PASS, "--at", "0"])["empties"], 60);
    let sgf = package_file("data/examples.sgf");
    assert_eq!(show(&[&sgf, "--game", "1", "--at", "9"])["over"], true);
    assert_eq!(
        show(&["--file", &sgf, "--game", "1", "--at", "2"])["side"],
        "X"
    );
}

#[test]
fn evaluations_are_drawn_as_text() {
    let ggf = "(;GM[Othello]PC[]PB[Ada]PW[Bo]RE[?]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
               B[f5/1]W[d6/8]B[c3/-16];)";
    let run = run_with_input(&["diagram", "-", "--graph"], ggf);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 15, "{}", run.stdout);
    // Black was ahead by 1, then behind by 8 and by 16.
    assert_eq!(lines[0], " +16");
    assert_eq!(lines[5], "   0  ▄");
    assert_eq!(lines[6], "       ██");
    assert_eq!(lines[11], " -16    █");
    assert_eq!(lines[12], "     0");
    assert_eq!(lines[13], "    Evaluations in discs, as Black sees them");
    assert_eq!(lines[14], "    Ada - Bo");
}

#[test]
fn a_game_without_evaluations_is_judged_for_its_graph() {
    let game = "f5d6c3d3c4f4c5b3c2b4e3e6c6";
    let graph = |level: &str| {
        let run_ = run(&["diagram", game, "--graph", "--level", level, "--to", "svg"]);
        assert_eq!(run_.code, 0, "{}", run_.stderr);
        run_.stdout
    };
    let text = graph("4");
    assert_eq!(text.matches("<circle").count(), 13, "{text}");
    assert_eq!(text, graph("4"));
    assert!(text.contains("by searches of level 4"), "{text}");
    // What the record has is not mixed with it.
    let sgf = "(;GM[2];B[f5]V[60];W[d6]V[60];B[c3]V[60])";
    let run_ = run_with_input(&["diagram", "-", "--graph", "--level", "2"], sgf);
    assert_eq!(run_.code, 0, "{}", run_.stderr);
    assert!(!run_.stdout.contains("+64"), "{}", run_.stdout);
    let refused = run(&["diagram", game, "--level", "4"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("--graph"), "{}", refused.stderr);
}

#[test]
fn a_title_stands_above_whatever_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("a.sgf").display().to_string();
    fs::write(&game, "(;GM[2];B[f5]V[1];W[d6]V[-3.5];B[c3]V[7])").unwrap();
    for what in [
        &["--at", "2"][..],
        &["--at", "1,2"],
        &["--at", "0-3"],
        &["--transcript"],
        &["--graph"],
    ] {
        let arguments = [&[&*game, "--title", "Foo"], what].concat();
        let text = run(&[&["diagram"], &*arguments].concat()).stdout;
        assert_eq!(text.lines().next(), Some("    Foo"), "{what:?}");
        assert_eq!(count(&text, "Foo"), 1, "{what:?}");
        let svg = String::from_utf8(drawn(&arguments, "a.svg")).unwrap();
        assert_eq!(count(&svg, ">Foo</text>"), 1, "{what:?}");
        // In PNG and PDF letters are shapes, and one that there is not is told only where it would be drawn.
        for kind in ["png", "pdf"] {
            let file = folder
                .path()
                .join(format!("a.{kind}"))
                .display()
                .to_string();
            let arguments = [&["diagram", &game, "--title", "東", "-o", &file], what].concat();
            let told = run(&arguments).stderr;
            assert!(told.contains("has no 東;"), "{what:?}: {told}");
        }
    }
    let text = run(&["diagram", "f5d6c3", "--at", "1,2", "--title", "Foo"]).stdout;
    assert!(
        text.contains("    After move 1\n") && text.contains("    After move 2\n"),
        "{text}"
    );
}

#[test]
fn letters_that_the_font_does_not_have_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |title: &str, kind: &str| {
        let file = folder
            .path()
            .join(format!("a.{kind}"))
            .display()
            .to_string();
        let run = run(&["diagram", "f5d6", "--title", title, "-o", &file]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stderr
    };
    for kind in ["png", "pdf"] {
        assert_eq!(draw("Pérenchies Ł ж Ω ß", kind), "");
        let told = draw("東京 1985 東", kind);
        assert!(told.contains("has no 京東;"), "{told}");
    }
    assert_eq!(draw("東京", "svg"), "");
}
