"""Pilastri, as its rules are written."""

from . import board as b


class Pilastri:
    """A position; `play` changes it."""

    def __init__(self, text="", *, size=6, files=0, ranks=0, jumpers="off"):
        if text:
            board, player, turn = text.split()
            self.board, self.player, self.turn = b.read(board), "wb".index(player), int(turn)
        else:
            # One piece a square, in a checkered pattern with a black piece on a1.
            squares = b.shape(int(files) or int(size), int(ranks) or int(size))
            self.board = {square: "bw"[sum(b.place(square)) % 2] for square in squares}
            self.player, self.turn = 0, 1
        self.high = jumpers == "high"
        self.rays = b.rays(tuple(self.board), b.ORTHOGONAL)

    def clone(self):
        other = object.__new__(Pilastri)
        other.__dict__.update(self.__dict__, board=dict(self.board))
        return other

    def text(self):
        return f"{b.write(self.board)} {'wb'[self.player]} {self.turn}"

    def legal(self):
        """The top piece of an own stack, in one direction, onto the first stack it meets."""
        steps = []
        for square, stack in self.board.items():
            if not stack.endswith("wb"[self.player]):
                continue
            for ray in self.rays[square]:
                met = next((s for s in ray if self.board[s]), None)
                if met and self.climbs(len(stack), len(self.board[met])):
                    steps.append(square + met)
        return steps

    def climbs(self, level, height):
        """From level 1 onto single pieces, or any stack for high jumpers; else onto as high."""
        return height == 1 if level == 1 and not self.high else height >= level

    def play(self, step):
        start, end = step[:2], step[2:]
        self.board[end] += self.board[start][-1]
        self.board[start] = self.board[start][:-1]
        self.player, self.turn = 1 - self.player, self.turn + 1

    def starts_turn(self):
        return True

    def scores(self):
        """None while the game goes on: a player with no legal step on his turn loses."""
        return None if self.legal() else [float(seat != self.player) for seat in range(2)]
