"""Networks in the form ONNX as players: `load`, and an engine for tournaments.

The player ``"ugi:python -m pillars.onnx net.onnx"`` searches with the network in a file; it needs
``pip install 'pillars-games[onnx]'``, that is ONNX Runtime. The network has one input, observations
[n, planes, ranks, files], and two outputs, logits [n, actions] and values as for `Search`.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pillars.errors import PillarsError
from pillars.games import State
from pillars.search import Evaluate, Search
from pillars.ugi import Position, by_steps, serve_ugi

_TYPES = {"tensor(float)": np.float32, "tensor(uint8)": np.uint8, "tensor(double)": np.float64}
_CLOCK_SHARE = 20  # a decision takes this part of the time left on a clock


def load(path: str | os.PathLike[str]) -> Evaluate:
    """Return the network in a file, as a function for `Search`."""
    try:
        import onnxruntime
    except ImportError as error:
        raise PillarsError(
            f"{path} needs ONNX Runtime: pip install 'pillars-games[onnx]', or onnxruntime-gpu"
        ) from error
    session = onnxruntime.InferenceSession(path, providers=onnxruntime.get_available_providers())
    inputs, outputs = session.get_inputs(), session.get_outputs()
    if len(inputs) != 1 or len(outputs) != 2 or inputs[0].type not in _TYPES:
        raise PillarsError(
            f"{path} has {len(inputs)} inputs and {len(outputs)} outputs; a network takes "
            "observations, as float32, float64 or uint8, and returns logits and values"
        )
    name, kind = inputs[0].name, _TYPES[inputs[0].type]
    return lambda seen, _: tuple(session.run(None, {name: seen.astype(kind)}))


def engine(evaluate: Evaluate, simulations: int, name: str) -> None:
    """Run a network and its search as a UGI engine, until the request ``quit``.

    Parameters
    ----------
    evaluate : callable
        As for `Search`.
    simulations : int
        Simulations for a decision without limits.
    name : str
        The name of the engine.
    """
    searches: dict[str, Search] = {}
    rate = 0.0  # simulations a second

    def choose(position: Position, state: State) -> int:
        nonlocal rate
        game = str(state.get_game())
        if game not in searches:
            searches[game] = Search([state], evaluate, leaves=16, noise=False)
        search, seconds = searches[game], position.time
        if position.clock is not None:
            share = position.clock / _CLOCK_SHARE + (position.increment or 0) / 2
            seconds = min(seconds or share, share)
        count = position.nodes or (1_000_000 if seconds else simulations)
        if seconds:
            if not rate:
                began = time.monotonic()
                search.choose(state, 16)
                rate = 16 / (time.monotonic() - began)
            count = max(1, min(count, int(0.7 * rate * seconds)))
        began = time.monotonic()
        action = search.choose(state, count)
        rate = count / (time.monotonic() - began)
        return action

    serve_ugi(lambda position: by_steps(lambda state: choose(position, state))(position), name=name)


def main(words: Sequence[str] | None = None) -> None:
    """Run the network in a file as an engine."""
    parser = argparse.ArgumentParser(prog="python -m pillars.onnx", description=main.__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--simulations", type=int, default=64, help="for a decision without limits")
    asked = parser.parse_args(words)
    try:
        engine(load(asked.file), asked.simulations, asked.file.stem)
    except PillarsError as error:
        sys.exit(f"pillars: {error}")


if __name__ == "__main__":
    main()
