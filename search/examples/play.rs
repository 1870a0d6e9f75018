//! A whole game: the engine is Black, White takes the first move that it sees.
//!
//! ```sh
//! cargo run --release -p xsquare-search --example play
//! ```

use std::error::Error;
use std::io::{self, Write};
use xsquare_engine::notation::{Layout, Passes, write_transcript};
use xsquare_engine::{Color, Game, Move};
use xsquare_search::eval::Patterns;
use xsquare_search::{
    Config, Control, Level, Limits, Searcher, StopFlag, TableSize, Target, Threads,
};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let config = Config {
        threads: Threads::ONE,
        table: TableSize::from_bytes(16 << 20)?,
    };
    let mut searcher = Searcher::new(Patterns::default(), config)?;
    let limits = Limits::target(Target::Level(Level::new(4).ok_or("no such level")?));
    let stop = StopFlag::new();
    let control = Control {
        stop: &stop,
        progress: &|_| {},
    };

    let mut game = Game::new();
    while !game.is_over() {
        let position = *game.position();
        let turn = match position.side() {
            // A side that must pass gets a pass as its best move.
            Color::Black => {
                let analysis = searcher.analyse(position.board(), 1, &limits, control);
                analysis.moves.first().map(|best| best.turn)
            }
            Color::White => position.legal_moves().into_iter().next().map(Move::from),
        };
        game.play(turn.unwrap_or(Move::Pass))?;
    }

    let counts = game.position().counts();
    writeln!(
        out,
        "{}\nBlack {} - White {}",
        write_transcript(game.turns(), Layout::Compact, Passes::LeftOut),
        counts.black,
        counts.white
    )?;
    Ok(())
}
