"""Networks in the form ONNX as players: `load`, and an engine for tournaments.

The player ``"ugi:python -m pillars.onnx net.onnx"`` searches with the network in a file; it needs
``pip install 'pillars-games[onnx]'``, that is ONNX Runtime. The network has one input, observations
[n, planes, ranks, files], and two outputs, logits [n, actions] and values as for `Search`.

The engines of one file on a machine share one process with the network, the evaluator. The first
engine starts it; it ends when the last one has gone. The requests that arrive while the network is
busy form the next batch. An engine whose evaluator is missing or dies loads the network itself.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import platform
import queue
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pillars.errors import PillarsError
from pillars.games import State
from pillars.search import Evaluate, Search
from pillars.ugi import Position, by_steps, serve_ugi

_TYPES = {"tensor(float)": np.float32, "tensor(uint8)": np.uint8, "tensor(double)": np.float64}
_CLOCK_SHARE = 20  # a decision takes this part of the time left on a clock
_START, _IDLE = 60.0, 1.0  # seconds an evaluator waits: for the first request, and without engines

_Requests = queue.SimpleQueue[tuple[npt.NDArray[np.uint8], "Connection[Any, Any]"]]


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


def shared(path: Path) -> Evaluate:
    """Return the network in a file, as a function that asks the evaluator as long as it lives."""
    connection = _connect(path)
    own = None if connection else load(path)

    def evaluate(seen: npt.NDArray[np.uint8], masks: npt.NDArray[np.bool_]) -> tuple[Any, Any]:
        nonlocal own
        if connection and not own:
            with contextlib.suppress(OSError, EOFError):
                connection.send(seen)
                logits, values = connection.recv()
                return logits, values
        own = own or load(path)
        return own(seen, masks)

    return evaluate


def _connect(path: Path) -> Connection[Any, Any] | None:
    """Connect to the evaluator of a file, and start it if there is none; return None on failure."""
    evaluator = None
    try:
        place = _place(path)
        while True:
            ended = evaluator is not None and evaluator.poll() is not None
            with contextlib.suppress(OSError, EOFError, ValueError, AuthenticationError):
                address, key = place.read_text().splitlines()
                return Client(address, authkey=bytes.fromhex(key))
            if ended:
                return None
            if not evaluator:
                place.unlink(missing_ok=True)  # of an evaluator that was killed
                evaluator = subprocess.Popen(
                    [sys.executable, "-m", "pillars.onnx", path.resolve(), "--evaluator", place],
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )  # fmt: skip
            time.sleep(0.02)
    except (OSError, RuntimeError):  # no such file, or no home
        return None


def _place(path: Path) -> Path:
    """Return the private file in which the evaluator of a network writes its address and key."""
    folder, file = Path.home() / ".cache" / "pillars", path.stat()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    devices = os.environ.get("CUDA_VISIBLE_DEVICES")
    same = platform.node(), sys.executable, devices, path.resolve(), file.st_mtime_ns, file.st_size
    return folder / f"onnx-{hashlib.sha256(repr(same).encode()).hexdigest()[:32]}"


def _evaluator(path: Path, place: Path) -> None:
    """Run the evaluator of a file until no engine is connected."""
    key, requests, engines = secrets.token_bytes(32), _Requests(), set[object]()

    def accept() -> None:
        while True:
            with contextlib.suppress(EOFError, ConnectionError, AuthenticationError):
                engines.add(connection := listener.accept())
                threading.Thread(target=read, args=[connection], daemon=True).start()

    def read(connection: Connection[Any, Any]) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                requests.put((connection.recv(), connection))
        engines.discard(connection)

    with Listener(backlog=64, authkey=key) as listener:
        with open(place, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(f"{listener.address}\n{key.hex()}\n")
        try:
            evaluate = load(path)
            threading.Thread(target=accept, daemon=True).start()
            _answer(requests, evaluate, engines)
        finally:
            place.unlink(missing_ok=True)


def _answer(requests: _Requests, evaluate: Evaluate, engines: set[object]) -> None:
    """Evaluate all requests that wait, as one batch for each shape, until no engine is left."""
    patience = _START
    while True:
        try:
            waiting = [requests.get(timeout=patience)]
        except queue.Empty:
            if not engines:
                return
            continue
        patience = _IDLE
        waiting += [requests.get() for _ in range(requests.qsize())]
        for shape in {seen.shape[1:] for seen, _ in waiting}:
            batch = [(seen, to) for seen, to in waiting if seen.shape[1:] == shape]
            rows = np.concatenate([seen for seen, _ in batch])
            ends = np.cumsum([len(seen) for seen, _ in batch])[:-1]
            logits, values = evaluate(rows, np.empty((len(rows), 0), bool))
            answers = zip(np.split(logits, ends), np.split(values, ends), strict=True)
            for answer, (_, to) in zip(answers, batch, strict=True):
                with contextlib.suppress(OSError):  # the engine has gone
                    to.send(answer)


def engine(evaluate: Evaluate, simulations: int, name: str) -> None:
    """Run a network and its search as a UGI engine, until the request ``quit``.

    A decision without limits takes the given number of simulations.
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
    parser.add_argument("--evaluator", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args(words)
    if asked.evaluator:
        return _evaluator(asked.file, asked.evaluator)
    try:
        engine(shared(asked.file), asked.simulations, asked.file.stem)
    except PillarsError as error:
        sys.exit(f"pillars: {error}")


if __name__ == "__main__":
    main()
