"""Players of the program: `Player` chooses turns, `analyze` and `solve` judge positions."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pillars.command import failure, flags, records, rules
from pillars.engine import program
from pillars.errors import EngineError
from pillars.games import Game, State, load_game


def _placed(state: State) -> tuple[str, list[str]]:
    """Return the text of a position and the turns that lead from it to a state."""
    if not state.starts_turn() and not state.is_terminal():
        return str(state), []
    start = state.serialize().partition("\n")[0] or str(state.get_game().new_initial_state())
    return start, state.turns()


class Player(contextlib.AbstractContextManager["Player"]):
    """A player of the program, in its own process. Use it in ``with``, or close it.

    Parameters
    ----------
    text : str
        The player as on the command line, such as ``"alphabeta:nodes=2000"`` or ``"mcts"``; see
        ``pillars players``.
    game : str or Game
        The game of positions that are given as text.
    seed : int
        The seed of all random choices. The same calls in the same order give the same turns.

    Attributes
    ----------
    thought : dict
        What the player reported about its last turn; a key is missing if it reported nothing:
        ``depth`` in steps, ``nodes``, ``time`` in ms, ``cp`` (score in hundredths of a logit),
        ``mate`` in steps.
    """

    def __init__(self, text: str, game: str | Game = "pilastri", *, seed: int = 1) -> None:
        self.text = text
        self.game = load_game(game)
        self.seed = seed
        self.thought: dict[str, int] = {}
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._owner = 0
        self.new_game()

    def new_game(self, seed: int | None = None) -> None:
        """Clear what the player remembers of searches, and restart its random numbers."""
        self.seed = self.seed if seed is None else seed
        with self._conversation():
            self._set_rules()

    def choose(
        self, position: State | str, *, nodes: int | None = None, depth: int | None = None,
        time: float | None = None,
    ) -> str:  # fmt: skip
        """Return the turn that the player chooses, or the rest of an unfinished one, as text.

        Parameters
        ----------
        position : State or str
            A state, whose history counts for repetitions, or a position as text.
        nodes, depth, time
            Limits of the search in addition to those of the player; time is in seconds.

        Raises
        ------
        EngineError
            If the game is over, the position is illegal, or the process dies. The next call starts
            another process.
        """
        if isinstance(position, str):
            position = self.game.new_initial_state(position)
        if position.is_terminal():
            raise EngineError(f"the game is over: {position}")
        start, turns = _placed(position)
        limits = {"nodes": nodes, "depth": depth, "movetime": time and round(time * 1000)}
        words = [f"{name} {value}" for name, value in limits.items() if value]
        with self._conversation():
            if position.get_game() != self.game:
                self.game = position.get_game()
                self._set_rules()
            self._send(f"position fen {start} moves {' '.join(turns)}")
            self._send(" ".join(["go", *words]))
            self.thought = {}
            while True:
                words = self._read().split()
                if words[:1] == ["bestmove"]:
                    return words[1]
                for name, value in zip(words, words[1:], strict=False):
                    if name in ("depth", "nodes", "time", "cp", "mate") and words[1] != "string":
                        self.thought[name] = int(value)

    def close(self) -> None:
        """End the process. A further call of `choose` starts another."""
        with self._lock:
            self._end()

    @contextlib.contextmanager
    def _conversation(self) -> Iterator[None]:
        """Lock the process, start it if necessary, and end it if an exception is raised."""
        with self._lock:
            try:
                if self._process is None or self._owner != os.getpid():  # none, or the parent's
                    self._errors = tempfile.TemporaryFile()  # noqa: SIM115
                    self._process = subprocess.Popen(
                        [program(), "engine", self.text], text=True, stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE, stderr=self._errors,
                        start_new_session=os.name == "posix",  # Ctrl-C reaches Python alone
                    )  # fmt: skip
                    self._owner = os.getpid()
                    self._set_rules()
                yield
            except BaseException:
                self._end()
                raise

    def _set_rules(self) -> None:
        self._send(f"setoption name Game value {self.game.name}")
        for name, value in [*self.game.options.items(), ("Seed", self.seed)]:
            if value != "":
                self._send(f"setoption name {name} value {value}")
        self._send("uginewgame")
        self._send("isready")
        while self._read() != "readyok":
            pass

    def _send(self, line: str) -> None:
        assert self._process and self._process.stdin
        with contextlib.suppress(BrokenPipeError):  # _read will raise the reason
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def _read(self) -> str:
        assert self._process and self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            raise failure(self._errors, f"the player {self.text} has ended")
        return line.rstrip()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and self._owner == os.getpid():
            process.kill()
            with contextlib.suppress(BrokenPipeError):
                process.communicate()  # closes the pipes and waits
            self._errors.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_process", None) is not None:
            self._end()

    def __repr__(self) -> str:
        return f"Player({self.text!r}, {str(self.game)!r}, seed={self.seed})"


@dataclass(frozen=True)
class Analysis:
    """The result of `analyze`.

    Attributes
    ----------
    turn : str
        The turn that the player chooses.
    lines : list of dict
        The best lines, the best first: ``principal`` (list of turns, of which the last may be
        unfinished), ``expectation`` (result for the seat to act, 0 to 1), ``score`` (the same in
        logits), ``depth``, ``nodes``, ...
    actions : list of int
        The actions of the turn.
    visits : list of ndarray of int64, shape (actions,)
        For each of them, how often a tree search (``mcts``) tried each action in its place. It is
        empty for other players; an array is 0 if a proof chose the action.
    policy : list of ndarray of float32, shape (actions,)
        The shares of the visits, to train a policy with; all on one action if a proof chose it.
    """

    turn: str
    lines: list[dict[str, Any]]
    actions: list[int]
    visits: list[npt.NDArray[np.int64]]
    policy: list[npt.NDArray[np.float32]]


def analyze(
    position: State | str, *, game: str | Game = "pilastri", player: str = "alphabeta",
    lines: int = 3, time: float | None = None, nodes: int | None = None, depth: int | None = None,
) -> Analysis:  # fmt: skip
    """Search a position.

    Parameters
    ----------
    position : State or str
        A state or a position as text.
    game : str or Game
        The game of a position that is given as text.
    player : str
        The player that searches.
    lines : int
        The most lines to return.
    time : float, optional
        Time limit in seconds; 3 if no limit is given.
    nodes, depth : int, optional
        Limits on the positions visited and on the steps looked ahead.
    """
    state = _state(position, game)
    start, turns = _placed(state)
    asked = flags(
        {"position": start, "turns": " ".join(turns) or None, "player": player, "multipv": lines,
         "time": time, "nodes": nodes, "depth": depth}
    )  # fmt: skip
    found = list(records("analyze", *rules(state.get_game()), *asked))
    thoughts = [record for record in found if record["type"] == "thought"]
    best: dict[str, dict[str, Any]] = {}
    for line in sorted(thoughts, key=lambda line: (-line["depth"], line["line"])):
        best.setdefault(line["principal"][0], line)  # the last depth may lack some of the lines
    turn = found[-1]
    actions, visits, policy = list[int](), [], []
    for i, step in enumerate(turn["steps"]):
        action = state.string_to_action(step)
        actions.append(action)
        if "visits" in turn:
            counts = np.zeros(state.get_game().num_distinct_actions(), np.int64)
            for tried, count in turn["visits"][i].items():
                counts[state.string_to_action(tried)] = count
            shares = counts.astype(np.float32)
            if not counts.any():
                shares[action] = 1
            visits.append(counts)
            policy.append(shares / shares.sum())
        state = state.child(action)
    return Analysis(turn["turn"], list(best.values())[:lines], actions, visits, policy)


def solve(
    position: State | str, *, game: str | Game = "pilastri", positions: int | None = None,
) -> dict[str, str]:  # fmt: skip
    """Prove the value of each turn in a position of a small board, the best turns first.

    Parameters
    ----------
    position : State or str
        A state or a position as text, at the beginning of a turn, of a game of two seats. Earlier
        positions and the turn cap do not count.
    game : str or Game
        The game of a position that is given as text.
    positions : int, optional
        The most positions to look at, 20 million by default. Turns that would take more are
        missing.

    Returns
    -------
    dict of str to str
        ``"win"``, ``"draw"`` or ``"loss"`` by turn.
    """
    state = _state(position, game)
    asked = flags({"position": str(state), "positions": positions})
    (solution,) = records("solve", *rules(state.get_game()), *asked)
    return {turn["turn"]: turn["value"] for turn in solution["first_turns"]}


def _state(position: State | str, game: str | Game) -> State:
    return load_game(game).new_initial_state(position) if isinstance(position, str) else position
