"""A trainer in PyTorch, for processors and accelerators.

`train` does what ``pillars tune network`` does. `worths` is the network as a function of PyTorch,
for other trainers. The module needs the extra ``pillars-games[torch]``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from pillars.learn.examples import Examples
from pillars.learn.network import MOST_ROW, Network

_CHUNK = 1 << 16  # examples are shuffled within chunks of this size


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


def worths(numbers: torch.Tensor, form: Network, batch: Examples) -> torch.Tensor:
    """Evaluate positions.

    Parameters
    ----------
    numbers : tensor of float32, shape (size,)
        The numbers of the network, as `Network.numbers`.
    form : Network
        A network with the same patterns and units. Its numbers are not used.
    batch : Examples
        The positions.

    Returns
    -------
    tensor of float32, shape (n,)
        The values for the seat to act, in logits.
    """

    def tensor(array: Any, kind: torch.dtype = torch.float32) -> torch.Tensor:
        return torch.as_tensor(np.ascontiguousarray(array), dtype=kind, device=numbers.device)

    patterns, units = len(form.names), form.units
    sizes = [2 * patterns * units, *[units] * 4, *[patterns] * 2]
    rows, early, late, set_up, bias, linear_early, linear_late = torch.split(numbers, sizes)
    linear = torch.stack([linear_early, linear_late], 1)
    table = torch.cat([rows.view(-1, units), torch.cat([linear, -linear])], 1)
    sums = functional.embedding_bag(
        tensor(batch.patterns, torch.int64), table, tensor(batch.offsets, torch.int64),
        mode="sum", include_last_offset=True,
    )  # fmt: skip
    phase = tensor(batch.phase)[:, None]
    begins = torch.where(tensor(batch.set_up, torch.bool)[:, None], set_up, early)
    fired = torch.clamp(sums[:, :units] + bias, 0, 1).square()
    hidden = fired * (begins * (1 - phase) + late * phase)
    return hidden.sum(1) + (sums[:, units:] * torch.cat([1 - phase, phase], 1)).sum(1)


def train(
    start: Network, examples: Examples, held: Examples, options: Options | None = None,
    watch: Callable[[Trained], object] | None = None, device: str = "cpu",
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
    device : str
        A device of PyTorch.

    Raises
    ------
    ValueError
        If there are fewer examples than in a batch.
    """
    options = options or Options()
    options.steps(len(examples))
    network = start.copy()
    trained = Trained(start.copy(), [(math.nan, start.loss(held))])
    numbers = torch.nn.Parameter(torch.tensor(start.numbers, device=device))
    adam = torch.optim.Adam([numbers])
    step = 0
    for epoch in range(options.epochs):
        if watch:
            watch(trained)
        total, seen = 0.0, 0
        for chosen in options.batches(epoch, len(examples)):
            batch = examples.take(chosen)
            target = torch.as_tensor(batch.target, device=device)
            loss = functional.binary_cross_entropy_with_logits(
                worths(numbers, network, batch), target
            )
            adam.zero_grad()
            loss.backward()
            step += 1
            _step(adam, numbers, network, options, options.rate_at(step, len(examples)))
            total, seen = total + loss.item() * len(batch), seen + len(batch)
        network.numbers[:] = numbers.detach().cpu().numpy()
        trained.add(network, total / seen, held)
    if adam.state[numbers]:
        _forget_unseen(trained.network, adam.state[numbers]["exp_avg_sq"].cpu().numpy())
    if watch:
        watch(trained)
    return trained


def _step(
    adam: torch.optim.Adam, numbers: torch.Tensor, form: Network, options: Options, rate: float
) -> None:
    """Make a step of Adam with decoupled weight decay of rows and outputs."""
    decaying = form.decaying
    adam.param_groups[0]["lr"] = rate
    before = numbers.detach().clone()
    with torch.no_grad():
        numbers[:decaying] *= 1 - rate * options.decay
        adam.step()
        if options.only_set_up:
            still = adam.state[numbers]["exp_avg_sq"] == 0
            still[decaying : decaying + form.units] = True  # biases
            numbers[still] = before[still]
        numbers[: form.rows.size].clamp_(-MOST_ROW, MOST_ROW)


def _forget_unseen(network: Network, square: npt.NDArray[np.float32]) -> None:
    """Set the numbers of random rows to 0 that had no gradient: Adam's mean of squares is 0."""
    if not network.has_rows:
        rows = network.rows.reshape(-1)
        rows[square[: rows.size] == 0] = 0
        network.has_rows = True
