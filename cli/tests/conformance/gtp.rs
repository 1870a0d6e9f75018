//! A small engine that speaks GTP.

use crate::{Engine, Fault};
use std::ops::ControlFlow;
use xsquare_engine::{Color, Game, Move, Position, Square};

/// Each fault, and a word of the rule that it breaks.
pub(crate) const FAULTS: [Fault; 13] = [
    ("blank-before-number", "without a blank"),
    ("number-kept", "without a number"),
    ("two-answers", "one answer"),
    ("any-size", "board sizes"),
    ("history-kept", "without a history"),
    ("rows-from-below", "top left corner"),
    ("color-passed-over", "wrong colour"),
    ("free-pass", "may not pass"),
    ("told-move-played", "reg_genmove"),
    ("undo-at-start", "undo takes back one turn"),
    ("pass-keeps-side", "where it is forced"),
    ("move-after-end", "game is over"),
    ("quit-ignored", "end the program"),
];

/// The commands that the engine knows.
const COMMANDS: &str = "protocol_version\nname\nversion\nknown_command\nlist_commands\nquit\nboardsize\nclear_board\n\
                        play\ngenmove\nreg_genmove\nundo\ntime_settings\ntime_left";

pub(crate) struct Gtp {
    fault: String,
    game: Game,
    last_number: String,
    /// Turns of games that were cleared away.
    forgotten: usize,
}

impl Engine for Gtp {
    fn answer(&mut self, line: &str) -> (String, ControlFlow<()>) {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let (number, words) = match words.split_first() {
            None => return (String::new(), ControlFlow::Continue(())),
            Some((number, rest)) if number.parse::<u32>().is_ok() => (*number, rest),
            Some(_) => ("", &words[..]),
        };
        let mut number = number.to_owned();
        if self.has("number-kept") {
            if number.is_empty() {
                number.clone_from(&self.last_number);
            }
            self.last_number.clone_from(&number);
        }
        if words == ["quit"] && !self.has("quit-ignored") {
            return (format!("={number}\n\n"), ControlFlow::Break(()));
        }
        let (mark, text) = match self.obey(words) {
            Some(text) => ('=', text),
            None => ('?', "no".to_owned()),
        };
        let blank = if self.has("blank-before-number") {
            " "
        } else {
            ""
        };
        let answer = format!("{mark}{blank}{number} {text}\n\n");
        let count = if self.has("two-answers") && mark == '?' {
            2
        } else {
            1
        };
        (answer.repeat(count), ControlFlow::Continue(()))
    }
}

impl Gtp {
    pub(crate) fn new(fault: &str) -> Self {
        Self {
            fault: fault.to_owned(),
            game: Game::new(),
            last_number: String::new(),
            forgotten: 0,
        }
    }

    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }

    /// The answer to a command; `None` if it is an error.
    fn obey(&mut self, words: &[&str]) -> Option<String> {
        let nothing = Some(String::new());
        match words {
            ["protocol_version"] => Some("2".to_owned()),
            ["name" | "version"] => Some("broken".to_owned()),
            ["list_commands"] => Some(COMMANDS.to_owned()),
            ["known_command", name] => {
                Some(COMMANDS.lines().any(|known| known == *name).to_string())
            }
            ["boardsize", size] if *size == "8" || self.has("any-size") => nothing,
            ["clear_board"] => {
                self.forgotten += self.game.turns().len();
                self.game = Game::new();
                nothing
            }
            ["undo"] => match self.game.undo() {
                Some(_) => nothing,
                None if self.has("undo-at-start") => nothing,
                None if self.has("history-kept") && self.forgotten > 0 => nothing,
                None => None,
            },
            ["play", color, turn] => {
                let turn = self.read(turn)?;
                self.play(side(color)?, turn)
            }
            [command @ ("genmove" | "reg_genmove"), color] => self.choose(command, side(color)?),
            ["time_left", _, time, _] if time.parse::<u32>().is_ok() => nothing,
            ["time_settings", _, _, _] | ["quit"] => nothing,
            _ => None,
        }
    }

    /// A vertex by the engine's own idea of rows.
    fn read(&self, text: &str) -> Option<Move> {
        let turn: Move = text.parse().ok()?;
        Some(match turn {
            Move::Place(square) if self.has("rows-from-below") => {
                Square::from_coordinates(square.column(), 7 - square.row())?.into()
            }
            turn => turn,
        })
    }

    fn play(&mut self, color: Color, turn: Move) -> Option<String> {
        let mut game = self.game.clone();
        if color != game.position().side() {
            let is_passed = game.pass_if_forced();
            if !is_passed && self.has("color-passed-over") {
                let board = game.position().board();
                game = Game::from_position(Position::from_board(board.pass(), color));
            } else if !is_passed {
                return None;
            }
        }
        if turn == Move::Pass && self.has("free-pass") {
            let position = game.position();
            let passed = position.board().pass();
            game = Game::from_position(Position::from_board(passed, !position.side()));
        } else {
            game.play(turn).ok()?;
        }
        self.game = game;
        Some(String::new())
    }

    /// The first legal move.
    fn choose(&mut self, command: &str, color: Color) -> Option<String> {
        let mut game = self.game.clone();
        if game.is_over() {
            let text = if self.has("move-after-end") {
                "A1"
            } else {
                "pass"
            };
            return Some(text.to_owned());
        }
        if color != game.position().side() && !game.pass_if_forced() {
            return None;
        }
        let first = game.position().legal_moves().into_iter().next();
        let turn = first.map_or(Move::Pass, Move::Place);
        game.play(turn).ok()?;
        let is_told = command == "reg_genmove" && !self.has("told-move-played");
        let is_kept = turn == Move::Pass && self.has("pass-keeps-side");
        if !is_told && !is_kept {
            self.game = game;
        }
        Some(turn.to_string())
    }
}

fn side(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}
