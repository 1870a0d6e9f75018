//! A hint to the processor that a cache line will be wanted soon. The only unsafe code of this crate.

/// Starts to load what `place` points to; no effect but on time.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "stable Rust has the hint only as an intrinsic")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the hint reads nothing that the program can see, and `place` is a valid reference anyway; SSE, which it
        // needs, is part of every x86-64 CPU.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
