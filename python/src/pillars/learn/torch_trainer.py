"""Trains networks of `pillars.learn` in PyTorch, for processors and accelerators: `train`.

It does what ``pillars tune network`` does. `worths` is the network as a function of PyTorch, for
other trainers. The module needs the extra ``pillars-games[torch]``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from pillars.learn.examples import Examples
from pillars.learn.network import MOST_ROW, Network


def worths(numbers: torch.Tensor, form: Network, batch: Examples) -> torch.Tensor:
    """Return the values of positions for the seat to act, in logits.

    Parameters
    ----------
    numbers : tensor of float32, shape (size,)
        The numbers of the network, as `Network.numbers`.
    form : Network
        A network with the same patterns and units. Its numbers are not used.
    batch : Examples
        The positions.
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
    start: Network, examples: Examples, held: Examples, *, epochs: int = 10, batch: int = 4096,
    rate: float = 0.002, decay: float = 0.03, seed: int = 1, device: str = "cpu",
    watch: Callable[[int, float, float], object] = lambda *_: None,
) -> Network:  # fmt: skip
    """Train a network by Adam with decoupled weight decay, and return the best one.

    Parameters
    ----------
    start : Network
        The network to begin with (`Network.start`). It is not changed.
    examples, held : Examples
        Examples to learn from, at least a batch, and examples of other games to choose the best
        epoch by.
    epochs, batch : int
        Passes over all examples, and examples in a step of Adam.
    rate, decay : float
        The learning rate at the start, which falls to 0 along a cosine, and the weight decay of
        rows and outputs, which a step multiplies by the rate.
    seed : int
        The seed for the order of the examples.
    device : str
        A device of PyTorch.
    watch : callable, optional
        It is called after each epoch with its number, from 1, and the mean losses on the examples
        to learn from and on those held back.
    """
    batches = len(examples) // batch
    if not batches:
        raise ValueError(f"{len(examples)} examples are fewer than a batch of {batch}")
    random, network = np.random.default_rng(seed), start.copy()
    numbers = torch.nn.Parameter(torch.tensor(start.numbers, device=device))
    adam = torch.optim.Adam([numbers])
    best, least = start.copy(), math.inf
    for epoch in range(epochs):
        total, order = 0.0, random.permutation(len(examples))
        for k in range(batches):
            part = examples.take(order[k * batch : (k + 1) * batch])
            target = torch.as_tensor(part.target, device=device)
            loss = functional.binary_cross_entropy_with_logits(
                worths(numbers, network, part), target
            )
            adam.zero_grad()
            loss.backward()
            done = (epoch * batches + k + 1) / (epochs * batches + 1)
            adam.param_groups[0]["lr"] = now = rate * (1 + math.cos(math.pi * done)) / 2
            with torch.no_grad():
                numbers[: network.decaying] *= 1 - now * decay
                adam.step()
                numbers[: network.rows.size].clamp_(-MOST_ROW, MOST_ROW)
            total += loss.item() / batches
        network.numbers[:] = numbers.detach().cpu().numpy()
        lost = network.loss(held)
        watch(epoch + 1, total, lost)
        if not lost >= least:  # also if there are none held back
            best, least = network.copy(), lost
    if epochs and not start.has_rows:  # random rows that had no gradient become 0
        squares = adam.state[numbers]["exp_avg_sq"].cpu().numpy()
        best.rows.reshape(-1)[squares[: best.rows.size] == 0] = 0
        best.has_rows = True
    return best
