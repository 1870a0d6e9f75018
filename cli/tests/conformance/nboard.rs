//! A small engine that speaks NBoard's protocol.

use crate::{Engine, Fault};
use std::fmt::Write;
use std::ops::ControlFlow;
use xsquare_engine::notation::{GgfDetail, parse_ggf, parse_ggf_turn, write_ggf_turn};
use xsquare_engine::{Board, Color, Game, Move, Position, Square};
use xsquare_search::plain::minimax;

/// Each fault, and a word of the rule that it breaks.
pub(crate) const FAULTS: [Fault; 13] = [
    ("no-name", "set myname"),
    ("two-words", "one word"),
    ("pong-alone", "answered by its pong"),
    ("unknown-answered", "unknown lines"),
    ("go-moves", "does not change the position"),
    ("pass-unknown", "must pass"),
    ("last-pass-lost", "after a pass at the end"),
    ("move-after-end", "game is over"),
    ("any-pass", "a pass where there are moves"),
    ("not-a-number", "`hint` is answered"),
    ("one-hint", "`hint N`"),
    ("black-view", "seen by the side to move"),
    ("old-news", "a ping ends a search"),
];

pub(crate) struct Nboard {
    fault: String,
    game: Game,
    has_searched: bool,
}

impl Engine for Nboard {
    fn answer(&mut self, line: &str) -> (String, ControlFlow<()>) {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let text = match (word, rest) {
            ("quit", _) => return (String::new(), ControlFlow::Break(())),
            ("set", rest) => self.set(rest),
            ("move", text) => {
                let (turn, _) = parse_ggf_turn(text).unwrap();
                self.play(turn);
                String::new()
            }
            ("go", _) => self.choose(),
            ("hint", count) => self.hint(count.parse().unwrap()),
            ("ping", number) => self.pong(number),
            ("nboard", _) => String::new(),
            _ if self.has("unknown-answered") && !line.is_empty() => "what?\n".to_owned(),
            _ => String::new(),
        };
        (text, ControlFlow::Continue(()))
    }
}

impl Nboard {
    pub(crate) fn new(fault: &str) -> Self {
        Self {
            fault: fault.to_owned(),
            game: Game::new(),
            has_searched: false,
        }
    }

    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn set(&mut self, rest: &str) -> String {
        match rest.split_once(' ') {
            Some(("game", text)) => {
                self.game = parse_ggf(text).unwrap().game.game;
                if self.has("last-pass-lost") && self.game.turns().last() == Some(&Move::Pass) {
                    self.game.undo();
                }
                String::new()
            }
            Some(("depth", _)) if self.has("no-name") => String::new(),
            Some(("depth", depth)) => {
                let blank = if self.has("two-words") { " " } else { "" };
                format!("set myname broken{blank}{depth}\n")
            }
            _ => String::new(),
        }
    }

    /// Illegal moves change nothing.
    fn play(&mut self, turn: Move) {
        if turn == Move::Pass && self.has("any-pass") {
            let position = self.game.position();
            let passed = Position::from_board(position.board().pass(), !position.side());
            self.game = Game::from_position(passed);
        } else {
            let _ = self.game.play(turn);
        }
    }

    fn pong(&mut self, number: &str) -> String {
        if self.has("pong-alone") {
            return "pong\n".to_owned();
        }
        let mut text = format!("pong {number}\n");
        if self.has("old-news") && self.has_searched {
            text.push_str("nodestats 1 0.01\n");
        }
        self.has_searched = false;
        text
    }

    /// The first legal move.
    fn choose(&mut self) -> String {
        self.has_searched = true;
        let position = *self.game.position();
        let mut moves = position.legal_moves().into_iter();
        let turn = match moves.next() {
            Some(square) => Move::Place(square),
            None if position.is_over() && self.has("move-after-end") => Move::Place(Square::A1),
            None if position.must_pass() && self.has("pass-unknown") => position
                .board()
                .pass()
                .legal_moves()
                .into_iter()
                .next()
                .unwrap()
                .into(),
            None => Move::Pass,
        };
        if self.has("go-moves") {
            self.play(turn);
        }
        format!("=== {}\n", write_ggf_turn(turn, GgfDetail::default()))
    }

    fn hint(&mut self, count: usize) -> String {
        self.has_searched = true;
        let position = *self.game.position();
        if position.is_over() {
            return String::new();
        }
        let turns: Vec<Move> = if position.must_pass() {
            vec![Move::Pass]
        } else {
            position
                .legal_moves()
                .into_iter()
                .map(Move::Place)
                .collect()
        };
        let mut scored: Vec<(i32, Move)> = turns
            .into_iter()
            .map(|turn| (-value(position.play(turn).unwrap().board()), turn))
            .collect();
        scored.sort_by_key(|&(score, _)| -score);
        let count = if self.has("one-hint") { 1 } else { count };
        let sign = match position.side() {
            Color::White if self.has("black-view") => -1,
            _ => 1,
        };
        let depth = if position.board().empty_count() <= 6 {
            "100%"
        } else {
            "1"
        };
        let mut text = String::new();
        for (score, turn) in scored.into_iter().take(count) {
            let turn = write_ggf_turn(turn, GgfDetail::default());
            let eval = if self.has("not-a-number") {
                "nan".to_owned()
            } else {
                (sign * score).to_string()
            };
            writeln!(text, "search {turn} {eval} 0 {depth}").unwrap();
        }
        text
    }
}

/// The exact score if that is quickly found, else the difference of the numbers of moves.
fn value(board: Board) -> i32 {
    if board.empty_count() <= 6 {
        return minimax(board).discs();
    }
    let moves = |board: Board| i32::try_from(board.legal_moves().len()).unwrap();
    moves(board) - moves(board.pass())
}
