"""Runs commands of the program and reads the JSON lines that they print."""

from __future__ import annotations

import contextlib
import json
import subprocess
import tempfile
from collections.abc import Generator, Mapping
from typing import IO, Any

from pillars.engine import program
from pillars.errors import EngineError
from pillars.games import Game, load_game

_FAULTS = 3  # exit status: the command is done, but a player's fault ended games


def flags(options: Mapping[str, Any]) -> list[str]:
    """Return options as flags of a command: ``opening_turns=4`` as ``--opening-turns 4``.

    True gives the flag without a value; None and False leave it out; a list repeats it. Numbers for
    ``time`` and ``time_margin`` are seconds.
    """
    words: list[str] = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is True:
            words.append(flag)
        elif isinstance(value, list | tuple):
            for each in value:
                words += [flag, str(each)]
        elif value is not None and value is not False:
            seconds = name in ("time", "time_margin") and isinstance(value, int | float)
            words += [flag, f"{value}s" if seconds else str(value)]
    return words


def rules(game: str | Game) -> list[str]:
    """Return a game and its options as flags."""
    game = load_game(game)
    options = [f"{name}={value}" for name, value in game.options.items() if value]
    return flags({"game": game.name, "option": options})


def records(
    *words: str, environment: Mapping[str, str] | None = None
) -> Generator[dict[str, Any], None, None]:
    """Run a command and yield its JSON lines as they come. Closing the iterator ends the command.

    Raises
    ------
    EngineError
        If the command fails; the text is what it wrote to the standard error.
    """
    command = [program(), *words, "--json"]
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
            env=environment,
        ) as process:  # fmt: skip
            assert process.stdout
            try:
                yield from map(json.loads, process.stdout)
                process.wait()
            finally:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.terminate()
                    process.wait(5)
                process.kill()
        if process.returncode not in (0, _FAULTS):
            raise failure(errors, f"{command[:2]} ended with status {process.returncode}")


def failure(errors: IO[bytes], otherwise: str) -> EngineError:
    """Return the error of a command, with the text in the file, or `otherwise` if it is empty."""
    errors.seek(0)
    return EngineError(errors.read()[-2000:].decode(errors="replace").strip() or otherwise)
