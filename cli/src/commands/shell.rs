//! What a shell and `man` want to know about the program, generated from its own description.

use crate::args::{Cli, CompletionsArgs};
use crate::exit::ExitCode;
use crate::output;
use clap::CommandFactory;
use std::io::Write;

/// Prints a completion script.
pub(crate) fn completions(args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "xsquare", &mut script);
    output::stdout().write_all(&script)?;
    Ok(ExitCode::Success)
}

/// Prints the manual page, with a section for each command.
pub(crate) fn man() -> anyhow::Result<ExitCode> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for command in command.get_subcommands() {
        writeln!(page, ".SH COMMAND {}", command.get_name().to_uppercase())?;
        let section = clap_mangen::Man::new(command.clone());
        section.render_synopsis_section(&mut page)?;
        section.render_description_section(&mut page)?;
        section.render_options_section(&mut page)?;
        section.render_extra_section(&mut page)?;
    }
    output::stdout().write_all(&page)?;
    Ok(ExitCode::Success)
}
