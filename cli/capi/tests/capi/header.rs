//! The header belongs to the code: it is generated anew and compared.

use cbindgen::{Builder, Config, DocumentationStyle, EnumConfig, Language, RenameRule, Style};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const BEGINNING: &str = "\
/* X-square, an Othello engine: the C interface.
 *
 * Generated from the code by cbindgen; do not edit. The README beside the code tells how to use it. */";

/// Where the header is, and the one variable that makes the test write it.
const HEADER: &str = "include/xsquare.h";
const OVERWRITE: &str = "XSQUARE_HEADER";

/// The files that the header is made of, in its order.
const SOURCES: [&str; 3] = ["types.rs", "engine.rs", "boundary.rs"];

/// The header that the code asks for.
fn generated(package: &Path) -> String {
    let config = Config {
        language: Language::C,
        cpp_compat: true,
        documentation_style: DocumentationStyle::C99,
        enumeration: EnumConfig {
            rename_variants: RenameRule::QualifiedScreamingSnakeCase,
            ..EnumConfig::default()
        },
        header: Some(BEGINNING.to_owned()),
        include_guard: Some("XSQUARE_H".to_owned()),
        style: Style::Both,
        usize_is_size_t: true,
        ..Config::default()
    };
    let builder = SOURCES
        .into_iter()
        .fold(Builder::new().with_config(config), |builder, file| {
            builder.with_src(package.join("src").join(file))
        });
    let mut bytes = Vec::new();
    builder.generate().unwrap().write(&mut bytes);
    // Safety headings are Rust's; in C they are part of what a function expects.
    String::from_utf8(bytes)
        .unwrap()
        .replace("// # Safety\n", "// Expects:\n")
}

/// The names of functions that a text in C declares or calls.
fn calls(text: &str) -> BTreeSet<&str> {
    let ends = text.match_indices('(').map(|(end, _)| &text[..end]);
    let names = ends.map(|before| {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        &before[before.trim_end_matches(is_name).len()..]
    });
    names.filter(|name| name.starts_with("xsquare_")).collect()
}

#[test]
fn the_header_is_made_of_all_that_c_can_see() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in fs::read_dir(package.join("src")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let marks = ["no_mangle", "repr(C)", "extern \"C\""];
        if marks.iter().any(|mark| text.contains(mark)) {
            assert!(SOURCES.contains(&name), "{name} is not in the header");
        }
    }
    let boundary = fs::read_to_string(package.join("src/boundary.rs")).unwrap();
    let header = fs::read_to_string(package.join(HEADER)).unwrap();
    let exported = boundary.matches("#[unsafe(no_mangle)]").count();
    assert_eq!(calls(&header).len(), exported);
}

#[test]
fn the_c_program_calls_every_function() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = fs::read_to_string(package.join(HEADER)).unwrap();
    let program = include_str!("program.c");
    assert_eq!(calls(program), calls(&header));
}

#[test]
fn the_header_is_that_of_the_code() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = generated(package);
    let path = package.join(HEADER);
    if std::env::var(OVERWRITE).is_ok_and(|value| value == "overwrite") {
        fs::write(&path, &header).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        kept, header,
        "the header is out of date; {OVERWRITE}=overwrite cargo test -p xsquare-capi writes it"
    );
}
