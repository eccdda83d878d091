"""Check proofs of who wins Pilastri or Pit of Pillars on a small board.

    python check_certificate.py FILE... [--sample N]

A certificate is a set of positions in which the player to move loses. This program relies only on
the rules below. For each member of the set it tries every turn of the player to move, and looks for
a reply that wins or leads to another member: of a lower rank, if the file has ranks. A file without
ranks leaves out positions lost within a few turns; the program plays these turns in all ways.
docs/reference/certificates.md defines the file and shows why this proves who wins.

It needs only Python. ``pillars solve --check FILE`` does the same, faster. The exit code is 0 if
every file proves a winner. A sample proves nothing, so with --sample it never is.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import random
import re
import sys
import zlib
from collections.abc import Iterator

# A stack is a string of pieces, the lowest first: "m" belongs to the player to move and "w" to the
# player who waits. "M" and "W" are their pillars, and "l" is the man that the waiting player has
# entered last. A board is a tuple of stacks, from a1 along each rank. A position is a board with
# the kind of step and the reserves of both; Pilastri has none of these.
Board = tuple[str, ...]
Position = tuple[Board, str, int, int]

EXCHANGE = str.maketrans("mwMW", "wmWM")


class Refused(ValueError):
    """The file is no certificate, or proves nothing; the text says why."""


class Squares:
    """The squares of a board, numbered from a1 along each rank."""

    def __init__(self, files: int, ranks: int, corners: bool = True) -> None:
        self.files, self.ranks = files, ranks
        self.places = [
            (f, r)
            for r in range(ranks)
            for f in range(files)
            if corners or f not in (0, files - 1) or r not in (0, ranks - 1)
        ]
        self.at = {place: number for number, place in enumerate(self.places)}
        self.lines = [[self.ray(p, x, y) for x, y in ORTHOGONAL] for p in self.places]
        self.slides = [[self.ray(p, x, y) for x, y in ORTHOGONAL + DIAGONAL] for p in self.places]
        self.images = list(self._images())

    def ray(self, place: tuple[int, int], x: int, y: int) -> list[int]:
        """Return the squares in a direction from a square, the nearest first."""
        found = []
        while (place := (place[0] + x, place[1] + y)) in self.at:
            found.append(self.at[place])
        return found

    def _images(self) -> Iterator[list[int]]:
        """Yield the order of the squares in each symmetric image of the board."""
        for turned in (False, True)[: 1 + (self.files == self.ranks)]:
            for right, up in itertools.product((False, True), repeat=2):
                places = [
                    (self.files - 1 - f if right else f, self.ranks - 1 - r if up else r)
                    for f, r in self.places
                ]
                yield [self.at[place[::-1] if turned else place] for place in places]

    def name(self, square: int) -> str:
        """Return a square's name, such as c5."""
        file, rank = self.places[square]
        return "abcdefgh"[file] + str(rank + 1)

    def read(self, text: str) -> list[str]:
        """Return the stacks of a board's text."""
        stacks = dict.fromkeys(self.places, "")
        rows = text.split("/")
        for rank, row in zip(range(self.ranks - 1, -1, -1), rows, strict=False):
            places = [place for place in self.places if place[1] == rank]
            contents: list[str] = []
            for field in row.split(","):
                if not re.fullmatch("x[2-8]?|[a-zA-Z]+", field, re.ASCII):
                    raise Refused(f"{field[:80]!r} is no square")
                run = re.fullmatch("x([2-8]?)", field, re.ASCII)
                contents += [""] * int(run[1] or 1) if run else [field]
            if len(contents) != len(places):
                raise Refused(f"a rank has {len(contents)} squares, not {len(places)}")
            stacks.update(zip(places, contents, strict=True))
        if len(rows) != self.ranks:
            raise Refused(f"a board has {len(rows)} ranks, not {self.ranks}")
        return list(stacks.values())

    def write(self, stacks: list[str]) -> str:
        """Return a board's text, with each run of empty squares as one field."""
        rows = []
        for rank in range(self.ranks - 1, -1, -1):
            row = [s for s, place in zip(stacks, self.places, strict=True) if place[1] == rank]
            fields: list[str] = []
            for content, group in itertools.groupby(row, key=lambda s: s or None):
                run = len(list(group))
                empty = "x" + str(run) * (run > 1)
                fields += [content] * run if content else [empty]
            rows.append(",".join(fields))
        return "/".join(rows)


ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


class Pilastri:
    """Pilastri on one board. With high jumpers, single pieces land on stacks of any height."""

    seats = ("White", "Black")
    cap = 0

    def __init__(self, size: int, files: int, ranks: int, jumpers: str) -> None:
        squared = size in (4, 6, 8) and files == ranks == 0
        given = size == 0 and min(files, ranks) >= 2 and max(files, ranks) <= 8
        if not squared and not given or files * ranks % 2 or files == ranks and files in (4, 6, 8):
            raise Refused("line 2: no board of Pilastri, or not its shortest description")
        self.squares = Squares(files or size, ranks or size)
        self.high = jumpers == "high"

    def start(self) -> Position:
        """Return the start. Black, who waits, has the piece on a1."""
        return tuple("wm"[(f + r) % 2] for f, r in self.squares.places), "", 0, 0

    def turns(self, position: Position) -> Iterator[tuple[str, Position, bool]]:
        """Yield the turns of the player to move.

        A turn is its name, the position as the opponent sees it, and whether it has won at once,
        which no turn of Pilastri does.
        """
        board = position[0]
        for start, stack in enumerate(board):
            if not stack.endswith("m"):
                continue
            for ray in self.squares.lines[start]:
                end = next((square for square in ray if board[square]), None)
                if end is None or not self.lands(len(stack), len(board[end])):
                    continue
                after = list(board)
                after[start], after[end] = stack[:-1], board[end] + "m"
                name = self.squares.name(start) + self.squares.name(end)
                yield name, (exchanged(after), "", 0, 0), False

    def lands(self, level: int, height: int) -> bool:
        """Tell whether a piece on a level, from 1, may land on a stack: its level must rise."""
        if level == 1 and not self.high:
            return height == 1
        return height >= level

    def check_pieces(self, board: Board) -> None:
        """Refuse a board on which pieces are missing: each player has half as many as squares."""
        pieces = "".join(board)
        if not pieces.count("m") == pieces.count("w") == len(board) // 2:
            raise Refused(f"{board}: each player must have {len(board) // 2} pieces")

    def read(self, text: str) -> Position:
        """Return the position of a text without turn number."""
        board, _, player = text.partition(" ")
        stacks = self.squares.read(board)
        if set("".join(stacks)) - set("wb") or f"{self.squares.write(stacks)} w" != text:
            raise Refused(f"{text!r} is not the text of a position of White's")
        own = str.maketrans("wb", "mw")
        position = tuple(stack.translate(own) for stack in stacks), "", 0, 0
        self.check_pieces(position[0])
        return position

    def width(self) -> int:
        """Return the number of bytes of a key: two bits for each piece, one for each square."""
        return (3 * len(self.squares.places) + 7) // 8

    def key(self, position: Position) -> bytes:
        """Return the key of a board: the stacks of the least of its images, which all share it."""
        board = position[0]
        numbers = [number(stack) for stack in board]
        image = min(self.squares.images, key=lambda order: [numbers[square] for square in order])
        return packed("".join(board[s].replace("m", "10").replace("w", "11") + "0" for s in image))

    def position(self, key: bytes) -> Position:
        """Return the position of a key."""
        bits = iter("".join(f"{byte:08b}"[::-1] for byte in key) + "0" * 64)
        stacks = [""] * len(self.squares.places)
        for square in range(len(stacks)):
            while next(bits) == "1":
                stacks[square] += "mw"[int(next(bits))]
        self.check_pieces(tuple(stacks))
        position = tuple(stacks), "", 0, 0
        if self.key(position) != key:
            raise Refused(f"{stacks} is not the least of its images, or something follows it")
        return position


class PitOfPillars:
    """Pit of Pillars on one board."""

    seats = ("White", "Red")

    def __init__(self, size: int, reserve: int, repetition: int, cap: int) -> None:
        possible = 4 <= size <= 8 and reserve <= 99 and 1 != repetition <= 1000 and cap <= 10**6
        if not possible:
            raise Refused("line 2: no rules of Pit of Pillars")
        self.squares, self.reserve, self.cap = Squares(size, size, corners=False), reserve, cap
        self.near = [[ray[0] for ray in rays if ray] for rays in self.squares.lines]

    def start(self) -> Position:
        """Return the start: an empty board."""
        return ("",) * len(self.near), "o", self.reserve, self.reserve

    def vacant(self, board: Board | list[str], squares: list[int]) -> bool:
        """Tell whether all of some squares are vacant."""
        return not any(board[square] for square in squares)

    def turns(self, position: Position) -> Iterator[tuple[str, Position, bool]]:
        """Yield the turns of the player to move.

        A turn is its name, the position as the opponent sees it, and whether it has won at once,
        because the opponent has no stack left.
        """
        board, step, own, other = position
        if step == "m":
            for name, after, men in self.main_steps(board, own):
                if not any(stack.endswith("w") for stack in after):
                    yield name, (exchanged(after), "m", other, men), True
                    continue
                for slide, end in self.pillar_steps(after):
                    yield name + slide, (exchanged(end), "m", other, men), False
            return
        last = "l" in board and board.index("l")
        board = tuple(stack.replace("l", "w") for stack in board)
        for first in range(len(board)) if step == "o" else self.near[last]:
            after, name = list(board), "@" + self.squares.name(first)
            after[first] = "m"
            alone = [s for s, near in enumerate(self.near) if self.vacant(after, [s, *near])]
            if step == "o":
                yield name, (self.entered(after, first), "a", other, own), False
            elif not alone:
                yield name, (exchanged(after), "m", other, own), False
            else:
                for second in alone:
                    both = f"{name}@{self.squares.name(second)}"
                    yield both, (self.entered(after, second), "a", other, own), False

    def entered(self, board: list[str], last: int) -> Board:
        """Return the board as the opponent sees it after the last man of a turn was entered."""
        after = exchanged(board)
        return (*after[:last], "l", *after[last + 1 :])

    def main_steps(self, board: Board, men: int) -> Iterator[tuple[str, list[str], int]]:
        """Yield the main steps, each with the board and the player's reserve after it."""
        for start, stack in enumerate(board):
            if stack.endswith("m"):
                for ray in self.squares.lines[start]:
                    for count, end in zip(range(1, len(stack) + 1), ray, strict=False):
                        if board[end] in ("M", "W"):
                            break
                        after = list(board)
                        after[start] = stack[:-count]
                        after[end] += stack[-count:]
                        back = self.capture(after, end)
                        yield self.squares.name(start) + self.squares.name(end), after, men + back
        for end in range(len(board)) if men else ():
            if board[end] not in ("M", "W"):
                after = list(board)
                after[end] += "m"
                back = self.capture(after, end)
                yield "@" + self.squares.name(end), after, men - 1 + back

    def capture(self, board: list[str], square: int) -> int:
        """Capture a mixed stack higher than its square's capacity; return the men that go back."""
        stack = board[square]
        capacity = sum(board[near] not in ("M", "W") for near in self.near[square])
        if len(set(stack)) < 2 or len(stack) <= capacity:
            return 0
        board[square] = "M"
        return stack.count("m")

    def pillar_steps(self, board: list[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield the ways to end a turn: no pillar moves, or one of the player's does."""
        yield "", board
        for start, stack in enumerate(board):
            for ray in self.squares.slides[start] if stack == "M" else ():
                for end in itertools.takewhile(lambda square: not board[square], ray):
                    after = list(board)
                    after[start], after[end] = "", "M"
                    yield f"^{self.squares.name(start)}{self.squares.name(end)}", after

    def read(self, text: str) -> Position:
        """Return the position of a text without turn number."""
        form = "([^ ]*) w ([oam]) (0|[1-9][0-9]{0,2})/(0|[1-9][0-9]{0,2}) (-|[a-h][1-8])"
        fields = re.fullmatch(form, text, re.ASCII)
        if not fields:
            raise Refused(f"{text!r} is no text of a position in which White begins a turn")
        stacks, step, last = self.squares.read(fields[1]), fields[2], fields[5]
        own, other = int(fields[3]), int(fields[4])
        pieces = "".join(stacks)
        for stack in stacks:
            men = len(set(stack)) <= 1 and len(stack) <= 200 or len(stack) <= 8
            if stack not in ("W", "R") and (set(stack) - set("wr") or not men):
                raise Refused(f"{stack!r} is no stack")
        if self.squares.write(stacks) != fields[1]:
            raise Refused(f"{text!r} is not the shortest text of this position")
        if max(pieces.count("w") + own, pieces.count("r") + other, own, other) > 200:
            raise Refused(f"{text!r}: too many men")
        entering = all(stack in ("", "w", "r") for stack in stacks)
        if step == "o" and pieces or step != "m" and not entering or (step == "a") != (last != "-"):
            raise Refused(f"{text!r}: step {step} does not fit the board")
        board = [stack.translate(str.maketrans("wrWR", "mwMW")) for stack in stacks]
        if step == "a":
            square = self.squares.at.get((ord(last[0]) - ord("a"), int(last[1]) - 1), -1)
            if square < 0 or board[square] != "w" or not self.vacant(board, self.near[square]):
                raise Refused(f"{text!r}: {last} has no man that the opponent has just entered")
            board[square] = "l"
        return tuple(board), step, own, other

    def key(self, position: Position) -> Position:
        """Return the least image of a position."""
        board, *rest = position
        return min(tuple(board[s] for s in order) for order in self.squares.images), *rest


def exchanged(board: list[str]) -> Board:
    """Return a board as the other player sees it."""
    return tuple(stack.translate(EXCHANGE) for stack in board)


def number(stack: str) -> int:
    """Return a stack as a number: a bit for each piece, the lowest first, 1 for "w"; then a 1."""
    return int("1" + stack[::-1].replace("m", "0").replace("w", "1"), 2) if stack else 0


def packed(bits: str) -> bytes:
    """Return bits as bytes. The first bit becomes the lowest bit of the first byte."""
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i : i + 8][::-1], 2) for i in range(0, len(bits), 8))


MAX_SIZE = 1 << 31  # bytes of the members
MAX_LINE = 600  # bytes of a member of the ranked form, with its line feed
MAX_STEPS = 16  # turns of a player whose loss a file may leave out
NUMBER = rb"(0|[1-9][0-9]{0,9})"
RULES = {
    rb"pilastri size=([0-9]) files=([0-9]) ranks=([0-9]) jumpers=(off|high)\n": Pilastri,
    rb"pit-of-pillars size=N reserve=N repetition=N cap=N\n".replace(b"N", NUMBER): PitOfPillars,
}


class Certificate:
    """A set of positions in which the player to move loses."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            self.file, self.head, self.read = file, b"", 0
            self.ranked = bool(self.line(b"pillars (ranked )?certificate 1\n")[0])
            self.rules = self._rules(self.line(b"(.*\n)")[0])
            self.within = 0 if self.ranked else int(self.line(b"turns ([0246])\n")[0])
            count, width = map(int, self.line(b"members %b of %b bytes\n" % (NUMBER, NUMBER)))
            size = width if self.ranked else count * width
            if not self.ranked and width != self.rules.width() or size > MAX_SIZE:
                raise Refused(f"line 4: {count} members of {width} bytes do not fit this board")
            head = self.head
            total = self.line(b"sha256 ([0-9a-f]{64})\n")[0]
            table = self.table(file.read(), size)
        if hashlib.sha256(head + table).hexdigest().encode() != total:
            raise Refused("the sum does not fit the file")
        self.ranks: dict[object, int] = {}  # by key; plain members have rank 0
        self.members = list((self._lines if self.ranked else self._keys)(table, count))
        if len(self.members) != count:
            raise Refused(f"there are {len(self.members)} members, not {count}")
        if 0 < self.rules.cap < 2 * len(set(self.ranks.values())) + 2:
            raise Refused(f"line 2: cap={self.rules.cap} would draw games of this proof")

    def line(self, form: bytes) -> tuple[bytes, ...]:
        """Read a line of the head and return the parts that its form has in brackets."""
        line = self.file.readline(200)
        self.head += line
        self.read += 1
        if not (match := re.fullmatch(form, line)):
            raise Refused(f"line {self.read}: {line[:80]!r} is not expected here")
        return match.groups()

    def _rules(self, line: bytes) -> Pilastri | PitOfPillars:
        for form, game in RULES.items():
            if match := re.fullmatch(form, line):
                if game is PitOfPillars and self.ranked:
                    return PitOfPillars(*map(int, match.groups()))
                if game is Pilastri:
                    return Pilastri(*map(int, match.groups()[:3]), match[4].decode())
        raise Refused(f"line 2: {line[:80]!r} names no rules for this form of certificate")

    def table(self, data: bytes, size: int) -> bytes:
        """Return the unpacked members."""
        if size > (1 << 20) + 32 * len(data):
            raise Refused(f"{len(data)} compressed bytes hold no proof of {size} bytes")
        if not data.startswith(b"\x1f\x8b\x08\x00"):
            raise Refused("no gzip stream, or one with a name or other extra fields")
        unpacker = zlib.decompressobj(31)
        try:
            table = unpacker.decompress(data, size + 1)
        except zlib.error as e:
            raise Refused(f"the compressed members are damaged: {e}") from None
        if len(table) != size or not unpacker.eof or unpacker.unused_data:
            raise Refused(f"the compressed members are not {size} bytes, or something follows them")
        return table

    def _keys(self, table: bytes, count: int) -> Iterator[tuple[object, int]]:
        """Yield the keys of a plain certificate, which are in columns, and note them."""
        last = b""
        for i in range(count):
            key = table[i::count]
            if key <= last:
                raise Refused(f"member {i + 1} does not come after the one before it")
            self.ranks[key] = 0
            last = key
            yield key, 0

    def _lines(self, table: bytes, count: int) -> Iterator[tuple[object, int]]:
        """Yield the positions and ranks of a ranked certificate, and note them."""
        last = (0, b"")
        lines = table.split(b"\n")
        if lines.pop() or len(lines) != count:
            raise Refused(f"there are not {count} lines of members")
        for i, line in enumerate(lines):
            match = re.fullmatch(rb"([1-9][0-9]{0,8}) ([ -~]+)", line)
            if not match or len(line) >= MAX_LINE or (int(match[1]), match[2]) <= last:
                raise Refused(f"member {i + 1}: {line[:80]!r} is no member that follows the last")
            last = int(match[1]), match[2]
            position = self.rules.read(match[2].decode())
            if self.over(position) or self.rules.key(position) in self.ranks:
                raise Refused(f"member {i + 1}: the game is over, or an image is a member already")
            self.ranks[self.rules.key(position)] = last[0]
            yield position, last[0]

    def over(self, position: Position) -> bool:
        """Tell whether the player to move has no turn, and so has lost."""
        return next(self.rules.turns(position), None) is None

    def check(self, member: object, rank: int) -> None:
        """Check that the player to move loses in a member; raise Refused if not."""
        position = member if self.ranked else self.rules.position(member)
        for turn, after, won in self.rules.turns(position):
            if won or not self.answered(after, rank):
                raise Refused(f"{position}: no reply to {turn} leads to a member")

    def answered(self, position: Position, rank: int) -> bool:
        """Tell whether the player to move has a turn that wins or leads to a proven loss."""
        after = [(p, won) for _, p, won in self.rules.turns(position)]
        return any(won or self.is_member(p, rank) for p, won in after) or any(
            self.loses(p, self.within) for p, _ in after
        )

    def is_member(self, position: Position, rank: int) -> bool:
        """Tell whether a position is a member, of a lower rank if the file has ranks."""
        found = self.ranks.get(self.rules.key(position))
        return found is not None and (found < rank or not self.ranked)

    def loses(self, position: Position, turns: int) -> bool:
        """Tell whether the player to move loses within a number of turns of both players."""
        if turns < 2:
            return self.over(position)
        after = [p for _, p, _ in itertools.islice(self.rules.turns(position), MAX_STEPS + 1)]
        return len(after) <= MAX_STEPS and all(self.wins(p, turns - 1) for p in after)

    def wins(self, position: Position, turns: int) -> bool:
        """Tell whether the player to move can win within a number of turns of both players."""
        return any(self.loses(after, turns - 1) for _, after, _ in self.rules.turns(position))

    def first_turns(self) -> dict[str, str]:
        """Return what the file proves about each first turn: win, loss or unknown."""
        values, rank = {}, 10**9
        for turn, after, won in self.rules.turns(self.rules.start()):
            lost = won or self.is_member(after, rank) or self.loses(after, self.within)
            answered = not lost and self.answered(after, rank)
            values[turn] = "win" if lost else "loss" if answered else "unknown"
        return values


def verdict(path: str, sample: int | None) -> str:
    """Return what a file proves. Raise Refused if it proves no winner."""
    certificate = Certificate(path)
    members = certificate.members
    if sample is not None and sample < len(members):
        for member in random.Random(1).sample(members, sample):
            certificate.check(*member)
        raise Refused(f"no hole in {sample} of {len(members)} members; only all of them prove")
    for member in members:
        certificate.check(*member)
    values = certificate.first_turns()
    lines = [f"{len(members)} members checked"]
    for value in ("win", "loss", "unknown"):
        turns = [turn for turn, of in values.items() if of == value]
        lines.append(f"first turns, {value}: {len(turns)} {' '.join(turns)}".rstrip())
    if "win" in values.values():
        return "\n".join([f"{path}: {certificate.rules.seats[0]} wins", *lines])
    if "unknown" in values.values():
        raise Refused("its positions are lost, but none settles the start")
    return "\n".join([f"{path}: {certificate.rules.seats[1]} wins", *lines])


def main() -> int:
    """Check the members of files, all or a sample, and print what they prove."""
    parser = argparse.ArgumentParser(description="Check proofs of who wins a game.")
    parser.add_argument("file", nargs="+")
    parser.add_argument("--sample", type=int, metavar="N", help="check only N members, at random")
    arguments = parser.parse_args()
    failed = 0
    for path in arguments.file:
        try:
            print(verdict(path, arguments.sample))
        except (ValueError, OSError) as e:
            print(f"{path} proves no winner: {e}", file=sys.stderr)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
