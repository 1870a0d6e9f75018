/* X-square, an Othello engine: the C interface.
 *
 * Generated from the code by cbindgen; do not edit. The README beside the code tells how to use it. */

#ifndef XSQUARE_H
#define XSQUARE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// The move that is a pass; squares are 0 (a1), 1 (b1) to 63 (h8), row by row from the top.
#define XSQUARE_PASS 64

// No move: the game is over.
#define XSQUARE_NO_MOVE 255

// The most moves a line has.
#define XSQUARE_LINE_CAPACITY 128

// Bytes of a board as text: 64 cells, a blank, the side to move, a NUL.
#define XSQUARE_BOARD_BYTES 67

// How a call ended.
typedef enum XsquareStatus {
  // It did what was asked.
  XSQUARE_STATUS_OK = 0,
  // A pointer is NULL, a number out of its range, or a text not UTF-8.
  XSQUARE_STATUS_BAD_ARGUMENT = 1,
  // The text is no position or no move; the message says what is wrong and where.
  XSQUARE_STATUS_BAD_TEXT = 2,
  // The rules forbid the move; the message says which rule, and what is legal.
  XSQUARE_STATUS_ILLEGAL = 3,
  // The system does not give the memory or the threads.
  XSQUARE_STATUS_NO_RESOURCES = 4,
  // A fault of the library. The engine can only be freed.
  XSQUARE_STATUS_INTERNAL = 5,
} XsquareStatus;

// A side.
typedef enum XsquareSide {
  // Black, `X`, who begins.
  XSQUARE_SIDE_BLACK = 0,
  // White, `O`.
  XSQUARE_SIDE_WHITE = 1,
} XsquareSide;

// What a score says.
typedef enum XsquareKind {
  // Proved: the score with perfect play by both sides.
  XSQUARE_KIND_EXACT = 0,
  // Proved: the score is at least this.
  XSQUARE_KIND_LOWER = 1,
  // Proved: the score is at most this.
  XSQUARE_KIND_UPPER = 2,
  // Searched to the end of the game but not completely; see `selectivity`.
  XSQUARE_KIND_SELECTIVE = 3,
  // An estimate.
  XSQUARE_KIND_HEURISTIC = 4,
} XsquareKind;

// An engine with a game, threads and a table of its own.
//
// Any thread may call it. Calls that come while another one is at work wait for it, but `xsquare_cancel` does not.
typedef struct XsquareEngine XsquareEngine;

// What a search found.
typedef struct XsquareAnswer {
  // The best move: a square 0..63, `XSQUARE_PASS`, or `XSQUARE_NO_MOVE` if the game is over or nothing is known.
  uint8_t best;
  // What `score` says.
  enum XsquareKind kind;
  // The final difference in discs expected for the side to move, -64..64, empty squares going to the winner.
  double score;
  // The least final difference that is proved, -64 if nothing is.
  int32_t lower;
  // The greatest final difference that is proved, 64 if nothing is.
  int32_t upper;
  // Plies searched; the number of empty squares if searched to the end of the game.
  uint32_t depth;
  // The confidence of the search in percent; 100 if nothing was left out.
  uint32_t selectivity;
  // Positions entered by all threads.
  uint64_t nodes;
  // Wall-clock time in milliseconds.
  double milliseconds;
  // Whether the search reached its aim; false if time or `xsquare_cancel` ended it before.
  bool complete;
  // Moves in `line`.
  uint32_t line_length;
  // The expected line, the best move first, passes included.
  uint8_t line[XSQUARE_LINE_CAPACITY];
} XsquareAnswer;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, such as `0.1.0`.
const char *xsquare_version(void);

// What the last call of this thread has to say: after a failure what is wrong, after `XSQUARE_STATUS_OK` what was odd about
// a text, usually nothing. UTF-8; it stays until the next call of this thread.
const char *xsquare_last_message(void);

// Makes an engine at the starting position and stores it in `*engine`, NULL on failure.
//
// `threads`: 1 to 256, or 0 for as many as the machine runs at once. `table_mib`: memory to remember positions in MiB, or
// 0 for 256.
//
// Expects:
// `engine` is NULL or points to room for a pointer.
enum XsquareStatus xsquare_new(uint32_t threads,
                               uint32_t table_mib,
                               struct XsquareEngine **engine);

// Frees an engine; NULL is nothing to free.
//
// Expects:
// `engine` is NULL or comes from `xsquare_new`, is not freed twice, and no call with it is going on.
void xsquare_free(struct XsquareEngine *engine);

// Begins a game from the position that `text` describes: `start`, a board of 64 cells with its side to move, an OBF line or
// a transcript such as `f5d6c3`. On failure the game is unchanged.
//
// Expects:
// `engine` is NULL or a live engine; `text` is NULL or ends with a NUL.
enum XsquareStatus xsquare_set_position(const struct XsquareEngine *engine,
                                        const char *text);

// Writes the board as text to `text`, 64 cells `X`, `O` and `-`, a blank, the side to move, a NUL.
//
// Expects:
// `engine` is NULL or a live engine; `text` is NULL or has room for `XSQUARE_BOARD_BYTES` bytes.
enum XsquareStatus xsquare_position(const struct XsquareEngine *engine, char *text);

// Stores the side to move in `*side`.
//
// Expects:
// `engine` is NULL or a live engine; `side` is NULL or points to room for a side.
enum XsquareStatus xsquare_side_to_move(const struct XsquareEngine *engine, enum XsquareSide *side);

// Stores the legal moves in `moves`, in the order of the board, and their number in `*count`: `XSQUARE_PASS` alone if the side to
// move must pass, none if the game is over.
//
// Expects:
// `engine` is NULL or a live engine; `moves` is NULL or has room for 64 moves; `count` is NULL or points to room.
enum XsquareStatus xsquare_legal_moves(const struct XsquareEngine *engine,
                                       uint8_t *moves,
                                       uint32_t *count);

// Plays a move for the side to move: a square 0..63 or `XSQUARE_PASS`, which must be said. On failure the game is unchanged.
//
// Expects:
// `engine` is NULL or a live engine.
enum XsquareStatus xsquare_play(const struct XsquareEngine *engine,
                                uint8_t played);

// Takes back the last move and stores it in `*undone`, `XSQUARE_NO_MOVE` at the start of the game.
//
// Expects:
// `engine` is NULL or a live engine; `undone` is NULL or points to room for a move.
enum XsquareStatus xsquare_undo(const struct XsquareEngine *engine, uint8_t *undone);

// Stores in `*answer` the best move at a level from 0 to 60; 21 is a strong one that answers in seconds.
//
// Expects:
// `engine` is NULL or a live engine; `answer` is NULL or points to room for an answer.
enum XsquareStatus xsquare_best_move_at_level(const struct XsquareEngine *engine,
                                              uint32_t level,
                                              struct XsquareAnswer *answer);

// Stores in `*answer` the best move found in so many milliseconds, at least 1.
//
// Expects:
// `engine` is NULL or a live engine; `answer` is NULL or points to room for an answer.
enum XsquareStatus xsquare_best_move_in(const struct XsquareEngine *engine,
                                        uint32_t milliseconds,
                                        struct XsquareAnswer *answer);

// Stores in `*answer` the exact score and a best move, or what is proved of them in so many milliseconds; 0 is as long as it takes.
//
// Expects:
// `engine` is NULL or a live engine; `answer` is NULL or points to room for an answer.
enum XsquareStatus xsquare_solve(const struct XsquareEngine *engine,
                                 uint32_t milliseconds,
                                 struct XsquareAnswer *answer);

// Ends the search that is going on in another thread, which returns within milliseconds with what it knows. Searches begun later
// end at once as well, so that nothing is lost if this comes a moment too early; `xsquare_rearm` lets them run again.
//
// Expects:
// `engine` is NULL or a live engine.
enum XsquareStatus xsquare_cancel(const struct XsquareEngine *engine);

// Takes `xsquare_cancel` back for the searches to come.
//
// Expects:
// `engine` is NULL or a live engine.
enum XsquareStatus xsquare_rearm(const struct XsquareEngine *engine);

// Reads a move such as `f5`, `F5` or `pass` and stores its number in `*parsed`. Whether it is legal does not matter here.
//
// Expects:
// `text` is NULL or ends with a NUL; `parsed` is NULL or points to room for a move.
enum XsquareStatus xsquare_parse_move(const char *text,
                                      uint8_t *parsed);

// The name of a move, `a1` to `h8` or `pass`; NULL for any other number.
const char *xsquare_move_name(uint8_t named);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* XSQUARE_H */
