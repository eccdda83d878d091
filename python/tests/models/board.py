"""Squares and texts of boards, in the notation of all four games."""

from functools import cache

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ALL = ORTHOGONAL + DIAGONAL


@cache
def place(square):
    """Return the file and the rank of a square, from 0."""
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def name(file, rank):
    """Return the name of a square, a letter and a number, given its file and rank from 0."""
    return chr(ord("a") + file) + str(rank + 1)


@cache
def rays(squares, directions):
    """Return, for each square, the squares in each direction up to the edge of the board."""
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
    """Return, for each square, the squares that share an edge with it."""
    all_rays = rays(squares, ORTHOGONAL)
    return {square: [ray[0] for ray in all_rays[square] if ray] for square in squares}


@cache
def shape(files, ranks, corners=True):
    """Return the squares in the order of a board's text: the highest rank first, from file a."""
    return tuple(
        name(file, rank)
        for rank in reversed(range(ranks))
        for file in range(files)
        if corners or not (file in (0, files - 1) and rank in (0, ranks - 1))
    )


def read(text, corners=True):
    """Return the contents of all squares by name; a vacant square has an empty text."""
    ranks = []
    for rank in text.split("/"):
        row = []
        for field in rank.split(","):
            row += [""] * int(field[1:] or 1) if field.startswith("x") else [field]
        ranks.append(row)
    squares = shape(max(map(len, ranks)), len(ranks), corners)
    return dict(zip(squares, (field for row in ranks for field in row), strict=True))


def write(board):
    """Return the text of a board, with each run of vacant squares as one number."""
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
    """Count a position; tell whether it has occurred as often as is allowed."""
    seen[position] = seen.get(position, 0) + 1
    return bool(times) and seen[position] >= times
