"""Many games at once: `VectorEnv`."""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
import weakref
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import numpy.typing as npt

from pillars.engine import Engine, engine, frame
from pillars.errors import EngineError
from pillars.games import Game, load_game

_MOST_STEPS = 500_000  # most steps in a request, which the program finishes even if Python dies
_orphans: list[tuple[Engine, int]] = []  # vectors that were collected without being closed


class VectorEnv(AbstractContextManager["VectorEnv"]):
    """Many simultaneous games with the same rules. Each starts again as soon as it ends.

    The program plays the games, on several cores. The arrays are views of memory that the program
    writes: every `step`, `step_random` and `reset` changes them, so copy what you want to keep.

    Where ``dones[i]`` is true, ``rewards[i]`` belongs to the game that just ended; all other
    arrays show the start of the next.

    Parameters
    ----------
    game : str or Game
        For instance ``"pilastri(size=6)"``.
    n : int
        Number of games.
    seed : int, optional
        The seed of `step_random`. The same seed gives the same games for any number of threads.
    threads : int, optional
        Number of threads; 0 for one for each core.
    masks, observations : bool, optional
        Whether these arrays exist. Without them, steps take less time and memory.

    Attributes
    ----------
    observations : ndarray of uint8, shape (n, planes, ranks, files)
        The observation of the seat to act. Indices of ranks and files begin at a1. `Game.planes`
        names the planes.
    masks : ndarray of bool, shape (n, actions)
        True for each legal action.
    counts : ndarray of int32, shape (n,)
        Number of legal actions, at least 1.
    legal : ndarray of int32, shape (n, most)
        The first ``counts[i]`` entries of row i are the legal actions, in an order that depends
        only on the position; the other entries have no meaning.
    seats : ndarray of uint8, shape (n,)
        The seat to act, from 0.
    rewards : ndarray of float32, shape (n, seats)
        The rewards of the last step: 0 until a game ends, then 1 for a win, 0 for a draw, -1 for a
        loss. With three and four seats, the rewards of the places are spread evenly from 1 to -1.
    dones : ndarray of bool, shape (n,)
        Whether the last step ended the game.
    steps : ndarray of int32, shape (n,)
        Steps played in the current game.
    actions : ndarray of int32, shape (n,)
        The actions last played.
    """

    observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.bool_]
    counts: npt.NDArray[np.int32]
    legal: npt.NDArray[np.int32]
    seats: npt.NDArray[np.uint8]
    rewards: npt.NDArray[np.float32]
    dones: npt.NDArray[np.bool_]
    steps: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int32]

    def __init__(
        self, game: str | Game, n: int, seed: int = 0, threads: int = 0, *,
        masks: bool = True, observations: bool = True,
    ) -> None:  # fmt: skip
        if n < 1:
            raise ValueError(f"n is {n}; a vector has at least one game")
        while _orphans:
            program, number = _orphans.pop()
            if not program.closed:
                program.ask(do="free", vector=number)
        self.game = load_game(game)
        self.n = n
        self._engine = program = engine()
        self._number = program.number()
        folder = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # memory, not a disk
        file, path = tempfile.mkstemp(prefix="pillars-", dir=folder)
        try:
            made = program.ask(
                do="vector", rules=self.game.rules(program), vector=self._number, n=n, seed=seed,
                threads=threads, path=path, masks=masks, observations=observations,
            )  # fmt: skip
            memory = mmap.mmap(file, made["size"])
        finally:
            os.close(file)
            os.unlink(path)
        for array in made["arrays"]:
            view: npt.NDArray[Any] = np.ndarray(
                tuple(array["shape"]), array["dtype"], memory, array["offset"]
            )
            view.flags.writeable = array["name"] == "actions"
            setattr(self, array["name"], view)
        self._step_frame = frame(b"S", struct.pack("<I", self._number))
        self._orphaned = weakref.finalize(self, _orphans.append, (program, self._number))
        self._orphaned.atexit = False

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in each game.

        Parameters
        ----------
        actions : array_like of int, shape (n,)

        Raises
        ------
        EngineError
            If an action is not legal. The text names its game, and no action is played.
        """
        if actions is not self.actions:
            np.copyto(self.actions, actions, casting="same_kind")
        self._request(self._step_frame)

    def step_random(self, rounds: int = 1) -> None:
        """Play `rounds` actions in each game, drawn uniformly from the legal ones."""
        most = max(1, _MOST_STEPS // self.n)
        for played in range(0, rounds, most):
            some = min(most, rounds - played)
            self._request(frame(b"A", struct.pack("<II", self._number, some)))

    def reset(self, seed: int = 0) -> None:
        """Start all games again, with a new seed."""
        self._request(frame(b"R", struct.pack("<IQ", self._number, seed)))

    def _request(self, request: bytes) -> None:
        if not self._orphaned.alive:
            raise EngineError("this VectorEnv is closed")
        if self._engine.closed:
            raise EngineError(
                "the program of this VectorEnv has ended or belongs to the process that forked "
                "this one; make a new VectorEnv"
            )
        self._engine.request(request)

    def close(self) -> None:
        """End the games. The arrays keep their contents."""
        if self._engine.busy:  # do not wait for the end of a step that Ctrl-C interrupted
            self._orphaned()
        elif self._orphaned.detach() and not self._engine.closed:
            self._engine.ask(do="free", vector=self._number)

    def __exit__(self, *_: object) -> None:
        self.close()
