//! What is said of input that cannot be used.

use super::command::Misread;
use super::event::{Ending, Refusal};
use super::moves::{Fault, shown};
use crate::messages::{ENGLISH, Play as Texts, fill, side_name};
use crate::output::text;
use std::fmt;
use xsquare_engine::Bitboard;

/// The texts in use.
const TEXTS: &Texts = &ENGLISH.play;

/// One sentence.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Misread { misread, moves } => write!(f, "{misread}{}.", legal(*moves)),
            Self::NotText(error) => write!(f, "{error}."),
            Self::NotAMove { fault, moves } => write!(f, "{fault}{}.", legal(*moves)),
            Self::Illegal(illegal) => write!(f, "{illegal}."),
            Self::IllegalAmong(fault) => {
                f.write_str(&fill(TEXTS.none_played, &[("fault", &fault.to_string())]))
            }
            Self::NoTranscript(error) => {
                f.write_str(&fill(TEXTS.no_transcript, &[("error", error)]))
            }
            Self::NoGame(error) => f.write_str(&fill(TEXTS.unchanged, &[("error", error)])),
            Self::PassedAlready { passed, moves } => {
                let legal = legal(*moves);
                let values = [
                    ("passed", side_name(*passed)),
                    ("side", side_name(!*passed)),
                    ("legal", &legal),
                ];
                f.write_str(&fill(TEXTS.passed_already, &values))
            }
            Self::Over(ending) => f.write_str(&fill(TEXTS.over, &[("how", &over(ending))])),
            Self::NothingToTakeBack => f.write_str(TEXTS.nothing_to_take_back),
            Self::NoHuman => f.write_str(TEXTS.no_human),
            Self::NothingToRestore => f.write_str(TEXTS.nothing_to_restore),
            Self::Failed(sentence) => f.write_str(sentence),
        }
    }
}

/// The legal moves as the end of a sentence; nothing if there are none.
fn legal(moves: Bitboard) -> String {
    if moves.is_empty() {
        String::new()
    } else {
        fill(TEXTS.legal, &[("squares", &text::squares(moves))])
    }
}

fn over(ending: &Ending) -> String {
    let (text, side) = match ending {
        Ending::Finished(..) => return TEXTS.over_finished.to_owned(),
        Ending::Resigned(side) => (TEXTS.over_resigned, side),
        Ending::TimeUp(side) => (TEXTS.over_time_up, side),
    };
    fill(text, &[("side", side_name(*side))])
}

/// What was read and what was expected, without a full stop.
impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Unknown(word) => fill(TEXTS.unknown, &[("word", &shown(word))]),
            Self::Surplus { word, rest } => {
                fill(TEXTS.surplus, &[("word", word), ("rest", &shown(rest))])
            }
            Self::Missing { word, needs } => {
                fill(TEXTS.missing, &[("word", word), ("needs", needs)])
            }
            Self::Argument {
                word,
                rest,
                expected,
            } => {
                let rest = shown(rest);
                let values = [("word", *word), ("rest", &rest), ("expected", expected)];
                fill(TEXTS.argument, &values)
            }
        })
    }
}

/// What was read and which rule it breaks, without a full stop.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMove { word } => {
                f.write_str(&fill(TEXTS.not_a_move, &[("word", &shown(word))]))
            }
            Self::Illegal {
                total: 1, illegal, ..
            } => illegal.fmt(f),
            Self::Illegal {
                number,
                total,
                illegal,
            } => {
                let (number, total) = (number.to_string(), total.to_string());
                let fault = illegal.to_string();
                let values = [
                    ("number", number.as_str()),
                    ("total", &total),
                    ("fault", &fault),
                ];
                f.write_str(&fill(TEXTS.numbered_fault, &values))
            }
        }
    }
}
