"""Pit of Pillars, as its rules are written."""

from . import board as b

OWN, OTHER = "wr", "rw"


class PitOfPillars:
    """A position; `play` changes it."""

    def __init__(self, text="", *, size=8, reserve=0, repetition=3, cap=2000):
        if text:
            board, player, self.step, reserves, last, turn = text.split()
            self.board, self.player = b.read(board, corners=False), OWN.index(player)
            self.reserve = [int(men) for men in reserves.split("/")]
            self.last, self.turn = last, int(turn)
        else:
            self.board = dict.fromkeys(b.shape(int(size), int(size), corners=False), "")
            self.player, self.step, self.last, self.turn = 0, "o", "-", 1
            self.reserve = [int(reserve)] * 2
        squares = tuple(self.board)
        self.lines, self.eight = b.rays(squares, b.ORTHOGONAL), b.rays(squares, b.ALL)
        self.next_to = b.neighbours(squares)
        self.repetition, self.cap, self.seen = int(repetition), int(cap), {}
        self.result = None
        if self.step == "m":
            self.begin_turn()

    def clone(self):
        other = object.__new__(PitOfPillars)
        other.__dict__.update(
            self.__dict__, board=dict(self.board), reserve=list(self.reserve), seen=dict(self.seen)
        )
        return other

    def text(self):
        reserves = "/".join(map(str, self.reserve))
        who = f"{OWN[self.player]} {self.step}"
        return f"{b.write(self.board)} {who} {reserves} {self.last} {self.turn}"

    # What stands on a square: a pillar is a capital, a stack its men from bottom to top.

    def pillar(self, square):
        return self.board[square] in ("W", "R")

    def vacant(self, square):
        return not self.board[square]

    def stacks(self, player):
        """Return the squares of the stacks that a player controls, with his man on top."""
        return [square for square, stack in self.board.items() if stack.endswith(OWN[player])]

    def capacity(self, square):
        """One for each neighbour square, but for those that a pillar stands on."""
        return sum(not self.pillar(near) for near in self.next_to[square])

    # Legal steps.

    def legal(self):
        if self.result is not None:
            return []
        kinds = {"o": self.anywhere, "a": self.adjoining, "i": self.isolated, "m": self.main}
        return kinds.get(self.step, self.pillar_steps)()

    def anywhere(self):
        return ["@" + square for square in self.board if self.vacant(square)]

    def adjoining(self):
        return ["@" + square for square in self.next_to[self.last] if self.vacant(square)]

    def isolated(self):
        return [
            "@" + square
            for square in self.board
            if self.vacant(square) and all(map(self.vacant, self.next_to[square]))
        ]

    def main(self):
        """Move the top k men of an own stack exactly k squares, or enter a man of the reserve."""
        steps = []
        for square in self.stacks(self.player):
            for ray in self.lines[square]:
                for passed in ray[: len(self.board[square])]:
                    if self.pillar(passed):
                        break
                    steps.append(square + passed)
        if self.reserve[self.player]:
            steps += ["@" + square for square in self.board if not self.pillar(square)]
        return steps

    def pillar_moves(self):
        """An own pillar any number of squares in eight directions over vacant squares."""
        steps = []
        for square, content in self.board.items():
            if content == OWN[self.player].upper():
                for ray in self.eight[square]:
                    for passed in ray:
                        if not self.vacant(passed):
                            break
                        steps.append("^" + square + passed)
        return steps

    def pillar_steps(self):
        return [*self.pillar_moves(), "-"]

    # Playing.

    def play(self, step):
        kinds = {"o": self.play_first, "a": self.play_adjoining, "i": self.play_isolated}
        kinds |= {"m": self.play_main, "p": self.play_pillar}
        kinds[self.step](step)

    def enter(self, step):
        square = step[1:]
        self.board[square] += OWN[self.player]
        return square

    def play_first(self, step):
        self.end_turn("a", self.enter(step))

    def play_adjoining(self, step):
        self.enter(step)
        self.step, self.last = "i", "-"
        if not self.isolated():
            self.end_turn("m", "-")

    def play_isolated(self, step):
        self.end_turn("a", self.enter(step))

    def play_main(self, step):
        if step.startswith("@"):
            landed = self.enter(step)
            self.reserve[self.player] -= 1
        else:
            start, landed = step[:2], step[2:]
            count = max(abs(x - y) for x, y in zip(b.place(start), b.place(landed), strict=True))
            stack = self.board[start]
            self.board[start], part = stack[:-count], stack[-count:]
            self.board[landed] += part
        self.capture(landed)
        if not self.stacks(1 - self.player):
            self.result = [float(seat == self.player) for seat in range(2)]
        if self.result is None and self.pillar_moves():
            self.step = "p"
        else:
            self.end_turn("m", "-")

    def capture(self, square):
        stack = self.board[square]
        if len(set(stack)) == 2 and len(stack) > self.capacity(square):
            self.reserve[self.player] += stack.count(OWN[self.player])
            self.board[square] = OWN[self.player].upper()

    def play_pillar(self, step):
        if step != "-":
            start, end = step[1:3], step[3:]
            self.board[start], self.board[end] = "", self.board[start]
        self.end_turn("m", "-")

    def end_turn(self, step, last):
        self.player, self.step, self.last, self.turn = 1 - self.player, step, last, self.turn + 1
        if step == "m" and self.result is None:
            self.begin_turn()

    def begin_turn(self):
        """Begin a turn. The loss without a step precedes repetition, and repetition the cap."""
        position = (tuple(self.board.values()), self.player, tuple(self.reserve))
        if not self.main():
            self.result = [float(seat != self.player) for seat in range(2)]
        elif b.repeated(self.seen, position, self.repetition) or 0 < self.cap < self.turn:
            self.result = [0.5, 0.5]

    def starts_turn(self):
        return self.step in "oam"

    def scores(self):
        return self.result
