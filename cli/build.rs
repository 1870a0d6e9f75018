//! Tells the program which commit it is built from, if that can be known.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Without git, or outside a clone of this repository (a source archive inside another one), the version is
    // printed without a commit.
    let Some(top) = git(&["rev-parse", "--show-toplevel"]) else {
        return;
    };
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    if here.parent() != Some(Path::new(&top)) {
        return;
    }
    // The log of HEAD grows with every commit, checkout and reset.
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            let path = here.join(path);
            if path.exists() {
                println!("cargo::rerun-if-changed={}", path.display());
            }
        }
    }
    if let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]) {
        println!("cargo::rustc-env=XSQUARE_COMMIT={commit}");
    }
}

/// The trimmed output of a git command run in this directory, if it works and prints something.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
