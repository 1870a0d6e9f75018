//! The vector kernels behind safe functions: the one place where the CPU's features are taken on trust.

#![expect(
    unsafe_code,
    reason = "calls of functions that need CPU features, which the build requires as a whole"
)]

/// Kernels for AVX2 and BMI2.
pub(super) mod avx2 {
    use crate::simd::{Form, LastFlips, avx2};
    use crate::square::Square;

    pub(in crate::simd) const FORM: Form = Form {
        name: "avx2",
        legal_moves,
        flips,
        last_flips,
    };

    #[inline(always)]
    pub(in crate::simd) fn legal_moves(own: u64, opponent: u64) -> u64 {
        // SAFETY: the kernel needs AVX2. This module exists only in builds for CPUs that have it (`cfg` in simd/mod.rs).
        unsafe { avx2::legal_moves(own, opponent) }
    }

    #[inline(always)]
    pub(in crate::simd) fn flips(square: Square, own: u64, opponent: u64) -> u64 {
        // SAFETY: as for `legal_moves`.
        unsafe { avx2::flips(square, own, opponent) }
    }

    #[inline(always)]
    pub(in crate::simd) fn last_flips(square: Square, own: u64) -> LastFlips {
        // SAFETY: the kernel needs BMI2, which the same `cfg` demands.
        unsafe { avx2::last_flips(square, own) }
    }
}

/// Kernels for AVX-512.
#[cfg(all(
    target_feature = "avx512f",
    target_feature = "avx512vl",
    target_feature = "avx512cd"
))]
pub(super) mod avx512 {
    pub(in crate::simd) use super::avx2::last_flips;
    use crate::simd::{Form, avx512};
    use crate::square::Square;

    pub(in crate::simd) const FORM: Form = Form {
        name: "avx512",
        legal_moves,
        flips,
        last_flips,
    };

    #[inline(always)]
    pub(in crate::simd) fn legal_moves(own: u64, opponent: u64) -> u64 {
        // SAFETY: the kernel needs AVX-512 F and VL, which the `cfg` of this module demands of the CPU.
        unsafe { avx512::legal_moves(own, opponent) }
    }

    #[inline(always)]
    pub(in crate::simd) fn flips(square: Square, own: u64, opponent: u64) -> u64 {
        // SAFETY: the kernel needs AVX-512 F, VL and CD, which the `cfg` of this module demands of the CPU.
        unsafe { avx512::flips(square, own, opponent) }
    }
}
