//! What belongs to one kind of processor stays inside its fence, so that the rest can be built for any other.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read the sources has failed"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files that may name a processor, each behind a condition and with a portable twin.
const FENCED: [&str; 7] = [
    "cli/src/cpu.rs",
    "engine/src/simd/avx2.rs",
    "engine/src/simd/avx512.rs",
    "engine/src/simd/lanes.rs",
    "engine/src/simd/mod.rs",
    "engine/src/simd/x86.rs",
    "search/src/memory.rs",
];

/// What only a file inside the fence may hold.
const MARKS: [&str; 6] = [
    "core::arch",
    "std::arch",
    "target_arch",
    "target_feature",
    "asm!(",
    "is_x86_feature_detected",
];

fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The top level.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The sources that hold one of these.
fn holding(marks: &[&str]) -> BTreeSet<String> {
    let mut files = Vec::new();
    for directory in ["engine/src", "search/src", "cli/src", "cli/capi/src"] {
        sources(&root().join(directory), &mut files);
    }
    assert!(files.len() > 100, "the sources are here");
    files
        .iter()
        .filter(|file| {
            let text = fs::read_to_string(file).unwrap();
            marks.iter().any(|mark| text.contains(mark))
        })
        .map(|file| {
            let path = file.strip_prefix(root()).unwrap();
            path.to_str().unwrap().replace('\\', "/")
        })
        .collect()
}

#[test]
fn nothing_outside_the_fence_names_a_processor() {
    assert_eq!(holding(&MARKS), FENCED.map(str::to_owned).into());
}

/// No protocol and no command goes beyond the machine.
#[test]
fn nothing_opens_a_connection() {
    let marks = [
        "std::net",
        "TcpStream",
        "UdpSocket",
        "UnixStream",
        "ToSocketAddrs",
    ];
    assert_eq!(holding(&marks), BTreeSet::new());
}

/// The compiler's word for it that all of it can be built for ARM, and the libraries for a processor with one thread.
#[test]
#[ignore = "minutes, and needs `rustup target add aarch64-unknown-linux-gnu wasm32-unknown-unknown`: cargo test -p xsquare-engine --test fence -- --ignored"]
fn other_processors_can_be_built_for() {
    let libraries = ["xsquare-engine", "xsquare-search"];
    let programs = ["xsquare", "xsquare-capi"];
    for (target, packages) in [
        (
            "aarch64-unknown-linux-gnu",
            [&libraries[..], &programs].concat(),
        ),
        ("wasm32-unknown-unknown", libraries.to_vec()),
    ] {
        let status = Command::new(env!("CARGO"))
            .args(["check", "--locked", "--quiet", "--target", target])
            .args(packages.iter().flat_map(|package| ["-p", package]))
            // In place of the CPU of this machine, which the configuration names.
            .env("RUSTFLAGS", "-C target-cpu=generic -D warnings")
            .current_dir(root())
            .status()
            .unwrap();
        assert!(status.success(), "{target}: {status}");
    }
}
