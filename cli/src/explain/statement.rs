//! One true thing about a move, and how it is said.

use crate::messages::{Explain, fill, side_name};
use crate::output::text;
use xsquare_engine::{Bitboard, Color, Square, SquareClass};

/// Something that is true of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statement {
    /// Neither side can move after it; the discs, empties to the winner.
    EndsGame {
        /// Black's.
        black: u32,
        /// White's.
        white: u32,
    },
    /// The other side has no move after it, and the game goes on.
    MustPass {
        /// That side.
        opponent: Color,
    },
    /// It takes a corner.
    Corner {
        /// The corner.
        square: Square,
    },
    /// The other side can take these corners after it and could not have before.
    CornersGiven {
        /// That side.
        opponent: Color,
        /// The corners.
        corners: Bitboard,
    },
    /// The other side could have taken these corners before it and cannot after it.
    CornersTaken {
        /// That side.
        opponent: Color,
        /// The corners.
        corners: Bitboard,
    },
    /// The other side can take these corners before it and after it.
    CornersLeft {
        /// That side.
        opponent: Color,
        /// The corners.
        corners: Bitboard,
    },
    /// It is an X- or a C-square.
    BesideCorner {
        /// The square.
        square: Square,
        /// Which of the two.
        class: SquareClass,
        /// Its corner.
        corner: Square,
        /// Whose that is.
        owner: Owner,
    },
    /// It lies between two of the other side's discs on an edge.
    Wedge {
        /// The square.
        square: Square,
        /// The discs beside it.
        beside: [Square; 2],
        /// The other side.
        opponent: Color,
    },
    /// The other side can play wedges there after it and could not have before.
    WedgesOffered {
        /// That side.
        opponent: Color,
        /// The gaps.
        squares: Bitboard,
    },
    /// The moves that the other side would have had before it and has after it.
    OpponentMobility {
        /// That side.
        opponent: Color,
        /// How many before.
        before: u32,
        /// How many after.
        after: u32,
        /// Those that are gone.
        lost: Bitboard,
        /// Those that are new.
        gained: Bitboard,
    },
    /// The moves that the side that moves had, and those it would have if it moved again.
    OwnMobility {
        /// That side.
        side: Color,
        /// How many before.
        before: u32,
        /// How many after.
        after: u32,
    },
    /// The discs of a side that are known to be stable.
    Stable {
        /// That side.
        side: Color,
        /// How many at least before.
        before: u32,
        /// How many at least after.
        after: u32,
    },
    /// The region of empty squares that the move is in.
    Region {
        /// The square.
        square: Square,
        /// The empty squares of the region, this one included.
        size: u32,
        /// All empty squares before the move.
        empties: u32,
    },
}

/// Whose the corner beside a move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// It is taken by this side.
    Side(Color),
    /// It is empty, and the other side can take it after the move.
    Nobody,
    /// It is empty, and this side, the other one, cannot take it at once.
    Safe(Color),
}

impl Statement {
    /// The statement in words.
    pub(crate) fn text(&self, texts: &Explain) -> String {
        match *self {
            Self::EndsGame { black, white } => fill(
                texts.ends_game,
                &[("black", &black.to_string()), ("white", &white.to_string())],
            ),
            Self::MustPass { opponent } => {
                fill(texts.must_pass, &[("opponent", side_name(opponent))])
            }
            Self::Corner { square } => fill(texts.corner, &[("square", &square.to_string())]),
            Self::CornersGiven { opponent, corners } => {
                corners_text(texts.corners_given, opponent, corners)
            }
            Self::CornersTaken { opponent, corners } => {
                corners_text(texts.corners_taken, opponent, corners)
            }
            Self::CornersLeft { opponent, corners } => {
                corners_text(texts.corners_left, opponent, corners)
            }
            Self::WedgesOffered { opponent, squares } => {
                corners_text(texts.wedges_offered, opponent, squares)
            }
            Self::BesideCorner {
                square,
                class,
                corner,
                owner,
            } => beside_corner(texts, [square, corner], class, owner),
            Self::Wedge {
                square,
                beside: [one, other],
                opponent,
            } => fill(
                texts.wedge,
                &[
                    ("square", &square.to_string()),
                    ("one", &one.to_string()),
                    ("other", &other.to_string()),
                    ("opponent", side_name(opponent)),
                ],
            ),
            Self::OpponentMobility {
                opponent,
                before,
                after,
                lost,
                gained,
            } => {
                let counts = counts(texts.opponent_mobility, opponent, before, after);
                counts + &changes(texts, lost, gained) + "."
            }
            Self::OwnMobility {
                side,
                before,
                after,
            } => counts(texts.own_mobility, side, before, after),
            Self::Stable {
                side,
                before,
                after,
            } => counts(texts.stable, side, before, after),
            Self::Region {
                square,
                size,
                empties,
            } => fill(
                match size {
                    1 => texts.lone_square,
                    size if size % 2 == 1 => texts.odd_region,
                    _ => texts.even_region,
                },
                &[
                    ("square", &square.to_string()),
                    ("size", &size.to_string()),
                    ("empties", &empties.to_string()),
                ],
            ),
        }
    }
}

fn corners_text(text: &str, opponent: Color, squares: Bitboard) -> String {
    let squares = text::squares(squares);
    fill(
        text,
        &[("opponent", side_name(opponent)), ("squares", &squares)],
    )
}

fn beside_corner(
    texts: &Explain,
    [square, corner]: [Square; 2],
    class: SquareClass,
    owner: Owner,
) -> String {
    let class = match class {
        SquareClass::X => texts.x_square,
        _ => texts.c_square,
    };
    let (text, side) = match owner {
        Owner::Side(side) => (texts.corner_taken, side_name(side)),
        Owner::Nobody => (texts.corner_open, ""),
        Owner::Safe(opponent) => (texts.corner_safe, side_name(opponent)),
    };
    fill(
        text,
        &[
            ("square", &square.to_string()),
            ("class", class),
            ("corner", &corner.to_string()),
            ("side", side),
        ],
    )
}

fn counts(text: &str, side: Color, before: u32, after: u32) -> String {
    fill(
        text,
        &[
            ("side", side_name(side)),
            ("before", &before.to_string()),
            ("after", &after.to_string()),
        ],
    )
}

/// ` (gone: f7 g7; new: c8)`
fn changes(texts: &Explain, lost: Bitboard, gained: Bitboard) -> String {
    let parts = [(texts.gone, lost), (texts.new, gained)];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(_, squares)| !squares.is_empty())
        .map(|(text, squares)| fill(text, &[("squares", &text::squares(squares))]))
        .collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!(" ({})", parts.join("; "))
    }
}
