//! WTHOR files: made by hand here, and the federation's own where they are.

use crate::{data, shared_data};
use std::fs;
use xsquare_engine::notation::{
    WthorError, WthorGameErrorKind, WthorKind, WthorLength, WthorList, WthorVerdict,
    parse_transcript, parse_wthor, parse_wthor_names,
};
use xsquare_engine::{Color, DiscDiff, Game, IllegalReason, Move};

/// f5 d6 c5 f6 e7 f4 g5 e6 e3: Black wins 13-0.
const NINE_MOVES: &str = "f5d6c5f6e7f4g5e6e3";

/// A header of 2026-02-01: games or names, the year 2001, size 8, theoretical scores from 24 empties.
fn header(games: u32, names: u16) -> Vec<u8> {
    let mut bytes = vec![20, 26, 2, 1];
    bytes.extend(games.to_le_bytes());
    bytes.extend(names.to_le_bytes());
    bytes.extend([0xd1, 0x07, 8, 0, 24, 0]);
    bytes
}

/// The move bytes of a transcript from the starting position.
fn move_bytes(game: &Game) -> Vec<u8> {
    let squares = game.turns().iter().filter_map(|turn| turn.square());
    let bytes = squares.map(|square| 10 * (square.row() + 1) + square.column() + 1);
    bytes.map(|byte| u8::try_from(byte).unwrap()).collect()
}

/// A record of tournament 258, Black 3, White 1027.
fn record(score: u8, theoretical: u8, moves: &[u8]) -> Vec<u8> {
    let mut bytes = vec![2, 1, 3, 0, 3, 4, score, theoretical];
    bytes.extend(moves);
    bytes.resize(68, 0);
    bytes
}

fn game(text: &str) -> Game {
    parse_transcript(text).unwrap().game
}

/// A file of one game with this score and these moves.
fn file(score: u8, moves: &[u8]) -> Vec<u8> {
    [header(1, 0), record(score, 64, moves)].concat()
}

/// The error about the only game of a file.
fn fault(bytes: &[u8]) -> (WthorGameErrorKind, String) {
    let wthor = parse_wthor(bytes, WthorLength::Strict).unwrap();
    let error = wthor.games().next().unwrap().unwrap_err();
    assert_eq!(error.number, 1);
    (error.kind.clone(), error.to_string())
}

#[test]
fn a_game_is_read_with_its_header() {
    let bytes = file(64, &move_bytes(&game(NINE_MOVES)));
    let wthor = parse_wthor(&bytes, WthorLength::Strict).unwrap();
    let header = wthor.header();
    assert_eq!(header.created, (2026, 2, 1));
    assert_eq!((header.games, header.names, header.year), (1, 0, 2001));
    assert_eq!((header.board_size, header.kind), (8, WthorKind::Games));
    assert_eq!(header.theory_empties, Some(24));
    assert_eq!(
        (wthor.len(), wthor.is_empty(), wthor.damage()),
        (1, false, None)
    );
    let read = wthor.games().next().unwrap().unwrap();
    assert_eq!(read.game, game(NINE_MOVES));
    assert_eq!(
        (read.number, read.tournament, read.black, read.white),
        (1, 258, 3, 1027)
    );
    assert_eq!((read.score, read.theoretical), (64, Some(64)));
    assert_eq!(read.theoretical_difference(), Some(DiscDiff::MAX));
    assert_eq!(read.verdict(), WthorVerdict::Agrees);
}

#[test]
fn every_known_game_survives_as_a_record() {
    let table = data("transcripts.tsv");
    let mut bytes = Vec::new();
    let mut games = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let moves = line.split('\t').nth(1).unwrap_or_default();
        let Ok(read) = parse_transcript(moves) else {
            continue;
        };
        let mut game = read.game;
        // A database cannot tell of a pass at the end.
        while game.turns().last() == Some(&Move::Pass) {
            game.undo();
        }
        bytes.extend(record(0, 0, &move_bytes(&game)));
        let turns = game.turns().to_vec();
        games.push(turns);
    }
    assert!(games.len() > 60, "{} games", games.len());
    let stated = u32::try_from(games.len()).unwrap();
    let bytes = [header(stated, 0), bytes].concat();
    let wthor = parse_wthor(&bytes, WthorLength::Strict).unwrap();
    assert_eq!(wthor.games().len(), games.len());
    for (read, expected) in wthor.games().zip(games) {
        assert_eq!(read.unwrap().game.turns(), expected);
    }
}

#[test]
fn size_0_means_8_and_10_is_refused() {
    let mut bytes = file(64, &move_bytes(&game(NINE_MOVES)));
    bytes[12] = 0;
    bytes[14] = 0; // no theoretical scores: the byte is not one
    let wthor = parse_wthor(&bytes, WthorLength::Strict).unwrap();
    assert_eq!(
        (wthor.header().board_size, wthor.header().theory_empties),
        (8, None)
    );
    assert_eq!(wthor.games().next().unwrap().unwrap().theoretical, None);
    for size in [10, 6, 255] {
        bytes[12] = size;
        let error = parse_wthor(&bytes, WthorLength::Strict).unwrap_err();
        assert_eq!(error, WthorError::BoardSize(size));
    }
    bytes[12] = 10;
    let text = parse_wthor(&bytes, WthorLength::Salvage)
        .unwrap_err()
        .to_string();
    assert!(text.contains("10×10; only 8×8 is supported"), "{text}");
}

#[test]
fn a_length_that_does_not_fit_is_refused_or_salvaged() {
    let whole = file(64, &move_bytes(&game(NINE_MOVES)));
    let second = record(31, 31, &[56, 64]);
    let strict = |bytes: &[u8]| parse_wthor(bytes, WthorLength::Strict).unwrap_err();
    for found in 0..16 {
        assert_eq!(strict(&whole[..found]), WthorError::NoHeader { found });
        assert!(parse_wthor(&whole[..found], WthorLength::Salvage).is_err());
    }
    // Cut off, longer than stated, nothing stated, and a number that no memory holds.
    let mut none = whole.clone();
    none[4] = 0;
    let mut absurd = whole.clone();
    absurd[4..8].fill(0xff);
    let longer = [whole.as_slice(), &second, &second[..40]].concat();
    for (bytes, stated, games) in [
        (&whole[..83], 1, 0),
        (&whole[..16], 1, 0),
        (&longer, 1, 2),
        (&none, 0, 1),
        (&absurd, u32::MAX, 1),
    ] {
        let WthorError::Length(damage) = strict(bytes) else {
            panic!("{}", strict(bytes));
        };
        assert_eq!((damage.stated, damage.found), (stated, bytes.len()));
        assert_eq!(damage.expected, 16 + 68 * u64::from(stated));
        assert_eq!(damage.whole, games);
        let text = damage.to_string();
        assert!(
            text.contains(&format!("{} bytes, but", bytes.len())),
            "{text}"
        );
        assert!(text.contains(&damage.expected.to_string()), "{text}");
        let salvaged = parse_wthor(bytes, WthorLength::Salvage).unwrap();
        assert_eq!(salvaged.damage(), Some(damage));
        assert_eq!((salvaged.len(), salvaged.games().count()), (games, games));
    }
    assert!(
        parse_wthor(&header(0, 0), WthorLength::Strict)
            .unwrap()
            .is_empty()
    );
}

#[test]
fn records_that_are_no_games_name_game_and_ply() {
    let moves = move_bytes(&game("f5d6c3d3"));
    let with = |at: usize, byte: u8| {
        let mut moves = moves.clone();
        moves[at] = byte;
        file(32, &moves)
    };
    for byte in [1, 9, 10, 19, 90, 91, 100, 255] {
        let (kind, text) = fault(&with(2, byte));
        assert_eq!(kind, WthorGameErrorKind::NotASquare { ply: 3, byte });
        assert!(
            text.starts_with(&format!("game 1, ply 3: {byte} is no square")),
            "{text}"
        );
    }
    let (kind, text) = fault(&with(1, 56));
    let WthorGameErrorKind::Illegal { ply: 2, illegal } = kind else {
        panic!("{text}");
    };
    assert_eq!(illegal.reason, IllegalReason::Occupied);
    assert!(
        text.starts_with("game 1, ply 2: White cannot play f5: the square is occupied; legal: ")
    );
    let (kind, _) = fault(&with(1, 0));
    assert_eq!(kind, WthorGameErrorKind::AfterEnd { ply: 2, byte: 33 });
    // A ply counts passes, and a move behind the end of a game is one too many.
    let forced = move_bytes(&game("c4c3f5b4a4a5c2a3"));
    let (kind, _) = fault(&file(0, &[forced.as_slice(), &[11]].concat()));
    assert_eq!(kind.ply(), Some(10));
    let over = move_bytes(&game(NINE_MOVES));
    let (kind, text) = fault(&file(64, &[over.as_slice(), &[11]].concat()));
    assert_eq!(kind.ply(), Some(10));
    assert!(
        text.contains("a1 comes after the end of the game"),
        "{text}"
    );

    let mut bytes = file(65, &moves);
    assert_eq!(fault(&bytes).0, WthorGameErrorKind::Score(65));
    bytes[22..24].copy_from_slice(&[64, 65]);
    assert_eq!(fault(&bytes).0, WthorGameErrorKind::Theoretical(65));
    assert!(
        fault(&bytes)
            .1
            .starts_with("game 1: the theoretical score is 65")
    );
}

#[test]
fn a_bad_game_does_not_hide_the_next_one() {
    let good = record(64, 64, &move_bytes(&game(NINE_MOVES)));
    let bytes = [header(3, 0), good.clone(), record(0, 0, &[11]), good].concat();
    let wthor = parse_wthor(&bytes, WthorLength::Strict).unwrap();
    let read: Vec<_> = wthor.games().collect();
    assert!(read[0].is_ok() && read[2].is_ok());
    assert_eq!(read[1].as_ref().unwrap_err().number, 2);
}

#[test]
fn the_stored_score_is_compared_with_the_replay() {
    let verdict = |score, text| {
        let bytes = file(score, &move_bytes(&game(text)));
        let wthor = parse_wthor(&bytes, WthorLength::Strict).unwrap();
        let read = wthor.games().next().unwrap().unwrap();
        read.verdict()
    };
    assert_eq!(verdict(64, NINE_MOVES), WthorVerdict::Agrees);
    assert_eq!(verdict(13, NINE_MOVES), WthorVerdict::Differs(64));
    assert_eq!(verdict(0, "f5d6c3"), WthorVerdict::Unfinished);
    assert_eq!(verdict(64, "f5"), WthorVerdict::Unfinished);
    let empty = file(32, &[]);
    let wthor = parse_wthor(&empty, WthorLength::Strict).unwrap();
    let read = wthor.games().next().unwrap().unwrap();
    assert_eq!((read.game, read.score), (Game::new(), 32));
}

#[test]
fn names_are_latin_1_and_end_with_a_nul() {
    let mut bytes = header(0, 3);
    for name in [
        b"???".as_slice(),
        b"Br\xfcgger \xc5sa",
        b"Logistello (buro at ",
    ] {
        let mut field = name.to_vec();
        field.resize(20, 0);
        bytes.extend(field);
    }
    let names = parse_wthor_names(&bytes, WthorList::Players).unwrap();
    assert_eq!(names.names, ["???", "Brügger Åsa", "Logistello (buro at "]);
    assert_eq!(names.unterminated, [2]);
    assert_eq!(
        (names.label(1).as_str(), names.label(4711).as_str()),
        ("Brügger Åsa", "#4711")
    );
    // The same bytes are no list of tournaments, whose names are longer.
    let error = parse_wthor_names(&bytes, WthorList::Tournaments).unwrap_err();
    let WthorError::Length(damage) = error else {
        panic!("{error}");
    };
    assert_eq!((damage.expected, damage.found, damage.whole), (94, 76, 2));
}

#[test]
fn games_and_names_are_told_apart() {
    let names = [header(0, 1), vec![0; 20]].concat();
    let error = parse_wthor(&names, WthorLength::Salvage).unwrap_err();
    assert_eq!(error, WthorError::NamesNotGames { names: 1 });
    let games = file(32, &[56]);
    let error = parse_wthor_names(&games, WthorList::Players).unwrap_err();
    assert_eq!(error, WthorError::GamesNotNames { games: 1 });
    let mut bytes = games;
    bytes[13] = 1;
    let wthor = parse_wthor(&bytes, WthorLength::Strict).unwrap();
    assert_eq!(wthor.header().kind, WthorKind::Problems);
    bytes[13] = 2;
    assert_eq!(
        parse_wthor(&bytes, WthorLength::Strict).unwrap_err(),
        WthorError::Kind(2)
    );
    bytes[13] = 1;
    bytes[14] = 61;
    assert_eq!(
        parse_wthor(&bytes, WthorLength::Strict).unwrap_err(),
        WthorError::TheoryEmpties(61)
    );
}

/// What is known of the federation's games, as far as the files hold them that are there.
#[test]
fn the_databases_of_the_federation_are_read_without_a_doubt() {
    let Some(folder) = shared_data().map(|data| data.join("wthor")) else {
        println!("skipped: no folder ../shared/data beside the workspace");
        return;
    };
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let players = parse_wthor_names(&read("WTHOR.JOU"), WthorList::Players).unwrap();
    let tournaments = parse_wthor_names(&read("WTHOR.TRN"), WthorList::Tournaments).unwrap();
    assert!(players.unterminated.is_empty() && tournaments.unterminated.is_empty());
    assert!(
        tournaments
            .names
            .iter()
            .any(|name| name.starts_with("Pérenchies"))
    );
    let (mut games, mut unfinished) = (0, 0);
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.extension().is_none_or(|kind| kind != "wtb") || name.starts_with("one-game") {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let wthor = parse_wthor(&bytes, WthorLength::Strict).unwrap();
        for read in wthor.games() {
            let read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(read.game.turns()[0], Move::Place("f5".parse().unwrap()));
            assert!(usize::from(read.black) < players.names.len());
            assert!(usize::from(read.tournament) < tournaments.names.len());
            match read.verdict() {
                WthorVerdict::Agrees => {}
                WthorVerdict::Differs(black) => panic!("{name}: {read:?}: {black}"),
                WthorVerdict::Unfinished => {
                    assert!((1981..=2000).contains(&wthor.header().year), "{name}");
                    unfinished += 1;
                }
            }
            games += 1;
        }
    }
    println!("{games} games, {unfinished} unfinished");
    assert!(games > 100_000 && unfinished > 0);

    // A game that was decoded by hand.
    let bytes = read("WTH_1977.wtb");
    let wthor = parse_wthor(&bytes, WthorLength::Strict).unwrap();
    let first = wthor.games().next().unwrap().unwrap();
    assert_eq!(players.label(first.black), "Inoue Hiroshi");
    assert_eq!(tournaments.label(first.tournament), "World Championship");
    assert_eq!(first.theoretical_difference(), DiscDiff::new(18));
    let passes = (0..first.game.turns().len()).filter(|&ply| first.game.turns()[ply] == Move::Pass);
    let sides: Vec<_> = passes
        .map(|ply| first.game.position_at(ply).unwrap().side())
        .collect();
    assert_eq!(sides, [Color::White; 2]);

    let bytes = read("one-game-size0.wtb");
    let wthor = parse_wthor(&bytes, WthorLength::Strict).unwrap();
    let only = wthor.games().next().unwrap().unwrap();
    assert_eq!((wthor.header().board_size, only.theoretical), (8, None));
    assert_eq!((only.score, only.verdict()), (31, WthorVerdict::Agrees));
}
