//! The examples of the documentation, run as they are printed.

use trycmd::TestCases;

#[test]
fn transcripts_are_what_the_program_prints() {
    TestCases::new()
        // Help is wrapped to the width of the terminal.
        .env("COLUMNS", "100")
        .case("tests/cmd/*.trycmd")
        .case("README.md")
        .run();
}
