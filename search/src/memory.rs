//! Hints about memory to the processor and the system, which change nothing but the time. The only unsafe code of this
//! crate.

#![cfg_attr(
    any(target_arch = "x86_64", target_os = "linux"),
    expect(
        unsafe_code,
        reason = "stable Rust has such hints only as intrinsics and system calls"
    )
)]

/// Starts to load what `place` points to: a cache line that will be wanted soon.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the hint reads nothing that the program can see, and `place` is a valid reference anyway; SSE, which it
        // needs, is part of every x86-64 CPU.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Asks the system for large pages in the middle of `memory`, before it is first written: a table far larger than the
/// caches is then found with fewer look-ups of addresses. A system that has none, or does not want to, ignores it.
pub(crate) fn prefer_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        /// A large page of x86-64 and of most others.
        const PAGE: usize = 2 << 20;
        let bytes = size_of_val(memory);
        let start = memory.as_mut_ptr().cast::<u8>();
        let first = start.align_offset(PAGE);
        let len = bytes.saturating_sub(first) / PAGE * PAGE;
        if len > 0 {
            let first = start.wrapping_add(first);
            // SAFETY: the pages from `first` on are `len` bytes within the slice; this advice leaves their content alone.
            let advised = unsafe { madvise(first.cast(), len, Advice::LinuxHugepage) };
            // Refused by kernels without large pages: nothing is lost.
            let _ = advised;
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
