"""Pylyx, as its rules are written."""

from . import board as b

COLOURS = "wb"


class Pylyx:
    """A position; `play` changes it."""

    def __init__(self, text="", *, size=12, reach="slide", repetition=3, cap=1000):
        if text:
            board, seat, self.step, owner, passes, turn = text.split()
            self.board, self.player = b.read(board, corners=False), int(seat) - 1
            self.owner = None if owner == "?" else int(owner) - 1
            self.passes, self.turn = int(passes), int(turn)
        else:
            self.board = dict.fromkeys(b.shape(int(size), int(size), corners=False), "")
            self.player, self.step, self.owner, self.passes, self.turn = 0, "s", None, 0, 1
        squares = tuple(self.board)
        self.size = max(b.place(square)[0] for square in squares) + 1
        self.n = self.size - 2
        directions = {1: b.DIAGONAL, 2: b.ORTHOGONAL, 3: b.ALL}
        self.rays = {count: b.rays(squares, directions[count]) for count in directions}
        self.reach = None if reach == "slide" else int(reach)
        self.repetition, self.cap, self.seen = int(repetition), int(cap), {}
        self.result = None
        if self.step == "m":
            self.begin_turn()

    def clone(self):
        other = object.__new__(Pylyx)
        other.__dict__.update(self.__dict__, board=dict(self.board), seen=dict(self.seen))
        return other

    def text(self):
        owner = "?" if self.owner is None else self.owner + 1
        who = f"{self.player + 1} {self.step} {owner}"
        return f"{b.write(self.board)} {who} {self.passes} {self.turn}"

    def legal(self):
        if self.result is not None:
            return []
        if self.step == "s":
            return self.placements()
        choices = {"c": ["first", "white", "black"], "k": ["white", "black"]}
        return choices.get(self.step) or self.moves()

    # The set-up.

    def placed(self, colour):
        return [b.place(square) for square, stack in self.board.items() if stack.startswith(colour)]

    def placing(self):
        """Return the colour of the checkers being placed: white until all are, then black."""
        return "w" if len(self.placed("w")) < self.n else "b"

    def placements(self):
        """Rising files, no two of a colour in a file or a rank, and only if the rest still fits."""
        colour = self.placing()
        placed = self.placed(colour)
        ranks = {rank for _, rank in placed}
        last = max((file for file, _ in placed), default=-1)
        steps = []
        for square, content in self.board.items():
            file, rank = b.place(square)
            allowed = not content and file > last and rank not in ranks
            if allowed and self.completes(file + 1, ranks | {rank}, self.n - len(placed) - 1):
                steps.append(f"@{colour.upper()}{square}")
        return steps

    def completes(self, first_file, used, count):
        """Tell whether `count` more fit on files from `first_file` and unused ranks: a matching."""
        holder = {}  # the file that is matched with a rank

        def seat(file, tried):
            for rank in range(self.size):
                if rank in used or rank in tried or self.board.get(b.name(file, rank), "full"):
                    continue
                tried.add(rank)
                if rank not in holder or seat(holder[rank], tried):
                    holder[rank] = file
                    return True
            return False

        return sum(seat(file, set()) for file in range(first_file, self.size)) >= count

    # Movement.

    def colour(self):
        """Return the colour of the player to act."""
        return COLOURS[0 if self.owner == self.player else 1]

    def height(self, square):
        stack = self.board[square]
        return int(stack[1:] or 1) if stack else 0

    def moves(self):
        """The whole of an own stack or its top k men over vacant squares; or a pass."""
        steps = ["-"]
        for square, stack in self.board.items():
            if not stack.startswith(self.colour()):
                continue
            for count in range(1, min(3, self.height(square)) + 1):
                for ray in self.rays[count][square]:
                    for end in ray[: self.reach]:
                        if not self.board[end] or self.board[end][0] == stack[0]:
                            steps.append(f"{count}{square}{end}")
                        if self.board[end]:
                            break
        return steps

    def play(self, step):
        kinds = {"s": self.play_placement, "c": self.play_choice, "k": self.play_colour}
        kinds.get(self.step, self.play_move)(step)

    def play_placement(self, step):
        self.board[step[2:]] = step[1].lower()
        if len(self.placed("b")) == self.n:
            self.player, self.step, self.turn = 1, "c", 2

    def play_choice(self, step):
        """Two moves first and One chooses a colour, or Two takes a colour and One moves first."""
        if step == "first":
            self.player, self.step, self.turn = 0, "k", 3
        else:
            self.settle(1 if step == "white" else 0, first=0)

    def play_colour(self, step):
        self.settle(0 if step == "white" else 1, first=1)

    def settle(self, owner, first):
        self.owner, self.player, self.step, self.turn = owner, first, "m", self.turn + 1
        self.begin_turn()

    def play_move(self, step):
        colour = self.colour()
        if step == "-":
            if self.passes:
                self.result = [0.5, 0.5]
            self.passes = 1
        else:
            count, rest = int(step[0]), step[1:]
            start, end = (rest[:2], rest[2:]) if rest[2].isalpha() else (rest[:3], rest[3:])
            height = self.height(end) + count
            self.put(start, colour, self.height(start) - count)
            self.put(end, colour, height)
            self.passes = 0
            if height == self.n:
                self.result = [float(seat == self.player) for seat in range(2)]
        self.player, self.turn = 1 - self.player, self.turn + 1
        if self.result is None:
            self.begin_turn()

    def put(self, square, colour, height):
        self.board[square] = "" if not height else colour if height == 1 else f"{colour}{height}"

    def begin_turn(self):
        position = (tuple(self.board.values()), self.player, self.owner, self.passes)
        if b.repeated(self.seen, position, self.repetition) or 0 < self.cap < self.turn:
            self.result = [0.5, 0.5]

    def starts_turn(self):
        return self.step != "s" or not any(self.board.values())

    def scores(self):
        return self.result
