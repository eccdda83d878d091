"""A trainer in PyTorch, for processors and accelerators.

`train` takes the same arguments as `pillars.learn.train` and finds the same network up to rounding.
`worths` is the network as a function of PyTorch, for other trainers. The module needs the extra
``pillars-games[torch]``.
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
from pillars.learn.trainer import Options, Trained, forget_unseen


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
    """Train a network as `pillars.learn.train` does, on a device of PyTorch."""
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
        forget_unseen(trained.network, adam.state[numbers]["exp_avg_sq"].cpu().numpy())
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
