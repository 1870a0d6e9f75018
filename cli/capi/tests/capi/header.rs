//! The header belongs to the code: it is generated anew and compared.

use cbindgen::{Builder, Config, DocumentationStyle, EnumConfig, Language, RenameRule, Style};
use std::fs;
use std::path::Path;

const BEGINNING: &str = "\
/* X-square, an Othello engine: the C interface.
 *
 * Generated from the code by cbindgen; do not edit. The README beside the code tells how to use it. */";

/// Where the header is, and the one variable that makes the test write it.
const HEADER: &str = "include/xsquare.h";
const OVERWRITE: &str = "XSQUARE_HEADER";

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
    let builder = ["types.rs", "engine.rs", "boundary.rs"]
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
