//! Games written as text.

use super::format::GameFormat;
use super::loss::{Loss, Losses, Unwritable};
use super::{GameRecord, convert, is_single_line, json, quest, single_line, text};
use crate::notation::sgf::write_sgf;
use crate::notation::write::{Layout, Passes};

/// How transcripts are set out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TranscriptStyle {
    /// Where blanks and numbers go; [`Layout::Lines`] puts a blank line behind each game.
    pub layout: Layout,
    /// What becomes of passes.
    pub passes: Passes,
}

/// Compact, passes left out.
impl Default for TranscriptStyle {
    fn default() -> Self {
        Self {
            layout: Layout::Compact,
            passes: Passes::LeftOut,
        }
    }
}

/// Writes a game behind `out`, with its end of line, and tells what the format cannot hold. `style` is for transcripts.
///
/// # Errors
/// If the format cannot hold the game at all, or is no text; `out` is unchanged.
pub fn write_record(
    record: &GameRecord,
    format: GameFormat,
    style: TranscriptStyle,
    out: &mut String,
) -> Result<Losses, Unwritable> {
    match format {
        GameFormat::Transcript => Ok(text::write_transcript_line(record, style, out)),
        GameFormat::Board => Ok(text::write_board(record, out)),
        GameFormat::Obf => Ok(text::write_obf(record, out)),
        GameFormat::Ggf => Ok(convert::write_ggf_record(record, out)),
        GameFormat::Sgf => Ok(write_sgf(record, out)),
        GameFormat::Quest => quest::write_quest(record, out),
        GameFormat::Json => Ok(json::write_json(record, out)),
        GameFormat::Wthor => Err(Unwritable::NoText(format)),
    }
}

/// The text on one line; what changes is a loss.
pub(in crate::notation) fn clean(text: &str, losses: &mut Losses) -> String {
    losses.add_if(!is_single_line(text), Loss::Characters);
    single_line(text)
}

/// The text without control characters but line breaks, and without blanks at its ends; what changes is a loss.
pub(in crate::notation) fn clean_lines(text: &str, losses: &mut Losses) -> String {
    let cleaned: String = text
        .chars()
        .map(|c| if c.is_control() && c != '\n' { ' ' } else { c })
        .collect();
    let cleaned = cleaned.trim().to_owned();
    losses.add_if(cleaned != text, Loss::Characters);
    cleaned
}

/// What texts and boards lose of all that is known about a game besides moves, result and comment.
pub(super) fn heading_losses(record: &GameRecord) -> Losses {
    let mut losses = Losses::NONE;
    let players = [&record.players.black, &record.players.white];
    let any = |test: fn(&super::Player) -> bool| players.iter().any(|player| test(player));
    losses.add_if(any(|player| !player.name.is_empty()), Loss::Names);
    losses.add_if(any(|player| player.rating.is_some()), Loss::Ratings);
    losses.add_if(any(|player| player.clock.is_some()), Loss::Clocks);
    losses.add_if(!record.event.is_empty(), Loss::Event);
    losses.add_if(!record.round.is_empty(), Loss::Round);
    losses.add_if(!record.place.is_empty(), Loss::Place);
    losses.add_if(!record.date.is_empty(), Loss::Date);
    losses.add_if(record.komi.is_some(), Loss::Komi);
    losses.add_if(!record.match_type.is_empty(), Loss::MatchType);
    losses.add_if(record.wthor.is_some(), Loss::Numbers);
    let theory = record.wthor.and_then(|wthor| wthor.theoretical);
    losses.add_if(theory.is_some(), Loss::Theoretical);
    losses.union(detail_losses(record))
}

/// What is lost where nothing is written about single moves.
pub(super) fn detail_losses(record: &GameRecord) -> Losses {
    let mut losses = Losses::NONE;
    for detail in &record.details {
        losses.add_if(detail.eval.is_some(), Loss::Evaluations);
        losses.add_if(detail.time.is_some(), Loss::Times);
        losses.add_if(!detail.comment.is_empty(), Loss::MoveComments);
    }
    losses
}

/// Whether the result cannot be told from the board.
pub(super) fn loses_result(record: &GameRecord) -> bool {
    record.check_score().is_some_and(|check| !check.agrees())
        || record
            .result
            .is_some_and(|result| result.ending != super::Ending::Played)
}

/// Whether known scores of moves are lost.
pub(super) fn has_scores(record: &GameRecord) -> bool {
    record.value.is_some() || !record.scores.is_empty()
}
