/* Uses every function of the interface and stops at the first thing that is not as it should be. */
/* For nanosleep. */
#define _POSIX_C_SOURCE 200809L

#include "xsquare.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EXPECT(what)                                                                        \
  do {                                                                                      \
    if (!(what)) {                                                                          \
      fprintf(stderr, "line %d: not so: %s; last message: %s\n", __LINE__, #what,           \
              xsquare_last_message());                                                      \
      exit(1);                                                                              \
    }                                                                                       \
  } while (0)
#define OK(call) EXPECT((call) == XSQUARE_STATUS_OK)
#define SAYS(text) EXPECT(strstr(xsquare_last_message(), text) != NULL)

/* FFO #20, a position in which Black must pass, and a game that is over. */
static const char *EASY = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
static const char *PASS = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X";
static const char *OVER = "--------------------X------XXX----XXXXX----XXX------X----------- O";

static void names(void) {
  EXPECT(strcmp(xsquare_version(), "0.1.0") == 0);
  uint8_t number;
  for (number = 0; number <= XSQUARE_PASS; number++) {
    uint8_t parsed = XSQUARE_NO_MOVE;
    OK(xsquare_parse_move(xsquare_move_name(number), &parsed));
    EXPECT(parsed == number);
  }
  EXPECT(strcmp(xsquare_move_name(37), "f5") == 0);
  EXPECT(strcmp(xsquare_move_name(63), "h8") == 0);
  EXPECT(strcmp(xsquare_move_name(XSQUARE_PASS), "pass") == 0);
  EXPECT(xsquare_move_name(65) == NULL && xsquare_move_name(XSQUARE_NO_MOVE) == NULL);
  puts("version and names");
}

static void positions(XsquareEngine *engine) {
  char board[XSQUARE_BOARD_BYTES];
  uint8_t moves[64];
  uint8_t undone;
  uint32_t count;
  XsquareSide side;

  OK(xsquare_position(engine, board));
  EXPECT(strcmp(board, "---------------------------OX------XO--------------------------- X") == 0);
  OK(xsquare_legal_moves(engine, moves, &count));
  EXPECT(count == 4 && moves[0] == 19 && moves[1] == 26 && moves[2] == 37 && moves[3] == 44);
  OK(xsquare_play(engine, 37));
  OK(xsquare_side_to_move(engine, &side));
  EXPECT(side == XSQUARE_SIDE_WHITE);
  OK(xsquare_undo(engine, &undone));
  EXPECT(undone == 37);
  OK(xsquare_undo(engine, &undone));
  EXPECT(undone == XSQUARE_NO_MOVE);

  OK(xsquare_set_position(engine, "f5d6c3"));
  OK(xsquare_side_to_move(engine, &side));
  EXPECT(side == XSQUARE_SIDE_WHITE);
  OK(xsquare_undo(engine, &undone));
  EXPECT(strcmp(xsquare_move_name(undone), "c3") == 0);

  OK(xsquare_set_position(engine, PASS));
  OK(xsquare_legal_moves(engine, moves, &count));
  EXPECT(count == 1 && moves[0] == XSQUARE_PASS);
  OK(xsquare_play(engine, XSQUARE_PASS));
  OK(xsquare_position(engine, board));
  EXPECT(strncmp(board, PASS, 64) == 0 && board[65] == 'O');

  OK(xsquare_set_position(engine, OVER));
  OK(xsquare_legal_moves(engine, moves, &count));
  EXPECT(count == 0);
  puts("positions and moves");
}

static void errors(XsquareEngine *engine) {
  XsquareEngine *none = engine;
  XsquareAnswer answer;
  char board[XSQUARE_BOARD_BYTES];
  uint8_t move;

  EXPECT(xsquare_new(257, 1, &none) == XSQUARE_STATUS_BAD_ARGUMENT && none == NULL);
  SAYS("257 threads");
  none = engine;
  EXPECT(xsquare_new(1, UINT32_MAX, &none) == XSQUARE_STATUS_NO_RESOURCES && none == NULL);
  SAYS("no memory");
  EXPECT(xsquare_new(1, 1, NULL) == XSQUARE_STATUS_BAD_ARGUMENT);
  SAYS("NULL");
  EXPECT(xsquare_position(NULL, board) == XSQUARE_STATUS_BAD_ARGUMENT);
  EXPECT(xsquare_position(engine, NULL) == XSQUARE_STATUS_BAD_ARGUMENT);
  EXPECT(xsquare_solve(engine, 0, NULL) == XSQUARE_STATUS_BAD_ARGUMENT);
  EXPECT(xsquare_cancel(NULL) == XSQUARE_STATUS_BAD_ARGUMENT);
  EXPECT(xsquare_set_position(engine, NULL) == XSQUARE_STATUS_BAD_ARGUMENT);
  EXPECT(xsquare_set_position(engine, "f5\xff") == XSQUARE_STATUS_BAD_ARGUMENT);
  SAYS("UTF-8");
  EXPECT(xsquare_best_move_at_level(engine, 61, &answer) == XSQUARE_STATUS_BAD_ARGUMENT);
  EXPECT(xsquare_best_move_in(engine, 0, &answer) == XSQUARE_STATUS_BAD_ARGUMENT);

  OK(xsquare_set_position(engine, "start"));
  EXPECT(xsquare_set_position(engine, "f5d6a1") == XSQUARE_STATUS_BAD_TEXT);
  SAYS("ply 3, column 5: \"a1\": Black cannot play a1: it flips no disc; legal: ");
  EXPECT(xsquare_parse_move("i9", &move) == XSQUARE_STATUS_BAD_TEXT);
  EXPECT(xsquare_play(engine, 0) == XSQUARE_STATUS_ILLEGAL);
  SAYS("Black cannot play a1");
  EXPECT(xsquare_play(engine, XSQUARE_PASS) == XSQUARE_STATUS_ILLEGAL);
  EXPECT(xsquare_play(engine, 65) == XSQUARE_STATUS_BAD_ARGUMENT);
  OK(xsquare_position(engine, board));
  EXPECT(strcmp(xsquare_last_message(), "") == 0);
  EXPECT(strcmp(board, "---------------------------OX------XO--------------------------- X") == 0);
  xsquare_free(NULL);
  puts("errors");
}

static void best(XsquareEngine *engine) {
  XsquareAnswer answer;

  OK(xsquare_set_position(engine, "f5"));
  OK(xsquare_best_move_at_level(engine, 6, &answer));
  EXPECT(answer.complete && answer.kind == XSQUARE_KIND_HEURISTIC && answer.depth == 6);
  EXPECT(answer.lower == -64 && answer.upper == 64 && answer.nodes > 0);
  EXPECT(answer.line_length >= 1 && answer.line[0] == answer.best);
  EXPECT(fabs(answer.score) < 10);
  OK(xsquare_play(engine, answer.best));
  OK(xsquare_best_move_in(engine, 50, &answer));
  OK(xsquare_play(engine, answer.best));

  OK(xsquare_set_position(engine, EASY));
  OK(xsquare_best_move_at_level(engine, 10, &answer));
  EXPECT(answer.kind == XSQUARE_KIND_EXACT && answer.score == 6 && answer.lower == 6);
  OK(xsquare_set_position(engine, OVER));
  OK(xsquare_best_move_at_level(engine, 10, &answer));
  EXPECT(answer.best == XSQUARE_NO_MOVE && answer.score == -64 && answer.kind == XSQUARE_KIND_EXACT);
  puts("best moves");
}

static void exact(XsquareEngine *engine) {
  XsquareAnswer answer;

  OK(xsquare_set_position(engine, EASY));
  OK(xsquare_solve(engine, 0, &answer));
  EXPECT(answer.complete && answer.kind == XSQUARE_KIND_EXACT && answer.score == 6);
  EXPECT(answer.lower == 6 && answer.upper == 6 && answer.selectivity == 100 && answer.depth == 6);
  EXPECT(strcmp(xsquare_move_name(answer.best), "h5") == 0);
  uint32_t i;
  for (i = 0; i < answer.line_length; i++) OK(xsquare_play(engine, answer.line[i]));
  OK(xsquare_solve(engine, 0, &answer));
  EXPECT(answer.best == XSQUARE_NO_MOVE && answer.line_length == 0 && fabs(answer.score) == 6);

  OK(xsquare_set_position(engine, PASS));
  OK(xsquare_solve(engine, 0, &answer));
  EXPECT(answer.best == XSQUARE_PASS && answer.score == -48 && answer.line[0] == XSQUARE_PASS);

  OK(xsquare_set_position(engine, "start"));
  OK(xsquare_solve(engine, 50, &answer));
  EXPECT(!answer.complete && answer.kind != XSQUARE_KIND_EXACT);
  puts("exact scores");
}

static void *cancel_soon(void *engine) {
  struct timespec pause = {0, 100 * 1000 * 1000};
  nanosleep(&pause, NULL);
  OK(xsquare_cancel(engine));
  return NULL;
}

static void cancelled(XsquareEngine *engine) {
  XsquareAnswer answer;
  pthread_t other;

  OK(xsquare_set_position(engine, "start"));
  EXPECT(pthread_create(&other, NULL, cancel_soon, engine) == 0);
  /* Without the other thread this would take longer than anybody waits. */
  OK(xsquare_solve(engine, 0, &answer));
  EXPECT(pthread_join(other, NULL) == 0);
  EXPECT(!answer.complete && answer.lower <= answer.upper);
  OK(xsquare_solve(engine, 0, &answer));
  EXPECT(!answer.complete);
  OK(xsquare_rearm(engine));
  OK(xsquare_set_position(engine, EASY));
  OK(xsquare_solve(engine, 0, &answer));
  EXPECT(answer.complete);
  puts("cancelled from another thread");
}

static void *solve_easy(void *engine) {
  XsquareAnswer answer;
  OK(xsquare_set_position(engine, EASY));
  OK(xsquare_solve(engine, 0, &answer));
  EXPECT(answer.score == 6);
  return NULL;
}

static void several(XsquareEngine *engine) {
  XsquareEngine *second = NULL;
  pthread_t threads[4];
  int i;

  OK(xsquare_new(1, 1, &second));
  for (i = 0; i < 4; i++) {
    EXPECT(pthread_create(&threads[i], NULL, solve_easy, i % 2 ? engine : second) == 0);
  }
  for (i = 0; i < 4; i++) EXPECT(pthread_join(threads[i], NULL) == 0);
  xsquare_free(second);
  puts("two engines at once");
}

int main(void) {
  XsquareEngine *engine = NULL;
  OK(xsquare_new(2, 1, &engine));
  names();
  positions(engine);
  errors(engine);
  best(engine);
  exact(engine);
  cancelled(engine);
  several(engine);
  xsquare_free(engine);
  return 0;
}
