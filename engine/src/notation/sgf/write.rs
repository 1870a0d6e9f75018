//! SGF written: one game on one line, but for line breaks in comments.

use super::value::encode;
use crate::color::Color;
use crate::notation::record::{
    Ending, GameRecord, Loss, Losses, StatedResult, StatedScore, clean, clean_lines,
};
use crate::position::Position;
use crate::score::{DiscDiff, Outcome};
use crate::square::Square;
use std::fmt::Write as _;

/// Writes a game behind `out`, with the end of line.
///
/// The set-up is written only if the start is not the usual one. Evaluations become `V`, as Black sees them.
pub(in crate::notation) fn write_sgf(record: &GameRecord, out: &mut String) -> Losses {
    let mut writer = Writer {
        out,
        losses: Losses::NONE,
    };
    writer.heading(record);
    writer.setup(record.game.start());
    writer.comment(&record.comment);
    writer.turns(record);
    writer.out.push_str(")\n");
    let mut losses = writer.losses;
    losses.add_if(record.komi.is_some(), Loss::Komi);
    losses.add_if(!record.match_type.is_empty(), Loss::MatchType);
    losses.add_if(record.wthor.is_some(), Loss::Numbers);
    let theory = record.wthor.and_then(|wthor| wthor.theoretical);
    losses.add_if(theory.is_some(), Loss::Theoretical);
    let has_scores = record.value.is_some() || !record.scores.is_empty();
    losses.add_if(has_scores, Loss::Scores);
    losses
}

struct Writer<'a> {
    out: &'a mut String,
    losses: Losses,
}

impl Writer<'_> {
    fn property(&mut self, name: &str, text: &str) {
        let value = encode(text);
        write!(self.out, "{name}[{value}]").expect("a string takes any text");
    }

    /// A property that stands only if something is known.
    fn simple(&mut self, name: &str, text: &str) {
        let text = clean(text, &mut self.losses);
        if !text.is_empty() {
            self.property(name, &text);
        }
    }

    fn comment(&mut self, text: &str) {
        let text = clean_lines(text, &mut self.losses);
        if !text.is_empty() {
            self.property("C", &text);
        }
    }

    fn heading(&mut self, record: &GameRecord) {
        self.out.push_str("(;FF[4]GM[2]CA[UTF-8]AP[xsquare]SZ[8]");
        let players = &record.players;
        self.simple("PB", &players.black.name);
        self.simple("PW", &players.white.name);
        for (name, player) in [("BR", &players.black), ("WR", &players.white)] {
            if let Some(rating) = player.rating {
                self.property(name, &rating.to_string());
            }
        }
        self.simple("EV", &record.event);
        self.simple("RO", &record.round);
        self.simple("PC", &record.place);
        self.simple("DT", &record.date);
        match (players.black.clock, players.white.clock) {
            (Some(black), Some(white)) if black == white => {
                let initial = black.initial.as_secs_f64();
                self.property("TM", &initial.to_string());
                let text = black.to_string();
                if let Some(at) = text.find('/') {
                    self.property("OT", &text[at..]);
                }
            }
            (None, None) => {}
            _ => self.losses.add(Loss::Clocks),
        }
        if let Some(stated) = record.result {
            let text = result(stated, &mut self.losses);
            self.property("RE", &text);
        }
    }

    fn setup(&mut self, start: &Position) {
        if *start == Position::START {
            return;
        }
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let discs = start.discs(color);
            if !discs.is_empty() {
                self.out.push_str(name);
            }
            for square in discs {
                write!(self.out, "[{square}]").expect("a string takes any text");
            }
        }
        self.property("PL", letter(start.side()));
    }

    fn turns(&mut self, record: &GameRecord) {
        let mut side = record.game.start().side();
        for (turn, detail) in record.turns() {
            let square = turn.square().as_ref().map(Square::to_string);
            self.out.push(';');
            self.property(letter(side), square.as_deref().unwrap_or("PA"));
            if let Some(detail) = detail {
                if let Some(eval) = detail.eval {
                    let value = if side == Color::Black { eval } else { -eval };
                    // Rounded first, so that a tiny negative value is not written as `-0.00`.
                    let value = (value * 100.0).round() / 100.0 + 0.0;
                    self.property("V", &format!("{value:.2}"));
                }
                self.comment(&detail.comment);
                self.losses.add_if(detail.time.is_some(), Loss::Times);
            }
            side = !side;
        }
    }
}

const fn letter(side: Color) -> &'static str {
    match side {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The result in the words of SGF. It holds either how the game ended or by how much, and of games that somebody
/// broke off the former says more.
fn result(stated: StatedResult, losses: &mut Losses) -> String {
    let winner = match stated.outcome() {
        Outcome::Win(side) => format!("{}+", letter(side)),
        Outcome::Draw => String::new(),
    };
    let is_only_winner = matches!(stated.score, StatedScore::Winner(_));
    let ending = match stated.ending {
        Ending::Resigned => "R",
        Ending::TimedOut => "T",
        Ending::Forfeited => "F",
        Ending::Played => "",
        Ending::Agreed => {
            losses.add(Loss::Ending);
            ""
        }
    };
    if !(winner.is_empty() || ending.is_empty()) {
        losses.add_if(!is_only_winner, Loss::Result);
        return winner + ending;
    }
    losses.add_if(!ending.is_empty(), Loss::Ending);
    match stated.score {
        StatedScore::Winner(_) if winner.is_empty() => "Draw".to_owned(),
        StatedScore::Winner(_) => winner,
        StatedScore::Difference(DiscDiff::DRAW) => "0".to_owned(),
        StatedScore::Difference(difference) => {
            format!("{winner}{}", difference.discs().unsigned_abs())
        }
        StatedScore::Discs(discs) => format!("{}-{}", discs.black, discs.white),
    }
}
