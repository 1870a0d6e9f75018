//! Games written as lines: transcripts, boards, problems.

use super::loss::{Loss, Losses};
use super::write::{TranscriptStyle, clean, has_scores, heading_losses, loses_result};
use super::{Ending, GameRecord, StatedScore};
use crate::moves::Move;
use crate::notation::write::{Layout, write_transcript};
use crate::position::Position;
use std::fmt::Write as _;

/// A line with the moves, behind a set-up position that is not the usual start as Edax writes it: `BOARD SIDE;MOVES`.
///
/// A result that the board does not tell is written in discs, a comment behind `%`.
pub(super) fn write_transcript_line(
    record: &GameRecord,
    style: TranscriptStyle,
    out: &mut String,
) -> Losses {
    let mut losses = heading_losses(record);
    losses.add_if(has_scores(record), Loss::Scores);
    let turns = record.game.turns();
    let is_setup = *record.game.start() != Position::START;
    if is_setup {
        write!(out, "{}", record.game.start()).expect("a string takes any text");
    }
    if !turns.is_empty() {
        if is_setup {
            out.push(';');
        }
        out.push_str(&write_transcript(turns, style.layout, style.passes));
    } else if !is_setup {
        out.push_str("start");
    }
    write_result(record, out, &mut losses);
    let comment = clean(&record.comment, &mut losses);
    if !comment.is_empty() {
        // Behind a board a comment would make a problem of it, and that is what it is then.
        write!(out, " % {comment}").expect("a string takes any text");
    }
    out.push_str(match style.layout {
        Layout::Lines => "\n\n",
        _ => "\n",
    });
    losses
}

/// The result in discs if the moves do not tell it.
fn write_result(record: &GameRecord, out: &mut String, losses: &mut Losses) {
    let (Some(stated), Some(check)) = (record.result, record.check_score()) else {
        return;
    };
    losses.add_if(stated.ending != Ending::Played, Loss::Ending);
    if check.agrees() {
        return;
    }
    match stated.score {
        StatedScore::Discs(discs)
            if !record.game.turns().is_empty() && discs.black + discs.white >= 4 =>
        {
            write!(out, " {}-{}", discs.black, discs.white).expect("a string takes any text");
        }
        _ => losses.add(Loss::Result),
    }
}

/// What is lost where only the last position is written.
fn position_losses(record: &GameRecord) -> Losses {
    let mut losses = heading_losses(record);
    losses.add_if(!record.game.turns().is_empty(), Loss::Moves);
    losses.add_if(loses_result(record), Loss::Result);
    losses
}

/// A line with the last position.
pub(super) fn write_board(record: &GameRecord, out: &mut String) -> Losses {
    let mut losses = position_losses(record);
    losses.add_if(!record.comment.is_empty(), Loss::Comment);
    losses.add_if(has_scores(record), Loss::Scores);
    writeln!(out, "{}", record.game.position()).expect("a string takes any text");
    losses
}

/// A line with the last position and the scores of its moves.
pub(super) fn write_obf(record: &GameRecord, out: &mut String) -> Losses {
    let mut losses = position_losses(record);
    clean(&record.comment, &mut losses);
    writeln!(out, "{}", record.problem()).expect("a string takes any text");
    losses
}

/// Whether the last turn is a pass, which formats without passes cannot hold.
pub(super) fn ends_with_pass(record: &GameRecord) -> bool {
    record.game.turns().last() == Some(&Move::Pass)
}
