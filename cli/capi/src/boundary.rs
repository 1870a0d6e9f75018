//! The functions that C calls: pointers are checked and turned into Rust's types here, and nowhere else.
#![expect(
    unsafe_code,
    reason = "pointers from C, and names that the linker of another program can find"
)]

use crate::engine::XsquareEngine;
use crate::fault::Fault;
use crate::message::{guard, pointer};
use crate::types::{
    XSQUARE_BOARD_BYTES, XSQUARE_NO_MOVE, XsquareAnswer, XsquareSide, XsquareStatus, move_of,
    number,
};
use std::ffi::{CStr, c_char};
use std::ptr;
use xsquare_engine::Move;

/// The version of the library, such as `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn xsquare_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// What the last call of this thread has to say: after a failure what is wrong, after `XSQUARE_STATUS_OK` what was odd about
/// a text, usually nothing. UTF-8; it stays until the next call of this thread.
#[unsafe(no_mangle)]
pub extern "C" fn xsquare_last_message() -> *const c_char {
    pointer()
}

/// Makes an engine at the starting position and stores it in `*engine`, NULL on failure.
///
/// `threads`: 1 to 256, or 0 for as many as the machine runs at once. `table_mib`: memory to remember positions in MiB, or
/// 0 for 256.
///
/// # Safety
/// `engine` is NULL or points to room for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_new(
    threads: u32,
    table_mib: u32,
    engine: *mut *mut XsquareEngine,
) -> XsquareStatus {
    guard(|| {
        // SAFETY: the caller promises that there is room unless the pointer is NULL.
        unsafe { store(engine, "engine", ptr::null_mut()) }?;
        let made = Box::into_raw(Box::new(XsquareEngine::new(threads, table_mib)?));
        // SAFETY: as above.
        unsafe { store(engine, "engine", made) }?;
        Ok(String::new())
    })
}

/// Frees an engine; NULL is nothing to free.
///
/// # Safety
/// `engine` is NULL or comes from `xsquare_new`, is not freed twice, and no call with it is going on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_free(engine: *mut XsquareEngine) {
    if engine.is_null() {
        return;
    }
    guard(|| {
        // SAFETY: the caller promises that it is one of ours and that nobody uses it any more.
        drop(unsafe { Box::from_raw(engine) });
        Ok(String::new())
    });
}

/// Begins a game from the position that `text` describes: `start`, a board of 64 cells with its side to move, an OBF line or
/// a transcript such as `f5d6c3`. On failure the game is unchanged.
///
/// # Safety
/// `engine` is NULL or a live engine; `text` is NULL or ends with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_set_position(
    engine: *const XsquareEngine,
    text: *const c_char,
) -> XsquareStatus {
    guard(|| {
        // SAFETY: the caller's promise about both.
        let engine = unsafe { live(engine) }?;
        // SAFETY: the same.
        let text = unsafe { string(text) }?;
        engine.set_position(text)
    })
}

/// Writes the board as text to `text`, 64 cells `X`, `O` and `-`, a blank, the side to move, a NUL.
///
/// # Safety
/// `engine` is NULL or a live engine; `text` is NULL or has room for `XSQUARE_BOARD_BYTES` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_position(
    engine: *const XsquareEngine,
    text: *mut c_char,
) -> XsquareStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let position = unsafe { live(engine) }?.position()?;
        let mut bytes = [0_u8; XSQUARE_BOARD_BYTES];
        for (place, byte) in bytes.iter_mut().zip(position.to_string().bytes()) {
            *place = byte;
        }
        // SAFETY: the caller promises room for as many bytes unless the pointer is NULL.
        unsafe { store(text.cast::<[u8; XSQUARE_BOARD_BYTES]>(), "text", bytes) }?;
        Ok(String::new())
    })
}

/// Stores the side to move in `*side`.
///
/// # Safety
/// `engine` is NULL or a live engine; `side` is NULL or points to room for a side.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_side_to_move(
    engine: *const XsquareEngine,
    side: *mut XsquareSide,
) -> XsquareStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let position = unsafe { live(engine) }?.position()?;
        // SAFETY: the caller's promise.
        unsafe { store(side, "side", position.side().into()) }?;
        Ok(String::new())
    })
}

/// Stores the legal moves in `moves`, in the order of the board, and their number in `*count`: `XSQUARE_PASS` alone if the side to
/// move must pass, none if the game is over.
///
/// # Safety
/// `engine` is NULL or a live engine; `moves` is NULL or has room for 64 moves; `count` is NULL or points to room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_legal_moves(
    engine: *const XsquareEngine,
    moves: *mut u8,
    count: *mut u32,
) -> XsquareStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let legal = unsafe { live(engine) }?.legal_moves()?;
        let mut numbers = [XSQUARE_NO_MOVE; 64];
        let mut length = 0_u32;
        for (place, &turn) in numbers.iter_mut().zip(&legal) {
            *place = number(turn);
            length += 1;
        }
        // SAFETY: the caller promises room for 64 bytes unless the pointer is NULL.
        unsafe { store(moves.cast::<[u8; 64]>(), "moves", numbers) }?;
        // SAFETY: the caller's promise.
        unsafe { store(count, "count", length) }?;
        Ok(String::new())
    })
}

/// Plays a move for the side to move: a square 0..63 or `XSQUARE_PASS`, which must be said. On failure the game is unchanged.
///
/// # Safety
/// `engine` is NULL or a live engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_play(engine: *const XsquareEngine, played: u8) -> XsquareStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { live(engine) }?.play(played)?;
        Ok(String::new())
    })
}

/// Takes back the last move and stores it in `*undone`, `XSQUARE_NO_MOVE` at the start of the game.
///
/// # Safety
/// `engine` is NULL or a live engine; `undone` is NULL or points to room for a move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_undo(
    engine: *const XsquareEngine,
    undone: *mut u8,
) -> XsquareStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let engine = unsafe { live(engine) }?;
        // SAFETY: the caller's promise. Written before anything is taken back, so that a NULL changes nothing.
        unsafe { store(undone, "undone", XSQUARE_NO_MOVE) }?;
        if let Some(turn) = engine.undo()? {
            // SAFETY: as above.
            unsafe { store(undone, "undone", number(turn)) }?;
        }
        Ok(String::new())
    })
}

/// Stores in `*answer` the best move at a level from 0 to 60; 21 is a strong one that answers in seconds.
///
/// # Safety
/// `engine` is NULL or a live engine; `answer` is NULL or points to room for an answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_best_move_at_level(
    engine: *const XsquareEngine,
    level: u32,
    answer: *mut XsquareAnswer,
) -> XsquareStatus {
    // SAFETY: the caller's promise.
    unsafe { ask(engine, answer, |engine| engine.best_at_level(level)) }
}

/// Stores in `*answer` the best move found in so many milliseconds, at least 1.
///
/// # Safety
/// `engine` is NULL or a live engine; `answer` is NULL or points to room for an answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_best_move_in(
    engine: *const XsquareEngine,
    milliseconds: u32,
    answer: *mut XsquareAnswer,
) -> XsquareStatus {
    // SAFETY: the caller's promise.
    unsafe { ask(engine, answer, |engine| engine.best_in(milliseconds)) }
}

/// Stores in `*answer` the exact score and a best move, or what is proved of them in so many milliseconds; 0 is as long as it takes.
///
/// # Safety
/// `engine` is NULL or a live engine; `answer` is NULL or points to room for an answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_solve(
    engine: *const XsquareEngine,
    milliseconds: u32,
    answer: *mut XsquareAnswer,
) -> XsquareStatus {
    // SAFETY: the caller's promise.
    unsafe { ask(engine, answer, |engine| engine.solve(milliseconds)) }
}

/// Ends the search that is going on in another thread, which returns within milliseconds with what it knows. Searches begun later
/// end at once as well, so that nothing is lost if this comes a moment too early; `xsquare_rearm` lets them run again.
///
/// # Safety
/// `engine` is NULL or a live engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_cancel(engine: *const XsquareEngine) -> XsquareStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { live(engine) }?.cancel();
        Ok(String::new())
    })
}

/// Takes `xsquare_cancel` back for the searches to come.
///
/// # Safety
/// `engine` is NULL or a live engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_rearm(engine: *const XsquareEngine) -> XsquareStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { live(engine) }?.rearm();
        Ok(String::new())
    })
}

/// Reads a move such as `f5`, `F5` or `pass` and stores its number in `*parsed`. Whether it is legal does not matter here.
///
/// # Safety
/// `text` is NULL or ends with a NUL; `parsed` is NULL or points to room for a move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xsquare_parse_move(text: *const c_char, parsed: *mut u8) -> XsquareStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let turn: Move = unsafe { string(text) }?.parse()?;
        // SAFETY: the caller's promise.
        unsafe { store(parsed, "parsed", number(turn)) }?;
        Ok(String::new())
    })
}

/// The name of a move, `a1` to `h8` or `pass`; NULL for any other number.
#[unsafe(no_mangle)]
pub extern "C" fn xsquare_move_name(named: u8) -> *const c_char {
    const NAMES: &str = "a1\0b1\0c1\0d1\0e1\0f1\0g1\0h1\0a2\0b2\0c2\0d2\0e2\0f2\0g2\0h2\0\
                         a3\0b3\0c3\0d3\0e3\0f3\0g3\0h3\0a4\0b4\0c4\0d4\0e4\0f4\0g4\0h4\0\
                         a5\0b5\0c5\0d5\0e5\0f5\0g5\0h5\0a6\0b6\0c6\0d6\0e6\0f6\0g6\0h6\0\
                         a7\0b7\0c7\0d7\0e7\0f7\0g7\0h7\0a8\0b8\0c8\0d8\0e8\0f8\0g8\0h8\0";
    const PASS: &str = "pass\0";
    match move_of(named) {
        Some(Move::Place(square)) => NAMES[3 * square.index()..].as_ptr().cast(),
        Some(Move::Pass) => PASS.as_ptr().cast(),
        None => ptr::null(),
    }
}

/// Asks a question and stores the answer.
///
/// # Safety
/// `engine` is NULL or a live engine; `answer` is NULL or points to room for an answer.
unsafe fn ask(
    engine: *const XsquareEngine,
    answer: *mut XsquareAnswer,
    question: impl FnOnce(&XsquareEngine) -> Result<XsquareAnswer, Fault>,
) -> XsquareStatus {
    guard(|| {
        if answer.is_null() {
            return Err(null("answer"));
        }
        // SAFETY: the caller's promise.
        let found = question(unsafe { live(engine) }?)?;
        // SAFETY: the caller's promise.
        unsafe { store(answer, "answer", found) }?;
        Ok(String::new())
    })
}

/// The engine behind a pointer.
///
/// # Safety
/// It is NULL or an engine that stays alive for as long as the reference is used.
unsafe fn live<'a>(engine: *const XsquareEngine) -> Result<&'a XsquareEngine, Fault> {
    // SAFETY: the caller's promise; all that changes in an engine is behind a lock or atomic.
    unsafe { engine.as_ref() }.ok_or_else(|| null("engine"))
}

/// The text behind a pointer.
///
/// # Safety
/// It is NULL or ends with a NUL and stays unchanged for as long as the reference is used.
unsafe fn string<'a>(text: *const c_char) -> Result<&'a str, Fault> {
    if text.is_null() {
        return Err(null("text"));
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str()
        .map_err(|error| Fault::argument(format!("the text is not UTF-8: {error}")))
}

/// Stores a value.
///
/// # Safety
/// `place` is NULL or has room for it.
unsafe fn store<T>(place: *mut T, name: &str, value: T) -> Result<(), Fault> {
    if place.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller's promise; what was there is not read or dropped.
    unsafe { place.write(value) };
    Ok(())
}

fn null(name: &str) -> Fault {
    Fault::argument(format!("`{name}` is NULL"))
}
