"""Squares and board texts, as the rules of all four games write them."""

from functools import cache

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ALL = ORTHOGONAL + DIAGONAL


@cache
def place(square):
    """The file and the rank of a square, from 0."""
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def name(file, rank):
    """The square of a file and a rank from 0: a letter and a number."""
    return chr(ord("a") + file) + str(rank + 1)


@cache
def rays(squares, directions):
    """For each square, the squares that follow it in each direction to the end of the board."""
    found = {}
    for square in squares:
        found[square] = []
        for x, y in directions:
            file, rank = place(square)
            ray = []
            while (following := name(file := file + x, rank := rank + y)) in squares:
                ray.append(following)
            found[square].append(ray)
    return found


def neighbours(squares):
    """For each square, the squares that share an edge with it."""
    all_rays = rays(squares, ORTHOGONAL)
    return {square: [ray[0] for ray in all_rays[square] if ray] for square in squares}


@cache
def shape(files, ranks, corners=True):
    """The squares of a board in the order of its text: the highest rank first, each from file a."""
    return tuple(
        name(file, rank)
        for rank in reversed(range(ranks))
        for file in range(files)
        if corners or not (file in (0, files - 1) and rank in (0, ranks - 1))
    )


def read(text, corners=True):
    """The contents of all squares by name; a vacant square holds the empty text."""
    ranks = []
    for rank in text.split("/"):
        row = []
        for field in rank.split(","):
            row += [""] * int(field[1:] or 1) if field.startswith("x") else [field]
        ranks.append(row)
    squares = shape(max(map(len, ranks)), len(ranks), corners)
    return dict(zip(squares, (field for row in ranks for field in row), strict=True))


def write(board):
    """The text of a board: runs of vacant squares as long as can be."""
    ranks, last = [], None
    for square, content in board.items():
        if square[1:] != last:
            last = square[1:]
            ranks.append([])
        row = ranks[-1]
        if content:
            row.append(content)
        elif row and isinstance(row[-1], int):
            row[-1] += 1
        else:
            row.append(1)
    texts = [[f if isinstance(f, str) else f"x{f}" if f > 1 else "x" for f in row] for row in ranks]
    return "/".join(",".join(row) for row in texts)


def repeated(seen, position, times):
    """Counts a position; tells whether it stands for the last time that is allowed."""
    seen[position] = seen.get(position, 0) + 1
    return bool(times) and seen[position] >= times
