"""Pit, as its rules are written."""

from functools import cache

from . import board as b

PLAYERS = "wbru"
TOWERS = {2: "e1 e9", 3: "e1 a5 e9", 4: "e1 a5 e9 i5"}
HOLES = "c3 g3 e5 c7 g7"
SIDES = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


class Pit:
    """A position; `play` changes it. Seats are from 0; one that is out has its place in `out`."""

    def __init__(self, text="", *, players=2):
        self.out = {}
        if text:
            board, player, self.step, reserves, barriers, self.at, turn = text.split()
            self.board, self.player, self.turn = b.read(board), PLAYERS.index(player), int(turn)
            self.barriers = set() if barriers == "-" else set(barriers.split(","))
            fields = reserves.split("/")
            self.reserve = [0 if field[0] == "x" else int(field) for field in fields]
            self.out = {
                seat: int(field[1:]) for seat, field in enumerate(fields) if field[0] == "x"
            }
        else:
            self.board = dict.fromkeys(b.shape(9, 9), "")
            self.board.update(dict.fromkeys(HOLES.split(), "o"))
            for seat, square in enumerate(TOWERS[int(players)].split()):
                self.board[square] = PLAYERS[seat] + "t"
            self.player, self.step, self.at, self.turn = 0, "p", "-", 1
            self.barriers, self.reserve = set(), [5] * int(players)
        self.seats = len(self.reserve)
        squares = tuple(self.board)
        self.next_to, self.lines = b.neighbours(squares), b.rays(squares, b.ORTHOGONAL)
        if self.step == "a" or self.step == "p":
            self.begin_turn()

    def clone(self):
        other = object.__new__(Pit)
        other.__dict__.update(
            self.__dict__,
            board=dict(self.board),
            reserve=list(self.reserve),
            barriers=set(self.barriers),
            out=dict(self.out),
        )
        return other

    def text(self):
        reserves = "/".join(
            f"x{self.out[seat]}" if seat in self.out else str(self.reserve[seat])
            for seat in range(self.seats)
        )
        edges = sorted(self.barriers, key=lambda edge: (*b.place(edge[:-2]), edge[-1]))
        barriers = ",".join(edges) or "-"
        who = PLAYERS[self.player]
        fields = (b.write(self.board), who, self.step, reserves, barriers, self.at, self.turn)
        return " ".join(map(str, fields))

    # The board.

    def hole(self, square):
        return self.board[square] == "o"

    def empty(self, square):
        return not self.board[square]

    def own(self, square):
        return self.board[square].startswith(PLAYERS[self.player])

    def opponent(self, square):
        return not self.empty(square) and not self.hole(square) and not self.own(square)

    def opposing_tower(self, square):
        return self.opponent(square) and self.board[square].endswith("t")

    def pieces(self, player):
        return [square for square, piece in self.board.items() if piece.startswith(PLAYERS[player])]

    @staticmethod
    @cache
    def edge(one, other):
        """The name of the edge between two adjacent cells: from the lower or left one."""
        (file, rank), (file2, rank2) = sorted((b.place(one), b.place(other)))
        return b.name(file, rank) + ("|e" if file2 > file else "|n")

    def joined(self, one, other):
        """Tell whether adjacent cells are joined: neither is a hole, no barrier is between them."""
        return (
            not self.hole(one)
            and not self.hole(other)
            and self.edge(one, other) not in self.barriers
        )

    def beside_hole(self, square):
        return any(map(self.hole, self.next_to[square]))

    def region(self, square):
        """Return all cells from which joined cells lead to a cell."""
        found, waiting = {square}, [square]
        while waiting:
            here = waiting.pop()
            for near in self.next_to[here]:
                if near not in found and self.joined(here, near):
                    found.add(near)
                    waiting.append(near)
        return found

    # Legal steps.

    def legal(self):
        if self.scores() is not None:
            return []
        return {"p": self.pawn_places, "a": self.actions, "b": self.barrier_steps}[self.step]()

    def pawn_places(self):
        def beside_tower(square):
            return any(map(self.opposing_tower, self.next_to[square]))

        return [
            "@" + square for square in self.board if self.empty(square) and not beside_tower(square)
        ]

    def actions(self):
        """Replacements first, else falls of pieces beside a hole, else moves and entries."""
        return self.replacements() or self.falls() or self.moves() + self.entries()

    def replacements(self):
        return [
            square + near
            for square in self.pieces(self.player)
            for near in self.next_to[square]
            if self.opponent(near) and self.joined(square, near)
        ]

    def falls(self):
        return [
            square + near
            for square in self.pieces(self.player)
            for near in self.next_to[square]
            if self.hole(near)
        ]

    def moves(self):
        """A tower over joined empty cells, or into the hole after them; a pawn one cell."""
        steps = []
        for square in self.pieces(self.player):
            reach = 1 if self.board[square][1] == "p" else None
            for ray in self.lines[square]:
                here = square
                for following in ray[:reach]:
                    if self.hole(following):
                        steps.append(square + following)
                    if not self.empty(following) or not self.joined(here, following):
                        break
                    steps.append(square + following)
                    here = following
        return steps

    def entries(self):
        """A tower of the reserve on an empty cell visible from an own tower, past pieces."""
        if not self.reserve[self.player]:
            return []
        visible = set()
        for square in self.pieces(self.player):
            if self.board[square][1] != "t":
                continue
            for ray in self.lines[square]:
                here = square
                for following in ray:
                    if not self.joined(here, following):
                        break
                    visible.add(following)
                    here = following
        return ["@" + square for square in visible if self.empty(square)]

    def barrier_steps(self):
        return [
            f"{self.at}|{side}"
            for side in SIDES
            if (near := self.beside(side)) and self.joined(self.at, near)
        ]

    def beside(self, side):
        file, rank = b.place(self.at)
        square = b.name(file + SIDES[side][0], rank + SIDES[side][1])
        return square if square in self.board else None

    # Playing.

    def play(self, step):
        if self.step == "b":
            self.play_barrier(step)
        elif self.step == "p":
            self.board[step[1:]] = PLAYERS[self.player] + "p"
            self.end_turn()
        else:
            self.play_action(step)

    def play_action(self, step):
        if step.startswith("@"):
            self.reserve[self.player] -= 1
            piece, end = PLAYERS[self.player] + "t", step[1:]
        else:
            cut = next(i for i in range(1, len(step)) if step[i].isalpha())
            start, end = step[:cut], step[cut:]
            piece, self.board[start] = self.board[start], ""
        if self.hole(end):
            if piece[1] == "p":
                self.put_out(self.player)
            self.end_turn()
            return
        replaced, self.board[end] = self.board[end], piece
        if replaced:
            owner = PLAYERS.index(replaced[0])
            if replaced[1] == "p":
                self.put_out(owner)
            else:
                self.reserve[owner] += 1
        self.step, self.at = "b", end

    def play_barrier(self, step):
        edge = self.edge(self.at, self.beside(step[-1]))
        self.barriers.add(edge)
        pawns = [square for square, piece in self.board.items() if piece.endswith("p")]
        if any(pawn not in self.region(pawns[0]) for pawn in pawns):
            self.put_out(self.player)
            self.barriers.discard(edge)
        else:
            for square, piece in self.board.items():
                if piece.endswith("t") and not any(map(self.beside_hole, self.region(square))):
                    self.board[square] = ""
        self.end_turn()

    def put_out(self, player):
        """All his pieces leave the board, his reserve is lost, and he has the last place left."""
        self.out[player] = self.seats - len(self.out)
        self.reserve[player] = 0
        for square in self.pieces(player):
            self.board[square] = ""

    def end_turn(self):
        self.turn += 1
        self.pass_on()
        self.begin_turn()

    def pass_on(self):
        """Return the next player who is still in the game."""
        self.at = "-"
        if len(self.out) == self.seats:
            return
        self.player = (self.player + 1) % self.seats
        while self.player in self.out:
            self.player = (self.player + 1) % self.seats

    def begin_turn(self):
        """First turns place pawns. Whoever has no action is out, in the same turn number."""
        while self.scores() is None:
            self.step = "p" if self.turn <= self.seats else "a"
            if self.legal():
                return
            self.put_out(self.player)
            self.pass_on()

    def starts_turn(self):
        return self.step != "b"

    def scores(self):
        """Places as scores from 1 for the first to 0 for the last; the last player in wins."""
        if len(self.out) < self.seats - 1:
            return None
        return [
            (self.seats - self.out.get(seat, 1)) / (self.seats - 1) for seat in range(self.seats)
        ]
