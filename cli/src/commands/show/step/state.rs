//! What is seen of a game, and what keys do to it.

use super::shelf::Shelf;
use crate::commands::play::screen::look::Look;
use crate::diagram::{move_count, plies_until};
use crate::output::text::counted;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use xsquare_engine::notation::TurnDetail;
use xsquare_engine::{Bitboard, Color, Convention, Game, Move, Position};

/// Turns that a page is.
const PAGE: usize = 10;

/// The state of the screen.
pub(super) struct Stepper {
    pub(super) shelf: Shelf,
    pub(super) look: Look,
    /// How discs are counted at the end.
    pub(super) convention: Convention,
    /// Turns played so far, passes included.
    pub(super) plies: usize,
    /// The number of a move that is being typed.
    pub(super) typed: Option<String>,
    /// What was not possible.
    pub(super) message: String,
}

/// How the stepping ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// As wished.
    Left,
    /// By Ctrl-C.
    Interrupted,
}

impl Stepper {
    /// At the beginning of the open game, or after so many of its moves.
    pub(super) fn new(shelf: Shelf, (look, convention): (Look, Convention), moves: usize) -> Self {
        let mut stepper = Self {
            shelf,
            look,
            convention,
            plies: 0,
            typed: None,
            message: String::new(),
        };
        stepper.go_to(moves);
        stepper
    }

    /// The game.
    pub(super) fn game(&self) -> &Game {
        &self.shelf.entry().record.game
    }

    /// The position that is seen.
    pub(super) fn position(&self) -> &Position {
        let game = self.game();
        game.position_at(self.plies)
            .unwrap_or_else(|| game.position())
    }

    /// The turn that led here, who took it, and what the record says of it.
    pub(super) fn last(&self) -> Option<(Move, Color, Option<&TurnDetail>)> {
        let index = self.plies.checked_sub(1)?;
        let (turn, detail) = self.shelf.entry().record.turns().nth(index)?;
        Some((turn, self.game().position_at(index)?.side(), detail))
    }

    /// The discs that the last turn flipped.
    pub(super) fn flips(&self) -> Bitboard {
        let before = self.plies.checked_sub(1);
        let before = before.and_then(|index| self.game().position_at(index));
        let square = self.last().and_then(|(turn, ..)| turn.square());
        match (before, square) {
            (Some(before), Some(square)) => before.board().flips(square),
            _ => Bitboard::EMPTY,
        }
    }

    /// Moves played so far, without passes.
    pub(super) fn moves(&self) -> usize {
        let turns = self.game().turns().iter().take(self.plies);
        turns.filter(|turn| **turn != Move::Pass).count()
    }

    /// A key is pressed.
    pub(super) fn press(&mut self, key: KeyEvent) -> Option<End> {
        self.message.clear();
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Some(End::Interrupted),
                KeyCode::Char('d') => Some(End::Left),
                _ => None,
            };
        }
        if self.typed.is_some() {
            self.type_number(key.code);
            return None;
        }
        let last = self.game().turns().len();
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Some(End::Left),
            KeyCode::Right | KeyCode::Down | KeyCode::Char('l' | 'j' | ' ') | KeyCode::Enter => {
                self.plies = (self.plies + 1).min(last);
            }
            KeyCode::Left | KeyCode::Up | KeyCode::Char('h' | 'k') | KeyCode::Backspace => {
                self.plies = self.plies.saturating_sub(1);
            }
            KeyCode::PageDown => self.plies = (self.plies + PAGE).min(last),
            KeyCode::PageUp => self.plies = self.plies.saturating_sub(PAGE),
            KeyCode::Home => self.plies = 0,
            KeyCode::End => self.plies = last,
            KeyCode::Char('g') => self.typed = Some(String::new()),
            KeyCode::Char(digit @ '0'..='9') => self.typed = Some(digit.to_string()),
            KeyCode::Char('n') => self.turn_over(Way::Forward),
            KeyCode::Char('p') => self.turn_over(Way::Back),
            _ => {}
        }
        None
    }

    /// A key is pressed while a number is typed.
    fn type_number(&mut self, key: KeyCode) {
        let Some(mut typed) = self.typed.take() else {
            return;
        };
        match key {
            KeyCode::Esc => return,
            KeyCode::Enter => {
                if let Ok(moves) = typed.parse() {
                    self.go_to(moves);
                }
                return;
            }
            KeyCode::Char(digit @ '0'..='9') if typed.len() < 3 => typed.push(digit),
            KeyCode::Backspace if typed.pop().is_none() => return,
            _ => {}
        }
        self.typed = Some(typed);
    }

    /// Goes to where so many moves were played.
    fn go_to(&mut self, moves: usize) {
        let game = self.game();
        if let Some(plies) = plies_until(game, moves) {
            self.plies = plies;
        } else {
            let count = counted(move_count(game), "move");
            self.message = format!("There is no move {moves}: the game has {count}.");
        }
    }

    /// Goes to another game of the file.
    fn turn_over(&mut self, way: Way) {
        let (is_done, message) = match way {
            Way::Forward => (self.shelf.forward(), "This is the last game."),
            Way::Back if self.shelf.has_dropped() => (
                self.shelf.back(),
                "Games further back are not kept; see --game N.",
            ),
            Way::Back => (self.shelf.back(), "This is the first game."),
        };
        if is_done {
            self.plies = 0;
        } else {
            message.clone_into(&mut self.message);
        }
    }
}

/// A way through the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Forward,
    Back,
}
