//! What can be counted before and after a move.

use super::edges::{beside, is_between};
use super::statement::{Owner, Statement};
use xsquare_engine::{
    Bitboard, Board, Color, Connectivity, Convention, Position, Regions, Square, SquareClass,
};

/// With at most this many empty squares on the board regions matter.
const PARITY_EMPTIES: u32 = 20;
/// The own mobility is told if it changes by this much.
const OWN_MOBILITY: u32 = 2;

/// A legal move and the boards around it, both seen by the side that moves.
pub(super) struct Facts {
    side: Color,
    square: Square,
    before: Board,
    after: Board,
    next: Position,
}

impl Facts {
    /// `None` if the move is illegal.
    pub(super) fn of(position: &Position, square: Square) -> Option<Self> {
        let next = position.try_play(square.into())?;
        Some(Self {
            side: position.side(),
            square,
            before: position.board(),
            after: next.board().pass(),
            next,
        })
    }

    /// All that is worth saying, most important first.
    pub(super) fn statements(&self) -> Vec<Statement> {
        if self.next.is_over() {
            let counts = Convention::default().count(self.next.counts());
            return vec![Statement::EndsGame {
                black: counts.black,
                white: counts.white,
            }];
        }
        let mut statements = Vec::new();
        statements.extend(self.pass());
        statements.extend(self.corner());
        statements.extend(self.corners());
        statements.extend(self.beside_corner());
        statements.extend(self.wedge());
        statements.extend(self.wedges_offered());
        statements.extend(self.opponent_mobility());
        statements.extend(self.stable());
        statements.extend(self.own_mobility());
        statements.extend(self.region());
        statements
    }

    fn pass(&self) -> Option<Statement> {
        let opponent = !self.side;
        self.next
            .must_pass()
            .then_some(Statement::MustPass { opponent })
    }

    fn corner(&self) -> Option<Statement> {
        let square = self.square;
        (square.class() == SquareClass::Corner).then_some(Statement::Corner { square })
    }

    /// What happens to the corners that the opponent can take.
    fn corners(&self) -> Vec<Statement> {
        let opponent = !self.side;
        let before = self.before.opponent_moves() & Bitboard::CORNERS;
        let after = self.after.opponent_moves() & Bitboard::CORNERS;
        // A corner that is taken by the move itself is told of anyway.
        let prevented = before - after - self.square.bitboard();
        let mut statements = Vec::new();
        let mut tell = |corners: Bitboard, make: fn(Color, Bitboard) -> Statement| {
            if !corners.is_empty() {
                statements.push(make(opponent, corners));
            }
        };
        tell(after - before, |opponent, corners| {
            Statement::CornersGiven { opponent, corners }
        });
        tell(prevented, |opponent, corners| Statement::CornersTaken {
            opponent,
            corners,
        });
        tell(after & before, |opponent, corners| Statement::CornersLeft {
            opponent,
            corners,
        });
        statements
    }

    /// An X- or C-square, and whose its corner is.
    fn beside_corner(&self) -> Option<Statement> {
        let square = self.square;
        let class = square.class();
        if !matches!(class, SquareClass::X | SquareClass::C) {
            return None;
        }
        let corner = square.nearest_corner();
        let owner = if self.before.own().contains(corner) {
            Owner::Side(self.side)
        } else if self.before.opponent().contains(corner) {
            Owner::Side(!self.side)
        } else if self.after.opponent_moves().contains(corner) {
            Owner::Nobody
        } else {
            Owner::Safe(!self.side)
        };
        Some(Statement::BesideCorner {
            square,
            class,
            corner,
            owner,
        })
    }

    fn wedge(&self) -> Option<Statement> {
        let [one, other] = beside(self.square)?;
        is_between(self.square, self.after.opponent()).then_some(Statement::Wedge {
            square: self.square,
            beside: [one, other],
            opponent: !self.side,
        })
    }

    /// Gaps between own discs on an edge in which the opponent can now place a wedge, and could not before.
    fn wedges_offered(&self) -> Option<Statement> {
        let squares = wedges(self.after) - wedges(self.before);
        (!squares.is_empty()).then_some(Statement::WedgesOffered {
            opponent: !self.side,
            squares,
        })
    }

    fn opponent_mobility(&self) -> Option<Statement> {
        let (before, after) = (self.before.opponent_moves(), self.after.opponent_moves());
        (!after.is_empty()).then_some(Statement::OpponentMobility {
            opponent: !self.side,
            before: before.len(),
            after: after.len(),
            lost: before - after,
            gained: after - before,
        })
    }

    fn own_mobility(&self) -> Option<Statement> {
        let (before, after) = (
            self.before.legal_moves().len(),
            self.after.legal_moves().len(),
        );
        (before.abs_diff(after) >= OWN_MOBILITY).then_some(Statement::OwnMobility {
            side: self.side,
            before,
            after,
        })
    }

    /// Discs of either side that are now known to be stable and were not before.
    fn stable(&self) -> Vec<Statement> {
        let counts = [
            (self.side, Board::stable_discs as fn(Board) -> Bitboard),
            (!self.side, Board::opponent_stable_discs),
        ];
        counts
            .into_iter()
            .map(|(side, stable)| Statement::Stable {
                side,
                before: stable(self.before).len(),
                after: stable(self.after).len(),
            })
            .filter(|statement| match statement {
                Statement::Stable { before, after, .. } => before < after,
                _ => false,
            })
            .collect()
    }

    /// The region of empty squares that the move is in, towards the end.
    fn region(&self) -> Option<Statement> {
        let empties = self.before.empties();
        if empties.len() > PARITY_EMPTIES {
            return None;
        }
        let mut regions = Regions::of(empties, Connectivity::Eight);
        let region = regions.find(|region| region.contains(self.square))?;
        (region.len() < empties.len()).then_some(Statement::Region {
            square: self.square,
            size: region.len(),
            empties: empties.len(),
        })
    }
}

/// The squares of edges on which the opponent can place a disc between two own ones that stay.
fn wedges(board: Board) -> Bitboard {
    board
        .opponent_moves()
        .into_iter()
        .filter(|&square| {
            let then = board.pass().play(square);
            then.is_some_and(|then| is_between(square, then.own()))
        })
        .collect()
}
