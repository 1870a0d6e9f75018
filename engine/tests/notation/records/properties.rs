//! Properties of all formats: nothing panics, what is written is read again, and writing it again changes nothing.

use super::{read_all, written};
use crate::games::games_from;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use std::io::{BufReader, Cursor};
use std::time::Duration;
use xsquare_engine::notation::{
    Ending, GameFormat, GameRecord, StatedResult, StatedScore, TranscriptStyle, TurnDetail,
    WthorWriter, records, write_record,
};
use xsquare_engine::{Bitboard, ByColor, Color, DiscDiff, Game, Outcome, Position};

/// A game of random moves from the usual start or from random discs.
fn games() -> impl Strategy<Value = Game> {
    let start = prop_oneof![
        4 => Just(Position::START),
        1 => (any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(occupied, black, is_black)| {
            let occupied = occupied | 1;
            let side = if is_black { Color::Black } else { Color::White };
            let discs = |bits| Bitboard::from_bits(occupied & bits);
            Position::new(discs(black), discs(!black), side).unwrap()
        }),
    ];
    start.prop_flat_map(games_from)
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        3 => "[A-Za-z é]{0,30}",
        1 => "[\\]\\\\();{}\"%#\n\r\t 0-9é日a-c]{0,12}",
        1 => any::<String>(),
    ]
}

fn results() -> impl Strategy<Value = Option<StatedResult>> {
    let score = prop_oneof![
        select(vec![
            Outcome::Draw,
            Outcome::Win(Color::Black),
            Outcome::Win(Color::White)
        ])
        .prop_map(StatedScore::Winner),
        (-64..=64).prop_map(|discs| StatedScore::Difference(DiscDiff::new(discs).unwrap())),
        (0..=64_u32, 0..=64_u32).prop_map(|(black, white)| StatedScore::Discs(ByColor {
            black,
            white: white.min(64 - black),
        })),
    ];
    of((score, select(Ending::ALL.to_vec()))
        .prop_map(|(score, ending)| StatedResult { score, ending }))
}

prop_compose! {
    fn game_records()(
        game in games(),
        names in [texts(), texts()],
        others in [texts(), texts(), texts(), texts(), texts()],
        ratings in [of(0..400_000_u32), of(0..400_000_u32)],
        result in results(),
        details in vec((of(-6400..6400_i32), of(0..10_000_000_u64), texts()), 0..8),
    ) -> GameRecord {
        let mut record = GameRecord::new(game);
        let [black, white] = names;
        (record.players.black.name, record.players.white.name) = (black, white);
        let rating = |rating: Option<u32>| rating.map(|rating| f64::from(rating) / 100.0);
        record.players.black.rating = rating(ratings[0]);
        record.players.white.rating = rating(ratings[1]);
        [record.event, record.round, record.place, record.date, record.comment] = others;
        record.result = result;
        let turns = record.game.turns().len();
        for (index, (eval, time, comment)) in details.into_iter().enumerate().take(turns) {
            let detail = record.detail_mut(index);
            detail.eval = eval.map(|eval| f64::from(eval) / 100.0);
            detail.time = time.map(Duration::from_millis);
            detail.comment = comment;
        }
        record
    }
}

/// The game as it is read again from this text.
fn read_again(text: &str) -> GameRecord {
    let mut all = read_all(text.as_bytes());
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
        .unwrap_or_else(|error| panic!("{text}: {error:?}"))
        .record
}

/// The record as it is when nothing is said of any move.
fn tidy(mut record: GameRecord) -> GameRecord {
    if record
        .details
        .iter()
        .all(|detail| *detail == TurnDetail::default())
    {
        record.details = Vec::new();
    }
    record
}

/// Whether no other side wins in what was read again; that there is a result may be lost, or that there is none.
fn is_same_winner(record: &GameRecord, read: &GameRecord) -> bool {
    let winners = record.result.zip(read.result);
    winners.is_none_or(|(stated, read)| stated.outcome() == read.outcome())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_without_loss_is_read_again(record in game_records()) {
        for format in GameFormat::ALL {
            let mut text = String::new();
            let style = TranscriptStyle::default();
            let Ok(losses) = write_record(&record, format, style, &mut text) else {
                prop_assert!(text.is_empty());
                continue;
            };
            let read = read_again(&text);
            prop_assert!(is_same_winner(&record, &read), "{}", text);
            if losses.is_empty() && format != GameFormat::Obf && format != GameFormat::Board {
                let mut expected = tidy(record.clone());
                if matches!(format, GameFormat::Transcript | GameFormat::Ggf) {
                    // What the board tells need not be written, and GGF has one form of results.
                    expected.result = read.result;
                }
                prop_assert_eq!(&tidy(read.clone()), &expected, "{}", text);
            }
            // Once written, a game stays what it is.
            let (again, _) = written(&read, format);
            prop_assert_eq!(&again, &text);
        }
    }

    #[test]
    fn wthor_files_stay_what_they_are(games in vec(game_records(), 0..4)) {
        let write = |games: &[GameRecord]| {
            let mut bytes = Cursor::new(Vec::new());
            let mut writer = WthorWriter::new(&mut bytes, (2026, 2, 1)).unwrap();
            for game in games {
                let _ = writer.write(game).unwrap();
            }
            writer.finish().unwrap();
            bytes.into_inner()
        };
        let bytes = write(&games);
        let read: Vec<_> = read_all(&bytes).into_iter().map(|item| item.unwrap().record).collect();
        let held = games.iter().filter(|game| *game.game.start() == Position::START);
        for (game, read) in held.zip(&read) {
            prop_assert!(is_same_winner(game, read), "{:?}", game);
        }
        prop_assert_eq!(write(&read), bytes);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(
        head in select(vec!["", "(;GM[2]", "(;GM[Othello]", "{\"m\":", "[{\"schema\":\"xsquare.game.v1\"", "\u{14}\u{1a}\u{2}\u{1}\u{1}\0\0\0\0\0\0\0\u{8}\0\0\0", "1. f5"]),
        bytes in vec(any::<u8>(), 0..300),
        capacity in 1..40_usize,
    ) {
        let bytes = [head.as_bytes(), &bytes].concat();
        let whole: Vec<String> = read_all(&bytes).iter().map(|item| format!("{item:?}")).collect();
        // However the bytes arrive, the same is read.
        let input = BufReader::with_capacity(capacity, bytes.as_slice());
        let pieces: Vec<String> =
            records(input, None).unwrap().map(|item| format!("{item:?}")).collect();
        prop_assert_eq!(whole, pieces);
    }

    #[test]
    fn no_words_make_a_reader_panic(
        words in vec(select(vec![
            "(;", ";)", "(", ")", ";", "[", "]", "GM[2]", "GM[Othello]", "SZ[8]", "B[f5]", "W[d6]", "B[]", "AB[a1:h8]",
            "AE[d4]", "PL[W]", "RE[B+4]", "C[", "\\", "V[1]", "TM[1]", "OT[/1]", "BO[8 ", "*", "-", "CO[x]", "KM[1]",
            "TY[s8k]", "{", "}", "\"", ":", ",", "\"m\"", "\"players\"", "\"schema\"", "\"xsquare.game.v1\"", "\"moves\"",
            "null", "1", "2 ", "\n", "\r\n", " ", "f5", "d6", "1.", "33-31", "%", "start", "é", "\u{feff}", "\0",
        ]), 0..60)
    ) {
        let text = words.concat();
        for item in read_all(text.as_bytes()) {
            match item {
                Ok(read) => {
                    for format in GameFormat::ALL {
                        let mut text = String::new();
                        let style = TranscriptStyle::default();
                        let _ = write_record(&read.record, format, style, &mut text);
                    }
                }
                Err(error) => prop_assert!(!error.to_string().contains(char::is_control)),
            }
        }
    }
}
