"""Networks that players take as ``weights=FILE``: `Network`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pillars.errors import PillarsError
from pillars.learn.examples import Examples

UNITS = (32, 64, 128)
MOST_ROW = 45 / 64  # the largest number in a row that a letter in a file can express
_ZERO = ord("Q")  # the letter for the number 0 in a row; "R" is 1/64, "S" is 2/64, ...
_MOST_LINEAR = 100  # the largest weight of the linear part, in logits
_AT_ONCE = 4096  # positions evaluated at once

Floats = npt.NDArray[np.float32]


class Network:
    """A network with one hidden layer, in floating point.

    The value of a position for the seat to act, in logits, is ::

        linear + sum(clip(hidden, 0, 1)**2 * output)
        hidden = bias + sum of the rows of the patterns

    where `linear` is the sum of the weights of the seat's patterns minus the sum of those of its
    opponent's. Outputs and weights are interpolated between early and late by the phase; the set-up
    has its own outputs. Outputs and linear weights are in logits.

    Parameters
    ----------
    names : sequence of str
        The names of the patterns, as in `Examples.names`.
    units : {32, 64, 128}
        Number of hidden units.

    Attributes
    ----------
    numbers : ndarray of float32, shape (size,)
        All numbers; the arrays below are views of it.
    rows : ndarray of float32, shape (2 * patterns, units)
        A row for each pattern of the seat to act, then for each of its opponent. Files can express
        numbers from -45/64 to 45/64.
    early, late, set_up : ndarray of float32, shape (units,)
        Outputs at the beginning, at the end, and in the set-up.
    bias : ndarray of float32, shape (units,)
        The biases of the hidden units.
    linear_early, linear_late : ndarray of float32, shape (patterns,)
        The weights of the linear part.
    decaying : int
        The number of leading `numbers` that weight decay applies to: rows and outputs.
    has_rows : bool
        Whether the rows were trained. If not, they are random numbers or 0.
    """

    def __init__(self, names: Sequence[str], units: int = 32) -> None:
        if units not in UNITS:
            raise PillarsError(f"{units} hidden units; a network has 32, 64 or 128")
        self.names = tuple(names)
        self.units = units
        self.has_rows = False
        patterns = len(self.names)
        shapes = [(2 * patterns, units), *[(units,)] * 4, *[(patterns,)] * 2]
        sizes = [int(np.prod(shape)) for shape in shapes]
        self.numbers: Floats = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.numbers, np.cumsum(sizes)[:-1])
        views = [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]
        self.rows, self.early, self.late, self.set_up = views[:4]
        self.bias, self.linear_early, self.linear_late = views[4:]
        self.decaying = sum(sizes[:4])

    def copy(self) -> Network:
        """Return a network with the same numbers."""
        other = Network(self.names, self.units)
        other.numbers[:], other.has_rows = self.numbers, self.has_rows
        return other

    @classmethod
    def start(
        cls, names: Sequence[str], weights: str | os.PathLike[str] | None = None, units: int = 32,
        seed: int = 1,
    ) -> Network:  # fmt: skip
        """Return a network to train, read from a file or with random hidden units.

        Parameters
        ----------
        names : sequence of str
            The names of the patterns.
        weights : path, optional
            A file of a network, or of weights for the linear part. By default these are 0.
        units : int
            Number of hidden units, unless the file of a network gives it.
        seed : int
            The seed of the random numbers.
        """
        network = cls(names, units)
        if weights is not None:
            text = Path(weights).read_text(encoding="utf-8")
            if next(_lines(text), ("",))[0] == "network":
                return cls.read(weights, names)
            network._read_linear(_lines(text), known=False)
        random = np.random.default_rng(seed)
        network.rows[:] = 0.05 * random.standard_normal(network.rows.shape)
        network.bias[:] = 0.3
        network.early[:], network.late[:] = 0.1 * random.standard_normal((2, units))
        network.set_up[:] = network.early
        return network

    @classmethod
    def read(cls, path: str | os.PathLike[str], names: Sequence[str]) -> Network:
        """Read the file of a network, for a game with the named patterns.

        Raises
        ------
        PillarsError
            If the file is not a network or has other patterns.
        """
        lines = list(_lines(Path(path).read_text(encoding="utf-8")))
        try:
            network = cls(names, int(lines[0][1]) if lines and lines[0][0] == "network" else 0)
            units = [fields[1:] for fields in lines if fields[0] == "unit"]
            numbers = [(*map(float, fields), float(fields[1]))[:4] for fields in units]
            parts = np.array(numbers, np.float32).reshape(network.units, 4).T
            network.bias[:], network.early[:], network.late[:], network.set_up[:] = parts
            network._read_linear(line for line in lines[1:] if line[0] != "unit")
        except (ValueError, IndexError, PillarsError) as error:
            raise PillarsError(f"{os.fspath(path)}: not a network of this game: {error}") from error
        network.has_rows = True
        return network

    def _read_linear(self, lines: Iterable[tuple[str, ...]], known: bool = True) -> None:
        """Read weights of patterns, and rows too if all names are `known` to be patterns."""
        numbers = {name: number for number, name in enumerate(self.names)}
        for name, *fields in lines:
            number = numbers.get(name)
            if number is None:
                if known:
                    raise PillarsError(f"it has no pattern {name!r}")
                continue  # the weight of a feature, which a network does not have
            values = [float(field) / 100 for field in fields[:2]]
            self.linear_early[number], self.linear_late[number] = values[0], values[-1]
            if known:
                letters = np.frombuffer(fields[2].encode(), np.uint8).astype(np.float32)
                self.rows[number :: len(self.names)] = (letters.reshape(2, self.units) - _ZERO) / 64

    def write(self, path: str | os.PathLike[str], *comments: str) -> None:
        """Write the network to a file after comments. The file has rounded numbers."""
        lines = [*(f"# {comment}" for comment in comments), f"network {self.units}"]
        units = zip(self.bias, self.early, self.late, self.set_up, strict=True)
        for bias, early, late, set_up in units:
            own = f" {set_up:.5f}" if set_up != early else ""
            lines.append(f"unit {bias:.4f} {early:.5f} {late:.5f}{own}")
        letters = np.clip(_round(self.rows * 64), -45, 45).astype(np.int16) + _ZERO
        both = letters.astype(np.uint8).reshape(2, len(self.names), self.units)
        weights = np.stack([self.linear_early, self.linear_late], 1).astype(np.float64)
        weights = _round(np.clip(weights, -_MOST_LINEAR, _MOST_LINEAR) * 100 * 100) / 100 + 0.0
        for number, (name, (early, late)) in enumerate(zip(self.names, weights, strict=True)):
            row = both[:, number].tobytes().decode()
            if early or late or row.strip("Q"):
                lines.append(f"{name} {early:.7g} {late:.7g} {row}")
        Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def worths(self, examples: Examples) -> Floats:
        """Return the values of positions for the seat to act, in logits."""
        linear = np.stack([self.linear_early, self.linear_late], 1)
        table = np.hstack([self.rows, np.vstack([linear, -linear])])
        sums = np.zeros((len(examples), table.shape[1]), np.float32)
        full = np.diff(examples.offsets) > 0
        if full.any():
            rows = table[examples.patterns]
            sums[full] = np.add.reduceat(rows, examples.offsets[:-1][full], axis=0)
        late = examples.phase[:, None]
        hidden = sums[:, :-2] + self.bias
        output = np.where(examples.set_up[:, None], self.set_up, self.early) * (1 - late)
        output += self.late * late
        weighted = sums[:, -2] * (1 - examples.phase) + sums[:, -1] * examples.phase
        return np.asarray(weighted + (np.clip(hidden, 0, 1) ** 2 * output).sum(1))

    def loss(self, examples: Examples) -> float:
        """Return the mean cross-entropy of the expected results, or NaN without examples."""
        total = 0.0
        for first in range(0, len(examples), _AT_ONCE):
            part = examples.take(np.arange(first, min(first + _AT_ONCE, len(examples))))
            logits = self.worths(part).astype(np.float64)
            total += float((np.logaddexp(0, logits) - part.target * logits).sum())
        return total / len(examples) if len(examples) else float("nan")


def _lines(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of each line, without comments and without empty lines."""
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if words:
            yield tuple(words)


def _round(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Round halves away from 0, as the program does."""
    return np.asarray(np.copysign(np.floor(np.abs(values) + 0.5), values))
