//! OBF problem lines.

use crate::{check_error, data, shared_data};
use NotationErrorKind as Kind;
use xsquare_engine::notation::{NotationError, NotationErrorKind, Note, Problem, lines, parse_obf};
use xsquare_engine::{Color, Convention, DiscDiff, Move, Position, Square};

/// FFO #20: four legal moves.
const FFO20: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-";
/// Black must pass.
const PASS: &str = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO";

fn read(text: &str) -> Problem {
    parse_obf(text, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn diff(discs: i32) -> DiscDiff {
    DiscDiff::new(discs).unwrap()
}

/// All problems of a file.
fn problems(text: &str) -> Vec<Problem> {
    lines(text.as_bytes())
        .map(|line| {
            let line = line.unwrap();
            parse_obf(&line.text, None)
                .unwrap_or_else(|error| panic!("line {}: {error}", line.number))
        })
        .collect()
}

#[test]
fn a_line_is_read_with_scores_and_label() {
    let problem = read(&format!(
        "{FFO20} X; H5:+6; G6:-2; F6:-4; H6:-10; % FFO #20"
    ));
    let scores = [
        (Square::H5, 6),
        (Square::G6, -2),
        (Square::F6, -4),
        (Square::H6, -10),
    ];
    let scores = scores.map(|(square, score)| (Move::Place(square), diff(score)));
    assert_eq!(problem.scores, scores);
    assert_eq!(problem.best_score(), Some(diff(6)));
    assert_eq!(problem.label.as_deref(), Some("FFO #20"));
    assert_eq!(
        (problem.value, problem.notes.as_slice()),
        (None, [].as_slice())
    );
}

#[test]
fn the_nasty_forms_are_understood() {
    let start = "---------------------------OX------XO--------------------------- X";
    let bare = read(start);
    assert_eq!(bare, Problem::new(Position::START));
    for text in [
        format!("{start};"),
        format!("{start} ;"),
        format!("{start};;"),
        format!("{start};\r\n"),
        format!("{start}; %"),
        start.replace(' ', "\t"),
        start.replace(' ', ""),
        format!("\u{feff}{start}"),
    ] {
        assert_eq!(read(&text), bare, "{text:?}");
    }
    for text in [
        format!("{start}; f5:+0"),
        format!("{start};F5:0;"),
        format!("{start};f5 : -0 ;"),
        format!("{start};F5:+00;"),
    ] {
        assert_eq!(
            read(&text).scores,
            [(Move::Place(Square::F5), DiscDiff::DRAW)],
            "{text}"
        );
    }
    let filler = read(&format!(
        "{start}; f5:+0; --:-127; --:-127; --:+999999999999999999999;"
    ));
    assert_eq!(
        (filler.scores.len(), filler.notes.as_slice()),
        (1, [Note::Filler(3)].as_slice())
    );
    for text in [
        format!("{start}; +12;"),
        format!("{start} ; 12"),
        format!("{start}; ; +12;"),
    ] {
        let problem = read(&text);
        assert_eq!(
            (problem.value, problem.best_score()),
            (Some(diff(12)), Some(diff(12))),
            "{text}"
        );
    }
    // The moves that are not listed are unknown: the value may be above the listed best.
    let partial = read(&format!("{start}; f5:+0; +12;"));
    assert_eq!(partial.best_score(), Some(diff(12)));
    for word in ["PS", "ps", "PA", "pass"] {
        let problem = read(&format!("{PASS} X; {word}:-48;"));
        assert_eq!(problem.scores, [(Move::Pass, diff(-48))]);
    }
    // A score list out of order keeps its order; the best is the largest.
    assert_eq!(
        read(&format!("{FFO20} X; G6:-2; H5:+6;")).best_score(),
        Some(diff(6))
    );
    let side = parse_obf(&format!("{FFO20}; H5:+6;"), Some(Color::Black)).unwrap();
    assert_eq!(side.position.side(), Color::Black);
}

#[test]
fn mistakes_in_fields_are_refused_with_column_and_text() {
    let cases: &[(&str, &str, Kind)] = &[
        ("; H5:", "H5:", Kind::ScoreMissing),
        ("; H5: ; G6:+2", "H5:", Kind::ScoreMissing),
        ("; H5", "H5", Kind::ScoreMissing),
        ("; --:;", "--:", Kind::ScoreMissing),
        ("; --", "--", Kind::ScoreMissing),
        ("; --:x;", "x", Kind::NotAScore),
        ("; H5:six", "six", Kind::NotAScore),
        ("; H5:+6.0", "+6.0", Kind::NotAScore),
        ("; H5:+-6", "+-6", Kind::NotAScore),
        ("; H5:+", "+", Kind::NotAScore),
        ("; H5:６", "６", Kind::NotAScore),
        ("; H5:+6:2", "+6:2", Kind::NotAScore),
        ("; H5:+66", "+66", Kind::ScoreOutOfRange),
        ("; H5:-66", "-66", Kind::ScoreOutOfRange),
        ("; H5:-127", "-127", Kind::ScoreOutOfRange),
        (
            "; H5:99999999999999999999",
            "99999999999999999999",
            Kind::ScoreOutOfRange,
        ),
        ("; +66;", "+66", Kind::ScoreOutOfRange),
        ("; H5:+5", "+5", Kind::OddScore),
        ("; +5;", "+5", Kind::OddScore),
        (
            "; H5:+6; h5:+4",
            "h5",
            Kind::DuplicateMove(Move::Place(Square::H5)),
        ),
        ("; +6; +6;", "+6", Kind::DuplicateValue),
        ("; I5:+6", "I5", Kind::NotAMove),
        ("; :+6", ":+6", Kind::NotAMove),
        ("; H5 G6:+6", "H5 G6", Kind::NotAMove),
        ("; hello;", "hello", Kind::NotAField),
        (
            "; H5:+6; G6:-2; F6:-4; H6:-10; +8",
            "+8",
            Kind::ValueConflict {
                value: diff(8),
                best: diff(6),
            },
        ),
        (
            "; H5:+6; +4",
            "+4",
            Kind::ValueConflict {
                value: diff(4),
                best: diff(6),
            },
        ),
    ];
    for (fields, offending, kind) in cases {
        let text = format!("{FFO20} X{fields}");
        let error = parse_obf(&text, None).expect_err(&text);
        check_error(&text, &error);
        assert_eq!(error.kind, *kind, "{text}");
        assert_eq!(error.text, *offending, "{text}");
        assert!(error.span.column > 66, "{text}: {error}");
    }
}

fn refused(text: &str) -> NotationError {
    let error = parse_obf(text, None).expect_err(text);
    check_error(text, &error);
    error
}

#[test]
fn illegal_moves_and_wrong_boards_are_refused() {
    let error = refused(&format!("{FFO20} X; H5:+6; H8:+2;"));
    assert!(
        error
            .to_string()
            .contains("Black cannot play h8: it flips no disc; legal: h5 f6 g6 h6"),
        "{error}"
    );
    assert_eq!((error.text.as_str(), error.span.column), ("H8", 76));
    let illegal = |text: String| assert!(matches!(refused(&text).kind, Kind::Illegal(_)), "{text}");
    illegal(format!("{FFO20} X; PS:+6;"));
    illegal(format!("{FFO20} X; A1:+6;"));
    illegal(format!("{PASS} X; G5:+6;"));
    illegal(format!("{} X; PS:+64;", "X".repeat(64)));

    assert_eq!(
        refused(&format!("{} X; H5:+6;", &FFO20[1..])).kind,
        Kind::TooFewCells { found: 63 }
    );
    assert_eq!(
        refused(&format!("{FFO20}- X; H5:+6;")).kind,
        Kind::TooManyCells { found: 65 }
    );
    assert_eq!(refused(&format!("{FFO20} Z; H5:+6;")).kind, Kind::NotASide);
    assert_eq!(refused(&format!("{FFO20}; H5:+6;")).kind, Kind::SideMissing);
    assert_eq!(refused(&format!("{FFO20} % label")).kind, Kind::SideMissing);
    assert_eq!(refused("; H5:+6;").kind, Kind::TooFewCells { found: 0 });
    assert_eq!(
        refused("% only a comment").kind,
        Kind::TooFewCells { found: 0 }
    );
    assert_eq!(refused("").kind, Kind::Empty);
    let two = format!("{FFO20} X; H5:+6; % one\n{FFO20} X; H5:+6;");
    let error = refused(&two);
    assert_eq!((error.kind, error.span.line), (Kind::SecondLine, 2));
}

#[test]
fn problems_are_written_back() {
    let line = format!("{FFO20} X; H5:+6; G6:-2; F6:+0; +6; % FFO #20");
    assert_eq!(read(&line).to_string(), line);
    let line = format!("{PASS} X; PS:-48;");
    assert_eq!(read(&line).to_string(), line);
    let line = format!("{PASS} O;");
    assert_eq!(read(&line).to_string(), line);
}

#[test]
fn the_ffo_problems_parse_and_round_trip() {
    let mut number = 20;
    for file in ["ffo-20-39.obf", "ffo-40-59.obf"] {
        let text = data(file);
        let problems = problems(&text);
        assert_eq!(problems.len(), 20, "{file}");
        for problem in problems {
            let label = format!("FFO #{number}");
            assert_eq!(problem.label.as_deref(), Some(label.as_str()));
            let listed = problem.scores.len();
            assert_eq!(
                listed,
                problem.position.legal_moves().len() as usize,
                "{label}"
            );
            assert_eq!(problem.notes, [], "{label}");
            assert!(text.contains(&problem.to_string()), "{problem}");
            number += 1;
        }
    }
    let of = |number: usize| {
        let text = data("ffo-20-39.obf") + &data("ffo-40-59.obf");
        problems(&text).swap_remove(number - 20)
    };
    assert_eq!(of(43).position.side(), Color::White);
    let best = |problem: &Problem| {
        let best = problem.best_score();
        problem
            .scores
            .iter()
            .filter(|&&(_, score)| Some(score) == best)
            .count()
    };
    assert_eq!((of(43).best_score(), best(&of(43))), (Some(diff(-12)), 2));
    assert_eq!(
        (of(39).best_score(), best(&of(39))),
        (Some(DiscDiff::MAX), 9)
    );
    assert_eq!(best(&of(55)), 4);
    let g1 = (Move::Place(Square::G1), diff(-32));
    assert!(of(31).scores.contains(&g1), "the corrected score");
}

#[test]
fn the_hard_problems_parse() {
    let problems = problems(&data("hard-20.obf"));
    assert_eq!(problems.len(), 184);
    for problem in problems {
        assert_eq!(problem.position.board().empty_count(), 20, "{problem}");
        assert!(
            problem
                .label
                .as_deref()
                .is_some_and(|label| label.starts_with("hard-20 #"))
        );
        assert_eq!(
            problem.scores.len(),
            problem.position.legal_moves().len() as usize,
            "{problem}"
        );
    }
}

#[test]
fn finished_positions_are_problems_too() {
    let problem = read(&format!("{} O; -64;", "X".repeat(64)));
    assert_eq!(problem.best_score(), Some(DiscDiff::MIN));
    let counts = Convention::default().count(problem.position.counts());
    assert_eq!((counts.black, counts.white), (64, 0));
}

#[test]
fn every_problem_file_beside_the_workspace_parses() {
    let Some(folder) = shared_data() else {
        eprintln!("skipped: no folder ../shared/data beside the workspace");
        return;
    };
    let expected = [
        ("ffo-20-39.obf", 20),
        ("ffo-40-59.obf", 20),
        ("ffo-60-79.obf", 20),
        ("hard-20.obf", 184),
        ("hard-25.obf", 208),
        ("hard-30.obf", 193),
        ("small-35.obf", 20),
    ];
    for (file, count) in expected {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let problems = problems(&text);
        assert_eq!(problems.len(), count, "{file}");
        assert!(
            problems
                .iter()
                .all(|problem| problem.best_score().is_some()),
            "{file}"
        );
    }
}
