//! Which squares the patterns look at: one list of squares for each family.
//!
//! A family stands for all its images under the eight symmetries, which share their weights. Where an image covers the
//! same squares in another order, the contents that go over into each other share a weight as well.
//!
//! Sources: rows, diagonals, edge + 2X, and the corner blocks are those of M. Buro's Logistello (1997); triangle,
//! corner + block, cross, fish, kite and the diagonals with corner squares those of T. Yamana's Egaroucid (2023).

use xsquare_engine::Square;

/// A family of patterns, given by one of its images.
#[derive(Debug, Clone, Copy)]
pub(super) struct Family {
    /// For reports.
    pub(super) name: &'static str,
    /// The squares of one image; the first is the lowest digit of the index.
    pub(super) squares: &'static [Square],
}

/// The families in the order of the weight file.
#[rustfmt::skip]
pub(super) const FAMILIES: [Family; 16] = {
    use Square::{
        A1, A2, A3, A4, A5, B1, B2, B3, B4, C1, C2, C3, C4, D1, D2, D3, D4, E1, E2, E3, E4, E5, F1, F2, F3,
        F4, F5, F6, G1, G2, G3, G4, G5, G6, G7, H1, H2, H3, H4, H5, H6, H7, H8,
    };
    const fn family(name: &'static str, squares: &'static [Square]) -> Family {
        Family { name, squares }
    }
    [
        family("edge and X-squares", &[A1, B1, C1, D1, E1, F1, G1, H1, B2, G2]),
        family("corner 3×3", &[A1, B1, C1, A2, B2, C2, A3, B3, C3]),
        family("triangle", &[A1, B1, C1, D1, A2, B2, C2, A3, B3, A4]),
        family("corners and block", &[A1, C1, D1, E1, F1, H1, C2, D2, E2, F2]),
        family("cross", &[A1, B2, C3, D4, B1, C2, D3, A2, B3, C4]),
        family("edge and Y-squares", &[A1, B1, C1, D1, E1, F1, G1, H1, C2, F2]),
        family("narrow triangle", &[A1, B1, C1, D1, E1, A2, B2, A3, A4, A5]),
        family("fish", &[A1, B1, A2, B2, C2, D2, B3, C3, B4, D4]),
        family("kite", &[C1, D1, E1, F1, D2, E2, C3, D3, E3, F3]),
        family("row 2", &[A2, B2, C2, D2, E2, F2, G2, H2]),
        family("row 3", &[A3, B3, C3, D3, E3, F3, G3, H3]),
        family("row 4", &[A4, B4, C4, D4, E4, F4, G4, H4]),
        family("diagonal 8 and C-squares", &[A1, B2, C3, D4, E5, F6, G7, H8, A2, B1]),
        family("diagonal 7 and corners", &[B1, C2, D3, E4, F5, G6, H7, A1, H8]),
        family("diagonal 6 and more", &[C1, D2, E3, F4, G5, H6, B1, G2, H7]),
        family("diagonal 5 and X-squares", &[D1, E2, F3, G4, H5, B2, G7]),
    ]
};
