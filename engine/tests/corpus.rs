//! What fuzzing found, and what it started from, read again: see `fuzz/README.md`.

#[path = "../fuzz/checks.rs"]
mod checks;

use std::fs;
use std::path::Path;

#[test]
fn every_reader_stands_its_corpus() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for (name, check) in checks::TARGETS {
        let mut files = 0;
        for entry in fs::read_dir(root.join(name)).unwrap() {
            let path = entry.unwrap().path();
            let data = fs::read(&path).unwrap();
            let outcome = std::panic::catch_unwind(|| check(&data));
            assert!(outcome.is_ok(), "{}", path.display());
            files += 1;
        }
        assert!(files > 0, "{name} has a corpus");
    }
}
