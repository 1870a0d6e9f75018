//! Which evaluation thinks: `--eval` and what it comes to.

use crate::config::Settings;
use crate::input::open_file;
use anyhow::{Context, bail};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xsquare_engine::Board;
use xsquare_search::Eval;
use xsquare_search::eval::{Classic, Evaluator, Patterns, Weights, WeightsError};

/// More bytes than any weight file has.
const MAX_FILE: u64 = 64 << 20;

/// `--eval`, as typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Choice {
    /// The pattern evaluation with the weights that are built in.
    #[default]
    Patterns,
    /// The classic evaluation.
    Classic,
    /// The pattern evaluation with the weights of a file.
    File(PathBuf),
}

/// `--eval`: `patterns`, `classic`, or else a path.
///
/// # Errors
/// If nothing is given.
pub(crate) fn parse_choice(text: &str) -> Result<Choice, String> {
    match text {
        "" => Err("expected patterns, classic or a weight file".to_owned()),
        "patterns" => Ok(Choice::Patterns),
        "classic" => Ok(Choice::Classic),
        path => Ok(Choice::File(path.into())),
    }
}

/// The evaluation of a run, its file read and checked.
#[derive(Debug, Clone)]
pub(crate) enum Evaluation {
    /// The pattern evaluation with the weights that are built in.
    Shipped,
    /// The classic evaluation.
    Classic,
    /// The pattern evaluation with these weights.
    Weights(Arc<Weights>),
}

impl Evaluation {
    /// Reads the file, if one is chosen.
    ///
    /// # Errors
    /// If it is no weight file that this program can use.
    pub(crate) fn resolve(choice: &Choice) -> anyhow::Result<Self> {
        Ok(match choice {
            Choice::Patterns => Self::Shipped,
            Choice::Classic => Self::Classic,
            Choice::File(path) => {
                let bytes = read(path)
                    .context("--eval takes patterns, classic or the path of a weight file")?;
                Self::Weights(Arc::new(decode(path, &bytes, Weights::from_bytes)?))
            }
        })
    }
}

/// The bytes of a weight file.
///
/// # Errors
/// If it cannot be read or is too large to be one.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let unreadable = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    let file = open_file(path).with_context(unreadable)?;
    file.take(MAX_FILE + 1)
        .read_to_end(&mut bytes)
        .with_context(unreadable)?;
    if bytes.len() as u64 > MAX_FILE {
        bail!(
            "{}: too large for a weight file: more than {} MiB",
            path.display(),
            MAX_FILE >> 20
        );
    }
    Ok(bytes)
}

/// Makes weights of the bytes of a file.
///
/// # Errors
/// Why it cannot be done, with the name of the file.
pub(crate) fn decode(
    path: &Path,
    bytes: &[u8],
    decode: fn(&[u8]) -> Result<Weights, WeightsError>,
) -> anyhow::Result<Weights> {
    decode(bytes).with_context(|| format!("cannot use {}", path.display()))
}

/// An evaluation that judges single positions.
#[derive(Debug)]
pub(crate) enum Judge {
    /// See [`Patterns`].
    Patterns(Box<Patterns>),
    /// See [`Classic`].
    Classic(Box<Classic>),
}

impl Judge {
    /// The evaluation of a run.
    pub(crate) fn new(settings: &Settings) -> Self {
        match &settings.evaluation {
            Evaluation::Shipped => Self::Patterns(Box::default()),
            Evaluation::Weights(weights) => {
                Self::Patterns(Box::new(Patterns::new(Weights::clone(weights))))
            }
            Evaluation::Classic => Self::Classic(Box::default()),
        }
    }

    /// What it says of a position that is not over, without looking ahead.
    #[cfg(feature = "train")]
    pub(crate) fn score(&self, board: Board) -> Eval {
        match self {
            Self::Patterns(patterns) => patterns.evaluate_board(board),
            Self::Classic(classic) => classic.evaluate_board(board),
        }
    }

    /// The name of the evaluation.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Patterns(patterns) => patterns.name(),
            Self::Classic(classic) => classic.name(),
        }
    }

    /// The checksum of its weights, as it is printed.
    pub(crate) fn checksum(&self) -> String {
        let checksum = match self {
            Self::Patterns(patterns) => patterns.checksum(),
            Self::Classic(classic) => classic.checksum(),
        };
        format!("{checksum:016x}")
    }

    /// What it says of a position that is not over, term by term.
    pub(crate) fn terms(&self, board: Board) -> Terms {
        let terms = match self {
            Self::Patterns(patterns) => patterns
                .terms(board)
                .into_iter()
                .map(|term| Term {
                    name: term.name,
                    counts: None,
                    value: term.value,
                })
                .collect(),
            Self::Classic(classic) => classic
                .explain(board)
                .terms
                .into_iter()
                .map(|term| Term {
                    name: term.name,
                    counts: Some((term.own, term.opponent)),
                    value: term.value,
                })
                .collect(),
        };
        Terms(terms)
    }
}

/// What one term contributes to an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) name: &'static str,
    /// What is counted for the side to move and for the other, where the term is a count.
    pub(crate) counts: Option<(i32, i32)>,
    /// The contribution in 1/128 disc.
    pub(crate) value: i32,
}

/// An evaluation term by term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Terms(pub(crate) Vec<Term>);

impl Terms {
    /// The sum, limited to the board.
    pub(crate) fn score(&self) -> Eval {
        Eval::from_units(self.0.iter().map(|term| term.value).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_name_is_a_path() {
        assert_eq!(parse_choice("patterns"), Ok(Choice::Patterns));
        assert_eq!(parse_choice("classic"), Ok(Choice::Classic));
        for path in ["./classic", "weights.bin", "Patterns"] {
            assert_eq!(parse_choice(path), Ok(Choice::File(path.into())));
        }
        assert!(parse_choice("").is_err());
    }

    #[test]
    fn the_terms_of_both_evaluations_are_their_scores() {
        let judges = [
            Judge::Patterns(Box::default()),
            Judge::Classic(Box::default()),
        ];
        let board = Board::START.play(xsquare_engine::Square::F5).unwrap();
        for judge in judges {
            let expected = match &judge {
                Judge::Patterns(patterns) => patterns.evaluate_board(board),
                Judge::Classic(classic) => classic.evaluate_board(board),
            };
            assert_eq!(judge.terms(board).score(), expected, "{}", judge.name());
        }
    }
}
