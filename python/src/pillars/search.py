"""Tree search of many games at once, with a network of the caller's own: `Search`."""

from __future__ import annotations

import struct
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pillars.engine import PAYLOAD, Engine, frame, number
from pillars.errors import EngineError
from pillars.games import Game, State
from pillars.vector import VectorEnv, shared_arrays

Evaluate = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.bool_]], tuple[Any, Any]]
"""A function from observations and action masks to logits and values; see `Search`."""

_MOST_SIMULATIONS = 1_000_000
_ROWS = struct.Struct(f"<{PAYLOAD}xI")


@dataclass(frozen=True)
class Found:
    """The results of a search, with a row for each game. Rows of games that are over are 0.

    Attributes
    ----------
    actions : ndarray of int32, shape (n,)
        The actions to play.
    policy : ndarray of float32, shape (n, actions)
        The target to train a policy with: with ``gumbel``, the improved policy; otherwise the
        shares of the visits.
    values : ndarray of float32, shape (n,)
        The values, from -1 to 1, for the seat to act.
    visits : ndarray of int32, shape (n, actions)
        The visits of each action, also those of earlier searches in a tree that was kept.
    """

    actions: npt.NDArray[np.int32]
    policy: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]
    visits: npt.NDArray[np.int32]


class Search:
    """Tree search of many games at once, in the program, with a network of the caller's own.

    Each call of `run` searches the games as they stand. If a game has gone on since the last call,
    the tree below its position is kept. The same seed, evaluations and calls give the same results.

    Parameters
    ----------
    games : VectorEnv or sequence of State
        The games to search. The search follows a vector; of states it looks at the list again in
        each call of `run`, so that states may be advanced or replaced. All states have one game.
    evaluate : callable
        It receives observations (uint8, [rows, planes, ranks, files], each as the seat to act sees
        it) and action masks (bool, [rows, actions]), which are valid until it returns. It returns
        logits [rows, actions] and values [rows] from -1 to 1 for the seat to act, as NumPy arrays
        or what `numpy.asarray` takes, such as tensors of PyTorch or JAX on the CPU. Logits of
        illegal actions have no effect. In games of three and four seats, values are [rows, seats]:
        the seat to act first, then those that follow it. Finished games are never evaluated.
    simulations : int
        Simulations in each game and call of `run`.
    gumbel : bool
        Whether to search the root by sequential halving with Gumbel noise, and the nodes below by
        the improved policy (Danihelka et al., Policy improvement by planning with Gumbel, 2022).
        Otherwise PUCT, as AlphaZero does.
    noise : bool
        Whether the choice at the root is random, as in training: by Gumbel noise or, with PUCT, by
        a quarter of Dirichlet noise in the priors.
    considered : int
        With `gumbel`, the most actions that are tried at the root.
    leaves : int
        With `gumbel`, the most leaves of one game in a batch. It changes the size of batches, which
        is at most ``leaves * n``, but no result.
    fixed : bool
        Whether all batches have ``leaves * n`` rows, of which the last ones may be meaningless, for
        functions that are compiled for one shape.
    seed, threads : int
        The seed of the noise; the number of threads, 0 for one for each core.
    c_visit, c_scale, c_puct : float
        Weights of values beside logits (with `gumbel`, in the paper's notation, for values from 0
        to 1), and of exploration in PUCT.
    """

    _observations: npt.NDArray[np.uint8]
    _masks: npt.NDArray[np.bool_]
    _logits: npt.NDArray[np.float32]
    _values: npt.NDArray[np.float32]
    _visits: npt.NDArray[np.int32]
    _policy: npt.NDArray[np.float32]
    _root_values: npt.NDArray[np.float32]
    _best: npt.NDArray[np.int32]

    def __init__(
        self, games: VectorEnv | Sequence[State], evaluate: Evaluate, *, simulations: int = 64,
        gumbel: bool = True, noise: bool = True, considered: int = 16, leaves: int = 1,
        fixed: bool = False, seed: int = 0, threads: int = 0, c_visit: float = 50.0,
        c_scale: float = 1.0, c_puct: float = 1.25,
    ) -> None:  # fmt: skip
        self.games, self.evaluate, self.fixed = games, evaluate, fixed
        self.simulations = number("simulations", simulations, 1, _MOST_SIMULATIONS)
        config = {
            "gumbel": gumbel, "noise": noise, "seed": number("seed", seed, 0, 2**64 - 1),
            "considered": number("considered", considered, 1, 2**16),
            "leaves": number("leaves", leaves, 1, 2**16),
            "threads": number("threads", threads, 0, 2**16),
            "c_visit": c_visit, "c_scale": c_scale, "c_puct": c_puct,
        }  # fmt: skip
        asked: dict[str, Any] = {"do": "search", "config": config}
        if isinstance(games, VectorEnv):
            self.game: Game = games.game
            self._engine, count = games._engine, games.num_envs
            asked["vector"] = games._number
        else:
            if not games:
                raise ValueError("no states to search")
            self.game, count = games[0].get_game(), len(games)
            self._engine = Engine()
            self._end = weakref.finalize(self, self._engine.close)
        self._seen: list[State | None] = [None] * count  # the states that the program knows
        program = self._engine
        self._number = program.number()
        asked |= {"search": self._number, "rules": self.game.rules(program), "n": count}
        for name, view in shared_arrays(program, asked).items():
            view.flags.writeable = name in ("logits", "values")
            setattr(self, f"_{name}", view)
        self._next = frame(b"L", struct.pack("<I", self._number))

    def run(self, simulations: int | None = None) -> Found:
        """Search all games.

        Parameters
        ----------
        simulations : int, optional
            Simulations in each game; by default those of the search.

        Raises
        ------
        EngineError
            If logits or values are not finite, or values are beyond -1 and 1.
        """
        count = number("simulations", simulations or self.simulations, 1, _MOST_SIMULATIONS)
        if isinstance(self.games, VectorEnv):
            self.games._check()
        else:
            self._follow(self.games)
        rows = self._rows(frame(b"B", struct.pack("<II", self._number, count)))
        most = len(self._observations)
        while rows:
            shown = most if self.fixed else rows
            logits, values = self.evaluate(
                self._observations[:shown].copy(), self._masks[:shown].copy()
            )
            _write("logits", logits, self._logits[:shown])
            _write("values", values, self._values[:shown])
            rows = self._rows(self._next)
        return Found(
            self._best.copy(), self._policy.copy(), self._root_values.copy(), self._visits.copy()
        )

    def choose(self, state: State, simulations: int | None = None) -> int:
        """Return the action for one state, which becomes the first game.

        `by_steps` makes this method of a search of one game a policy for matches.
        """
        if isinstance(self.games, VectorEnv):
            raise EngineError("choose needs a search of states; this one follows a VectorEnv")
        self.games = [state, *self.games[1:]]
        return int(self.run(simulations).actions[0])

    def _follow(self, games: Sequence[State]) -> None:
        """Tell the program which states have changed."""
        if len(games) != len(self._seen):
            raise ValueError(f"{len(games)} states; the search is of {len(self._seen)}")
        changed = [i for i, state in enumerate(games) if state != self._seen[i]]
        for i in changed:
            if games[i].get_game() != self.game:
                raise ValueError(f"a state of {games[i].get_game()} in a search of {self.game}")
        if changed:
            placed = [
                {"index": i, "start": games[i].start(), "actions": games[i].history()}
                for i in changed
            ]
            self._engine.ask(do="follow", search=self._number, games=placed)
            for i in changed:
                self._seen[i] = State(self.game, games[i].start(), games[i].history())

    def _rows(self, request: bytes) -> int:
        return int(_ROWS.unpack(self._engine.request(request))[0])


def _write(name: str, given: Any, to: npt.NDArray[np.float32]) -> None:
    """Copy what the caller's function returned, if it has the right shape."""
    array = np.asarray(given)
    if array.ndim == 1 and to.shape[1] == 1:
        array = array[:, None]
    if array.shape != to.shape:
        raise ValueError(f"{name} have the shape {array.shape}; it must be {to.shape}")
    to[:] = array
