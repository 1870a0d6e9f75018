//! When counting stable discs is worth its time, and what it proves.

/// The least `alpha` in discs at which a null-window node with this many empties tries the stability cut.
///
/// A side needs many stable discs to hold its opponent down to a high `alpha`; below these values the cut is too rare to
/// pay. The values are those that Edax uses, quoted as facts.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "at most 48"
)]
static LEAST_ALPHA: [i32; 64] = {
    let mut table = [99; 64];
    let low = [6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30];
    let mut empties = 4;
    while empties < 48 {
        table[empties] = if empties < 16 {
            low[empties - 4]
        } else if empties < 24 {
            32 + 2 * (empties as i32 - 16)
        } else if empties < 40 {
            48 + (empties as i32 - 24) / 2 * 2
        } else {
            64
        };
        empties += 1;
    }
    table
};

/// Whether the stability cut is worth trying against this `alpha` (in discs).
#[inline(always)]
pub(crate) fn stability_pays(empties: u32, alpha: i32) -> bool {
    alpha >= LEAST_ALPHA[empties as usize & 63]
}

/// The greatest score that the opponent's stable discs leave to the side to move, in discs.
#[inline]
pub(crate) fn greatest_score(own: u64, opponent: u64) -> i32 {
    64 - 2 * xsquare_engine::stability::stable_discs(opponent, own)
        .count_ones()
        .cast_signed()
}
