//! The set-up of an SGF game.

use super::SgfFault;
use super::tree::{Property, fault};
use super::value::{Coordinates, side};
use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::notation::error::{NotationError, NotationErrorKind};
use crate::position::Position;
use crate::square::Square;
use std::ops::Range;

/// The properties that set up.
pub(super) const NAMES: [&str; 4] = ["AB", "AW", "AE", "PL"];

/// The position before the first move as far as it is set up.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Setup {
    /// The discs, `None` while nothing is set up.
    discs: Option<ByColor<Bitboard>>,
    /// The side to move, if the text names it.
    pub(super) side: Option<Color>,
}

impl Setup {
    /// Whether discs are set up.
    pub(super) const fn has_discs(&self) -> bool {
        self.discs.is_some()
    }

    /// Takes the properties of a node.
    ///
    /// The format leaves open what stands on the board before the first set-up. Who only adds discs means an empty
    /// board, as Edax does, who also takes discs away means the usual start.
    pub(super) fn take(
        &mut self,
        text: &str,
        node: &[Property],
        coordinates: Coordinates,
    ) -> Result<(), NotationError> {
        let mut seen = Bitboard::EMPTY;
        let takes_away = node.iter().any(|property| property.name == "AE");
        for property in node {
            let color = match property.name.as_ref() {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                "PL" => {
                    let value = property.first.clone();
                    let named = side(&text[value.clone()]);
                    self.side = Some(named.ok_or_else(|| fault(SgfFault::NotASide, text, value))?);
                    continue;
                }
                _ => continue,
            };
            let discs = self.discs.get_or_insert_with(|| base(takes_away));
            for value in property.values() {
                let points = points(text, value.clone(), coordinates)?;
                if let Some(twice) = (points & seen).first() {
                    return Err(fault(SgfFault::SetupTwice(twice), text, value.clone()));
                }
                seen |= points;
                for side in Color::ALL {
                    discs[side] &= !points;
                }
                if let Some(color) = color {
                    discs[color] |= points;
                }
            }
        }
        Ok(())
    }

    /// The position in which the moves begin; `first` is the side of the first move.
    pub(super) fn position(
        &self,
        text: &str,
        first: Option<Color>,
    ) -> Result<Position, NotationError> {
        let Some(discs) = self.discs else {
            let side = self.side.unwrap_or(Color::Black);
            return Ok(Position::from_board(
                match side {
                    Color::Black => Position::START.board(),
                    Color::White => Position::START.board().pass(),
                },
                side,
            ));
        };
        if (discs.black | discs.white).is_empty() {
            return Err(NotationError::whole(NotationErrorKind::NoDiscs, text));
        }
        let side = self.side.or(first).unwrap_or(Color::Black);
        Ok(Position::new(discs.black, discs.white, side)
            .expect("a disc is put only where the other colour was taken away"))
    }
}

/// What stands on the board before the first set-up.
fn base(takes_away: bool) -> ByColor<Bitboard> {
    if takes_away {
        ByColor {
            black: Position::START.discs(Color::Black),
            white: Position::START.discs(Color::White),
        }
    } else {
        ByColor {
            black: Bitboard::EMPTY,
            white: Bitboard::EMPTY,
        }
    }
}

/// The squares of a point or of a rectangle `a1:c2`.
fn points(
    text: &str,
    range: Range<usize>,
    coordinates: Coordinates,
) -> Result<Bitboard, NotationError> {
    let value = &text[range.clone()];
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let corners = coordinates.square(from).zip(coordinates.square(to));
    let (from, to) = corners.ok_or_else(|| fault(SgfFault::NotAPoint, text, range))?;
    let columns = from.column().min(to.column())..=from.column().max(to.column());
    let rows = from.row().min(to.row())..=from.row().max(to.row());
    Ok(Square::ALL
        .into_iter()
        .filter(|square| columns.contains(&square.column()) && rows.contains(&square.row()))
        .collect())
}
