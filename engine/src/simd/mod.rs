//! The kernels behind the rules: one function each, in several forms.
//!
//! The form is chosen when the program is built, by the CPU features it is built for. Nothing is detected at run time:
//! a search cannot be compiled into one piece across such a choice. The portable form is always there, as the fallback
//! and as one of the forms that the tests compare.
//!
//! The functions take bare words and are what the innermost loops of a search call; everybody else uses
//! [`Board`](crate::Board).

mod last;
pub mod portable;
mod rays;

// The vector forms are built where every CPU that the build is for can run them.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "bmi2"
))]
mod avx2;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "bmi2",
    target_feature = "avx512f",
    target_feature = "avx512vl",
    target_feature = "avx512cd"
))]
mod avx512;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "bmi2"
))]
mod lanes;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "bmi2"
))]
mod x86;

use crate::square::Square;
pub use last::LastFlips;

cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx2",
        target_feature = "bmi2",
        target_feature = "avx512f",
        target_feature = "avx512vl",
        target_feature = "avx512cd"
    ) => {
        use x86::avx512 as chosen;
        const FORMS: &[Form] = &[PORTABLE, x86::avx2::FORM, x86::avx512::FORM];
    }
    all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2") => {
        use x86::avx2 as chosen;
        const FORMS: &[Form] = &[PORTABLE, x86::avx2::FORM];
    }
    _ => {
        use portable as chosen;
        const FORMS: &[Form] = &[PORTABLE];
    }
}

/// Squares on which a side with the discs `own` may move against `opponent`.
#[inline(always)]
pub fn legal_moves(own: u64, opponent: u64) -> u64 {
    chosen::legal_moves(own, opponent)
}

/// Discs of `opponent` that a disc of `own` on `square` turns over.
///
/// The result for an occupied square has no meaning.
#[inline(always)]
pub fn flips(square: Square, own: u64, opponent: u64) -> u64 {
    chosen::flips(square, own, opponent)
}

/// How many discs either side would turn over on `square` if that is the only empty one.
///
/// `own` must not hold `square`; all else that it does not hold is taken for the opponent's.
#[inline(always)]
pub fn last_flips(square: Square, own: u64) -> LastFlips {
    chosen::last_flips(square, own)
}

/// One form of every kernel, for tests and measurements.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// The name in the table of [`forms`].
    pub name: &'static str,
    /// This form of [`legal_moves`].
    pub legal_moves: fn(own: u64, opponent: u64) -> u64,
    /// This form of [`flips`].
    pub flips: fn(square: Square, own: u64, opponent: u64) -> u64,
    /// This form of [`last_flips`].
    pub last_flips: fn(square: Square, own: u64) -> LastFlips,
}

/// The forms that this build has; the last is the one in use.
///
/// | name | there if built for | legal moves | flips | last flips |
/// |---|---|---|---|---|
/// | `portable` | any CPU | words | words | multiplication |
/// | `avx2` | AVX2, BMI2 | 4 lines in a register, both ways in turn | 4 lines in a register | `pext` |
/// | `avx512` | also AVX-512 F, VL, CD | 8 directions in a register | same, with vector `lzcnt` | as `avx2` |
pub const fn forms() -> &'static [Form] {
    FORMS
}

const PORTABLE: Form = Form {
    name: "portable",
    legal_moves: portable::legal_moves,
    flips: portable::flips,
    last_flips: portable::last_flips,
};
