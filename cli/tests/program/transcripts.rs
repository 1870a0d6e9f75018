//! The examples of the documentation, run as they are printed.

use trycmd::TestCases;

#[test]
fn transcripts_are_what_the_program_prints() {
    let cases = TestCases::new();
    if cfg!(feature = "train") {
        // There the program has one command more.
        cases.skip("tests/cmd/help.trycmd");
    }
    cases
        // Help is wrapped to the width of the terminal.
        .env("COLUMNS", "100")
        .case("tests/cmd/*.trycmd")
        .case("README.md")
        .run();
}
