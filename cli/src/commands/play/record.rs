//! Games as text: what `save` writes, what `load`, `new` and the command line read.

use super::moves::play_on;
use super::picture;
use crate::messages::{ENGLISH, Play as Texts, fill};
use crate::output::caret::point_at;
use std::fmt;
use xsquare_engine::notation::{self, Layout, NotationError, Note, Passes, Recognised};
use xsquare_engine::{Color, Game, Position};

/// The texts in use.
const TEXTS: &Texts = &ENGLISH.play;

/// A game that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    /// The game; set-up positions are games without turns.
    pub game: Game,
    /// What the text was recognised as.
    pub kind: String,
    /// What was filled in, passed over or found odd.
    pub notes: Vec<Remark>,
}

/// Something that was filled in, passed over or found odd.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remark {
    /// In words, without a full stop.
    pub text: String,
    /// Whether it needs attention.
    pub is_warning: bool,
}

impl From<&Note> for Remark {
    fn from(note: &Note) -> Self {
        Self {
            text: note.to_string(),
            is_warning: note.is_warning(),
        }
    }
}

/// Why a text is no game: a sentence, and perhaps the line with carets under the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NoGame(String);

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoGame {}

impl NoGame {
    /// The error in `text`, before which `lines` were passed over.
    fn new(mut error: NotationError, text: &str, lines: usize) -> Self {
        let range = error.span.range();
        error.span.line += lines;
        Self(format!("{error}\n{}", point_at(text, range)))
    }
}

/// One line: a transcript; a set-up position, with the moves from there behind a semicolon; or `start`.
///
/// Passes are left out, but for one at the end. Set-up games are written as Edax does in its text bases.
pub(crate) fn write(game: &Game) -> String {
    let moves = notation::write_transcript(game.turns(), Layout::Compact, Passes::LeftOut);
    match (*game.start() == Position::START, moves.is_empty()) {
        (true, true) => "start".to_owned(),
        (true, false) => moves,
        (false, true) => game.start().to_string(),
        (false, false) => format!("{};{moves}", game.start()),
    }
}

/// Reads what [`write()`] writes, any other notation of a position, and the picture of a board as it is printed here.
/// Comment lines before it are passed over.
///
/// # Errors
/// If the text is nothing of the kind, or has an error in it.
pub(crate) fn read(text: &str, side: Option<Color>) -> Result<Record, NoGame> {
    let (lines, text) = without_comments(text);
    if let Some(board) = picture::flat(text) {
        return read(&board, side);
    }
    if let Some((setup, moves)) = split_setup(text) {
        let recognised =
            notation::recognise(setup, side).map_err(|error| NoGame::new(error, setup, lines))?;
        let game = play_on(&Game::from_position(recognised.position()), moves)
            .map_err(|fault| NoGame(fill(TEXTS.behind_board, &[("fault", &fault.to_string())])))?;
        return Ok(Record {
            game,
            kind: TEXTS.setup_with_moves.to_owned(),
            notes: recognised.notes().iter().map(Remark::from).collect(),
        });
    }
    let recognised =
        notation::recognise(text, side).map_err(|error| NoGame::new(error, text, lines))?;
    let kind = recognised.kind().to_string();
    let notes = recognised.notes().iter().map(Remark::from).collect();
    let game = match recognised {
        Recognised::Transcript(transcript) => transcript.game,
        other => Game::from_position(other.position()),
    };
    Ok(Record { game, kind, notes })
}

/// The text behind its first lines if those are blank or comments, and how many they are.
fn without_comments(text: &str) -> (usize, &str) {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = 0;
    while let Some((line, behind)) = rest.split_once('\n') {
        let content = line.trim();
        if !(content.is_empty() || content.starts_with(['%', '#'])) {
            break;
        }
        rest = behind;
        lines += 1;
    }
    (lines, rest)
}

/// Board and moves of `BOARD SIDE;MOVES`; fields of a problem are no moves.
fn split_setup(text: &str) -> Option<(&str, &str)> {
    let (setup, moves) = text.split_once(';')?;
    let moves = moves.trim().trim_end_matches(';');
    let is_moves = moves.starts_with(|c: char| c.is_ascii_alphabetic())
        && !moves.contains([':', ';', '%', '+']);
    is_moves.then_some((setup, moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::Move;

    /// Black must pass; White has g5 and h6.
    const BLACK_PASSES: &str = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X";

    fn round_trip(game: &Game) -> String {
        let text = write(game);
        assert_eq!(read(&text, None).unwrap().game, *game, "{text}");
        text
    }

    #[test]
    fn games_survive_writing_and_reading() {
        assert_eq!(round_trip(&Game::new()), "start");
        for text in ["f5d6c3", "c4c3f5b4a4a5c2a3", "c4c3f5b4a4a5c2a3d2"] {
            let mut game = read(text, None).unwrap().game;
            assert_eq!(round_trip(&game), text);
            if game.pass_if_forced() {
                assert_eq!(round_trip(&game), format!("{text}pa"));
            }
        }
        let mut game = read(BLACK_PASSES, None).unwrap().game;
        assert_eq!(round_trip(&game), BLACK_PASSES);
        game.pass_if_forced();
        assert_eq!(round_trip(&game), format!("{BLACK_PASSES};pa"));
        game = play_on(&game, "g5 h6").unwrap();
        assert_eq!(game.turns()[2], Move::Pass);
        assert_eq!(round_trip(&game), format!("{BLACK_PASSES};g5h6"));
    }

    #[test]
    fn what_was_taken_back_is_not_written() {
        let mut game = read("f5d6c3", None).unwrap().game;
        game.undo();
        assert_eq!(write(&game), "f5d6");
    }

    #[test]
    fn other_notations_are_recognised() {
        let kind = |text: &str| read(text, None).map(|record| record.kind);
        assert_eq!(kind("1. f5 d6\n2. c3\n").as_deref(), Ok("transcript"));
        assert_eq!(
            kind("\u{feff}% a game\r\n\r\n# by me\r\nf5d6\r\n").as_deref(),
            Ok("transcript")
        );
        assert_eq!(kind(BLACK_PASSES).as_deref(), Ok("board"));
        let problem = format!("{BLACK_PASSES}; ps:-48;");
        assert_eq!(kind(&problem).as_deref(), Ok("OBF problem"));
        assert_eq!(
            kind(&format!("{BLACK_PASSES}; g5h6;")).as_deref(),
            Ok("set-up position with moves")
        );
    }

    #[test]
    fn errors_say_where() {
        let error = |text: &str| read(text, None).unwrap_err().to_string();
        let text = error("% comment\n\nf5 d6\nc3 z9\n");
        assert!(
            text.starts_with("line 4, ply 4, column 4: \"z9\""),
            "{text}"
        );
        assert!(text.contains("\n  c3 z9\n"), "{text}");
        let text = error(&format!("{BLACK_PASSES};a1"));
        assert!(text.contains("a1"), "{text}");
        assert!(error(&format!("{BLACK_PASSES};g5z9")).contains("\"z9\""));
        for wrong in ["", "% only a comment", "\0", "hello", "XO-", "f5d6 f5"] {
            assert!(read(wrong, None).is_err(), "{wrong:?}");
        }
    }
}
