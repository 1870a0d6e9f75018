//! Rows of earlier runs: read, checked against their position, and used.

use super::outcome::{proved, verdict};
use crate::args::SolveArgs;
use crate::input::{Task, name_of, read_text};
use crate::output;
use crate::output::json;
use anyhow::{Context, bail};
use serde::Deserialize;
use std::path::Path;
use xsquare_engine::{DiscDiff, Move, Position};
use xsquare_search::{Eval, Hint, Kind, Selectivity};

/// A row of `xsquare.solve.v1`, as far as it is looked at. Rows of `xsquare.analyse.v1` fit in as well.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Record {
    #[serde(default)]
    pub(super) index: Option<usize>,
    board: String,
    side: String,
    empties: u32,
    #[serde(default)]
    mode: Option<String>,
    #[serde(default)]
    window: Option<[i32; 2]>,
    score: Option<f64>,
    kind: Option<String>,
    #[serde(default)]
    selectivity: Option<u8>,
    #[serde(default)]
    lower: Option<i32>,
    #[serde(default)]
    upper: Option<i32>,
    #[serde(default)]
    complete: bool,
    #[serde(default)]
    best: Vec<String>,
    #[serde(default)]
    moves: Option<Vec<MoveRecord>>,
    #[serde(default)]
    pv: Option<Vec<String>>,
    #[serde(default)]
    estimate: Option<EstimateRecord>,
    #[serde(default)]
    expected: Option<i32>,
    #[serde(default)]
    ok: Option<bool>,
    #[serde(default)]
    verified: Option<bool>,
}

/// A scored move of a row.
#[derive(Debug, Clone, Deserialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    turn: String,
    score: f64,
    #[serde(default)]
    pv: Vec<String>,
}

/// The unproved score of a row.
#[derive(Debug, Clone, Deserialize)]
struct EstimateRecord {
    score: f64,
    kind: String,
    #[serde(default)]
    selectivity: Option<u8>,
}

/// The schema of a row of any kind.
#[derive(Debug, Deserialize)]
struct Label {
    schema: String,
}

/// A row and its line in the file, from 1.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) line: usize,
    pub(super) record: Record,
}

/// What a file of results holds.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) entries: Vec<Entry>,
    /// The bytes of the whole lines. What follows is a line that somebody did not finish writing.
    pub(super) sound: usize,
}

/// How every row begins: what tells an unfinished row from a file that is something else.
const BEGINNING: &str = r#"{"schema":"xsquare."#;

/// Reads results from the text of a file.
///
/// # Errors
/// If a line is no JSON line of this program. An unfinished last line is no error.
pub(super) fn read(text: &str, path: &Path) -> anyhow::Result<Contents> {
    let mut contents = Contents::default();
    for (index, whole) in text.split_inclusive('\n').enumerate() {
        let place = || format!("{}, line {}", name_of(path), index + 1);
        match entry(whole, index + 1) {
            Ok(entry) => contents.entries.extend(entry),
            Err(error) if !whole.ends_with('\n') && is_unfinished(whole) => {
                output::warn(&format!(
                    "{} was not written to its end ({error}); it is left out",
                    place()
                ));
                break;
            }
            Err(error) => {
                bail!(
                    "{}: {error}; expected the JSON lines that `xsquare solve --json` prints",
                    place()
                );
            }
        }
        contents.sound += whole.len();
    }
    Ok(contents)
}

/// The row of a line; `None` for blank lines and rows of other kinds.
fn entry(text: &str, line: usize) -> serde_json::Result<Option<Entry>> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let label: Label = serde_json::from_str(text)?;
    if !["xsquare.solve.v1", "xsquare.analyse.v1"].contains(&label.schema.as_str()) {
        return Ok(None);
    }
    let record = serde_json::from_str(text)?;
    Ok(Some(Entry { line, record }))
}

/// Whether a text can be the beginning of a row.
fn is_unfinished(text: &str) -> bool {
    text.starts_with(BEGINNING) || BEGINNING.starts_with(text)
}

/// The file as text.
///
/// # Errors
/// If it cannot be read or is no text.
pub(super) fn text_of(path: &Path) -> anyhow::Result<String> {
    read_text(path).with_context(|| format!("cannot read {}", name_of(path)))
}

/// How a position is called in rows.
pub(super) type Key = (String, char);

/// The key of a position.
pub(super) fn key(position: &Position) -> Key {
    (json::cells(position), position.side().symbol())
}

/// A row that is used as a hint.
#[derive(Debug, Clone)]
pub(super) struct Earlier {
    hint: Hint,
    /// The row's score and what it said.
    pub(super) score: Eval,
    pub(super) kind: Kind,
}

impl Earlier {
    /// The hint for the search.
    pub(super) fn hint(&self) -> &Hint {
        &self.hint
    }
}

impl Record {
    /// The position of the row.
    pub(super) fn key(&self) -> Key {
        (self.board.clone(), self.side.chars().next().unwrap_or('-'))
    }

    /// What the row says as a hint; `None` if it says nothing that helps.
    pub(super) fn earlier(&self) -> Option<Earlier> {
        let kind = kind(self.kind.as_deref()?, self.selectivity)?;
        let score = eval(self.score?);
        let estimate = self.estimate.as_ref().and_then(|estimate| {
            Some((
                eval(estimate.score),
                self::kind(&estimate.kind, estimate.selectivity)?,
            ))
        });
        let believed = match kind {
            Kind::Lower | Kind::Upper => estimate.or(Some((score, kind))),
            Kind::Exact | Kind::Selective(_) | Kind::Heuristic | Kind::Book => Some((score, kind)),
        };
        let line = match (&self.pv, &self.moves) {
            (Some(pv), _) => turns(pv),
            (None, Some(moves)) => moves.first().and_then(|best| turns(&best.pv)),
            (None, None) => None,
        };
        let bound =
            |value: Option<i32>, otherwise| value.and_then(DiscDiff::new).unwrap_or(otherwise);
        Some(Earlier {
            hint: Hint {
                lower: bound(self.lower, DiscDiff::MIN),
                upper: bound(self.upper, DiscDiff::MAX),
                score: believed,
                line: line.unwrap_or_default(),
            },
            score,
            kind,
        })
    }

    /// Whether the row answers what is asked.
    pub(super) fn answers(&self, args: &SolveArgs) -> bool {
        let window = super::asked_window(args).map(|(lower, upper)| [lower.discs(), upper.discs()]);
        let mode = if args.wld { "wld" } else { "score" };
        self.complete
            && self.mode.as_deref() == Some(mode)
            && self.window == window
            && (!args.all || self.moves.is_some())
            && (!args.verify || self.verified.is_some())
    }

    /// Whether the row agrees with itself and with the position of the input.
    ///
    /// # Errors
    /// With what does not.
    pub(super) fn check(&self, task: &Task) -> Result<(), String> {
        let position = &task.position;
        let (Some(lower), Some(upper)) = (self.lower, self.upper) else {
            return Err("it lacks the proved bounds".to_owned());
        };
        if self.empties != position.board().empty_count() {
            return Err(format!("it has {} empties", self.empties));
        }
        if lower > upper || DiscDiff::new(lower).is_none() || DiscDiff::new(upper).is_none() {
            return Err(format!("its bounds are {lower} and {upper}"));
        }
        self.check_score(lower, upper)?;
        self.check_moves(position, lower)?;
        if self.expected != task.expected.map(DiscDiff::discs) {
            return Err("it was compared with another expected score".to_owned());
        }
        if verdict(task.expected, (lower, upper), self.complete) == Some(false)
            && self.ok != Some(false)
        {
            return Err("it calls a wrong score right".to_owned());
        }
        Ok(())
    }

    /// The score is what the kind says it is.
    fn check_score(&self, lower: i32, upper: i32) -> Result<(), String> {
        let (Some(score), Some(kind)) = (self.score, self.kind.as_deref()) else {
            return Err("it has no score".to_owned());
        };
        let is_right = match kind {
            "exact" => lower == upper && eval(score) == eval(lower.into()),
            "lower" => eval(score) == eval(lower.into()),
            "upper" => eval(score) == eval(upper.into()),
            _ => false,
        };
        if is_right {
            Ok(())
        } else {
            Err(format!(
                "it says {score} {kind} and proves {lower} to {upper}"
            ))
        }
    }

    /// The moves can be played, and a line to an exact score reaches it.
    fn check_moves(&self, position: &Position, lower: i32) -> Result<(), String> {
        let is_exact = self.kind.as_deref() == Some("exact");
        let names = self.pv.as_deref().unwrap_or_default();
        let end = turns(names)
            .and_then(|line| {
                line.into_iter()
                    .try_fold(*position, |at, turn| at.try_play(turn))
            })
            .ok_or("its line cannot be played")?;
        if is_exact {
            let score = end.board().final_score();
            let score = if end.side() == position.side() {
                score
            } else {
                -score
            };
            if !end.is_over() || score.discs() != lower {
                return Err(format!("its line does not end with {lower}"));
            }
        }
        let legal = |name: &String| {
            turns(std::slice::from_ref(name))
                .is_some_and(|line| position.try_play(line[0]).is_some())
        };
        if !self.best.iter().all(legal) {
            return Err("its best move is not legal".to_owned());
        }
        if let Some(moves) = &self.moves {
            let count = position
                .legal_moves()
                .len()
                .max(u32::from(position.must_pass()));
            let greatest = moves
                .iter()
                .map(|scored| scored.score)
                .fold(f64::MIN, f64::max);
            let is_whole = moves.len() == count as usize
                && moves.iter().all(|scored| legal(&scored.turn))
                && (!is_exact || moves.is_empty() || eval(greatest) == eval(lower.into()));
            if !is_whole {
                return Err("its moves are not those of the position".to_owned());
            }
        }
        Ok(())
    }

    /// Whether something that is expected does not hold.
    pub(super) fn is_wrong(&self) -> bool {
        self.ok == Some(false)
    }

    /// Whether the second search disproved what the row says.
    pub(super) fn is_disproved(&self) -> bool {
        self.verified == Some(false)
    }

    /// Whether the score is less than asked for.
    pub(super) fn is_refuted(&self, asked: Option<DiscDiff>) -> bool {
        match (self.lower, self.upper) {
            (Some(lower), Some(upper)) => proved(asked, (lower, upper)) == Some(false),
            _ => false,
        }
    }
}

/// Moves by their names; `None` if one is no move.
fn turns(names: &[String]) -> Option<Vec<Move>> {
    names.iter().map(|name| name.parse().ok()).collect()
}

/// A score in discs.
fn eval(discs: f64) -> Eval {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "clamped to the board, and any nonsense is only a bad hint"
    )]
    let units = (discs.clamp(-64.0, 64.0) * f64::from(Eval::PER_DISC)).round() as i32;
    Eval::from_units(units)
}

/// A kind by its name and percentage.
fn kind(name: &str, percent: Option<u8>) -> Option<Kind> {
    Some(match name {
        "exact" => Kind::Exact,
        "lower" => Kind::Lower,
        "upper" => Kind::Upper,
        "heuristic" => Kind::Heuristic,
        "book" => Kind::Book,
        "selective" => Kind::Selective(
            Selectivity::ALL
                .into_iter()
                .find(|step| Some(step.percent()) == percent)?,
        ),
        _ => return None,
    })
}
