//! An endgame solved: the exact score of every move, proved.
//!
//! ```sh
//! cargo run --release -p xsquare-search --example solve
//! ```

use std::error::Error;
use std::io::{self, Write};
use xsquare_engine::Position;
use xsquare_search::{
    Config, Limits, Question, Scope, SolveRequest, Solver, StopFlag, TableSize, Target, Threads,
};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let position: Position =
        "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X".parse()?;
    let config = Config {
        threads: Threads::available(),
        table: TableSize::from_bytes(16 << 20)?,
    };
    let mut solver = Solver::new(config)?;
    let request = SolveRequest {
        question: Question::Score,
        scope: Scope::AllMoves,
        limits: Limits::target(Target::Deepest),
    };
    let solution = solver.solve(position.board(), &request, &StopFlag::new());

    writeln!(out, "{} {}", solution.score, solution.kind.name())?;
    for found in &solution.moves {
        writeln!(out, "{} {} {}", found.turn, found.score, found.kind.name())?;
    }
    Ok(())
}
