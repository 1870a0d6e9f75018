//! A C program is compiled with the system's compiler, linked with the library both ways, and run.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use xsquare_engine::notation::parse_transcript;
use xsquare_engine::{Position, Square};

/// Builds the library where this test was built, and tells the directory. Cargo itself builds only what Rust could link with
/// for a test.
fn libraries() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(build).clone()
}

fn build() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    // target/PROFILE/deps/test
    let directory = test.ancestors().nth(2).unwrap();
    let profile = match directory.file_name().unwrap().to_str().unwrap() {
        "debug" => "dev",
        name => name,
    };
    let output = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--quiet", "-p", env!("CARGO_PKG_NAME")])
        .args(["--profile", profile, "--target-dir"])
        .arg(directory.parent().unwrap())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    expect_success(&output);
    directory.to_owned()
}

/// Compiles a program and makes an executable of it.
fn compile(source: &Path, executable: &Path, library: &[&str]) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"])
        .arg("-I")
        .arg(package.join("include"))
        .arg("-o")
        .arg(executable)
        .arg(source)
        .args(library)
        .args(["-lpthread", "-ldl", "-lm"])
        .output()
        .expect("the C compiler `cc`, which rustc links with as well, can be run");
    expect_success(&output);
}

/// The program that tries everything.
fn program() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/capi/program.c")
}

fn expect_success(output: &Output) {
    assert!(
        output.status.success(),
        "{}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Runs the program, which ends with 0 if everything is as it expects, and names what it has gone through.
fn run(executable: &Path) {
    let output = Command::new(executable)
        .env("LD_LIBRARY_PATH", libraries())
        .output()
        .unwrap();
    expect_success(&output);
    let steps = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        steps.lines().collect::<Vec<_>>(),
        [
            "version and names",
            "positions and moves",
            "errors",
            "best moves",
            "exact scores",
            "cancelled from another thread",
            "two engines at once"
        ]
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_c_program_uses_the_static_library() {
    let directory = tempfile::tempdir().unwrap();
    let executable = directory.path().join("static");
    let library = libraries().join("libxsquare_capi.a");
    compile(&program(), &executable, &[library.to_str().unwrap()]);
    run(&executable);
}

#[test]
#[cfg(target_os = "linux")]
fn a_c_program_uses_the_shared_library() {
    let directory = tempfile::tempdir().unwrap();
    let executable = directory.path().join("shared");
    let search = format!("-L{}", libraries().display());
    compile(&program(), &executable, &[&search, "-l:libxsquare_capi.so"]);
    run(&executable);
}

#[test]
#[cfg(target_os = "linux")]
fn the_example_of_the_readme_works() {
    let readme = include_str!("../../README.md");
    let (_, rest) = readme.split_once("```c\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let directory = tempfile::tempdir().unwrap();
    let source = directory.path().join("example.c");
    std::fs::write(&source, example).unwrap();
    let executable = directory.path().join("example");
    let library = libraries().join("libxsquare_capi.a");
    compile(&source, &executable, &[library.to_str().unwrap()]);
    let output = Command::new(&executable).output().unwrap();
    expect_success(&output);
    let printed = String::from_utf8(output.stdout).unwrap();
    let (name, score) = printed.trim_end().split_once(' ').unwrap();
    let position: Position = *parse_transcript("f5d6c3").unwrap().game.position();
    let best: Square = name.parse().unwrap();
    assert!(position.legal_moves().contains(best), "{printed}");
    assert!(score.parse::<f64>().unwrap().abs() < 15.0, "{printed}");
}
