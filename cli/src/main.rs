//! The program: checks the CPU, then hands over.

mod args;
mod arguments;
mod batch;
mod commands;
mod config;
mod cpu;
mod exit;
mod input;
mod interrupt;
mod output;
mod run;

/// Kept tiny: until the check is done, nothing may run that an old CPU does not know.
fn main() -> std::process::ExitCode {
    if !cpu::is_sufficient() {
        return std::process::ExitCode::from(2);
    }
    run()
}

/// The rest of the program, out of reach of the code that runs before the check.
#[inline(never)]
fn run() -> std::process::ExitCode {
    exit::guarded(run::run).into()
}
