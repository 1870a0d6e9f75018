//! GGF games as records, and back.

use super::loss::{Loss, Losses};
use super::write::{clean, clean_lines, has_scores};
use super::{Ending, GameRecord, Player, RecordNote, StatedResult, StatedScore, TurnDetail};
use crate::color::{ByColor, Color};
use crate::notation::error::NotationError;
use crate::notation::ggf::{
    GgfDetail, GgfEnding, GgfGame, GgfPlayer, GgfResult, is_match_type, parse_archived_ggf,
    write_ggf,
};
use crate::score::{DiscDiff, Outcome};
use std::time::Duration;

/// Reads a GGF game.
pub(super) fn read_ggf_record(text: &str) -> Result<(GameRecord, Vec<RecordNote>), NotationError> {
    let read = parse_archived_ggf(text)?;
    let notes = read.notes.iter().filter_map(RecordNote::of_ggf).collect();
    Ok((of_ggf(read.game), notes))
}

fn of_ggf(ggf: GgfGame) -> GameRecord {
    let player = |player: GgfPlayer, clock| Player {
        name: player.name.trim().to_owned(),
        rating: player.rating,
        clock,
    };
    let mut record = GameRecord::new(ggf.game);
    record.players = ByColor {
        black: player(ggf.players.black, ggf.clocks.black),
        white: player(ggf.players.white, ggf.clocks.white),
    };
    ggf.place.trim().clone_into(&mut record.place);
    ggf.date.trim().clone_into(&mut record.date);
    record.result = match ggf.result {
        GgfResult::Unknown => None,
        GgfResult::Difference { discs, ending } => Some(StatedResult {
            score: StatedScore::Difference(discs),
            ending: match ending {
                GgfEnding::Played => Ending::Played,
                GgfEnding::Resigned => Ending::Resigned,
                GgfEnding::TimedOut => Ending::TimedOut,
                GgfEnding::Agreed => Ending::Agreed,
            },
        }),
    };
    if ggf.match_type != "8" {
        record.match_type = ggf.match_type;
    }
    record.komi = ggf.komi;
    let is_known = |detail: &GgfDetail| *detail != GgfDetail::default();
    if ggf.details.iter().any(is_known) {
        let details = ggf.details.iter().map(|detail| TurnDetail {
            eval: detail.eval,
            time: detail.time,
            comment: String::new(),
        });
        record.details = details.collect();
    }
    for group in ggf.comments.chunk_by(|a, b| a.0 == b.0) {
        let lines: Vec<&str> = group.iter().map(|(_, line)| line.as_str()).collect();
        let comment = lines.join("\n").trim().to_owned();
        match group[0].0 {
            0 => record.comment = comment,
            turns => record.detail_mut(turns - 1).comment = comment,
        }
    }
    record
}

/// Writes a GGF game on one line.
pub(super) fn write_ggf_record(record: &GameRecord, out: &mut String) -> Losses {
    let mut losses = Losses::NONE;
    losses.add_if(!record.event.is_empty(), Loss::Event);
    losses.add_if(!record.round.is_empty(), Loss::Round);
    losses.add_if(record.wthor.is_some(), Loss::Numbers);
    let theory = record.wthor.and_then(|wthor| wthor.theoretical);
    losses.add_if(theory.is_some(), Loss::Theoretical);
    losses.add_if(has_scores(record), Loss::Scores);
    let ggf = to_ggf(record, &mut losses);
    out.push_str(&write_ggf(&ggf));
    out.push('\n');
    losses
}

fn to_ggf(record: &GameRecord, losses: &mut Losses) -> GgfGame {
    let mut ggf = GgfGame::new(record.game.clone());
    for side in Color::ALL {
        let player = &record.players[side];
        ggf.players[side].name = value(&player.name, losses);
        ggf.players[side].rating = player.rating;
        ggf.clocks[side] = player.clock;
    }
    ggf.place = value(&record.place, losses);
    ggf.date = value(&record.date, losses);
    ggf.result = result(record, losses);
    let match_type = value(&record.match_type, losses);
    // What reads the game again would take one of these for a game on another board.
    losses.add_if(!is_match_type(&match_type), Loss::MatchType);
    if !match_type.is_empty() && is_match_type(&match_type) {
        ggf.match_type = match_type;
    }
    ggf.komi = record.komi;
    comment(&record.comment, 0, &mut ggf, losses);
    for (index, detail) in record.details.iter().enumerate() {
        let known = GgfDetail::new(detail.eval, detail.time);
        losses.add_if(!detail.eval.is_none_or(has_two_places), Loss::Evaluations);
        losses.add_if(!detail.time.is_none_or(is_milliseconds), Loss::Times);
        if let Some(place) = ggf.details.get_mut(index) {
            *place = known;
        }
        comment(&detail.comment, index + 1, &mut ggf, losses);
    }
    ggf
}

/// A value without the bracket that would end it.
fn value(text: &str, losses: &mut Losses) -> String {
    losses.add_if(text.contains(']'), Loss::Characters);
    clean(text, losses)
}

/// A value cannot have two lines, so each line of a comment is one of its own.
fn comment(text: &str, turns: usize, ggf: &mut GgfGame, losses: &mut Losses) {
    losses.add_if(text.contains(']'), Loss::Characters);
    let text = clean_lines(text, losses);
    if text.is_empty() {
        return;
    }
    let lines = text.split('\n').map(|line| (turns, line.to_owned()));
    ggf.comments.extend(lines);
}

/// The difference of the result, as far as the format has a word for it.
fn result(record: &GameRecord, losses: &mut Losses) -> GgfResult {
    let Some(stated) = record.result else {
        return GgfResult::Unknown;
    };
    let discs = match stated.score {
        StatedScore::Difference(difference) => Some(difference),
        StatedScore::Winner(Outcome::Draw) => Some(DiscDiff::DRAW),
        StatedScore::Winner(Outcome::Win(_)) => None,
        StatedScore::Discs(discs) if discs.black + discs.white == 64 => stated.difference(),
        StatedScore::Discs(_) => record
            .check_score()
            .filter(|check| check.agrees())
            .and_then(|_| stated.difference()),
    };
    let ending = match stated.ending {
        Ending::Played => GgfEnding::Played,
        Ending::Resigned => GgfEnding::Resigned,
        Ending::TimedOut => GgfEnding::TimedOut,
        Ending::Agreed => GgfEnding::Agreed,
        Ending::Forfeited => {
            losses.add(Loss::Ending);
            GgfEnding::Played
        }
    };
    losses.add_if(discs.is_none(), Loss::Result);
    discs.map_or(GgfResult::Unknown, |discs| GgfResult::Difference {
        discs,
        ending,
    })
}

/// Whether a number of discs has no more than two decimals.
pub(in crate::notation) fn has_two_places(discs: f64) -> bool {
    let rounded = (discs * 100.0).round() / 100.0;
    (rounded - discs).abs() < 1e-9
}

fn is_milliseconds(time: Duration) -> bool {
    time.subsec_nanos().is_multiple_of(1_000_000)
}
