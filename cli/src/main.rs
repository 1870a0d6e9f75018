//! The program: checks the CPU, then hands over.

mod args;
mod arguments;
mod batch;
mod clock;
mod commands;
mod config;
mod cpu;
mod diagram;
mod evaluation;
mod exit;
mod explain;
mod games;
mod input;
mod interrupt;
mod messages;
mod numbers;
mod opening_book;
mod opening_names;
mod opponent;
mod output;
mod protocol;
mod run;
mod thinking;

/// Kept tiny: where the check is not run even earlier, nothing may come before it.
fn main() -> std::process::ExitCode {
    cpu::check();
    run()
}

/// The rest of the program, out of reach of the code that runs before the check.
#[inline(never)]
fn run() -> std::process::ExitCode {
    exit::guarded(run::run).into()
}
