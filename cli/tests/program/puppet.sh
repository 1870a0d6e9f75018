#!/bin/sh
# A program for the tests of `match`: it knows one game by heart and plays it, or misbehaves as told.
#
#   puppet.sh gtp|nboard MODE MOVES
#
# MOVES are the squares of the game with blanks between, passes left out. It counts the moves that it hears of and makes,
# and answers with the next one. MODE is what it does when it is asked for a move: good, noisy, late, illegal, nonsense,
# crash, silent, flood, resign, clock (says so if it does not know its time); or `refuse` (the first move it hears of),
# `deaf` (ends before it is asked anything).

protocol=$1
mode=$2
moves=$3
count=0
settings=
left=

next() {
  # The word behind the first $count.
  set -- $moves
  shift "$count"
  move=$1
}

# What is said instead of the right answer; fails if the right answer is to be given.
misbehave() {
  case $mode in
    noisy) echo "info thinking"; echo "A B C D"; echo; return 1 ;;
    late) sleep 3 ;;
    crash) echo "out of luck" >&2; exit 3 ;;
    silent) ;;
    flood) while :; do echo "noise noise noise noise noise noise noise noise noise noise"; done ;;
    *) return 1 ;;
  esac
}

answer() {
  next
  count=$((count + 1))
  printf '= %s\n\n' "$(echo "$move" | tr 'a-h' 'A-H')"
}

gtp() {
  while read -r command first second rest; do
    case $command in
      play)
        [ "$mode" = refuse ] && { printf '? illegal move\n\n'; continue; }
        case $second in
          pass) ;;
          *) count=$((count + 1)) ;;
        esac
        printf '= \n\n' ;;
      clear_board) count=0; printf '=\n\n' ;;
      time_settings) settings=$first$second$rest; printf '? unknown command\n\n' ;;
      time_left) left=$second; printf '=\n\n' ;;
      genmove)
        misbehave && continue
        case $mode in
          illegal) printf '= A1\n\n' ;;
          nonsense) printf '= banana\nsplit\n\n' ;;
          resign) printf '= resign\n\n' ;;
          clock)
            if [ -z "$settings" ] || [ -z "$left" ]; then
              printf '? nobody told the time\n\n'
              continue
            fi
            left=
            answer ;;
          *) answer ;;
        esac ;;
      quit) printf '=\n\n'; exit 0 ;;
      *) printf '=\n\n' ;;
    esac
  done
}

nboard() {
  while read -r command first second; do
    case $command in
      ping) echo "pong $first" ;;
      set)
        [ "$first" = depth ] && echo "set myname puppet$second"
        if [ "$first" = game ]; then
          case $second in
            *TB*:*TW*:* | *TI*:*) settings=known ;;
          esac
          # Every move of the game is a tag B[..] or W[..], a pass among them PA.
          count=$(echo "$second" | tr ']' '\n' | grep -c '^[BW]\[[A-H][1-8]')
        fi ;;
      move)
        [ "$mode" = refuse ] && exit 4
        case $first in
          PA*) ;;
          *) count=$((count + 1)) ;;
        esac
        # MOVE//TIME
        [ "$mode" = clock ] && case $first in
          *//*) ;;
          *) settings= ;;
        esac ;;
      go)
        [ "$mode" = clock ] && [ -z "$settings" ] && { echo "=== nobody told the time"; continue; }
        misbehave && continue
        echo "status thinking"
        next
        case $mode in
          illegal) echo "=== A1/0.00/0.1" ;;
          nonsense) echo "=== banana" ;;
          # One with slashes, the next with blanks.
          *) [ $((count % 2)) = 0 ] && echo "=== $move/-1.25/0.1" || echo "=== $move -1.25 0.1" ;;
        esac
        echo "status" ;;
      quit) exit 0 ;;
    esac
  done
}

[ "$mode" = deaf ] && exit 5
"$protocol"
