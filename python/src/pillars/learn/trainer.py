"""The reference trainer, in numpy: `train`. It does what ``pillars tune network`` does."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pillars.learn.examples import Examples
from pillars.learn.network import MOST_ROW, Network, cross_entropy, segment_sums

_CHUNK = 1 << 16  # examples are shuffled within chunks of this size
_KEEP_MEAN, _KEEP_SQUARE, _TINY = 0.9, 0.999, 1e-8  # beta1, beta2 and epsilon of Adam


@dataclass(frozen=True)
class Options:
    """Options of training.

    Attributes
    ----------
    epochs : int
        Passes over all examples.
    batch : int
        Examples in a step of Adam.
    rate : float
        Learning rate at the start; it falls to 0 along a cosine.
    decay : float
        Weight decay of rows and outputs; a step multiplies it by the rate.
    seed : int
        The seed for the order of the examples.
    only_set_up : bool
        For examples of the set-up only: leave biases, and numbers that no example uses, unchanged.
    """

    epochs: int = 10
    batch: int = 4096
    rate: float = 0.002
    decay: float = 0.03
    seed: int = 1
    only_set_up: bool = False

    def steps(self, count: int) -> int:
        """Return the number of steps in an epoch over `count` examples."""
        if count < self.batch:
            raise ValueError(f"{count} examples are fewer than a batch of {self.batch}")
        return count // self.batch

    def rate_at(self, step: int, count: int) -> float:
        """Return the learning rate of a step, counted from 1, for `count` examples."""
        done = step / (self.steps(count) * self.epochs + 1)
        return self.rate * (1 + math.cos(math.pi * min(1, done))) / 2

    def batches(self, epoch: int, count: int) -> Iterator[npt.NDArray[np.int64]]:
        """Yield the numbers, from 0, of the examples of each batch of an epoch.

        The last examples of a chunk are left out if they are fewer than a batch. Since each epoch
        shuffles again, it leaves out others.
        """
        random = np.random.default_rng((self.seed, epoch))
        for first in random.permutation(np.arange(0, count, _CHUNK)):
            chunk = first + random.permutation(min(_CHUNK, count - first))
            for at in range(0, len(chunk) - self.batch + 1, self.batch):
                yield chunk[at : at + self.batch]


@dataclass
class Trained:
    """The result of training so far.

    Attributes
    ----------
    network : Network
        The best network, with the lowest loss on the examples held back.
    losses : list of tuple of float
        Mean losses on the examples to learn from and on those held back, before the first epoch and
        after each. Before the first epoch the former is NaN.
    best : int
        The epoch after which the network was the best, from 1; 0 before the first.
    """

    network: Network
    losses: list[tuple[float, float]]
    best: int = 0

    def add(self, network: Network, loss: float, held: Examples) -> None:
        """Add the network after an epoch and its training loss; `held` are examples held back."""
        self.losses.append((loss, network.loss(held)))
        if not self.best or not len(held) or self.losses[-1][1] < self.losses[self.best][1]:
            self.network, self.best = network.copy(), len(self.losses) - 1


def train(
    start: Network, examples: Examples, held: Examples, options: Options | None = None,
    watch: Callable[[Trained], object] | None = None,
) -> Trained:  # fmt: skip
    """Train a network by Adam with decoupled weight decay.

    Parameters
    ----------
    start : Network
        The network to begin with (`Network.start`). It is not changed.
    examples, held : Examples
        Examples to learn from, and examples of other games to choose the best epoch.
    options : Options, optional
    watch : callable, optional
        It is called with the result so far before the first epoch and after each.

    Raises
    ------
    ValueError
        If there are fewer examples than in a batch.
    """
    options = options or Options()
    options.steps(len(examples))
    network = start.copy()
    trained = Trained(start.copy(), [(math.nan, start.loss(held))])
    mean, square = np.zeros_like([network.numbers] * 2)
    step = 0
    for epoch in range(options.epochs):
        if watch:
            watch(trained)
        loss, seen = 0.0, 0
        for numbers in options.batches(epoch, len(examples)):
            batch = examples.take(numbers)
            more, slopes = gradient(network, batch)
            loss, seen, step = loss + more, seen + len(batch), step + 1
            _step(network, slopes.numbers, mean, square, step, options, len(examples))
        trained.add(network, loss / seen, held)
    forget_unseen(trained.network, square)
    if watch:
        watch(trained)
    return trained


def gradient(network: Network, batch: Examples) -> tuple[float, Network]:
    """Return the sum of the losses, and the derivatives of their mean as numbers of a network."""
    slopes = Network(network.names, network.units)
    worth, hidden, output = network.forward(batch)
    slope = ((1 / (1 + np.exp(-worth)) - batch.target) / np.float32(len(batch)))[:, None]
    late = batch.phase[:, None]
    clipped = np.clip(hidden, 0, 1)
    fired = slope * clipped**2
    early = fired * (1 - late)
    slopes.set_up[:] = early[batch.set_up].sum(0)
    slopes.early[:] = early[~batch.set_up].sum(0)
    slopes.late[:] = (fired * late)[~batch.set_up].sum(0)
    change = np.where((hidden > 0) & (hidden < 1), slope * 2 * clipped * output, 0)
    slopes.bias[:] = change.sum(0)
    # A row's derivative is the sum over the examples with its pattern, so sort by pattern.
    change = np.hstack([change, slope * (1 - late), slope * late])
    example = np.repeat(np.arange(len(batch)), np.diff(batch.offsets))
    order = np.argsort(batch.patterns, kind="stable")
    ends = np.cumsum(np.bincount(batch.patterns, minlength=len(slopes.rows)))
    sums = segment_sums(change[example[order]], np.concatenate([[0], ends]))
    slopes.rows[:] = sums[:, :-2]
    linear = sums[: len(network.names), -2:] - sums[len(network.names) :, -2:]
    slopes.linear_early[:], slopes.linear_late[:] = linear.T
    return cross_entropy(worth, batch.target), slopes


def _step(
    network: Network, slopes: npt.NDArray[np.float32], mean: npt.NDArray[np.float32],
    square: npt.NDArray[np.float32], step: int, options: Options, count: int,
) -> None:  # fmt: skip
    """Make a step of Adam (Kingma and Ba, 2015) with decoupled decay (Loshchilov, Hutter, 2019)."""
    rate = options.rate_at(step, count)
    mean += (1 - _KEEP_MEAN) * (slopes - mean)
    square += (1 - _KEEP_SQUARE) * (slopes * slopes - square)
    before = network.numbers.copy()
    network.numbers[: network.decaying] *= 1 - rate * options.decay
    root = np.sqrt(square / np.float32(1 - _KEEP_SQUARE**step)) + np.float32(_TINY)
    network.numbers -= np.float32(rate / (1 - _KEEP_MEAN**step)) * mean / root
    if options.only_set_up:
        network.numbers[square == 0] = before[square == 0]
        network.bias[:] = before[network.decaying :][: network.units]
    np.clip(network.rows, -MOST_ROW, MOST_ROW, out=network.rows)


def forget_unseen(network: Network, square: npt.NDArray[np.float32]) -> None:
    """Set the numbers of random rows to 0 that had no gradient: Adam's mean of squares is 0."""
    if not network.has_rows:
        rows = network.rows.reshape(-1)
        rows[square[: rows.size] == 0] = 0
        network.has_rows = True
