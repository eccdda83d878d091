"""Stored runs as data: `open_db` reads a database of the program."""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pillars.command import records
from pillars.errors import PillarsError

VERSION = 1  # version of the database's tables
_PROVEN = 30_000  # larger scores are proven results: 32,000 minus the number of steps to the end


def expectation(score: float | None) -> float | None:
    """Return the expected result, 0 to 1, for a stored score in hundredths of a logit."""
    if score is None:
        return None
    return float(score > 0) if abs(score) > _PROVEN else 1 / (1 + math.exp(-score / 100))


class Database(contextlib.AbstractContextManager["Database"]):
    """A database opened for reading. Close it, or use it in ``with``; `open_db` makes one.

    Tables are lists of dicts, which ``pandas.DataFrame`` and ``polars.DataFrame`` take. A run is
    given by its id, the beginning of its id or a tag; None means all runs that are not deleted.
    """

    def __init__(self, path: str | os.PathLike[str] = "pillars.db") -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise PillarsError(f"there is no database {self.path}")
        self._connection = sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True)
        self._connection.row_factory = sqlite3.Row
        try:
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.DatabaseError as error:
            self.close()
            raise PillarsError(f"{self.path} is no database: {error}") from error
        if version != VERSION:
            self.close()
            raise PillarsError(f"{self.path} has tables of version {version}, not {VERSION}")

    def runs(self) -> list[dict[str, Any]]:
        """Return the runs that are not deleted, the oldest first.

        Columns: ``run`` (id), ``kind``, ``tags`` (list), ``game``, ``options`` (text such as
        ``size=4``), ``players`` (list), ``total`` (number of games planned, 0 if not known),
        ``games`` (number of games stored), ``program``, ``created``.
        """
        latest = "(SELECT {0} FROM extensions WHERE run = id ORDER BY number DESC LIMIT 1)"
        spec, total = (f"coalesce({latest.format(c)}, {c}) AS {c}" for c in ("spec", "total"))
        query = f"""SELECT id AS run, kind, program, created, {spec}, {total},
            (SELECT count(*) FROM games WHERE run = id) AS games FROM runs ORDER BY created, id"""
        rows = []
        for row in map(dict, self._connection.execute(query)):
            tags, deleted = self._notes(row["run"])
            spec = json.loads(row.pop("spec"))
            if not deleted:
                row |= {"tags": tags, "options": " ".join(spec.get("options", []))}
                rows.append(row | {"game": spec["game"], "players": spec.get("players", [])})
        return rows

    def _notes(self, run: str) -> tuple[list[str], bool]:
        """Return the tags of a run, and whether it is deleted."""
        deleted, tags = False, dict[str, bool]()
        query = "SELECT kind, value FROM notes WHERE run = ? ORDER BY number"
        for kind, value in self._connection.execute(query, (run,)):
            if kind in ("tag", "untag"):
                tags[value] = kind == "tag"
            elif kind in ("deleted", "restored"):
                deleted = kind == "deleted"
        return [tag for tag, there in tags.items() if there], deleted

    def run(self, name: str) -> str:
        """Return the id of a run. Raises `PillarsError` if the name fits no run or several."""
        rows = self.runs()
        exact = [row["run"] for row in rows if name == row["run"]]
        exact = exact or [row["run"] for row in rows if name in row["tags"]]
        found = exact or [row["run"] for row in rows if row["run"].startswith(name)]
        if len(found) != 1:
            raise PillarsError(f"{len(found)} runs in {self.path} are called {name!r}")
        return str(found[0])

    def games(self, run: str | None = None) -> list[dict[str, Any]]:
        """Return the finished games.

        Columns: ``run``, ``identity``, ``pair``, ``pairing``, ``opening``, ``players`` and
        ``scores`` (lists by seat; scores are 0 to 1), ``reason``, ``fault``, ``fault_seat``,
        ``adjudicated``, ``turns``, ``finished``.
        """
        columns = """run, identity, pair, pairing, opening, players, scores, reason, fault,
            fault_seat, adjudicated, turns, finished"""
        return [
            row | {name: json.loads(row[name]) for name in ("players", "scores")}
            for row in self._games(run, columns)
        ]

    def record(self, run: str, identity: str) -> dict[str, Any]:
        """Return the stored record of a game, from which it can be replayed.

        Keys are ``game``, ``options``, ``start``, ``players``, ``turns`` (text), ``opening``
        (number of turns), ``final``, ``scores``, ``reason``, ...
        """
        for row in self._games(run, "identity, record"):
            if row["identity"] == identity:
                return dict(json.loads(row["record"]))
        raise PillarsError(f"run {run} has no game {identity!r}")

    def thoughts(self, run: str | None = None) -> list[dict[str, Any]]:
        """Return what the players reported about their turns.

        Columns: ``run``, ``identity``, ``turn``, ``text``, ``nodes``, ``depth`` (steps), ``score``
        (hundredths of a logit, for the seat that played the turn; for a proven win 32,000 minus the
        number of steps to it), ``expectation`` (the score as a result from 0 to 1), ``seconds``.
        Values that a player did not report are None.
        """
        rows = []
        for game in self._games(run, "run, identity, record, thoughts"):
            record, thoughts = json.loads(game.pop("record")), json.loads(game.pop("thoughts"))
            opening, texts = record["opening"], record["turns"].split()
            lists = [thoughts.get(name) or [] for name in ("nodes", "depth", "score", "us")]
            said = itertools.zip_longest(texts[opening:], *lists)
            for turn, (text, nodes, depth, score, us) in enumerate(said, opening + 1):
                row = {"turn": turn, "text": text, "nodes": nodes, "depth": depth, "score": score}
                row |= {"expectation": expectation(score), "seconds": us and us / 1e6}
                rows.append(game | row)
        return rows

    def _games(self, run: str | None, columns: str) -> Iterator[dict[str, Any]]:
        ids = [self.run(run)] if run else [row["run"] for row in self.runs()]
        for one in ids:
            query = f"SELECT {columns} FROM games WHERE run = ? ORDER BY number"
            yield from map(dict, self._connection.execute(query, (one,)))

    def ratings(self, *runs: str) -> dict[str, Any]:
        """Return the standings of runs, or of the latest, as ``pillars ratings --json`` does.

        Of the seats they have ``first_score`` (0 to 1), ``first_advantage`` (Elo) and their limits,
        with ``_low`` and ``_high``; with more than two seats ``seats``.
        """
        return next(records("ratings", *runs, "--db", str(self.path)))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __exit__(self, *_: object) -> None:
        self.close()


open_db = Database
