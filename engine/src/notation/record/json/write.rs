//! Game objects written.

use super::GAME_SCHEMA;
use crate::color::{ByColor, Color};
use crate::notation::ggf::{GgfKomi, write_ggf_turn};
use crate::notation::record::{
    Ending, GameRecord, Losses, Player, StatedResult, StatedScore, TurnDetail, WthorDetail,
};
use crate::position::Position;
use crate::score::{DiscDiff, Outcome};
use serde::Serialize;
use std::time::Duration;

/// Writes a game as an object on one line. Nothing is lost.
pub(in crate::notation::record) fn write_json(record: &GameRecord, out: &mut String) -> Losses {
    let row = Row::new(record);
    let text = serde_json::to_string(&row).expect("the row has neither maps nor fallible values");
    out.push_str(&text);
    out.push('\n');
    Losses::NONE
}

#[derive(Serialize)]
struct Row<'a> {
    schema: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<PlayerRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<PlayerRow<'a>>,
    #[serde(skip_serializing_if = "str::is_empty")]
    event: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    round: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    place: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    date: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    match_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    komi: Option<KomiRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<ResultRow>,
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evals: Vec<Option<f64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    times_ms: Vec<Option<f64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scores: Vec<ScoreRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wthor: Option<WthorRow>,
}

#[derive(Serialize)]
struct PlayerRow<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
}

#[derive(Serialize)]
struct KomiRow {
    discs: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
}

#[derive(Serialize, Default)]
struct ResultRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<&'static str>,
}

#[derive(Serialize)]
struct ScoreRow {
    #[serde(rename = "move")]
    turn: String,
    score: i32,
}

#[derive(Serialize)]
struct WthorRow {
    created: String,
    year: u16,
    tournament: u16,
    black: u16,
    white: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    theoretical: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theory_empties: Option<u8>,
}

impl<'a> Row<'a> {
    fn new(record: &'a GameRecord) -> Self {
        let start = record.game.start();
        let scores = record.scores.iter().map(|(turn, score)| ScoreRow {
            turn: turn.to_string(),
            score: score.discs(),
        });
        Self {
            schema: GAME_SCHEMA,
            black: PlayerRow::new(&record.players[Color::Black]),
            white: PlayerRow::new(&record.players[Color::White]),
            event: &record.event,
            round: &record.round,
            place: &record.place,
            date: &record.date,
            match_type: &record.match_type,
            komi: record.komi.map(KomiRow::new),
            start: (*start != Position::START).then(|| start.to_string()),
            moves: record
                .game
                .turns()
                .iter()
                .map(ToString::to_string)
                .collect(),
            result: record.result.map(ResultRow::new),
            comment: &record.comment,
            evals: column(&record.details, |detail| detail.eval),
            times_ms: column(&record.details, |detail| detail.time.map(milliseconds)),
            comments: column(&record.details, |detail| {
                Some(detail.comment.as_str()).filter(|comment| !comment.is_empty())
            }),
            value: record.value.map(DiscDiff::discs),
            scores: scores.collect(),
            wthor: record.wthor.map(WthorRow::new),
        }
    }
}

/// What is known of each turn, up to the last turn of which something is.
fn column<'a, T>(
    details: &'a [TurnDetail],
    value: impl Fn(&'a TurnDetail) -> Option<T>,
) -> Vec<Option<T>> {
    let mut values: Vec<_> = details.iter().map(value).collect();
    while values.pop_if(|value| value.is_none()).is_some() {}
    values
}

/// Milliseconds, with nanoseconds behind the point as long as a number can hold them, 100 days and more: longer times are
/// whole, so that they are the same when they are read and written again.
fn milliseconds(time: Duration) -> f64 {
    const EXACT: u128 = 1 << f64::MANTISSA_DIGITS;
    let nanoseconds = time.as_nanos();
    #[expect(
        clippy::cast_precision_loss,
        reason = "the first is exact, and the second for 285,000 years"
    )]
    if nanoseconds < EXACT {
        nanoseconds as f64 / 1e6
    } else {
        ((nanoseconds + 500_000) / 1_000_000) as f64
    }
}

impl<'a> PlayerRow<'a> {
    fn new(player: &'a Player) -> Option<Self> {
        (*player != Player::default()).then(|| Self {
            name: &player.name,
            rating: player.rating,
            clock: player.clock.map(|clock| clock.to_string()),
        })
    }
}

impl KomiRow {
    fn new(komi: GgfKomi) -> Self {
        let ByColor { black, white } = komi.bids;
        Self {
            discs: komi.discs,
            black: black.map(|(turn, detail)| write_ggf_turn(turn, detail)),
            white: white.map(|(turn, detail)| write_ggf_turn(turn, detail)),
        }
    }
}

impl ResultRow {
    fn new(result: StatedResult) -> Self {
        let mut row = Self::default();
        match result.score {
            StatedScore::Discs(discs) => {
                (row.black, row.white) = (Some(discs.black), Some(discs.white));
            }
            StatedScore::Difference(difference) => row.difference = Some(difference.discs()),
            StatedScore::Winner(outcome) => {
                row.winner = Some(match outcome {
                    Outcome::Win(Color::Black) => "X",
                    Outcome::Win(Color::White) => "O",
                    Outcome::Draw => "draw",
                });
            }
        }
        row.ending = Some(result.ending)
            .filter(|&ending| ending != Ending::Played)
            .map(Ending::name);
        row
    }
}

impl WthorRow {
    fn new(wthor: WthorDetail) -> Self {
        let (year, month, day) = wthor.created;
        Self {
            created: format!("{year:04}-{month:02}-{day:02}"),
            year: wthor.year,
            tournament: wthor.tournament,
            black: wthor.players.black,
            white: wthor.players.white,
            theoretical: wthor.theoretical.map(|(score, _)| score),
            theory_empties: wthor.theoretical.map(|(_, empties)| empties),
        }
    }
}
