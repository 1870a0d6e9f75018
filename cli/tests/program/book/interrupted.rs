//! Commands that are ended while they write a book.

use super::{Shelf, is_sound};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn start(file: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_xsquare"))
        .args(["book", "build", file, "--level", "2", "--threads", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn wait(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    while start.elapsed() < Duration::from_mins(1) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    panic!("the program does not end");
}

#[test]
fn ctrl_c_keeps_what_was_built() {
    let shelf = Shelf::new();
    let file = shelf.name("my.book");
    let before = shelf.bytes("my.book").len();
    let mut child = start(&file);
    std::thread::sleep(Duration::from_secs(2));
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(wait(&mut child), Some(130));
    assert!(shelf.bytes("my.book").len() > before);
    assert!(is_sound(&file));
}

#[test]
fn a_kill_leaves_the_old_book() {
    let shelf = Shelf::new();
    let file = shelf.name("my.book");
    let before = shelf.bytes("my.book");
    let mut child = start(&file);
    std::thread::sleep(Duration::from_millis(500));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(shelf.bytes("my.book"), before);
    assert_eq!(fs::read_dir(shelf.directory.path()).unwrap().count(), 1);
}

/// The system kills a process that writes more than it may, so this one dies in the middle of the new book.
#[test]
fn a_crash_in_the_middle_of_a_write_leaves_the_old_book() {
    use std::os::unix::process::ExitStatusExt;
    let shelf = Shelf::new();
    let file = shelf.name("my.book");
    let before = shelf.bytes("my.book");
    let merge = |limit: &str| {
        let status = Command::new("sh")
            .args(["-c", &format!("{limit} exec \"$0\" book merge \"$1\" on")])
            .args([env!("CARGO_BIN_EXE_xsquare"), &file])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.unwrap()
    };
    // The new book would have half a megabyte.
    let status = merge("ulimit -c 0; ulimit -f 100;");
    assert!(status.signal().is_some(), "{status}");
    assert_eq!(shelf.bytes("my.book"), before);
    assert!(is_sound(&file));
    let left = fs::read_dir(shelf.directory.path()).unwrap();
    let left: Vec<u64> = left
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_name() != "my.book")
        .map(|entry| entry.metadata().unwrap().len())
        .collect();
    assert!(
        matches!(left[..], [1..=200_000]),
        "it had begun to write: {left:?}"
    );
    // The same command does it when it may.
    assert!(merge("").success());
    assert!(shelf.bytes("my.book").len() > 10 * before.len() && is_sound(&file));
}

/// A file that cannot be replaced: the old book stays, the failure is told.
#[test]
fn a_failed_write_leaves_the_old_book() {
    use std::os::unix::fs::PermissionsExt;
    let shelf = Shelf::new();
    let before = shelf.bytes("my.book");
    let directory = shelf.directory.path();
    fs::set_permissions(directory, fs::Permissions::from_mode(0o555)).unwrap();
    let is_locked = fs::write(directory.join("probe"), "").is_err();
    let run = crate::common::run(&["book", "merge", &shelf.name("my.book"), "on"]);
    fs::set_permissions(directory, fs::Permissions::from_mode(0o755)).unwrap();
    if is_locked {
        assert_eq!(run.code, 2);
        assert_eq!(shelf.bytes("my.book"), before);
    } else {
        eprintln!("skipped: this user may write everywhere");
    }
}
