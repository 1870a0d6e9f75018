//! Positions of a book as JSON lines: one shape for `probe`, `tree` and `export`.

use crate::commands::db::Score as Games;
use crate::commands::db::ScoreRow;
use crate::opening_names;
use crate::output::json::{self, Score};
use serde::Serialize;
use xsquare_engine::{Move, Position};
use xsquare_search::book::{Deviation, Known, Page, Record, Source, Way};
use xsquare_search::{Eval, Kind};

/// `xsquare.book.v1`
#[derive(Debug, Serialize)]
pub(super) struct Row {
    schema: &'static str,
    /// The moves that lead here from the position that a tree begins with; `null` elsewhere.
    path: Option<Vec<String>>,
    board: String,
    side: char,
    empties: u32,
    /// The opening that the position has the name of.
    opening: Option<&'static str>,
    /// Whether the position is in the book; if not, what follows is `null`.
    found: bool,
    value: Option<Score>,
    /// The value in 1/128 disc.
    units: Option<i32>,
    kind: Option<&'static str>,
    source: Option<SourceRow>,
    /// What is known of leaving the book here; only `export` tells it like this.
    deviation: Option<DeviationRow>,
    /// The moves that the book knows, best first; `null` in an export.
    moves: Option<Vec<MoveRow>>,
    /// The games through the position, if games are counted.
    games: Option<GamesRow>,
}

#[derive(Debug, Serialize)]
struct MoveRow {
    #[serde(rename = "move")]
    turn: String,
    value: Score,
    units: i32,
    kind: &'static str,
    /// How much worse than the best move, in discs.
    loss: json::Discs,
    /// `inside` or `out`: whether it leads to a position of the book.
    way: &'static str,
    source: SourceRow,
    line: Vec<String>,
    games: Option<GamesRow>,
}

/// How a value was come by.
#[derive(Debug, Serialize)]
struct SourceRow {
    /// Moves through the book.
    plies: u8,
    /// Plies of the search at their end; `null` if that is not known.
    depth: Option<u8>,
    selectivity: u8,
    origin: &'static str,
    /// Whether that search was a proof.
    exact: bool,
}

#[derive(Debug, Serialize)]
struct DeviationRow {
    #[serde(rename = "move")]
    turn: Option<String>,
    value: Score,
    units: i32,
    depth: u8,
    selectivity: u8,
    origin: &'static str,
}

/// Games with their results, as `db` tells them.
#[derive(Debug, Serialize)]
pub(super) struct GamesRow {
    games: u64,
    #[serde(flatten)]
    results: ScoreRow,
}

impl GamesRow {
    pub(super) fn new(score: &Games) -> Self {
        Self {
            games: score.games,
            results: score.row(),
        }
    }
}

impl SourceRow {
    fn new(source: Source) -> Self {
        Self {
            plies: source.plies,
            depth: (source.depth > 0).then_some(source.depth),
            selectivity: source.selectivity.percent(),
            origin: source.origin.name(),
            exact: source.is_exact,
        }
    }
}

impl Row {
    /// A position of which nothing is known.
    pub(super) fn new(position: &Position) -> Self {
        Self {
            schema: "xsquare.book.v1",
            path: None,
            board: json::cells(position),
            side: position.side().symbol(),
            empties: position.board().empty_count(),
            opening: opening_names::of_position(position).map(|opening| opening.label),
            found: false,
            value: None,
            units: None,
            kind: None,
            source: None,
            deviation: None,
            moves: None,
            games: None,
        }
    }

    /// The moves that lead to it.
    pub(super) fn with_path(self, path: &[Move]) -> Self {
        Self {
            path: Some(path.iter().map(ToString::to_string).collect()),
            ..self
        }
    }

    /// The games through it.
    pub(super) fn with_games(self, games: Option<GamesRow>) -> Self {
        Self { games, ..self }
    }

    fn with_value(self, value: Eval) -> Self {
        Self {
            found: true,
            value: Some(Score(value, Kind::Book)),
            units: Some(value.units()),
            kind: Some(Kind::Book.name()),
            ..self
        }
    }

    /// What the book says of it; `games` tells how a move fared.
    pub(super) fn with_page(self, page: &Page, games: impl Fn(&Known) -> Option<GamesRow>) -> Self {
        let moves = page.moves.iter().map(|known| MoveRow {
            turn: known.turn.to_string(),
            value: Score(known.value, Kind::Book),
            units: known.value.units(),
            kind: Kind::Book.name(),
            loss: json::Discs(page.value - known.value),
            way: match known.way {
                Way::Inside => "inside",
                Way::Out => "out",
            },
            source: SourceRow::new(known.source),
            line: known.line.iter().map(ToString::to_string).collect(),
            games: games(known),
        });
        let moves = Some(moves.collect());
        Self {
            moves,
            source: page.moves.first().map(|best| SourceRow::new(best.source)),
            ..self.with_value(page.value)
        }
    }

    /// What a record of the book says of it.
    pub(super) fn with_record(self, record: &Record) -> Self {
        let deviation = record.deviation.as_ref().map(|deviation| {
            let Deviation {
                turn,
                value,
                depth,
                selectivity,
                origin,
            } = deviation;
            DeviationRow {
                turn: turn.map(|square| square.to_string()),
                value: Score(*value, Kind::Book),
                units: value.units(),
                depth: *depth,
                selectivity: selectivity.percent(),
                origin: origin.name(),
            }
        });
        Self {
            deviation,
            ..self.with_value(record.value)
        }
    }
}
