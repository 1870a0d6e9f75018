//! GGF written: one game on one line.

use super::{GgfDetail, GgfEnding, GgfGame, GgfKomi, GgfResult};
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;
use crate::square::Square;
use std::fmt::Write as _;

/// The game on one line, passes written. Evaluations have two decimals, times up to three.
///
/// A value cannot hold `]`, so a bracket in a name becomes a parenthesis; control characters become blanks.
///
/// ```
/// use xsquare_engine::notation::{GgfGame, parse_ggf, write_ggf};
/// use xsquare_engine::{Game, Square};
/// let mut game = Game::new();
/// game.play(Square::F5.into())?;
/// let text = write_ggf(&GgfGame::new(game));
/// assert!(text.starts_with("(;GM[Othello]PC[]") && text.ends_with(" *]B[F5];)"));
/// assert_eq!(write_ggf(&parse_ggf(&text)?.game), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_ggf(game: &GgfGame) -> String {
    let mut text = Text("(;GM[Othello]".to_owned());
    text.heading(game);
    text.turns(game);
    text.0.push_str(";)");
    text.0
}

/// A game of which the beginning is written.
struct Text(String);

impl Text {
    fn tag(&mut self, name: &str, value: &str) {
        self.0 += name;
        self.0.push('[');
        self.0.extend(value.chars().map(|c| match c {
            ']' => ')',
            c if c.is_control() => ' ',
            c => c,
        }));
        self.0.push(']');
    }

    fn heading(&mut self, game: &GgfGame) {
        let players = &game.players;
        self.tag("PC", &game.place);
        if !game.date.is_empty() {
            self.tag("DT", &game.date);
        }
        self.tag("PB", &players.black.name);
        self.tag("PW", &players.white.name);
        for (name, player) in [("RB", &players.black), ("RW", &players.white)] {
            if let Some(rating) = player.rating {
                self.tag(name, &rating.to_string());
            }
        }
        match (game.clocks.black, game.clocks.white) {
            (None, None) => self.tag("TI", "0"),
            (Some(black), Some(white)) if black == white => self.tag("TI", &black.to_string()),
            (black, white) => {
                for (name, clock) in [("TB", black), ("TW", white)] {
                    let clock = clock.map_or("0".to_owned(), |clock| clock.to_string());
                    self.tag(name, &clock);
                }
            }
        }
        // Blanks at its ends, and what would become one, are not read again.
        let is_blank = |c: char| c.is_whitespace() || c.is_control();
        self.tag("TY", game.match_type.trim_matches(is_blank));
        if let Some(komi) = game.komi {
            for (name, bid) in [("KB", komi.bids.black), ("KW", komi.bids.white)] {
                if let Some((turn, detail)) = bid {
                    self.tag(name, &write_ggf_turn(turn, detail));
                }
            }
            self.tag("KM", &format!("{:.3}", komi.discs));
        }
        self.tag("RE", &result_value(game.result, game.komi));
        self.tag("BO", &board(game.game.start()));
    }

    /// The moves, and each comment behind the turns that it follows.
    fn turns(&mut self, game: &GgfGame) {
        let mut side = game.game.start().side();
        let mut comments = game.comments.iter().peekable();
        for (index, (turn, detail)) in game.turns().enumerate() {
            while let Some((_, comment)) = comments.next_if(|(turns, _)| *turns <= index) {
                self.tag("CO", comment);
            }
            let name = match side {
                Color::Black => "B",
                Color::White => "W",
            };
            self.tag(name, &write_ggf_turn(turn, detail));
            side = !side;
        }
        for (_, comment) in comments {
            self.tag("CO", comment);
        }
    }
}

/// A result as it is written.
pub(super) fn result_value(result: GgfResult, komi: Option<GgfKomi>) -> String {
    match result {
        GgfResult::Unknown => "?".to_owned(),
        GgfResult::Difference { discs, ending } => {
            let ending = match ending {
                GgfEnding::Played => "",
                GgfEnding::Resigned => ":r",
                GgfEnding::TimedOut => ":t",
                GgfEnding::Agreed => ":s",
            };
            let komi = komi.map_or(0.0, |komi| komi.discs);
            format!("{:+.3}{ending}", f64::from(discs.discs()) - komi)
        }
    }
}

/// `8`, the rows, the side to move.
fn board(position: &Position) -> String {
    let mut text = "8".to_owned();
    for square in Square::ALL {
        if square.column() == 0 {
            text.push(' ');
        }
        text.push(position.disc(square).map_or('-', symbol));
    }
    text.push(' ');
    text.push(symbol(position.side()));
    text
}

const fn symbol(color: Color) -> char {
    match color {
        Color::Black => '*',
        Color::White => 'O',
    }
}

/// A move with what was noted: `F5`, `F5/-1.25`, `PA//0.4`.
pub fn write_ggf_turn(turn: Move, detail: GgfDetail) -> String {
    let mut text = match turn {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "PA".to_owned(),
    };
    if let Some(eval) = detail.eval {
        // Rounded first, so that a tiny negative value is not written as `-0.00`.
        let eval = (eval * 100.0).round() / 100.0 + 0.0;
        write!(text, "/{eval:.2}").expect("a string takes any text");
    }
    if let Some(time) = detail.time {
        let gap = if detail.eval.is_some() { "/" } else { "//" };
        let seconds = format!("{:.3}", time.as_secs_f64());
        let seconds = seconds.trim_end_matches('0').trim_end_matches('.');
        write!(text, "{gap}{seconds}").expect("a string takes any text");
    }
    text
}
