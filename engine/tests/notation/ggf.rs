//! GGF: games of servers and programs, and every way to get it wrong.

use crate::{check_error, data, shared_data};
use proptest::prelude::*;
use std::fs;
use std::time::Duration;
use xsquare_engine::notation::{
    Ggf, GgfDetail, GgfEnding, GgfFault, GgfGame, GgfNote, GgfResult, NotationError,
    NotationErrorKind, parse_ggf, parse_ggf_turn, write_ggf, write_ggf_turn,
};
use xsquare_engine::{Color, DiscDiff, Game, Move, Position, Square};

const START: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

fn read(text: &str) -> Ggf {
    parse_ggf(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> (NotationErrorKind, NotationError) {
    let error = parse_ggf(text).expect_err(text);
    check_error(text, &error);
    (error.kind.clone(), error)
}

fn fault(text: &str) -> GgfFault {
    match refused(text) {
        (NotationErrorKind::Ggf(fault), _) => fault,
        (_, error) => panic!("{text}: {error}"),
    }
}

/// A game with these tags behind the board.
fn with(tags: &str) -> String {
    format!("(;GM[Othello]PC[]{START}{tags};)")
}

fn difference(discs: i32, ending: GgfEnding) -> GgfResult {
    let discs = DiscDiff::new(discs).unwrap();
    GgfResult::Difference { discs, ending }
}

#[test]
fn a_server_game_is_read_with_all_it_tells() {
    let text = data("pass.ggf");
    let read = read(&text);
    let game = read.game;
    assert_eq!(
        (game.place.as_str(), game.date.as_str()),
        ("GGS/os", "2003.12.15_13:24:03.MST")
    );
    assert_eq!(game.players.black.name, "Saio1200");
    assert_eq!(game.players.white.rating, Some(2199.72));
    let clock = game.clocks.black.unwrap();
    assert_eq!(clock.initial, Duration::from_mins(5));
    assert_eq!(clock.extra, Duration::from_mins(2));
    assert_eq!(game.clocks.white, Some(clock));
    assert!(game.game.is_over() && game.game.turns().contains(&Move::Pass));
    assert_eq!(game.result, difference(0, GgfEnding::Played));
    assert_eq!(game.replayed(), DiscDiff::new(0));
    assert_eq!(game.details.len(), game.game.turns().len());
    assert_eq!(game.details[0].time, Some(Duration::from_millis(10)));
    assert!(read.notes.is_empty(), "{:?}", read.notes);
}

#[test]
fn a_variety_of_games_is_read_or_refused_by_name() {
    let text = data("variety.ggf");
    let lines: Vec<&str> = text.lines().collect();
    let game = read(lines[0]).game;
    assert_eq!(game.result, difference(-40, GgfEnding::Played));
    assert_eq!(game.replayed(), DiscDiff::new(-40));
    assert_eq!(fault(lines[1]), GgfFault::Komi);
    assert_eq!(fault(lines[2]), GgfFault::Match(2));
    let synchro = lines[2].replacen("2 (;", "(;", 1);
    assert_eq!(fault(&synchro), GgfFault::Synchro);
    assert_eq!(fault(lines[3]), GgfFault::BoardSize(4));
    let unfinished = read(lines[4]).game;
    assert_eq!(unfinished.result, GgfResult::Unknown);
    assert!(!unfinished.game.is_over());
    let passed = read(lines[5]).game;
    assert_eq!(passed.game.turns().last(), Some(&Move::Pass));
    assert_eq!(passed.clocks.black, None, "TI[0//0] is no clock");
    let white_first = read(lines[6]);
    let game = white_first.game;
    assert_eq!(game.game.start().side(), Color::White);
    assert_eq!(game.result, difference(-64, GgfEnding::Played));
    assert_eq!(game.replayed(), Some(DiscDiff::MIN));
    assert_eq!(
        game.game
            .turns()
            .iter()
            .filter(|&&turn| turn == Move::Pass)
            .count(),
        7
    );
    assert_eq!(game.details[0].eval, Some(3.85));
    assert_eq!(white_first.notes, [GgfNote::MatchType("8r".to_owned())]);
}

#[test]
fn what_is_read_is_written_and_read_again() {
    for line in [data("pass.ggf").as_str(), data("variety.ggf").as_str()]
        .iter()
        .flat_map(|text| text.lines())
    {
        let Ok(first) = parse_ggf(line) else {
            continue;
        };
        let text = write_ggf(&first.game);
        assert_eq!(read(&text).game, first.game, "{text}");
        assert_eq!(write_ggf(&read(&text).game), text);
    }
}

#[test]
fn boards_are_read_with_and_without_blanks() {
    let rows = START.replace("O*------*O", "O*--- ---*O");
    for board in [
        START,
        &rows,
        &START.replace(" *]", "*]"),
        &START.replace("[8 ", "[ 8 \n"),
    ] {
        let text = format!("  (;GM[othello] {board} ;)\n");
        let read = read(&text);
        assert_eq!(*read.game.game.position(), Position::START, "{text}");
        assert!(read.notes.is_empty());
    }
    let read = read(&format!("(;GM[Othello]{};)", START.replace(" *]", "]")));
    assert_eq!(read.notes, [GgfNote::SideMissing]);
    assert_eq!(*read.game.game.position(), Position::START);
}

#[test]
fn games_that_are_none_are_refused() {
    use GgfFault as Fault;
    for (text, expected) in [
        ("f5d6", Fault::NoGgf),
        ("1 f5", Fault::NoGgf),
        ("(GM[Othello])", Fault::NoGgf),
        ("(;GM[Othello]", Fault::NoEnd),
        ("(;GM[Othello", Fault::UnclosedValue),
        ("(;GM Othello];)", Fault::NotATag),
        ("(;[x];)", Fault::NotATag),
        ("(;GM[Othello]?;)", Fault::NotATag),
        ("(;GM[chess];)", Fault::OtherGame),
        ("(;;)", Fault::Missing("GM")),
        ("(;GM[Othello];)", Fault::Missing("BO")),
        ("(;GM[Othello]B[f5];)", Fault::MoveBeforeBoard),
        ("(;GM[Othello]BO[];)", Fault::NotABoard),
        ("(;GM[Othello]BO[10 --];)", Fault::BoardSize(10)),
        ("(;GM[Othello]BO[8 --];)", Fault::CellCount(2)),
        ("3 (;GM[Othello];)", Fault::Match(3)),
        ("99999999999999999999999 (;;)", Fault::Match(usize::MAX)),
    ] {
        assert_eq!(fault(text), expected, "{text}");
    }
    for (tags, expected) in [
        (START, Fault::SecondBoard),
        ("TY[8k]", Fault::Komi),
        ("KM[-0.5]", Fault::Komi),
        ("KB[e6//0.90]", Fault::Komi),
        ("TY[8a]", Fault::Anti),
        ("TY[s8r18]", Fault::Synchro),
        ("TY[88]", Fault::BoardSize(88)),
        ("TI[soon]", Fault::NotATime),
        ("RB[strong]", Fault::NotARating),
        ("B[f5/good]", Fault::NotAnEval),
        ("B[f5/nan]", Fault::NotAnEval),
        ("B[f5/1e3]", Fault::NotAnEval),
        ("B[f5//-1]", Fault::NotATime),
        ("B[f5//1/2]", Fault::NotATime),
        ("W[f5]", Fault::WrongSide { tag: Color::White }),
        ("B[f5]B[d6]", Fault::WrongSide { tag: Color::Black }),
    ] {
        assert_eq!(fault(&with(tags)), expected, "{tags}");
    }
    let unknown = with("").replacen("O*", "?*", 1);
    assert_eq!(fault(&unknown), Fault::NotACell);
    let full = with("").replacen(" *]", "-- *]", 1);
    assert_eq!(fault(&full), Fault::CellCount(67));
    let empty = with("").replace("O*------*O", &"-".repeat(10));
    assert_eq!(refused(&empty).0, NotationErrorKind::NoDiscs);
    assert_eq!(refused("").0, NotationErrorKind::Empty);
    assert_eq!(
        refused(&(with("") + "x")).0,
        NotationErrorKind::TrailingText("game")
    );
    assert_eq!(fault(&(with("") + &with(""))), Fault::Match(2));
}

#[test]
fn illegal_moves_name_ply_and_place() {
    let (kind, error) = refused(&with("B[F5]W[A1/2.00]"));
    assert!(matches!(kind, NotationErrorKind::Illegal(_)));
    assert_eq!(error.ply, Some(2));
    let text = error.to_string();
    assert!(
        text.contains("ply 2, column ") && text.contains("White cannot play a1"),
        "{text}"
    );
    let (kind, error) = refused(&with("B[z9]"));
    assert_eq!((kind, error.ply), (NotationErrorKind::NotAMove, Some(1)));
    let (_, error) = refused(&with("B[PA]"));
    assert!(error.to_string().contains("Black may not pass"), "{error}");
    let (_, error) = refused(&with("B[]"));
    assert_eq!(error.kind, NotationErrorKind::NotAMove);
}

#[test]
fn missing_and_superfluous_passes_are_noted() {
    // After these eight discs Black must pass.
    let forced = "B[c4]W[c3]B[f5]W[b4]B[a4]W[a5]B[c2]W[a3]";
    let written = read(&with(&format!("{forced}B[pass//1.5]W[d2]")));
    assert!(written.notes.is_empty());
    let left_out = read(&with(&format!("{forced}W[d2]")));
    assert_eq!(left_out.notes, [GgfNote::ImpliedPasses(vec![9])]);
    assert_eq!(left_out.game.game, written.game.game);
    assert_eq!(left_out.game.details.len(), 10);
    let over = "B[f5]W[d6]B[c5]W[f6]B[e7]W[f4]B[g5]W[e6]B[e3]";
    let read = read(&with(&format!("{over}W[PA]B[PA]")));
    assert_eq!(read.notes, [GgfNote::PassesAfterEnd(2)]);
    assert_eq!(read.game.game.turns().len(), 9);
    let (kind, _) = refused(&with(&format!("{over}W[PA]B[PA]W[PA]")));
    assert!(matches!(kind, NotationErrorKind::Illegal(_)));
}

#[test]
fn results_are_compared_with_the_board() {
    let over = "B[f5]W[d6]B[c5]W[f6]B[e7]W[f4]B[g5]W[e6]B[e3]";
    let result = |text: &str| {
        let read = read(&with(&format!("RE[{text}]{over}")));
        (read.game.result, read.notes)
    };
    assert_eq!(
        result("+64.000"),
        (difference(64, GgfEnding::Played), vec![])
    );
    assert_eq!(result("64:r").0, difference(64, GgfEnding::Resigned));
    assert_eq!(result("64.00:t").0, difference(64, GgfEnding::TimedOut));
    assert_eq!(result("64.00:s").0, difference(64, GgfEnding::Agreed));
    assert_eq!(result("?"), (GgfResult::Unknown, vec![]));
    for odd in ["aborted", "64:x", "nan"] {
        let expected = vec![GgfNote::Result(odd.to_owned())];
        assert_eq!(result(odd), (GgfResult::Unknown, expected), "{odd}");
    }
    assert_eq!(result(""), (GgfResult::Unknown, vec![]));
    let impossible = |stated: &str, less_komi: Option<&str>| {
        let (stated, replayed) = (stated.to_owned(), DiscDiff::MAX);
        let less_komi = less_komi.map(str::to_owned);
        vec![GgfNote::ImpossibleResult {
            stated,
            replayed,
            less_komi,
        }]
    };
    for stated in ["-127.000", "+8.500", "+66", "-64.5:r"] {
        let notes = impossible(stated, None);
        assert_eq!(result(stated), (GgfResult::Unknown, notes), "{stated}");
    }
    for halves in -300..=300 {
        let value = f64::from(halves) / 2.0;
        let is_possible = halves % 2 == 0 && value.abs() <= 64.0;
        for text in [format!("{value:+.3}"), format!("{value}:t")] {
            let (read, notes) = result(&text);
            assert_eq!(read != GgfResult::Unknown, is_possible, "{text}");
            // Nothing but the right result goes without a word.
            assert_eq!(notes.is_empty(), halves == 128, "{text}");
        }
    }
    // Before the end such a number tells nothing: programs write one for want of a result.
    let unfinished = read(&with("RE[-127.000]B[f5]"));
    assert_eq!(unfinished.notes, [GgfNote::Result("-127.000".to_owned())]);
    let (stated, replayed) = (DiscDiff::MIN, DiscDiff::MAX);
    assert_eq!(
        result("-64").1,
        [GgfNote::ResultDiffers { stated, replayed }]
    );
}

#[test]
fn odd_tags_are_noted() {
    let notes = |tags: &str| read(&with(tags)).notes;
    assert_eq!(notes("XY[1]"), [GgfNote::UnknownTag("XY".to_owned())]);
    assert_eq!(notes("PB[a]PB[b]"), [GgfNote::RepeatedTag("PB".to_owned())]);
    assert_eq!(notes("CO[hello]CO[you]TY[8r18]TB[1:00]"), []);
    assert_eq!(notes("TY[0]"), [GgfNote::MatchType("0".to_owned())]);
    assert_eq!(
        notes("TI[01:00,0:0]"),
        [GgfNote::ClockOption("01:00,0:0".to_owned())]
    );
    for note in notes("XY[1]PB[a]PB[b]TY[8rx]TI[1,2]RE[left]") {
        assert!(!note.to_string().contains(char::is_control));
    }
}

#[test]
fn single_turns_are_read_and_written() {
    let turn = |text: &str| parse_ggf_turn(text).map_err(|error| error.kind);
    let time = Some(Duration::from_millis(400));
    let f5 = Move::from(Square::F5);
    assert_eq!(turn("F5"), Ok((f5, GgfDetail::default())));
    assert_eq!(
        turn(" f5 / -1.25 / 0.4 "),
        Ok((f5, GgfDetail::new(Some(-1.25), time)))
    );
    assert_eq!(
        turn("PA//0.4"),
        Ok((Move::Pass, GgfDetail::new(None, time)))
    );
    assert_eq!(turn("f5/"), Ok((f5, GgfDetail::default())));
    assert_eq!(turn(""), Err(NotationErrorKind::NotAMove));
    assert_eq!(turn("f5 d6"), Err(NotationErrorKind::NotAMove));
    let written = |eval, time| write_ggf_turn(f5, GgfDetail::new(eval, time));
    assert_eq!(written(None, None), "F5");
    assert_eq!(written(Some(-0.001), None), "F5/0.00");
    assert_eq!(written(Some(-1.254), time), "F5/-1.25/0.4");
    assert_eq!(written(None, Some(Duration::from_secs(10))), "F5//10");
}

#[test]
fn names_cannot_break_the_format() {
    let mut game = GgfGame::new(Game::new());
    game.players.black.name = "a]b\nc;)".to_owned();
    let text = write_ggf(&game);
    assert!(!text.contains('\n'));
    assert_eq!(read(&text).game.players.black.name, "a)b c;)");
}

#[test]
fn every_game_of_the_server_is_read() {
    let Some(folder) = shared_data().map(|data| data.join("ggf")) else {
        println!("skipped: no folder ../shared/data beside the workspace");
        return;
    };
    let text = fs::read_to_string(folder.join("ggs-2003.ggf")).unwrap();
    for line in text.lines() {
        let read = read(line);
        assert!(read.game.game.is_over() && read.notes.is_empty(), "{line}");
    }
}

proptest! {
    #[test]
    fn random_games_survive(choices in prop::collection::vec(any::<u8>(), 0..70), evals in any::<u64>()) {
        let mut game = Game::new();
        for choice in choices {
            let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
            let turn = match moves.len() {
                0 => Move::Pass,
                count => moves[usize::from(choice) % count].into(),
            };
            if game.play(turn).is_err() {
                break;
            }
        }
        let mut record = GgfGame::new(game);
        for (ply, detail) in record.details.iter_mut().enumerate() {
            let bits = evals.rotate_left(u32::try_from(ply).unwrap());
            let small = f64::from(u8::try_from(bits & 0xff).unwrap());
            *detail = GgfDetail::new(
                (bits & 1 == 0).then_some((small - 128.0) / 4.0),
                (bits & 2 == 0).then(|| Duration::from_millis(bits & 0xffff)),
            );
        }
        let text = write_ggf(&record);
        prop_assert_eq!(&parse_ggf(&text).unwrap().game, &record);
    }

    #[test]
    fn nonsense_never_panics(text in "[(;)a-hBWGMOTYRE0-9\\[\\]*O. /-]{0,80}") {
        if let Err(error) = parse_ggf(&format!("(;GM[Othello]{START}{text};)")) {
            prop_assert!(!error.to_string().is_empty());
        }
        let _ = parse_ggf(&text);
    }
}
