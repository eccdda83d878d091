"""Positions of stored games as arrays: `load_examples`, `make_examples`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pillars.command import flags, records, rules
from pillars.errors import PillarsError
from pillars.games import Game

SET_UP = 65  # the number of a phase that marks the set-up
_PHASES = 64  # the number of the last phase
_ONE = 65_535  # the number of an expected result of 1
_HEADER = 3  # words before the patterns: their number, the phase, the result


@dataclass(frozen=True)
class Examples:
    """Positions with the results that a network should expect.

    Attributes
    ----------
    names : tuple of str
        The names of the patterns of the game.
    patterns : ndarray of int32, shape (total,)
        The numbers of the patterns of all examples, one example after the other: first the patterns
        of the seat to act, then those of its opponent, whose numbers are larger by ``len(names)``.
    offsets : ndarray of int64, shape (n + 1,)
        The patterns of example i are ``patterns[offsets[i]:offsets[i + 1]]``.
    phase : ndarray of float32, shape (n,)
        The phase of the game, from 0 at its beginning to 1 at its end; 0 in the set-up.
    set_up : ndarray of bool, shape (n,)
        Whether the position belongs to the set-up.
    target : ndarray of float32, shape (n,)
        The expected result of the seat to act, from 0 to 1.
    """

    names: tuple[str, ...]
    patterns: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    phase: npt.NDArray[np.float32]
    set_up: npt.NDArray[np.bool_]
    target: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.target)

    def take(self, which: npt.NDArray[np.int64]) -> Examples:
        """Return the examples with these numbers, in this order."""
        starts = self.offsets[which]
        counts = self.offsets[which + 1] - starts
        offsets = np.concatenate([[0], np.cumsum(counts)])
        places = np.repeat(starts - offsets[:-1], counts) + np.arange(offsets[-1])
        by_position = self.phase[which], self.set_up[which], self.target[which]
        return Examples(self.names, self.patterns[places], offsets, *by_position)


def load_examples(folder: str | os.PathLike[str]) -> tuple[Examples, Examples]:
    """Read the files of ``pillars tune examples``: examples to learn from, and those held back.

    Raises
    ------
    PillarsError
        If a file ends within an example or has unknown patterns.
    """
    names = tuple(Path(folder, "patterns.txt").read_text(encoding="utf-8").split())
    train, held = (_load(Path(folder, part + ".examples"), names) for part in ("train", "held"))
    return train, held


def make_examples(
    db: str | os.PathLike[str], run: str, game: str | Game, folder: str | os.PathLike[str],
    **options: Any,
) -> tuple[Examples, Examples]:  # fmt: skip
    """Write examples from the games of a run into a folder, and load them.

    Parameters
    ----------
    db : path
        The database of the run.
    run : str
        A run of ``pillars selfplay``, by name or id.
    game : str or Game
        For instance ``"pit-of-pillars(size=5)"``.
    folder : path
        The folder for the files; it is made if it does not exist.
    **options
        Flags of ``pillars tune examples``, for instance ``stage="both"``, ``validation=0.2``.
    """
    words = flags({"data": run, "db": os.fspath(db), "output": os.fspath(folder)} | options)
    for _ in records("tune", "examples", *rules(game), *words):
        pass
    return load_examples(folder)


def _load(path: Path, names: tuple[str, ...]) -> Examples:
    words = np.fromfile(path, "<u2").astype(np.uint16, copy=False)
    # Each example begins with its length. This loop finds a million examples in less than half a
    # second; numpy would have to look at every word many times.
    found, at, end, view = [], 0, len(words) - _HEADER + 1, memoryview(words.data)
    while at < end:
        found.append(at)
        at += view[at] + _HEADER
    if at != len(words):
        raise PillarsError(f"{path} breaks off within an example")
    starts = np.array(found, np.int64)
    counts, phases, results = words[starts], words[starts + 1], words[starts + 2]
    headers = (starts[:, None] + np.arange(_HEADER)).ravel()
    patterns = np.delete(words, headers).astype(np.int32)
    if patterns.max(initial=0) >= max(1, 2 * len(names)) or phases.max(initial=0) > SET_UP:
        raise PillarsError(f"{path} does not fit the {len(names)} patterns of patterns.txt")
    set_up = phases == SET_UP
    offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    phase = np.where(set_up, 0, phases / np.float32(_PHASES)).astype(np.float32)
    target = (results / np.float32(_ONE)).astype(np.float32)
    return Examples(names, patterns, offsets, phase, set_up, target)
