//! Files of lines, GGF archives and JSON.

use super::{moves, only, read_all, refused, written};
use crate::{data, shared_data};
use std::fs;
use std::time::Duration;
use xsquare_engine::notation::{
    Container, Ending, GAME_LIMIT, GameFormat, Layout, Loss, Passes, RecordNoteKind, StatedScore,
    TranscriptStyle, detect, records, write_record,
};
use xsquare_engine::{ByColor, Color, DiscDiff, Move};

/// The moves of each game of a file, or its fault.
fn games(bytes: &[u8]) -> Vec<String> {
    let show = |item| match item {
        Ok(xsquare_engine::notation::RecordRead { record, .. }) => moves(&record),
        Err(error) => format!("! {error}"),
    };
    read_all(bytes).into_iter().map(show).collect()
}

#[test]
fn transcripts_stand_on_one_line_or_on_several() {
    let text = "\u{feff}% a comment line\r\n\r\nF5D6C3\r\n1. f5 d6\r\n2. c3 d3\r\n3. c4\r\n1.f5 2.d6\r\n\r\nf5\r\nd6\r\nc3\r\n";
    assert_eq!(
        games(text.as_bytes()),
        ["f5d6c3", "f5d6c3d3c4", "f5d6", "f5d6c3"]
    );
    // A blank line and a result end a game.
    assert_eq!(
        games(b"f5\nd6\n\nf5\nd6\n33-31\nf5\n"),
        ["f5d6", "f5d6", "f5"]
    );
    assert_eq!(
        games(b"f5 d6 c3\n33-31\n")[1].split(';').next(),
        Some("! a transcript without a move")
    );
    assert_eq!(games(b"f5d6\rf5d6c3\r"), ["f5d6", "f5d6c3"]);
    // So do moves with a comment or with the result behind them.
    assert_eq!(
        games(b"f5 % a remark\nd6\nc3 33-31\nf5\n# a remark\n\nf5\nd6\n"),
        ["f5d6c3", "f5", "f5d6"]
    );
    let board = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X";
    assert_eq!(
        games(format!("{board};g5\nh6\n\n{board};g5\n{board};h6\n").as_bytes()),
        ["g5h6", "g5", "h6"]
    );
}

#[test]
fn a_game_with_one_move_a_line_is_read_again() {
    let text = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X;g5 h6 % two moves\nf5 d6 33-31\n";
    for read in read_all(text.as_bytes()) {
        let record = read.unwrap().record;
        for passes in [Passes::Written, Passes::Dashes, Passes::LeftOut] {
            let style = TranscriptStyle {
                layout: Layout::Lines,
                passes,
            };
            let mut lines = String::new();
            write_record(&record, GameFormat::Transcript, style, &mut lines).unwrap();
            assert_eq!(only(lines.as_bytes()).record, record, "{lines}");
        }
    }
}

#[test]
fn a_bad_line_does_not_spoil_the_others() {
    let text = "f5d6c3\nf5d6a1\nhello\nf5 z9\nf5d6\n";
    let all = read_all(text.as_bytes());
    let faults: Vec<_> = all
        .iter()
        .filter_map(|item| item.as_ref().err())
        .map(|error| {
            (
                error.game,
                error.line,
                error.column(),
                error.ply(),
                error.rule(),
            )
        })
        .collect();
    assert_eq!(
        faults,
        [
            (2, Some(2), Some(5), Some(3), "flips-nothing"),
            (3, Some(3), Some(1), None, "syntax"),
            (4, Some(4), Some(4), Some(2), "not-a-move"),
        ]
    );
    assert_eq!(all[4].as_ref().unwrap().number, 5);
}

#[test]
fn comments_and_results_of_transcripts_are_kept() {
    let read = only(b"f5d6c5f6e7f4g5e6e3 13-0 % Ma vs Bo");
    assert_eq!(read.record.comment, "Ma vs Bo");
    let discs = StatedScore::Discs(ByColor {
        black: 13,
        white: 0,
    });
    assert_eq!(read.record.result.unwrap().score, discs);
    assert!(read.notes.is_empty());
    let (text, losses) = written(&read.record, GameFormat::Transcript);
    assert_eq!(
        (text.as_str(), losses.is_empty()),
        ("f5d6c5f6e7f4g5e6e3 % Ma vs Bo\n", true)
    );
    // A result that the moves do not tell is written.
    let record = only(b"f5d6c5 (a) 40-24").record;
    assert_eq!(
        written(&record, GameFormat::Transcript).0,
        "f5d6c5 40-24 % a\n"
    );
    // Latin-1 in a comment.
    let read = only(b"f5d6 % Ren\xe9\n");
    assert_eq!(read.record.comment, "René");
    assert_eq!(read.notes[0].kind, RecordNoteKind::Encoding);
    assert!(refused(b"f5d6 % a\0b\n").contains("NUL"));
}

#[test]
fn comment_lines_are_told_with_the_game_that_follows() {
    let file = b"% one\n# two\nf5d6\n\n% three\n1. f5 d6\n2. c3\n% four\n";
    let notes: Vec<Vec<String>> = read_all(file)
        .into_iter()
        .map(|item| {
            item.unwrap()
                .notes
                .iter()
                .map(ToString::to_string)
                .collect()
        })
        .collect();
    let told = |number| vec![format!("{number} comment lines passed over")];
    assert_eq!(notes, [told(2), told(2)]);
    for comment in ["(one)", "{one}", " {one} (f5) "] {
        let read = only(format!("{comment}\nf5d6c3\n").as_bytes());
        assert_eq!(
            read.notes[0].to_string(),
            "1 comment line passed over",
            "{comment}"
        );
    }
    assert!(refused(b"f5d6\n{\"m\": 1}\n").contains("without a move"));
    assert!(refused(b"{one}\n(two\nf5d6").contains("a comment without an end"));
    let read = only(b"% one\nf5d6 % two");
    assert_eq!(read.record.comment, "two");
    assert_eq!(read.losses().to_string(), "what was passed over in reading");
}

#[test]
fn transcripts_may_begin_with_a_comment() {
    for comment in [
        "(Game 1)",
        "{Game 1}",
        "{ Game 1 }",
        "{Game 1} ",
        "\u{feff}{Game 1}",
    ] {
        let read = only(format!("{comment}f5d6c3\n").as_bytes());
        assert_eq!(read.format, GameFormat::Transcript, "{comment}");
        assert_eq!(read.record.comment, "Game 1", "{comment}");
    }
    for comment in ["1. f5", "f5d6 (x)", "m:1", "[]", "100%", "'m'"] {
        let read = only(format!("{{{comment}}} f5d6c3").as_bytes());
        assert_eq!(
            (moves(&read.record), read.record.comment.as_str()),
            ("f5d6c3".to_owned(), comment)
        );
    }
    // The numbers behind a comment go on in the next line all the same.
    let read = only(b"{Game 1} (100%) 1. f5 d6\n2. c3 d3\n");
    assert_eq!(moves(&read.record), "f5d6c3d3");
    // An object is one, whatever is wrong with it.
    for object in ["{}", "{ \"x\": 1}", "{\n\t\"m\"", "{"] {
        let all = read_all(object.as_bytes());
        assert!(all.iter().all(Result::is_err), "{object}");
        assert_eq!(detect(object.as_bytes()), Container::Json, "{object}");
    }
}

#[test]
fn transcripts_have_five_layouts() {
    let record = only(b"c4c3f5b4a4a5c2a3d2").record;
    let text = |layout, passes| {
        let mut text = String::new();
        let style = TranscriptStyle { layout, passes };
        write_record(&record, GameFormat::Transcript, style, &mut text).unwrap();
        assert_eq!(only(text.as_bytes()).record, record, "{text}");
        text
    };
    assert_eq!(
        text(Layout::Compact, Passes::LeftOut),
        "c4c3f5b4a4a5c2a3d2\n"
    );
    assert_eq!(
        text(Layout::Spaced, Passes::Written),
        "c4 c3 f5 b4 a4 a5 c2 a3 pa d2\n"
    );
    assert_eq!(
        text(Layout::NumberedPairs, Passes::Dashes),
        "1. c4 c3 2. f5 b4 3. a4 a5 4. c2 a3 5. -- d2\n"
    );
    assert_eq!(text(Layout::Lines, Passes::LeftOut).lines().count(), 10);
}

#[test]
fn boards_and_problems_are_positions() {
    let line = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2; % FFO #20";
    let read = only(line.as_bytes());
    assert_eq!(read.format, GameFormat::Obf);
    assert_eq!(read.record.scores.len(), 2);
    let (text, losses) = written(&read.record, GameFormat::Obf);
    assert_eq!((text.trim_end(), losses.is_empty()), (line, true));
    let (text, losses) = written(&read.record, GameFormat::Board);
    assert_eq!(text.trim_end(), &line[..66]);
    assert_eq!(
        losses.to_string(),
        "the comment on the game, known scores of moves"
    );
    let (text, _) = written(&read.record, GameFormat::Json);
    assert_eq!(only(text.as_bytes()).record, read.record);
    for (name, count) in [("ffo-20-39.obf", 20), ("hard-20.obf", 184)] {
        let all = read_all(data(name).as_bytes());
        assert_eq!(all.len(), count);
        assert!(all.iter().all(Result::is_ok), "{name}");
    }
    // Of a game with moves, only the last position is written.
    let record = only(b"f5d6").record;
    let (text, losses) = written(&record, GameFormat::Board);
    assert!(text.ends_with(" X\n") && losses.contains(Loss::Moves));
}

#[test]
fn a_game_may_follow_a_board() {
    let line = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X;g5h6";
    let record = only(line.as_bytes()).record;
    assert_eq!(record.game.turns().len(), 4);
    assert_eq!(written(&record, GameFormat::Transcript).0.trim_end(), line);
    for style in [Layout::NumberedMoves, Layout::NumberedPairs, Layout::Spaced] {
        let mut text = String::new();
        for passes in [Passes::Dashes, Passes::Written, Passes::LeftOut] {
            text.clear();
            let style = TranscriptStyle {
                layout: style,
                passes,
            };
            write_record(&record, GameFormat::Transcript, style, &mut text).unwrap();
            assert_eq!(only(text.as_bytes()).record, record, "{text}");
        }
    }
    let error = refused(line.replace("h6", "h5").as_bytes());
    assert!(error.starts_with("1:70 4 occupied"), "{error}");
    let (text, losses) = written(&only(b"start % nothing yet").record, GameFormat::Transcript);
    assert_eq!(
        (text.as_str(), losses.is_empty()),
        ("start % nothing yet\n", true)
    );
}

#[test]
fn archives_hold_komi_and_synchro_games() {
    let text = data("variety.ggf");
    let all = read_all(text.as_bytes());
    assert_eq!(all.len(), 8);
    let (good, bad): (Vec<_>, Vec<_>) = all.into_iter().partition(Result::is_ok);
    let bad: Vec<_> = bad.into_iter().map(Result::unwrap_err).collect();
    assert_eq!(bad.len(), 1);
    assert_eq!(
        (bad[0].game, bad[0].line, bad[0].rule()),
        (5, Some(4), "board-size")
    );
    let good: Vec<_> = good.into_iter().map(Result::unwrap).collect();
    for read in &good {
        let record = &read.record;
        if let Some(check) = record.check_score() {
            assert!(check.agrees(), "game {}: {check:?}", read.number);
        }
        let (text, losses) = written(record, GameFormat::Ggf);
        let lost: Vec<_> = losses.iter().collect();
        assert!(lost.is_empty(), "game {}: {losses}", read.number);
        let again = only(text.as_bytes()).record;
        assert_eq!(again, *record);
        assert_eq!(written(&again, GameFormat::Ggf).0, text);
        let (text, losses) = written(record, GameFormat::Json);
        assert!(losses.is_empty());
        assert_eq!(only(text.as_bytes()).record, *record, "{text}");
    }
    let komi = &good[1].record;
    assert_eq!(komi.komi.unwrap().discs.to_string(), "-0.5");
    let difference = DiscDiff::new(8).unwrap();
    assert_eq!(
        komi.result.unwrap().score,
        StatedScore::Difference(difference)
    );
    assert_eq!(good[2].record.match_type, "s8r18");
    assert_eq!((good[2].line, good[3].line), (Some(3), Some(3)));
    assert_eq!(
        good[0].record.details[0].time,
        Some(Duration::from_millis(4090))
    );
}

#[test]
fn a_match_must_have_the_games_that_it_says() {
    let game = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)";
    let text = format!("2 {game}\n1 {game}\n2 {game}{game}\n");
    let all = read_all(text.as_bytes());
    assert_eq!(all.len(), 5);
    let error = all[1].as_ref().unwrap_err();
    assert_eq!((error.rule(), error.line), ("match-count", Some(1)));
    assert_eq!(
        error.to_string(),
        "a match of 2 games, but 1 follow on its line"
    );
}

#[test]
fn comments_of_ggf_belong_to_the_move_before() {
    let text = "(;GM[Othello]CO[the game]BO[8 ---------------------------O*------*O--------------------------- *]\
                B[f5]CO[one]CO[two]W[d6];)";
    let record = only(text.as_bytes()).record;
    assert_eq!(record.comment, "the game");
    assert_eq!(record.details[0].comment, "one\ntwo");
    let (text, losses) = written(&record, GameFormat::Ggf);
    assert!(losses.is_empty());
    assert_eq!(only(text.as_bytes()).record, record);
}

#[test]
fn games_of_othello_quest_are_found_by_their_keys() {
    let text = r#"{"id":"x","players":[{"id":"1","name":"Ann","oldR":1500.5},{"name":"Ben"}],
        "position":{"moves":[{"t":0,"m":"c4"},{"m":"c3"},{"m":"f5"},{"m":"b4"},{"m":"a4"},{"m":"a5"},
        {"m":"c2"},{"m":"a3"},{"m":"-"},{"m":"d2"}]}}"#;
    let read = only(text.as_bytes());
    assert_eq!(read.format, GameFormat::Quest);
    assert_eq!(read.record.players.white.name, "Ben");
    assert_eq!(moves(&read.record), "c4c3f5b4a4a5c2a3d2");
    assert_eq!(
        read.notes[0].text,
        "keys passed over: id players.id players.oldR t"
    );
    let (text, losses) = written(&read.record, GameFormat::Quest);
    assert!(losses.is_empty());
    assert_eq!(only(text.as_bytes()).record, read.record);
    // Passes may be left out, games may stand in an array.
    let array = format!(
        "[{},\n{}]",
        text.trim().replace("{\"m\":\"-\"},", ""),
        text.trim()
    );
    let all = read_all(array.as_bytes());
    assert_eq!(all.len(), 2);
    assert_eq!(all[0].as_ref().unwrap().record.game, read.record.game);
    assert_eq!(
        all[0].as_ref().unwrap().notes[0].kind,
        RecordNoteKind::Passes
    );
    assert_eq!(all[1].as_ref().unwrap().line, Some(2));
    for (text, expected) in [
        (r#"{"a":1}"#, "no game"),
        (
            r#"{"a":[{"m":"f5"}],"b":[{"m":"f5"}]}"#,
            "more than one list",
        ),
        (r#"{"a":[{"m":"f5"},{"m":"a1"}]}"#, "White cannot play a1"),
        (r#"{"a":[{"m":"f5"},{"m":"x"}]}"#, "not a move"),
        (
            r#"{"players":1,"a":[{"m":"f5"}]}"#,
            "players: expected two players",
        ),
        (r#"{"a":[{"m":"f5"}"#, "no JSON"),
        ("[1]", "text between games"),
        (r#"{"schema":"xsquare.solve.v1"}"#, "another schema"),
    ] {
        let error = refused(text.as_bytes());
        assert!(
            error.contains(expected)
                || expected == "another schema" && error.contains("of the schema"),
            "{text}: {error}"
        );
    }
}

#[test]
fn json_lines_hold_everything() {
    let text = concat!(
        r#"{"schema":"xsquare.game.v1","black":{"name":"A","rating":1500.5,"clock":"15:00//02:00"},"#,
        r#""white":{"name":"B \"b\""},"event":"E","round":"1","place":"P","date":"2026-02-01","#,
        r#""moves":["f5","d6","c3"],"result":{"winner":"X","ending":"resigned"},"comment":"C","#,
        r#""evals":[1.5,null,-0.25],"times_ms":[4090.0],"comments":[null,"hm"],"#,
        r#""wthor":{"created":"2007-05-22","year":1977,"tournament":1,"black":346,"white":843,"#,
        r#""theoretical":41,"theory_empties":24}}"#,
        "\n"
    );
    let read = only(text.as_bytes());
    assert!(read.notes.is_empty(), "{:?}", read.notes);
    assert_eq!(read.record.result.unwrap().ending, Ending::Resigned);
    assert_eq!(read.record.details[1].comment, "hm");
    assert_eq!(written(&read.record, GameFormat::Json).0, text);
    let odd = text
        .replace("\"round\"", "\"rounds\"")
        .replace("\"rating\"", "\"ratings\"");
    let notes = only(odd.as_bytes()).notes;
    assert_eq!(notes[0].text, "keys passed over: black.ratings rounds");
    for (from, to, expected) in [
        ("\"moves\":[", "\"moves\":[1,", "moves: expected"),
        ("\"f5\"", "\"a1\"", "Black cannot play a1"),
        ("1500.5", "\"x\"", "black.rating: expected a number"),
        ("15:00//", "x", "black.clock: expected a clock"),
        ("\"winner\":\"X\"", "\"winner\":\"Y\"", "result: expected"),
        ("resigned", "asleep", "result.ending: expected"),
        ("[1.5,", "[1.5,1,1,1,", "evals: expected"),
        ("\"hm\"", "7", "comments[1]: expected"),
        ("2007-05", "2007", "wthor.created: expected"),
        ("843", "84300", "wthor.white: expected"),
        (":41", ":65", "wthor.theoretical: expected"),
        (
            "\"moves\"",
            "\"start\":\"XO\",\"moves\"",
            "the board has 2 cells",
        ),
    ] {
        let error = refused(text.replace(from, to).as_bytes());
        assert!(error.contains(expected), "{to}: {error}");
    }
}

#[test]
fn years_are_found_in_every_spelling_of_a_date() {
    let year = |date: &str| {
        let mut record = only(b"f5").record;
        date.clone_into(&mut record.date);
        record.year()
    };
    assert_eq!(year("2003.12.15_12:33:18.MST"), Some(2003));
    assert_eq!(year("2000-4-16 11:13 EST"), Some(2000));
    assert_eq!(year("940607137"), Some(1999));
    assert_eq!(
        (year("1977"), year(""), year("12:33")),
        (Some(1977), None, None)
    );
}

#[test]
fn games_of_matches_are_read() {
    let text = r#"{"schema":"xsquare.match.game.v1","game":1,"black":"depth=3","white":"depth=1","moves":["f5","d6"],"start":null}"#;
    let read = only(text.as_bytes());
    assert_eq!(read.record.players.black.name, "depth=3");
    assert_eq!(moves(&read.record), "f5d6");
}

#[test]
fn a_file_is_what_it_begins_with() {
    for (head, container) in [
        (&b""[..], Container::Lines),
        (b"  \r\n f5", Container::Lines),
        (b"1. f5 d6", Container::Lines),
        (b"1: (;GM[othello]", Container::Lines),
        (b"(;PC[x]GM[ othello]", Container::Ggf),
        (b"(;PC[x]BO[8 ", Container::Ggf),
        (b"( ;GM[2]", Container::Sgf),
        (b"(;B[f5]", Container::Sgf),
        (b"(comment) f5", Container::Lines),
        (b" {", Container::Json),
        (b"\x00", Container::Wthor),
    ] {
        assert_eq!(
            detect(head),
            container,
            "{:?}",
            String::from_utf8_lossy(head)
        );
    }
    // What the caller says outranks the beginning.
    let mut forced = records(&b"(;GM[2];B[f5])"[..], Some(Container::Ggf)).unwrap();
    assert_eq!(forced.container(), Container::Ggf);
    assert!(forced.next().unwrap().is_err());
}

#[test]
fn games_without_end_are_refused_in_bounded_memory() {
    let mut text = b"(;GM[2]C[".to_vec();
    text.resize(GAME_LIMIT + 100, b'x');
    text.extend(b"])(;GM[2];B[f5])");
    let all = read_all(&text);
    assert_eq!(all[0].as_ref().unwrap_err().rule(), "too-long");
    assert_eq!(moves(&all[1].as_ref().unwrap().record), "f5");
    assert_eq!(all.len(), 2);
}

#[test]
fn files_of_the_other_readers_are_read_alike() {
    let Some(folder) = shared_data() else {
        eprintln!("skipped: the folder with more data is not there");
        return;
    };
    let all = read_all(&fs::read(folder.join("ggf/ggs-2003.ggf")).unwrap());
    assert_eq!(all.len(), 8);
    for item in all {
        let read = item.unwrap();
        assert!(read.record.check_score().unwrap().agrees());
        assert_eq!(read.record.players[Color::Black].name.len(), 8);
    }
    let all = read_all(&fs::read(folder.join("xot-small.txt")).unwrap());
    assert_eq!(all.len(), 3623);
    assert!(all.iter().all(|item| {
        item.as_ref().is_ok_and(|read| {
            read.record.game.turns().len() == 8 && !read.record.game.turns().contains(&Move::Pass)
        })
    }));
}

#[test]
fn many_names_take_time_in_proportion() {
    // As many different properties as fit into a game: none of them is compared with all others.
    let letters = || b'A'..=b'Z';
    let mut names = Vec::new();
    for a in letters() {
        for b in letters() {
            for c in letters() {
                for d in b'A'..=b'K' {
                    names.push(String::from_utf8(vec![b'Z', a, b, c, d]).unwrap());
                }
            }
        }
    }
    let tags = names.join("[]") + "[]";
    let read = only(format!("(;GM[2]{tags};B[f5])").as_bytes());
    assert!(
        read.notes[0].text.ends_with(" and 193324 more"),
        "{}",
        read.notes[0].text
    );
    let start = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let read = only(format!("(;GM[Othello]{tags}{start}B[f5];)").as_bytes());
    assert_eq!(read.notes.len(), names.len());
}
