//! Does this CPU have what the program was built for?
//!
//! The search chooses its instructions when the program is built, so a program that is carried to an older machine
//! would die of an illegal instruction. The check here runs first and says so in a sentence instead. It asks the CPU
//! itself: the standard library's feature detection answers "yes" without looking for whatever the program was built
//! with.
//!
//! "First" is before `main`: link-time optimisation compiles even the standard library's start-up code for the chosen
//! CPU. On Linux the check is therefore a constructor of the executable, and it calls nothing but the C library, which
//! is never compiled along. Elsewhere it is the first thing in `main`, which is as early as can be had there.
//!
//! The check itself is compiled with the very instructions that it looks for, so it is written to give the compiler no
//! use for them: one constant bit tested at a time, nothing in arrays, and calls in between that cannot be inlined. A
//! test runs the program under emulated old CPUs.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "a constructor, two calls of the C library, and an instruction that has no safe form"
    )
)]

/// The widest of the common x86-64 levels that the program was built for, or the architecture.
pub(crate) const BUILT_FOR: &str = if cfg!(all(
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512cd",
    target_feature = "avx512dq",
    target_feature = "avx512vl"
)) {
    "x86-64-v4 (AVX-512)"
} else if cfg!(all(
    target_feature = "avx2",
    target_feature = "bmi1",
    target_feature = "bmi2",
    target_feature = "lzcnt",
    target_feature = "popcnt"
)) {
    "x86-64-v3 (AVX2)"
} else if cfg!(all(target_feature = "sse4.2", target_feature = "popcnt")) {
    "x86-64-v2 (SSE4.2)"
} else if cfg!(target_arch = "x86_64") {
    "x86-64 (baseline)"
} else {
    std::env::consts::ARCH
};

/// Runs the check if it has not been run before `main`; ends the program with exit code 2 if it fails.
#[inline(always)]
pub(crate) fn check() {
    #[cfg(all(target_arch = "x86_64", not(target_os = "linux")))]
    x86::check();
}

/// Makes the C library run the check before anything else. The number puts it in front of the standard library's own
/// constructor, which has 99.
// SAFETY: the section holds pointers to functions that the C library calls one after the other before `main`; the
// function needs nothing that is set up only later, and its C arguments, which it does not take, are harmless.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[used]
#[unsafe(link_section = ".init_array.00090")]
static CHECK: extern "C" fn() = x86::check;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::__cpuid_count;
    use std::ffi::c_int;

    // SAFETY: these are the declarations of POSIX.
    unsafe extern "C" {
        fn write(file: c_int, bytes: *const u8, count: usize) -> isize;
        safe fn _exit(code: c_int) -> !;
    }

    /// Ends the program with a sentence on standard error unless CPU and operating system have everything it was
    /// built for.
    pub(super) extern "C" fn check() {
        if !is_sufficient() {
            _exit(2);
        }
    }

    /// A register that CPUID answers in.
    #[derive(Clone, Copy)]
    enum Register {
        A,
        B,
        C,
        D,
    }

    /// One register of CPUID's answer; 0 for a leaf that this CPU does not have.
    #[inline(never)]
    fn ask(leaf: u32, subleaf: u32, register: Register) -> u32 {
        // The first leaf of each range tells the last one, the first subleaf of leaf 7 the last subleaf.
        if __cpuid_count(leaf & 0x8000_0000, 0).eax < leaf {
            return 0;
        }
        if leaf == 7 && __cpuid_count(7, 0).eax < subleaf {
            return 0;
        }
        let answer = __cpuid_count(leaf, subleaf);
        match register {
            Register::A => answer.eax,
            Register::B => answer.ebx,
            Register::C => answer.ecx,
            Register::D => answer.edx,
        }
    }

    /// The registers that the operating system saves for each thread: bit 1 SSE, bit 2 AVX, bits 5 to 7 AVX-512.
    #[inline(never)]
    fn saved_registers() -> u32 {
        const OSXSAVE: u32 = 1 << 27;
        if ask(1, 0, Register::C) & OSXSAVE == 0 {
            return 0;
        }
        let low: u32;
        // SAFETY: the OSXSAVE bit is set, so the instruction exists and is enabled; it only writes eax and edx.
        unsafe {
            std::arch::asm!(
                "xgetbv",
                in("ecx") 0,
                out("eax") low,
                out("edx") _,
                options(nomem, nostack, preserves_flags)
            );
        }
        low
    }

    /// Writes one piece of the sentence about missing features. There is nobody to tell if that fails.
    #[inline(never)]
    fn say(piece: &str) {
        const STANDARD_ERROR: c_int = 2;
        // SAFETY: pointer and length are those of a string, which `write` only reads.
        unsafe { write(STANDARD_ERROR, piece.as_ptr(), piece.len()) };
    }

    /// Adds a missing feature to the sentence, which names the first three; returns how many are missing now.
    #[inline(never)]
    fn missing(so_far: u32, name: &str) -> u32 {
        match so_far {
            0 => say("xsquare: this program was built for a CPU with "),
            1 | 2 => say(", "),
            3 => say(" and more"),
            _ => {}
        }
        if so_far < 3 {
            say(name);
        }
        so_far + 1
    }

    /// For each line: if the program is built with this feature, its bit must be set.
    macro_rules! check {
        ($missing:ident; $($feature:literal: $register:expr, $bit:literal;)*) => {
            $(if cfg!(target_feature = $feature) && $register & (1 << $bit) == 0 {
                $missing = missing($missing, $feature);
            })*
        };
    }

    #[inline(never)]
    pub(super) fn is_sufficient() -> bool {
        let mut count = basic(ask(1, 0, Register::C), ask(1, 0, Register::D), 0);
        count = extended(
            ask(0x8000_0001, 0, Register::C),
            ask(13, 1, Register::A),
            count,
        );
        count = wide(
            ask(7, 0, Register::B),
            ask(7, 0, Register::C),
            ask(7, 0, Register::D),
            count,
        );
        count = latest(ask(7, 1, Register::A), ask(7, 1, Register::D), count);
        if count == 0 {
            count = operating_system(saved_registers());
        }
        if count > 0 {
            say(", which this one lacks; a build for every 64-bit PC: ");
            say("RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release\n");
        }
        count == 0
    }

    /// The instructions with wide registers fault where the operating system does not save those.
    #[inline(never)]
    fn operating_system(saved: u32) -> u32 {
        let mut count = 0;
        if cfg!(target_feature = "avx") && saved & 0b110 != 0b110 {
            count = missing(count, "avx switched on by the operating system");
        }
        if cfg!(target_feature = "avx512f") && saved & 0b1110_0000 != 0b1110_0000 {
            count = missing(count, "avx512f switched on by the operating system");
        }
        count
    }

    /// Leaf 1: up to AVX.
    #[inline(never)]
    fn basic(ecx: u32, edx: u32, mut count: u32) -> u32 {
        check! { count;
            "fxsr": edx, 24;
            "sse": edx, 25;
            "sse2": edx, 26;
            "sse3": ecx, 0;
            "pclmulqdq": ecx, 1;
            "ssse3": ecx, 9;
            "fma": ecx, 12;
            "cmpxchg16b": ecx, 13;
            "sse4.1": ecx, 19;
            "sse4.2": ecx, 20;
            "movbe": ecx, 22;
            "popcnt": ecx, 23;
            "aes": ecx, 25;
            "xsave": ecx, 26;
            "avx": ecx, 28;
            "f16c": ecx, 29;
            "rdrand": ecx, 30;
        }
        count
    }

    /// Leaf 0x80000001, first AMD's, and the first subleaf of leaf 13 about XSAVE.
    #[inline(never)]
    fn extended(ecx: u32, xsave: u32, mut count: u32) -> u32 {
        check! { count;
            "lzcnt": ecx, 5;
            "sse4a": ecx, 6;
            "tbm": ecx, 21;
            "xsaveopt": xsave, 0;
            "xsavec": xsave, 1;
            "xsaves": xsave, 3;
        }
        count
    }

    /// Leaf 7: AVX2, AVX-512 and their companions.
    #[inline(never)]
    fn wide(ebx: u32, ecx: u32, edx: u32, mut count: u32) -> u32 {
        check! { count;
            "bmi1": ebx, 3;
            "avx2": ebx, 5;
            "bmi2": ebx, 8;
            "rdseed": ebx, 18;
            "adx": ebx, 19;
            "sha": ebx, 29;
            "avx512f": ebx, 16;
            "avx512dq": ebx, 17;
            "avx512ifma": ebx, 21;
            "avx512cd": ebx, 28;
            "avx512bw": ebx, 30;
            "avx512vl": ebx, 31;
            "avx512vbmi": ecx, 1;
            "avx512vbmi2": ecx, 6;
            "gfni": ecx, 8;
            "vaes": ecx, 9;
            "vpclmulqdq": ecx, 10;
            "avx512vnni": ecx, 11;
            "avx512bitalg": ecx, 12;
            "avx512vpopcntdq": ecx, 14;
            "avx512vp2intersect": edx, 8;
            "avx512fp16": edx, 23;
        }
        count
    }

    /// The first subleaf of leaf 7: what came after AVX-512.
    #[inline(never)]
    fn latest(eax: u32, edx: u32, mut count: u32) -> u32 {
        check! { count;
            "sha512": eax, 0;
            "sm3": eax, 1;
            "sm4": eax, 2;
            "avxvnni": eax, 4;
            "avx512bf16": eax, 5;
            "avxifma": eax, 23;
            "avxvnniint8": edx, 4;
            "avxneconvert": edx, 5;
            "avxvnniint16": edx, 10;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_machine_that_runs_the_tests_is_sufficient() {
        super::check();
        #[cfg(target_arch = "x86_64")]
        assert!(super::x86::is_sufficient());
    }

    #[test]
    fn the_level_named_is_one_of_the_known_ones() {
        if cfg!(target_arch = "x86_64") {
            assert!(super::BUILT_FOR.starts_with("x86-64"));
        }
        assert_eq!(
            super::BUILT_FOR.contains("AVX2"),
            cfg!(target_feature = "avx2") && !cfg!(target_feature = "avx512f")
        );
    }
}
