//! The examples of the top-level README, run as they are printed, from the top of the repository.

use trycmd::TestCases;

#[test]
fn the_examples_of_the_readme_print_what_it_shows() {
    std::env::set_current_dir("..").expect("the package has a folder above it");
    TestCases::new()
        .env("COLUMNS", "100")
        .case("README.md")
        .run();
}
