//! A program built for a newer CPU says so on an older one, and dies of nothing.

use std::process::Command;

/// The emulator of Debian's package qemu-user.
const EMULATOR: &str = "qemu-x86_64";

/// CPUs to try: before SSE4.2, before AVX, before AVX2.
const OLD_CPUS: [&str; 3] = ["Conroe", "Nehalem", "SandyBridge"];

#[test]
#[cfg(target_arch = "x86_64")]
fn an_old_cpu_gets_a_sentence_and_exit_code_2() {
    if Command::new(EMULATOR).arg("--version").output().is_err() {
        println!("skipped: {EMULATOR} is not installed (package qemu-user)");
        return;
    }
    for cpu in OLD_CPUS {
        let output = Command::new(EMULATOR)
            .args(["-cpu", cpu, env!("CARGO_BIN_EXE_xsquare"), "--version"])
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        if cfg!(any(target_feature = "avx2", target_feature = "fma")) {
            assert_eq!(output.status.code(), Some(2), "{cpu}: {stderr}");
            assert_eq!(output.stdout, b"", "{cpu}");
            assert!(
                stderr.contains("this program was built for a CPU with "),
                "{cpu}: {stderr}"
            );
            assert!(stderr.contains("RUSTFLAGS="), "{cpu}: {stderr}");
        } else if !cfg!(target_feature = "sse3") {
            assert_eq!(output.status.code(), Some(0), "{cpu}: {stderr}");
        }
    }
}
