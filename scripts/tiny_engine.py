#!/usr/bin/env python3
"""A complete engine for Pilastri, as small as one can be: it plays the turn that leaves the opponent the fewest turns.

It speaks the protocol of docs/reference/protocol.md and is meant to be read and copied. Try it with

    pillars engine check scripts/tiny_engine.py
    pillars play --game pilastri --opponent ugi:scripts/tiny_engine.py
"""
import sys

START_SIZE = "6"


def start(size):
    """The start: a full board of one piece a square, checkered, black on a1. The first rank is at index 0."""
    n = int(size)
    return [["bw"[(file + rank) % 2] for file in range(n)] for rank in range(n)], "w"


def read(fen):
    """A position text: ranks from the highest to the lowest, stacks from bottom to top, x3 for three empty squares; then who is to move."""
    text, player, _ = fen.split()
    board = []
    for rank in reversed(text.split("/")):
        row = []
        for square in rank.split(","):
            row += [""] * int(square[1:] or 1) if square[0] == "x" else [square]
        board.append(row)
    return board, player


def name(square):
    file, rank = square
    return "abcdefgh"[file] + str(rank + 1)


def turns(board, player):
    """All legal turns, as pairs of squares: the top piece of an own stack moves in a straight line onto the first stack it meets, and climbs."""
    for rank, row in enumerate(board):
        for file, stack in enumerate(row):
            if not stack.endswith(player):
                continue
            for step_file, step_rank in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                f, r = file + step_file, rank + step_rank
                while 0 <= r < len(board) and 0 <= f < len(row) and not board[r][f]:
                    f, r = f + step_file, r + step_rank
                if not (0 <= r < len(board) and 0 <= f < len(row)):
                    continue
                level, height = len(stack), len(board[r][f])
                if height >= level and (level > 1 or height == 1):
                    yield (file, rank), (f, r)


def play(board, player, turn):
    (file, rank), (f, r) = turn
    board = [list(row) for row in board]
    board[r][f] += board[rank][file][-1]
    board[rank][file] = board[rank][file][:-1]
    return board, "b" if player == "w" else "w"


def position(words, size):
    """What follows the word position: startpos or fen F, then perhaps moves and turns."""
    words, _, moves = " ".join(words).partition(" moves")
    board, player = read(words[len("fen "):]) if words.startswith("fen ") else start(size)
    for text in moves.split():
        board, player = play(board, player, next(t for t in turns(board, player) if name(t[0]) + name(t[1]) == text))
    return board, player


def think(board, player):
    best = min(turns(board, player), key=lambda t: sum(1 for _ in turns(*play(board, player, t))), default=None)
    return name(best[0]) + name(best[1]) if best else "(none)"


def say(*lines):
    print(*lines, sep="\n", flush=True)  # without the flush nobody would hear it


def query(board, player, what):
    over = not any(turns(board, player))
    answers = {"gameover": str(over).lower(), "p1turn": str(not over and player == "w").lower(), "p2turn": str(not over and player == "b").lower(),
               "result": "none" if not over else "p2win" if player == "w" else "p1win"}
    say("response " + answers[what])


def main():
    size, game, waiting = START_SIZE, start(START_SIZE), None
    for line in sys.stdin:
        words = line.split()
        try:
            if words[:1] == ["quit"]:
                return
            elif words[:1] == ["ugi"]:
                say("id name Tiny", "id author the Pillars authors", "option name Game type combo default pilastri var pilastri",
                    f"option name size type combo default {START_SIZE} var 4 var 6 var 8", "ugiok")
            elif words[:1] == ["isready"]:
                say("readyok")
            elif words[:3] == ["setoption", "name", "size"]:
                size = words[4]
                game = start(size)
            elif words[:1] == ["uginewgame"]:
                game = start(size)
            elif words[:1] == ["position"]:
                game = position(words[1:], size)
            elif words[:1] == ["query"]:
                query(*game, words[1])
            elif words[:1] == ["go"]:
                waiting = think(*game)
                if "infinite" not in words:
                    say("bestmove " + waiting)
                    waiting = None
            elif words[:1] == ["stop"] and waiting:
                say("bestmove " + waiting)
                waiting = None
        except (LookupError, StopIteration, ValueError) as error:
            say(f"info string not understood: {line.strip()} ({error!r})")


main()
