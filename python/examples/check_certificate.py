"""Check a proof of who wins Pilastri on a small board.

    python check_certificate.py FILE [--sample N]

A certificate is a set of positions in which the player to move loses. This program relies only on
the rules below. For each member of the set it tries every turn of the player to move, and looks for
a reply that leads to another member, or to a position lost within a few turns, which the file
leaves out. Every turn raises the sum of the pieces' levels. So a game whose replies stay in the set
must end, and it ends where the player to move has no turn and loses.

It needs only Python. ``pillars solve --check FILE`` does the same, faster.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import itertools
import random
import sys
import zlib
from collections.abc import Iterator

# A board is a tuple of stacks, from a1 along each rank. A stack is a string of pieces, the lowest
# first: "m" belongs to the player to move and "w" to the player who waits.
Board = tuple[str, ...]

EXCHANGE = str.maketrans("mw", "wm")


class Rules:
    """Pilastri on one board. With high jumpers, single pieces land on stacks of any height."""

    def __init__(self, files: int, ranks: int, high: bool = False) -> None:
        self.files, self.ranks, self.high = files, ranks, high
        self.rays = [self._rays(f, r) for r in range(ranks) for f in range(files)]
        self.images = list(self._images())

    def _rays(self, file: int, rank: int) -> list[list[int]]:
        """Return the squares in each direction from a square, the nearest first."""
        row = [rank * self.files + f for f in range(self.files)]
        column = [r * self.files + file for r in range(self.ranks)]
        return [row[file + 1 :], row[:file][::-1], column[rank + 1 :], column[:rank][::-1]]

    def _images(self) -> Iterator[list[int]]:
        """Yield the order of the squares in each symmetric image of the board."""
        grid = [[r * self.files + f for f in range(self.files)] for r in range(self.ranks)]
        turned = [grid]
        if self.files == self.ranks:
            turned.append([list(column) for column in zip(*grid, strict=True)])
        for rows in turned:
            for up, right in itertools.product((1, -1), repeat=2):
                yield [square for row in rows[::up] for square in row[::right]]

    def start(self) -> Board:
        """Return the start. Black, who waits, has the piece on a1."""
        return tuple("wm"[(f + r) % 2] for r in range(self.ranks) for f in range(self.files))

    def turns(self, board: Board) -> Iterator[tuple[str, Board]]:
        """Yield the turns of the player to move, each with the board as its opponent sees it."""
        for start, stack in enumerate(board):
            if not stack.endswith("m"):
                continue
            for ray in self.rays[start]:
                end = next((square for square in ray if board[square]), None)
                if end is None or not self.lands(len(stack), len(board[end])):
                    continue
                after = list(board)
                after[start], after[end] = stack[:-1], board[end] + "m"
                yield self.name(start) + self.name(end), tuple(s.translate(EXCHANGE) for s in after)

    def lands(self, level: int, height: int) -> bool:
        """Tell whether a piece on a level, from 1, may land on a stack: its level must rise."""
        if level == 1 and not self.high:
            return height == 1
        return height >= level

    def name(self, square: int) -> str:
        """Return a square's name, such as c5."""
        return "abcdefgh"[square % self.files] + str(square // self.files + 1)

    def key(self, board: Board) -> bytes:
        """Return the key of a board: the stacks of the least of its images, which all share it."""
        numbers = [number(stack) for stack in board]
        image = min(self.images, key=lambda order: [numbers[square] for square in order])
        return packed("".join(board[s].replace("m", "10").replace("w", "11") + "0" for s in image))

    def board(self, key: bytes) -> Board:
        """Return the board of a key."""
        bits = iter("".join(f"{byte:08b}"[::-1] for byte in key))
        stacks = [""] * (self.files * self.ranks)
        for square in range(len(stacks)):
            while next(bits) == "1":
                stacks[square] += "mw"[int(next(bits))]
        if "1" in bits:
            raise ValueError(f"{key.hex()} goes on after the last square")
        return tuple(stacks)


def number(stack: str) -> int:
    """Return a stack as a number: a bit for each piece, the lowest first, 1 for "w"; then a 1."""
    return int("1" + stack[::-1].replace("m", "0").replace("w", "1"), 2) if stack else 0


def packed(bits: str) -> bytes:
    """Return bits as bytes. The first bit becomes the lowest bit of the first byte."""
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i : i + 8][::-1], 2) for i in range(0, len(bits), 8))


class Certificate:
    """A set of positions in which the player to move loses."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            head = [file.readline() for _ in range(4)]
            total = file.readline()
            columns = gzip.decompress(file.read())
        if head[0] != b"pillars certificate 1\n":
            raise ValueError("line 1: this is no certificate")
        game, *settings = head[1].decode().split()
        options = dict(setting.split("=") for setting in settings)
        if game != "pilastri":
            raise ValueError(f"line 2: {game} is not pilastri")
        size = int(options.get("size", 0))
        files, ranks = int(options["files"]) or size, int(options["ranks"]) or size
        self.rules = Rules(files, ranks, options.get("jumpers") == "high")
        self.within = int(head[2].split()[1])
        words = head[3].split()
        count, width = int(words[1]), int(words[3])
        digest = hashlib.sha256(b"".join(head) + columns).hexdigest()
        if total != f"sha256 {digest}\n".encode():
            raise ValueError("line 5: the sum does not fit the file")
        if len(columns) != count * width:
            raise ValueError(f"line 4: {len(columns)} bytes do not hold {count} members")
        self.members = [columns[i::count] for i in range(count)]
        self.keys = set(self.members)

    def check(self, member: bytes) -> None:
        """Check that the player to move loses in a member; raise ValueError if not."""
        board = self.rules.board(member)
        if self.rules.key(board) != member:
            raise ValueError(f"{board} is not the least of its images")
        for turn, after in self.rules.turns(board):
            if not self.answered(after):
                raise ValueError(f"{board}: no reply to {turn} leads to a member")

    def answered(self, board: Board) -> bool:
        """Tell whether the player to move has a turn to a board that the file proves lost."""
        return any(map(self.is_lost, [after for _, after in self.rules.turns(board)]))

    def is_lost(self, board: Board) -> bool:
        """Tell whether the file proves that the player to move loses."""
        return self.rules.key(board) in self.keys or self.loses(board, self.within)

    def loses(self, board: Board, turns: int) -> bool:
        """Tell whether the player to move loses within a number of turns of both players."""
        after = [after for _, after in self.rules.turns(board)]
        return not after or turns >= 2 and all(self.wins(board, turns - 1) for board in after)

    def wins(self, board: Board, turns: int) -> bool:
        """Tell whether the player to move can win within a number of turns of both players."""
        return any(self.loses(after, turns - 1) for _, after in self.rules.turns(board))

    def first_turns(self) -> dict[str, str]:
        """Return what the file proves about each first turn: win, loss or unknown."""
        values = {}
        for turn, after in self.rules.turns(self.rules.start()):
            won, lost = self.is_lost(after), self.answered(after)  # for the player of the turn
            values[turn] = "win" if won else "loss" if lost else "unknown"
        return values


def main() -> int:
    """Check the members of a file, all or a sample, and print what they prove."""
    parser = argparse.ArgumentParser(description="Check a proof of who wins Pilastri.")
    parser.add_argument("file")
    parser.add_argument("--sample", type=int, metavar="N", help="check only N, at random")
    arguments = parser.parse_args()
    try:
        certificate = Certificate(arguments.file)
        members = certificate.members
        if arguments.sample and arguments.sample < len(members):
            members = random.Random(1).sample(members, arguments.sample)
        for member in members:
            certificate.check(member)
    except (ValueError, KeyError, IndexError, OSError, EOFError, StopIteration, zlib.error) as e:
        print(f"{arguments.file} proves nothing: {e}", file=sys.stderr)
        return 1
    values = certificate.first_turns()
    print(f"{len(members)} of {len(certificate.members)} members checked")
    for value in ("win", "loss", "unknown"):
        turns = [turn for turn, of in values.items() if of == value]
        print(f"first turns, {value}: {len(turns)} {' '.join(turns)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
