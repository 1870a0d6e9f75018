//! What a shell and `man` want to know about the program, generated from its own description.

use crate::args::{Cli, CompletionsArgs};
use crate::exit::ExitCode;
use crate::output::{self, version};
use clap::CommandFactory;
use clap_mangen::Man;
use std::io::Write;

/// Prints a completion script.
pub(crate) fn completions(args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "xsquare", &mut script);
    output::stdout().write_all(&script)?;
    Ok(ExitCode::Success)
}

/// Prints the manual page: one for the whole program, with a part for each command.
pub(crate) fn man() -> anyhow::Result<ExitCode> {
    let command = Cli::command();
    let mut page = Vec::new();
    let main = Man::new(command.clone()).source(format!("xsquare {}", version::VERSION));
    main.render_title(&mut page)?;
    main.render_name_section(&mut page)?;
    main.render_synopsis_section(&mut page)?;
    main.render_description_section(&mut page)?;
    main.render_options_section(&mut page)?;
    // From the description that is not built yet: there the commands do not repeat the common options.
    for command in command.get_subcommands() {
        let name = command.get_name();
        writeln!(page, ".SH \"COMMAND {}\"", name.to_uppercase())?;
        page.extend(part(command.clone().bin_name(format!("xsquare {name}")))?);
    }
    main.render_extra_section(&mut page)?;
    output::stdout().write_all(&page)?;
    Ok(ExitCode::Success)
}

/// What the manual says of one command, its sections one step below those of the page.
fn part(command: clap::Command) -> std::io::Result<Vec<u8>> {
    let man = Man::new(command);
    let mut text = Vec::new();
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    man.render_extra_section(&mut text)?;
    Ok(String::from_utf8_lossy(&text)
        .replace(".SH EXTRA\nExample:\n", ".SH EXAMPLE\n")
        .replace(".SH ", ".SS ")
        .into_bytes())
}
