//! OBF: one problem a line, a board and the scores of its moves.

use super::board::read_board;
use super::error::{NotationError, NotationErrorKind};
use super::note::Note;
use super::span::{BLANKS, content_start, skip_blanks};
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;
use crate::score::DiscDiff;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A position with the known scores of its moves.
///
/// Scores are final disc differences seen by the side to move in `position`, empties to the winner. Moves that are
/// not listed are unknown, not bad.
///
/// ```
/// use xsquare_engine::notation::Problem;
/// let line = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2; % FFO #20";
/// let problem: Problem = line.parse().unwrap();
/// assert_eq!(problem.best_score().map(|score| score.discs()), Some(6));
/// assert_eq!(problem.label.as_deref(), Some("FFO #20"));
/// assert_eq!(problem.to_string(), line);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The position.
    pub position: Position,
    /// Legal moves and their scores, in the order of the text, which need not be best first.
    pub scores: Vec<(Move, DiscDiff)>,
    /// The score of the position where the text gives one without a move.
    pub value: Option<DiscDiff>,
    /// The comment at the end of the line.
    pub label: Option<String>,
    /// What was passed over or found odd.
    pub notes: Vec<Note>,
}

impl Problem {
    /// A position of which nothing more is known.
    pub fn new(position: Position) -> Self {
        Self {
            position,
            scores: Vec::new(),
            value: None,
            label: None,
            notes: Vec::new(),
        }
    }

    /// The expected score of the position: its value if that is given, else the best listed score.
    pub fn best_score(&self) -> Option<DiscDiff> {
        self.value.or_else(|| self.best_listed())
    }

    fn best_listed(&self) -> Option<DiscDiff> {
        self.scores.iter().map(|&(_, score)| score).max()
    }

    /// Whether every legal turn has a score.
    fn is_complete(&self) -> bool {
        let moves = self.position.legal_moves().len() as usize;
        self.scores.len() == moves.max(usize::from(self.position.must_pass()))
    }
}

/// Reads an OBF line: `BOARD SIDE; MOVE:SCORE; … % label`.
///
/// The board is that of [`parse_board`](super::parse_board), and `side` is meant as there. Fields are `move:score`
/// (`PS` where the side must pass), one bare score for the position, or the filler `--:number`, which becomes a note.
/// A board alone is a problem without scores.
///
/// # Errors
/// If the board is wrong, a field is none of these, a move is illegal or listed twice, or a score is odd, beyond ±64,
/// or at odds with the bare score.
pub fn parse_obf(text: &str, side: Option<Color>) -> Result<Problem, NotationError> {
    let start = content_start(text);
    if start == text.len() {
        return Err(NotationError::whole(NotationErrorKind::Empty, text));
    }
    let line_end = start
        + text[start..]
            .find(['\n', '\r'])
            .unwrap_or(text.len() - start);
    let second = skip_blanks(text, line_end);
    if second < text.len() {
        let range = trim(text, second..text.len());
        return Err(NotationError::new(
            NotationErrorKind::SecondLine,
            text,
            range,
        ));
    }
    let comment = text.find('%');
    let end = comment.unwrap_or(line_end);
    let head_end = text[..end].find(';').unwrap_or(end);
    let setup = read_board(&text[..head_end], side)?;
    let mut fields = Fields {
        text,
        problem: Problem {
            notes: setup.notes,
            ..Problem::new(setup.position)
        },
        filler: 0,
        value_at: None,
    };
    let mut at = head_end;
    while at < end {
        let from = at + 1; // behind the semicolon
        at = from + text[from..end].find(';').unwrap_or(end - from);
        fields.read(trim(text, from..at))?;
    }
    let mut problem = fields.finish()?;
    problem.label = comment
        .map(|at| text[trim(text, at + 1..line_end)].to_owned())
        .filter(|label| !label.is_empty());
    Ok(problem)
}

impl FromStr for Problem {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse_obf(text, None)
    }
}

/// An OBF line: moves in upper case, a pass as `PS`, scores with their sign, zero as `+0`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.position)?;
        for (turn, score) in &self.scores {
            match turn {
                Move::Place(square) => {
                    let name = square.to_string().to_ascii_uppercase();
                    write!(f, " {name}:{:+};", score.discs())?;
                }
                Move::Pass => write!(f, " PS:{:+};", score.discs())?,
            }
        }
        if let Some(value) = self.value {
            write!(f, " {:+};", value.discs())?;
        }
        match &self.label {
            Some(label) => write!(f, " % {label}"),
            None => Ok(()),
        }
    }
}

/// The fields of a line as they are read.
struct Fields<'a> {
    text: &'a str,
    problem: Problem,
    filler: usize,
    /// Where the score without a move stands.
    value_at: Option<Range<usize>>,
}

impl Fields<'_> {
    fn fail<T>(&self, kind: NotationErrorKind, range: Range<usize>) -> Result<T, NotationError> {
        Err(NotationError::new(kind, self.text, range))
    }

    /// Reads one field without blanks around it; a blank field holds nothing.
    fn read(&mut self, field: Range<usize>) -> Result<(), NotationError> {
        let text = self.text;
        if field.is_empty() {
            return Ok(());
        }
        let Some(colon) = text[field.clone()].find(':') else {
            return self.bare(field);
        };
        let name = trim(text, field.start..field.start + colon);
        let score = trim(text, field.start + colon + 1..field.end);
        if score.is_empty() {
            return self.fail(NotationErrorKind::ScoreMissing, field);
        }
        if &text[name.clone()] == "--" {
            if integer(&text[score.clone()]).is_none() {
                return self.fail(NotationErrorKind::NotAScore, score);
            }
            self.filler += 1;
            return Ok(());
        }
        let Ok(turn) = text[name.clone()].parse::<Move>() else {
            let range = if name.is_empty() { field } else { name };
            return self.fail(NotationErrorKind::NotAMove, range);
        };
        if self
            .problem
            .scores
            .iter()
            .any(|&(listed, _)| listed == turn)
        {
            return self.fail(NotationErrorKind::DuplicateMove(turn), name);
        }
        if let Err(illegal) = self.problem.position.play(turn) {
            return self.fail(NotationErrorKind::Illegal(illegal), name);
        }
        let score = self.score(score)?;
        self.problem.scores.push((turn, score));
        Ok(())
    }

    /// A field without a colon.
    fn bare(&mut self, field: Range<usize>) -> Result<(), NotationError> {
        if integer(&self.text[field.clone()]).is_none() {
            let is_move = self.text[field.clone()].parse::<Move>().is_ok();
            let kind = if is_move {
                NotationErrorKind::ScoreMissing
            } else {
                NotationErrorKind::NotAField
            };
            return self.fail(kind, field);
        }
        if self.value_at.is_some() {
            return self.fail(NotationErrorKind::DuplicateValue, field);
        }
        self.problem.value = Some(self.score(field.clone())?);
        self.value_at = Some(field);
        Ok(())
    }

    fn score(&self, range: Range<usize>) -> Result<DiscDiff, NotationError> {
        let Some(number) = integer(&self.text[range.clone()]) else {
            return self.fail(NotationErrorKind::NotAScore, range);
        };
        match i32::try_from(number).ok().and_then(DiscDiff::new) {
            None => self.fail(NotationErrorKind::ScoreOutOfRange, range),
            Some(score) if score.discs() % 2 != 0 => self.fail(NotationErrorKind::OddScore, range),
            Some(score) => Ok(score),
        }
    }

    fn finish(mut self) -> Result<Problem, NotationError> {
        let best = self.problem.best_listed();
        if let (Some(value), Some(best), Some(range)) = (self.problem.value, best, &self.value_at) {
            // The value is that of the best move, which is listed for certain only if all moves are.
            if best > value || best < value && self.problem.is_complete() {
                let kind = NotationErrorKind::ValueConflict { value, best };
                return self.fail(kind, range.clone());
            }
        }
        if self.filler > 0 {
            self.problem.notes.push(Note::Filler(self.filler));
        }
        Ok(self.problem)
    }
}

/// The range without blanks at its ends.
fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let end = range.start + text[range.clone()].trim_end_matches(BLANKS).len();
    let start = skip_blanks(&text[..end], range.start);
    start..end
}

/// A whole number with an optional sign; one too large for the type becomes the largest.
fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if text.starts_with('-') { -size } else { size })
}
