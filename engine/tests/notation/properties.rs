//! Properties: the way there and back, and no panic on any text.

use crate::check_error;
use crate::games::games_from;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use xsquare_engine::notation::{
    Layout, LineError, Note, Passes, Problem, lines, parse_board, parse_obf, parse_transcript,
    recognise, write_transcript,
};
use xsquare_engine::{Bitboard, Color, DiscDiff, Move, Position, Square};

/// Any discs that overlap nowhere, not all squares empty.
fn positions() -> impl Strategy<Value = Position> {
    (any::<u64>(), any::<u64>(), any::<u64>(), any::<bool>()).prop_filter_map(
        "no discs",
        |(occupied, thin, black, is_black)| {
            let occupied = occupied | thin;
            let side = if is_black { Color::Black } else { Color::White };
            let discs = |bits| Bitboard::from_bits(occupied & bits);
            (occupied != 0).then(|| Position::new(discs(black), discs(!black), side).unwrap())
        },
    )
}

/// Text made of the words of all notations, with a few others.
fn word_soup() -> impl Strategy<Value = String> {
    let words = [
        "f5",
        "d6",
        "c3",
        "F5D6",
        "f5d6c5f6e7f4g5e6e3",
        "c4c3f5b4a4a5c2a3",
        "f4",
        "a9",
        "z9",
        "i3",
        "f",
        "pa",
        "PS",
        "pass",
        "pas",
        "--",
        "-",
        "---",
        "@@",
        "@",
        "@@@@",
        "1.",
        "2.",
        "1:",
        "33-31",
        "64:0",
        "13-0",
        "99-99",
        "7",
        "(",
        ")",
        "{",
        "}",
        "%",
        "#",
        ",",
        ";",
        " ; ",
        ":",
        "F5:+0",
        "PS:-48",
        "--:-127",
        "+12",
        "-65",
        "start",
        "black",
        " ",
        "\t",
        "\n",
        "\r\n",
        "\r",
        "\0",
        "\u{feff}",
        "\u{a0}",
        "é",
        "О",
        "５",
        "●",
        "8/8/8/3pP3/3Pp3/8/8/8",
        " b ",
        " X",
        "O",
        "0",
        "*",
        "/",
        "-----",
        "----------------",
        "---------------------------OX------XO---------------------------",
        "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO",
        "-------- -------- ",
    ];
    vec(select(words.to_vec()), 0..12).prop_map(|words| words.concat())
}

/// A right text with one character replaced, put in or taken out.
fn damaged() -> impl Strategy<Value = String> {
    let right = [
        "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7",
        "1. f5 f4 2. g3 e6 3. f3 g4 4. f7 c5",
        "c4 c3 f5 b4 a4 a5 c2 a3 -- d2 % passed\n",
        "---------------------------OX------XO--------------------------- X",
        "-------- -------- -------- ---OX--- ---XO--- -------- -------- -------- X",
        "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2; F6:-4; H6:-10; % FFO #20",
        "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1",
    ];
    let change = prop_oneof![
        any::<char>(),
        select(
            " -@%;:/.,0159XOpfß\u{feff}\n\r\0"
                .chars()
                .collect::<Vec<_>>()
        )
    ];
    (select(right.to_vec()), any::<Index>(), change, 0..3_u8).prop_map(
        |(right, at, change, how)| {
            let mut chars: Vec<char> = right.chars().collect();
            let at = at.index(chars.len());
            match how {
                0 => chars[at] = change,
                1 => chars.insert(at, change),
                _ => drop(chars.remove(at)),
            }
            chars.into_iter().collect()
        },
    )
}

/// Gives a text to every reader; checks each error.
fn check_all_readers(text: &str) {
    for side in [None, Some(Color::Black), Some(Color::White)] {
        let errors = [
            recognise(text, side).err(),
            parse_board(text, side).err(),
            parse_obf(text, side).err(),
        ];
        errors
            .iter()
            .flatten()
            .for_each(|error| check_error(text, error));
    }
    let errors = [
        parse_transcript(text).err(),
        text.parse::<Move>().err(),
        text.parse::<Square>().err(),
        text.parse::<Color>().err(),
    ];
    errors
        .iter()
        .flatten()
        .for_each(|error| check_error(text, error));
    // What is understood says the same when it is written down again.
    if let Ok(recognised) = recognise(text, None) {
        let position = recognised.position();
        assert_eq!(position.to_string().parse(), Ok(position), "{text:?}");
        recognised
            .notes()
            .iter()
            .for_each(|note| assert!(!note.to_string().is_empty()));
    }
}

proptest! {
    #[test]
    fn games_round_trip_in_every_layout(game in games_from(Position::START).prop_filter("no moves", |game| !game.turns().is_empty())) {
        for layout in Layout::ALL {
            for passes in [Passes::Written, Passes::LeftOut] {
                let text = write_transcript(game.turns(), layout, passes);
                let upper = text.to_uppercase();
                let returns = text.replace('\n', "\r\n");
                for text in [&text, &upper, &returns] {
                    let read = parse_transcript(text).unwrap();
                    prop_assert_eq!(&read.game, &game, "{}", text);
                    let implied = read.notes.iter().find_map(|note| match note {
                        Note::ImpliedPasses(plies) => Some(plies.clone()),
                        _ => None,
                    });
                    let left_out: Vec<_> = (1..game.turns().len())
                        .filter(|&ply| game.turns()[ply - 1] == Move::Pass && passes == Passes::LeftOut)
                        .collect();
                    prop_assert_eq!(implied.unwrap_or_default(), left_out);
                    let others = read.notes.iter().filter(|note| {
                        !matches!(note, Note::ImpliedPasses(_) | Note::TrailingPass(_))
                    });
                    prop_assert_eq!(others.count(), 0, "{:?}", read.notes);
                }
            }
        }
    }

    #[test]
    fn games_are_read_with_any_separator_and_pass_word(
        game in games_from(Position::START).prop_filter("no moves", |game| !game.turns().is_empty()),
        choices in vec(any::<Index>(), 80),
        result in any::<bool>(),
    ) {
        let passes = ["pa", "PS", "Pass", "--", "@@", "@@@@", "-", ""];
        let gaps = [" ", "\t", ", ", "\n", "\r", "\r\n", " (x) ", " % x\n", "  "];
        let mut text = String::new();
        for (ply, (turn, choice)) in game.turns().iter().zip(&choices).enumerate() {
            let is_last = ply + 1 == game.turns().len();
            match turn {
                Move::Place(square) => text.push_str(&square.to_string()),
                Move::Pass => {
                    // Not left out at the end; and a comma needs a word behind it.
                    let some = if is_last || text.ends_with(", ") { 7 } else { 8 };
                    text.push_str(passes[choice.index(some)]);
                }
            }
            if !is_last {
                text.push_str(if text.ends_with(char::is_whitespace) { "" } else { gaps[choice.index(gaps.len())] });
            }
        }
        if result {
            text.push_str(" 33-31");
        }
        let read = parse_transcript(&text);
        prop_assert_eq!(read.map(|read| read.game), Ok(game), "{:?}", text);
    }

    #[test]
    fn boards_round_trip(position in positions(), black in select("Xx*Bb".chars().collect::<Vec<_>>()),
                         white in select("OoWw".chars().collect::<Vec<_>>()), empty in select(vec!['-', '.']),
                         gap in select(vec!["", " ", "\t", "\n", "\r\n"])) {
        prop_assert_eq!(position.to_string().parse(), Ok(position));
        let mut text = String::new();
        for square in Square::ALL {
            text.push(match position.disc(square) {
                Some(Color::Black) => black,
                Some(Color::White) => white,
                None => empty,
            });
            if square.column() == 7 {
                text.push_str(gap);
            }
        }
        for side in Color::ALL {
            let setup = parse_board(&text, Some(side)).unwrap();
            prop_assert_eq!(setup.position.side(), side);
            prop_assert_eq!(setup.position.counts(), position.counts());
        }
        text.push(if position.side() == Color::Black { black } else { white });
        prop_assert_eq!(recognise(&text, None).map(|read| read.position()), Ok(position), "{}", text);
    }

    #[test]
    fn problems_round_trip(position in positions(), scores in vec(-32..=32_i32, 64), count in any::<Index>(),
                           with_value in any::<bool>(), label in "(|[A-Za-z#][ -~é]{0,20}[a-z])") {
        let mut problem = Problem::new(position);
        let mut turns: Vec<Move> = position.legal_moves().into_iter().map(Move::Place).collect();
        if position.must_pass() {
            turns.push(Move::Pass);
        }
        turns.truncate(count.index(turns.len() + 1));
        let diff = |half: i32| DiscDiff::new(half * 2).unwrap();
        problem.scores = turns.into_iter().zip(scores.iter().map(|&half| diff(half))).collect();
        if with_value {
            problem.value = problem.scores.iter().map(|&(_, score)| score).max().or(Some(diff(scores[0])));
        }
        problem.label = Some(label).filter(|label| !label.is_empty());
        let text = problem.to_string();
        let mut read = parse_obf(&text, None).unwrap();
        read.notes.clear();
        prop_assert_eq!(&read, &problem, "{}", text);
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>()) {
        check_all_readers(&text);
    }

    #[test]
    fn no_mixture_of_words_makes_a_reader_panic(text in word_soup()) {
        check_all_readers(&text);
    }

    #[test]
    fn no_damaged_text_makes_a_reader_panic(text in damaged()) {
        check_all_readers(&text);
    }

    #[test]
    fn no_bytes_make_the_line_reader_panic(bytes in vec(prop_oneof![any::<u8>(), select(b"\r\n\0%# f5\xef\xbb\xbf".to_vec())], 0..200)) {
        for line in lines(bytes.as_slice()) {
            match line {
                Ok(line) => check_all_readers(&line.text),
                Err(LineError::Text { text, error, .. }) => check_error(&text, &error),
                Err(error) => panic!("{error}"),
            }
        }
    }
}
