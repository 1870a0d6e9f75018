//! Moves typed or pasted in the middle of a game.
//!
//! [`parse_transcript`](xsquare_engine::notation::parse_transcript) reads whole games from the starting position; this
//! reads what comes after any position: moves joined or set apart, with or without move numbers and passes.

use xsquare_engine::{Game, IllegalMove, Move, Square};

/// Passes written behind the end of a game that do no harm: one for each side.
const MAX_PASSES_AFTER_END: usize = 2;

/// Why a list of moves cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// No move.
    NotAMove {
        /// The word.
        word: String,
    },
    /// Against the rules.
    Illegal {
        /// Number among the moves, from 1.
        number: usize,
        /// Number of moves.
        total: usize,
        /// What the rules say.
        illegal: IllegalMove,
    },
}

/// The game after these moves; passes that are left out are filled in before the next move.
///
/// # Errors
/// At the first word that is no move or breaks the rules.
pub(crate) fn play_on(game: &Game, text: &str) -> Result<Game, Fault> {
    let moves = cut(text)?;
    if moves.is_empty() {
        let word = text.trim().to_owned();
        return Err(Fault::NotAMove { word });
    }
    let mut game = game.clone();
    let mut passes_after_end = 0;
    for (index, &turn) in moves.iter().enumerate() {
        match turn {
            Move::Pass
                if index > 0 && game.is_over() && passes_after_end < MAX_PASSES_AFTER_END =>
            {
                passes_after_end += 1;
                continue;
            }
            Move::Pass => {}
            Move::Place(_) => {
                game.pass_if_forced();
            }
        }
        game.play(turn).map_err(|illegal| Fault::Illegal {
            number: index + 1,
            total: moves.len(),
            illegal,
        })?;
    }
    Ok(game)
}

/// The moves of a text.
fn cut(text: &str) -> Result<Vec<Move>, Fault> {
    let mut moves = Vec::new();
    for word in text.split([' ', '\t', '\n', '\r', ',']) {
        let rest = without_number(word);
        if let Ok(turn) = rest.parse() {
            moves.push(turn);
        } else if !rest.is_empty() {
            cut_joined(rest, &mut moves)?;
        }
    }
    Ok(moves)
}

/// `f5d6c3`, `f5-d6-c3`, `f5pad6`
fn cut_joined(word: &str, moves: &mut Vec<Move>) -> Result<(), Fault> {
    for part in word.split('-') {
        let mut rest = part;
        loop {
            let (turn, behind) = first(rest).ok_or_else(|| Fault::NotAMove {
                word: if rest.is_empty() { word } else { rest }.to_owned(),
            })?;
            moves.push(turn);
            rest = behind;
            if rest.is_empty() {
                break;
            }
        }
    }
    Ok(())
}

/// The move that a text begins with, and what is behind it.
fn first(text: &str) -> Option<(Move, &str)> {
    ["pass", "pa", "ps"]
        .iter()
        .find_map(|pass| {
            let (head, rest) = text.split_at_checked(pass.len())?;
            head.eq_ignore_ascii_case(pass)
                .then_some((Move::Pass, rest))
        })
        .or_else(|| {
            let (head, rest) = text.split_at_checked(2)?;
            let square: Square = head.parse().ok()?;
            Some((square.into(), rest))
        })
}

/// `1.f5` without its number; `1.` and `12:` are numbers alone.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match digits.strip_prefix(['.', ':']) {
        Some(rest) if digits.len() < word.len() => rest,
        _ => word,
    }
}

/// A piece of what was typed, in quotes, short and without anything that steers a terminal.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}", format!("{}…", &text[..end])),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::notation::{Layout, Passes, parse_transcript, write_transcript};

    /// A game with a pass of Black's after 8 discs.
    const GAME: &str = "c4c3f5b4a4a5c2a3d2";

    #[test]
    fn every_layout_is_read_and_passes_may_be_left_out() {
        let expected = parse_transcript(GAME).unwrap().game;
        for layout in Layout::ALL {
            for passes in [Passes::Written, Passes::LeftOut] {
                let text = write_transcript(expected.turns(), layout, passes);
                assert_eq!(
                    play_on(&Game::new(), &text).as_ref(),
                    Ok(&expected),
                    "{text}"
                );
            }
        }
        for text in [
            "c4-c3-f5-b4-a4-a5-c2-a3-d2",
            "C4,C3,F5,B4,a4 a5 c2 a3 -- d2",
            "1.c4c3 2.f5b4 3.a4a5 4.c2a3 5.PASSd2",
        ] {
            assert_eq!(
                play_on(&Game::new(), text).as_ref(),
                Ok(&expected),
                "{text}"
            );
        }
    }

    #[test]
    fn moves_go_on_from_where_the_game_stands() {
        let mut game = parse_transcript("c4c3f5b4a4a5c2a3").unwrap().game;
        let whole = parse_transcript(GAME).unwrap().game;
        assert_eq!(play_on(&game, "d2").as_ref(), Ok(&whole));
        game.pass_if_forced();
        assert_eq!(play_on(&game, "5. d2").as_ref(), Ok(&whole));
    }

    #[test]
    fn the_first_wrong_word_is_named() {
        let fault = |text: &str| play_on(&Game::new(), text).unwrap_err().to_string();
        assert!(fault("f5 z9").starts_with("\"z9\" is no move"));
        assert!(fault(" 1. ").starts_with("\"1.\" is no move"));
        assert!(fault("f5d").starts_with("\"d\" is no move"));
        assert!(fault("f5--d6").starts_with("\"f5--d6\" is no move"));
        assert!(fault("fé").starts_with("\"fé\" is no move"));
        assert!(fault("f5 33-31").starts_with("\"33\" is no move"));
        assert!(fault("f5 \u{1b}[2J").contains("\\u{1b}"));
        assert!(fault(&"z".repeat(100_000)).len() < 200);
        let text = fault("f5 d6 a1 c4");
        assert!(
            text.starts_with("move 3 of 4: Black cannot play a1: it flips no disc; legal: "),
            "{text}"
        );
        assert!(fault("pass").starts_with("Black may not pass"));
    }

    #[test]
    fn passes_behind_the_end_do_no_harm() {
        let over = play_on(&Game::new(), "f5d6c5f6e7f4g5e6e3 pa pa").unwrap();
        assert!(over.is_over() && over.turns().len() == 9);
        assert!(play_on(&Game::new(), "f5d6c5f6e7f4g5e6e3 pa pa pa").is_err());
        assert!(play_on(&over, "pa").is_err());
    }
}
