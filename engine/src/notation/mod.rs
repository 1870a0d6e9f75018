//! Text to positions, games and problems, and back.
//!
//! [`recognise`] takes any of the notations of a position and says what it found; the functions behind it read one
//! each: [`parse_board`] board strings and FEN, [`parse_obf`] problem lines, [`parse_transcript`] lists of moves.
//! [`lines`] cuts a file into lines. [`parse_wthor`] reads the databases of the French federation, [`parse_ggf`] the
//! games of servers and of NBoard. [`records`] reads all of these and more from files, game by game, into one form that
//! [`write_record`] and [`WthorWriter`] write. Nothing is skipped, guessed or cut off in silence: what the readers pass over or
//! find odd is a [`Note`], all else is a [`NotationError`] that says where, what, and which rule.
//!
//! ```
//! use xsquare_engine::notation::{Kind, recognise};
//! let read = recognise("f5 d6 c3", None).unwrap();
//! assert_eq!(read.kind(), Kind::Transcript);
//! assert_eq!(read.position().counts().black, 5);
//!
//! let error = recognise("f5d6a1", None).unwrap_err();
//! assert_eq!((error.ply, error.span.column), (Some(3), 5));
//! assert!(error.to_string().contains("Black cannot play a1: it flips no disc; legal: "));
//! ```

mod board;
mod error;
mod fen;
mod ggf;
mod lexer;
mod lines;
mod moves;
mod note;
mod obf;
mod recognise;
mod record;
mod sgf;
mod span;
mod transcript;
mod write;
mod wthor;

pub use board::{Setup, parse_board};
pub use error::{NotationError, NotationErrorKind};
pub use ggf::{
    Ggf, GgfClock, GgfDetail, GgfEnding, GgfFault, GgfGame, GgfKomi, GgfNote, GgfPlayer, GgfResult,
    parse_ggf, parse_ggf_turn, write_ggf, write_ggf_turn,
};
pub use lines::{Encoding, LINE_LIMIT, Line, LineError, Lines, lines};
pub use note::{Note, Verdict};
pub use obf::{Problem, parse_obf};
pub use recognise::{Kind, Recognised, recognise};
pub use record::{
    Container, Ending, GAME_LIMIT, GAME_SCHEMA, GameFormat, GameRecord, JsonFault, Loss, Losses,
    Player, RecordError, RecordErrorKind, RecordNote, RecordNoteKind, RecordRead, Records,
    ScoreCheck, StatedResult, StatedScore, TranscriptStyle, TurnDetail, Unwritable, WthorDetail,
    WthorLists, WthorWriter, detect, name_players, records, write_record,
};
pub use sgf::SgfFault;
pub use span::Span;
pub use transcript::{Transcript, parse_transcript, parse_transcript_from};
pub use write::{Layout, Passes, write_transcript};
pub use wthor::{
    Wthor, WthorDamage, WthorError, WthorGame, WthorGameError, WthorGameErrorKind, WthorHeader,
    WthorKind, WthorLength, WthorList, WthorNames, WthorVerdict, parse_wthor, parse_wthor_names,
};
