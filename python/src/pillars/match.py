"""Matches, tournaments and self-play, played, stored and rated by the program."""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import re
import secrets
import socket
import socketserver
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypedDict, Unpack

from pillars.command import flags, records, rules
from pillars.games import Game
from pillars.ugi import Policy, Position, serve_ugi


class Estimate(NamedTuple):
    """A value with its 95 % interval. None means undetermined, for instance by too few games."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Match:
    """The result of `play_match` or `sprt`, from the view of the first player.

    Attributes
    ----------
    run : str
        The id of the run in the database.
    players : tuple of str
        The names of the two players.
    games : list of dict
        For each game ``identity``, ``pair``, ``players`` and ``scores`` (0 to 1) by seat,
        ``reason``, ``turns``, ``finished``.
    wins, draws, losses : int
        Numbers of games. With more than two seats, each seat of the first player is compared with
        each seat of the other.
    pairs : list of int
        Numbers of pairs in which it scored 0, 1/2, 1, 3/2, 2 points; empty with more than two
        seats.
    score, elo : Estimate
        The mean score of a game, 0 to 1, and the estimated difference in Elo.
    decision : str
        The decision of `sprt`: ``"H0"``, ``"H1"`` or ``"continue"``; empty for `play_match`.
    answer : list of str
        The sentence that says who is stronger, and notes on it.
    record : dict
        The whole JSON record of the result that the command printed.
    """

    run: str
    players: tuple[str, str]
    games: list[dict[str, Any]]
    wins: int
    draws: int
    losses: int
    pairs: list[int]
    score: Estimate
    elo: Estimate
    decision: str
    answer: list[str]
    record: dict[str, Any]

    def __str__(self) -> str:
        counts = f"+{self.wins} ={self.draws} -{self.losses}, score {self.score.value:.3f}"
        return f"{' against '.join(self.players)}: {counts}. {' '.join(self.answer)}"


@dataclass(frozen=True)
class Standings:
    """The result of `tournament`.

    Attributes
    ----------
    run : str
        The id of the run in the database.
    players : list of dict
        A row for each player, the best first: ``name``, ``rating`` in Elo with the 95 % interval
        from ``low`` to ``high`` (None if undetermined), ``points``, ``games``, ``wins``, ...
    games : list of dict
        As in `Match`.
    answer : list of str
        The sentence that says who is strongest, and notes on it.
    record : dict
        The whole JSON record of the standings.
    """

    run: str
    players: list[dict[str, Any]]
    games: list[dict[str, Any]]
    answer: list[str]
    record: dict[str, Any]

    def __str__(self) -> str:
        rows = [f"{p['name']}: {p['points']:g} of {p['games']}" for p in self.players]
        return f"{', '.join(rows)}. {' '.join(self.answer)}"


class RunOptions(TypedDict, total=False):
    """Options of everything that plays games; unset ones are as in the program."""

    seed: int  # of all random choices
    workers: int  # parallel games
    tag: str | Sequence[str]  # names of the run, which may stand for its id
    fresh: bool  # whether to start over even if the same run is stored
    listen: str  # HOST:PORT at which other machines may join
    through: str  # URL of a NATS server through which they may join
    shard: str  # the part of the work to do, such as "2/4"


class PlayOptions(RunOptions, total=False):
    """Options of matches and tournaments."""

    game: str | Game  # "pilastri" by default
    db: str | os.PathLike[str]  # the database; if it has games of this run, the rest is played
    progress: Callable[[dict[str, Any]], object]  # called with the record of each finished game
    illegal: Literal["stop", "lose"]  # what an illegal turn of a policy does
    nodes: int  # limits of each decision: nodes of the search
    time: float  # seconds of a turn
    clock: str  # of each player for a game, such as "1m+600ms"
    opening_turns: int  # random turns that begin each game
    book: str | os.PathLike[str]  # file with openings


def play_match(
    a: str | Policy, b: str | Policy, *, pairs: int = 10, **options: Unpack[PlayOptions]
) -> Match:
    """Play pairs of games. A pair plays one opening twice, with the seats swapped.

    Parameters
    ----------
    a, b : str or callable
        A player's text such as ``"alphabeta:nodes=2000"``, or a policy as for `serve_ugi`
        (`by_steps` makes one). A policy is called by one thread at a time.
    pairs : int
        Number of openings. With three or four seats each is played in all seatings that mix the two
        players.
    **options
        See `PlayOptions`. A match with a policy starts over even if `db` has it, since its name may
        now mean another function. An illegal turn of a policy raises `IllegalAction` unless
        ``illegal="lose"``.

    Raises
    ------
    EngineError
        If the command fails. An exception of a policy ends the match and is raised unchanged.
    """
    return _match(*_play("tournament", (a, b), {"rounds": pairs, "format": "mixed"}, **options))


def sprt(
    a: str | Policy, b: str | Policy, *, elo0: float = 0, elo1: float = 10, pairs: int = 50_000,
    **options: Unpack[PlayOptions],
) -> Match:  # fmt: skip
    """Play pairs of games until a sequential test decides between two differences in Elo.

    The parameters are as for `play_match`. At most `pairs` pairs are played.
    """
    return _match(*_play("sprt", (a, b), {"rounds": pairs, "elo0": elo0, "elo1": elo1}, **options))


def tournament(
    players: Sequence[str | Policy], *, rounds: int = 10,
    format: Literal["round-robin", "gauntlet"] = "round-robin", **options: Unpack[PlayOptions],
) -> Standings:  # fmt: skip
    """Play a tournament and rate its players.

    Parameters
    ----------
    players : sequence of str or callable
        As for `play_match`.
    rounds : int
        Number of openings that each pairing plays.
    format : {"round-robin", "gauntlet"}
        Whether each player meets every other, or the first one all others.
    **options
        As for `play_match`.
    """
    played = _play("tournament", players, {"rounds": rounds, "format": format}, **options)
    said = played.record["answer"]
    return Standings(
        played.run, played.record["players"], played.games, [said["answer"], *said["notes"]],
        played.record,
    )  # fmt: skip


def selfplay(
    game: str | Game = "pilastri", *, player: str = "alphabeta:nodes=1200,table=1",
    games: int = 1000, db: str | os.PathLike[str] = "pillars.db", visits: bool = False,
    random_turns: str = "2..12", stray: float = 0.2, own_set_up: float = 0.0,
    progress: Callable[[dict[str, Any]], object] | None = None, **options: Unpack[RunOptions],
) -> str:  # fmt: skip
    """Play games of a player against itself, to learn from, and return the id of their run.

    Parameters
    ----------
    game : str or Game
    player : str
        The player in all seats.
    games : int
        The games of the run; if `db` has some of them, the rest is played.
    db : path
        The database; `open_db` and `pillars.learn` read it.
    visits : bool
        Whether to keep how often the player, ``mcts``, tried each step.
    random_turns : str
        How many random turns begin a game after the set-up, from ``A..B``.
    stray, own_set_up : float
        The share of games in which one later turn in twelve is random; in which the player makes
        the set-up.
    progress : callable, optional
        Called with the record of each finished game.
    **options
        See `RunOptions`.
    """
    asked = {
        "player": player, "games": games, "db": os.fspath(db), "visits": visits,
        "random_turns": random_turns, "stray": stray, "own_set_up": own_set_up or None,
        "quiet": True,
    }  # fmt: skip
    run = ""
    for record in records("selfplay", *rules(game), *flags(asked | options)):
        run = record["id"] if record["type"] == "run" else run
        if record["type"] == "game" and progress:
            progress(record)
    return run


class MeasureOptions(TypedDict, total=False):
    """Options of `measure`."""

    questions: str  # some of fair,decisive,deep,lively
    sweep: str | Sequence[str]  # values of options to compare, such as "size=4..8"
    player: str  # who plays against itself
    games: int  # about how many games to play in all
    quick: bool  # whether to play an eighth as much
    seed: int
    workers: int
    db: str | os.PathLike[str]


def measure(
    game: str | Game = "pilastri", **options: Unpack[MeasureOptions]
) -> list[dict[str, Any]]:
    """Answer whether a game is fair, decisive, deep and lively, as ``pillars measure`` does.

    Parameters
    ----------
    game : str or Game
        For instance ``"pilastri(size=4)"``.
    **options
        See `MeasureOptions`.

    Returns
    -------
    list of dict
        Records ``answer`` (one for each question), ``seats`` (one for each rung), ``ladder``,
        ``metrics``, ...
    """
    with tempfile.TemporaryDirectory(prefix="pillars-") as folder:
        words = flags({"db": str(Path(folder, "pillars.db")), "quiet": True} | options)
        _, name, *chosen = rules(game)
        return list(records("measure", name, *chosen, *words))


class _Played(NamedTuple):
    run: str
    players: list[str]  # as the program writes them
    games: list[dict[str, Any]]
    record: dict[str, Any]


def _play(
    command: str, players: Sequence[str | Policy], chosen: dict[str, Any], *,
    game: str | Game = "pilastri", db: str | os.PathLike[str] | None = None,
    progress: Callable[[dict[str, Any]], object] | None = None,
    illegal: Literal["stop", "lose"] = "stop", **options: Any,
) -> _Played:  # fmt: skip
    if illegal not in ("stop", "lose"):
        raise ValueError(f"illegal is {illegal!r}: stop or lose")
    with contextlib.ExitStack() as stack:
        if db is None:
            db = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pillars-")), "db")
        served = stack.enter_context(contextlib.closing(_Policies(illegal == "stop")))
        taken = [player for player in players if isinstance(player, str)]
        texts = [p if isinstance(p, str) else served.add(p, taken) for p in players]
        options |= chosen | {"db": os.fspath(db), "quiet": True}
        options["fresh"] = bool(served.names) or options.get("fresh")
        words = [command, *texts, *rules(game), *flags(options)]
        running = records(*words, environment=served.environment)
        stack.enter_context(contextlib.closing(running))
        run, result = dict[str, Any](), dict[str, Any]()
        for record in running:
            if record["type"] == "run":
                run = record
            elif record["type"] != "game":
                result = record
            elif progress:
                progress(record)
            served.check()
        served.check()
        games = list(records("games", run["id"], "--db", os.fspath(db)))
        names = served.rename(run["spec"]["players"])
        return _Played(run["id"], names, served.rename(games), served.rename(result))


def _match(
    run: str, players: list[str], games: list[dict[str, Any]], record: dict[str, Any]
) -> Match:
    counts, pairs = _count(players[0], games)
    kind = "elo" if record["type"] == "sprt" else "pair_elo" if pairs else "mixed_elo"
    elo = Estimate(*(record.get(kind + end) for end in ("", "_low", "_high")))
    if record["type"] == "sprt":  # games that ended after the decision do not count
        pairs = record.get("pairs", pairs)
        counts = {name: record.get(name, counts[name]) for name in counts}
    elif record["players"][0]["name"] != players[0]:  # elo is from the other player's view
        elo = Estimate(*(None if e is None else -e for e in (elo.value, elo.high, elo.low)))
    mean = (counts["wins"] + counts["draws"] / 2) / max(sum(counts.values()), 1)
    low, high = (None if e is None else 1 / (1 + 10 ** (-e / 400)) for e in elo[1:])
    said = record["answer"]
    return Match(
        run=run, players=(players[0], players[1]), games=games, **counts, pairs=pairs,
        score=Estimate(mean, low, high), elo=elo, decision=record.get("decision", ""),
        answer=[said["answer"], *said["notes"]], record=record,
    )  # fmt: skip


def _count(first: str, games: list[dict[str, Any]]) -> tuple[dict[str, int], list[int]]:
    """Count wins, draws and losses of the first player and, with two seats, pairs by its points."""
    counts = {"wins": 0, "draws": 0, "losses": 0}
    points: dict[str, list[float]] = {}
    for game in games:
        seats = list(zip(game["players"], game["scores"], strict=True))
        mine = [score for player, score in seats if player == first]
        for other in [score for player, score in seats if player != first]:
            for one in mine:
                counts["draws" if one == other else "wins" if one > other else "losses"] += 1
        points.setdefault(game["pair"], []).append(mine[0])
    pairs = [0] * 5
    for both in points.values():
        if len(both) == 2:
            pairs[int(2 * sum(both))] += 1
    return counts, pairs if games and len(seats) == 2 else []


def _check(position: Position, turn: str) -> None:
    """Raise an error if a turn is not legal."""
    if not isinstance(turn, str):
        raise TypeError(f"a policy returned {turn!r}; a turn is a text: see Position.turns")
    position.state.clone().turn_to_actions(turn)


class _Policies(socketserver.ThreadingTCPServer):
    """Serves policies to engine processes that run relay.py, over a loopback socket with a key."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, strict: bool) -> None:
        self.strict = strict  # whether an illegal turn is an error
        super().__init__(("127.0.0.1", 0), _Connection)
        self.key = secrets.token_hex(16)
        self.environment = os.environ | {"PILLARS_RELAY": f"{self.server_address[1]}:{self.key}"}
        self.names: dict[str, str] = {}  # names of the policies, by the texts of their players
        self.policies: dict[str, Policy] = {}
        self.lock = threading.Lock()
        self.failure: BaseException | None = None
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def add(self, policy: Policy, taken: Sequence[str]) -> str:
        """Return the text of a player that calls a policy. Its name is none of the taken ones."""

        def one_at_a_time(position: Position) -> str:
            with self.lock:
                try:
                    turn = policy(position)
                    if self.strict:
                        _check(position, turn)
                    return turn
                except BaseException as error:
                    self.failure = self.failure or error
                    raise

        base = re.sub(r"[^\w.-]", "_", getattr(policy, "__name__", type(policy).__name__))
        name = base if base not in (*self.policies, *taken) else base + "-2"
        self.policies[name] = one_at_a_time
        relay = Path(__file__).with_name("relay.py")
        text = f'ugi:"{sys.executable}" -I -S "{relay}" {name}'
        self.names[text] = name
        return text

    def rename(self, value: Any) -> Any:
        """Return a value that a command printed, with names in place of the policies' texts."""
        printed = json.dumps(value)
        for text, name in self.names.items():
            printed = printed.replace(json.dumps(text)[1:-1], name)
        return json.loads(printed)

    def check(self) -> None:
        """Raise the exception of a policy, if there was one."""
        if self.failure:
            raise self.failure

    def close(self) -> None:
        """Stop serving."""
        self.shutdown()
        self.server_close()


class _Connection(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self) -> None:
        served = self.server
        assert isinstance(served, _Policies)
        try:
            key, _, name = self.rfile.readline().decode().rstrip().partition(" ")
            if hmac.compare_digest(key.encode(), served.key.encode()):
                lines = (line.decode() for line in self.rfile)
                serve_ugi(served.policies[name], name=name, requests=lines, say=self.say)
                self.wfile.write(b"\0")  # tells the relay to end with status 0
        except OSError:
            pass  # the referee has ended the relay
        except BaseException as error:
            served.failure = served.failure or error
        finally:
            with contextlib.suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)  # ends the thread that reads

    def say(self, line: str) -> None:
        self.wfile.write(line.encode() + b"\n")
