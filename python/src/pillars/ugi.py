"""A Python function as an engine that speaks UGI (docs/reference/protocol.md): `serve_ugi`."""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pillars.errors import PillarsError
from pillars.games import State, list_games, load_game

MOST_TURNS = 100_000  # most turns that legal_turns returns


def legal_turns(state: State) -> list[str]:
    """Return the legal turns of a state, or the ways to complete the turn begun, as texts.

    Raises `PillarsError` if there are more than 100,000, as in the set-up of Pylyx.
    """
    if len(state.get_game().kinds) == 1:  # a turn is a step
        return [state.action_to_string(action) for action in state.legal_actions()]
    found: list[str] = []

    def extend(steps: list[str]) -> None:
        for action in state.legal_actions():
            taken = [*steps, state.action_to_string(action)]
            state.apply_action(action)
            if state.is_terminal() or state.starts_turn():
                found.append(_turn(taken))
            else:
                extend(taken)
            state.undo_action()
            if len(found) > MOST_TURNS:
                raise PillarsError(f"more than {MOST_TURNS} turns: choose step by step (by_steps)")

    extend([])
    return found


def _turn(steps: Iterable[str]) -> str:
    """Return the text of a turn with these steps. The step "-" declines an optional step."""
    return "".join(step for step in steps if step != "-") or "-"


@dataclass(frozen=True)
class Position:
    """A position in which a policy has to choose a turn.

    Attributes
    ----------
    state : State
        A copy, so that the policy may play on it.
    nodes, depth : int or None
        Limits of the search, if there are any.
    time, clock, increment : float or None
        Seconds for this turn; seconds left on the clock of the seat to act; seconds that each turn
        adds to the clock.
    seed : int or None
        The seed of all random choices in a game.
    stopped : threading.Event
        It is set when the policy should answer at once. Policies that think long should check it.
    """

    state: State
    nodes: int | None = None
    depth: int | None = None
    time: float | None = None
    clock: float | None = None
    increment: float | None = None
    seed: int | None = None
    stopped: threading.Event = field(default_factory=threading.Event, repr=False)

    @cached_property
    def text(self) -> str:
        """The position as text."""
        return str(self.state)

    @cached_property
    def turns(self) -> list[str]:
        """The legal turns as texts; see `legal_turns`."""
        return legal_turns(self.state.clone())


Policy = Callable[[Position], str]
"""A policy is a function that returns one of ``position.turns``."""


def by_steps(choose: Callable[[State], int]) -> Policy:
    """Return the policy that chooses the action of each step of a turn by `choose`."""

    def policy(position: Position) -> str:
        state, steps = position.state.clone(), list[str]()
        while not steps or not (state.is_terminal() or state.starts_turn()):
            action = int(choose(state))
            steps.append(state.action_to_string(action))
            state.apply_action(action)
        return _turn(steps)

    policy.__name__ = getattr(choose, "__name__", "policy")
    return policy


def serve_ugi(
    policy: Policy, *, name: str = "", author: str = "unknown", games: Sequence[str] = (),
    requests: Iterable[str] | None = None, say: Callable[[str], None] | None = None,
) -> None:  # fmt: skip
    """Run a policy as a UGI engine, until the request ``quit`` or the end of the requests.

    A script that ends with ``serve_ugi(policy)`` is the player ``"ugi:python script.py"``, and
    ``pillars engine check python script.py`` tests it. An exception of the policy ends the engine.

    Parameters
    ----------
    policy : callable
        It receives a `Position` and returns a turn. Its prints go to the standard error.
    name, author : str
        Name and author of the engine; the name is that of the policy by default.
    games : sequence of str
        Names of the games that the policy can play; all if empty.
    requests : iterable of str, optional
        Lines with requests; by default those of the standard input.
    say : callable, optional
        It is called with each line of the answers; by default they are printed.
    """
    output = sys.stdout
    identity = (name or getattr(policy, "__name__", "policy"), author)
    write = say or (lambda line: print(line, file=output, flush=True))
    session = _Session(policy, identity, games, write)
    lines = sys.stdin if requests is None else requests
    threading.Thread(target=session.read, args=(lines,), daemon=True).start()
    with contextlib.redirect_stdout(sys.stderr) if say is None else contextlib.nullcontext():
        session.run()


class _Session:
    def __init__(
        self, policy: Policy, identity: tuple[str, str], games: Sequence[str],
        say: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.policy, self.identity, self.say = policy, identity, say
        self.games = {g["name"]: g for g in list_games() if not games or g["name"] in games}
        if not self.games or len(self.games) < len(set(games)):
            raise PillarsError(f"unknown games among {list(games)}")
        self.thinking = threading.Event()  # set from the arrival of go until its answer
        self.deciding = False  # True while the policy runs
        self.queue: queue.SimpleQueue[tuple[str, threading.Event]] = queue.SimpleQueue()
        self.seed: int | None = None
        self.set_game(next(iter(self.games)), {})

    def read(self, lines: Iterable[str]) -> None:
        """Queue requests. With each ``go`` goes the event that a later ``stop`` sets."""
        stopped = threading.Event()
        with contextlib.suppress(OSError, ValueError):  # the input was closed
            for line in lines:
                word = line.split(maxsplit=1)[:1]
                if word == ["go"]:
                    stopped = threading.Event()
                    self.thinking.set()
                if word == ["isready"] and self.thinking.is_set():
                    self.say("readyok")
                elif word == ["stop"]:
                    stopped.set()
                elif word == ["quit"]:
                    break
                else:
                    self.queue.put((line, stopped))
        stopped.set()
        self.queue.put(("quit", stopped))

    def run(self) -> None:
        """Answer the queued requests until ``quit``."""
        while True:
            line, stopped = self.queue.get()
            if line == "quit":
                return
            try:
                self.answer(line.split(), stopped)
            except (PillarsError, LookupError, ValueError) as error:
                if self.deciding:
                    raise
                if line.split()[:1] == ["go"]:
                    self.thinking.clear()
                self.say(f"info string not understood: {line.strip()[:200]!r}: {error}"[:1000])

    def answer(self, words: list[str], stopped: threading.Event) -> None:
        match words:
            case ["ugi"]:
                self.greet()
            case ["isready"]:
                self.say("readyok")
            case ["setoption", "name", "Game", "value", name]:
                self.set_game(name, {})
            case ["setoption", "name", "Seed", "value", seed]:
                self.seed = int(seed)
            case ["setoption", "name", name, "value", *value]:
                given = self.options | {name: " ".join(value)}
                self.set_game(self.game, {n: v for n, v in given.items() if v != "<empty>"})
            case ["uginewgame"]:
                self.restart()
            case ["position", *rest]:
                self.set_position(*" ".join(rest).partition(" moves"))
            case ["query", what]:
                self.say(f"response {self.query(what)}")
            case ["go", *limits]:
                self.go(limits, stopped)

    def greet(self) -> None:
        first, *others = self.games.values()
        options = {option["name"]: option["default"] for option in first["options"]}
        for option in [option for game in others for option in game["options"]]:
            options.setdefault(option["name"], "<empty>")
        self.say(f"id name {self.identity[0]}")
        self.say(f"id author {self.identity[1]}")
        named = " var ".join([first["name"], *self.games])
        self.say(f"option name Game type combo default {named}")
        for name, default in {"Seed": "<empty>", **options}.items():
            self.say(f"option name {name} type string default {default}")
        self.say("ugiok")

    def set_game(self, name: str, options: dict[str, str]) -> None:
        if name not in self.games:
            raise ValueError(f"{name} is not played here")
        self.rules = load_game(name, **options)
        self.game, self.options = name, options
        self.restart()

    def restart(self) -> None:
        self.state = self.rules.new_initial_state()
        self.given: tuple[str, list[str]] = ("", [])  # the start and turns of the last position

    def set_position(self, start: str, _: str, moves: str) -> None:
        """Set a position by ``startpos`` or ``fen``; play only turns that the last one lacks."""
        kind, _, fen = start.partition(" ")
        if kind not in ("fen", "startpos"):
            raise ValueError("a position is startpos or fen")
        turns, known = moves.split(), len(self.given[1])
        if (start, turns[:known]) == self.given:
            state = self.state.clone()
        else:
            state, known = self.rules.new_initial_state(fen), 0
        for turn in turns[known:]:
            state.apply_turn(turn)
        self.state, self.given = state, (start, turns)

    def query(self, what: str) -> str:
        over, returns = self.state.is_terminal(), self.state.returns()
        if what == "gameover":
            return str(over).lower()
        if what == "result":
            best = [seat for seat, score in enumerate(returns, 1) if score == max(returns)]
            return "none" if not over else f"p{best[0]}win" if len(best) == 1 else "draw"
        seat = [f"p{seat}turn" for seat in range(1, len(returns) + 1)].index(what)
        return str(self.state.current_player() == seat).lower()

    def go(self, words: list[str], stopped: threading.Event) -> None:
        turn = "(none)"
        if not self.state.is_terminal():
            seat = self.state.current_player() + 1
            limits = [word for word in words if word != "infinite"]
            given = dict(zip(limits[::2], map(int, limits[1::2]), strict=True))
            names = ("movetime", f"p{seat}time", f"p{seat}inc")
            time, clock, gain = [given[name] / 1000 if name in given else None for name in names]
            state, nodes, depth = self.state.clone(), given.get("nodes"), given.get("depth")
            position = Position(state, nodes, depth, time, clock, gain, self.seed, stopped)
            self.deciding = True
            turn = self.policy(position)
            self.deciding = False
        if "infinite" in words:
            stopped.wait()
        self.thinking.clear()
        self.say(f"bestmove {turn}")
