"""Games and their states, with OpenSpiel's names of methods.

The program holds the position of a `State`. Python keeps the actions played and, once they are
asked for, the legal ones. So a state survives a fork, a pickle and the death of the program: when
it is next needed, its history is replayed.
"""

from __future__ import annotations

import json
import operator
import re
import struct
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pillars.engine import PAYLOAD, Engine, engine, frame
from pillars.errors import EngineError, IllegalAction

TERMINAL = -4  # what current_player returns at the end, as pyspiel.PlayerId.TERMINAL

# Where what is in the facts about a state. From _LEGAL on there are the legal actions or, at the
# end of a game, the scores.
_OVER, _SEAT, _KIND, _STARTS, _TURN, _LEGAL = 0, 1, 2, 3, 4, 6
_ONE = struct.Struct("<IBI")  # a frame with one number
_TWO = struct.Struct("<IBII")  # and with two


def _forget(program: Engine, number: int) -> None:
    """Let the program free a state."""
    if not program.closed:
        program.forget(_ONE.pack(5, 70, number))  # 70: ord("F")


class Symmetry(NamedTuple):
    """A symmetry of the board, as indices into the arrays of a position.

    Attributes
    ----------
    observation : ndarray of int32, shape (planes, ranks, files)
        ``seen.ravel()[observation]`` is the observation of the image of a position that is `seen`.
    actions : ndarray of int32, shape (actions,)
        ``mask[actions]`` and ``policy[actions]`` belong to the image.
    set_up : bool
        Whether this holds in the set-up too, whose order is not symmetric in Pylyx.
    """

    observation: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int32]
    set_up: bool


class Game:
    """The rules of a game with all options set. `load_game` makes one.

    Actions are numbered from 0 without gaps. An action has the same number in all positions of a
    board:

    - Pilastri: by start, then by end on its rank or file.
    - Pit of Pillars: entries by square; moves by start, direction and number of men; moves of
      pillars by start and end; moving no pillar.
    - Pylyx: choices and pass; then, square by square, placements, and moves by direction and
      distance, with one or two men before three.
    - Pit: by start, then by end on its rank or file (an end equal to the start places a pawn or
      enters a tower); barriers by cell and side.

    Attributes
    ----------
    name, title : str
        The name in commands, and the name for people.
    options : dict of str to str
        The values of all options, also those not given.
    seat_names : list of str
        The names of the seats.
    kinds : list of str
        Kinds of steps, such as moves and barriers.
    planes : list of str
        What each plane of an observation holds.
    turn_cap : int
        The last turn that may be played; a later one would be a draw. 0 for no cap.
    history : int
        Number of positions in an observation, one for each step. Their planes, each as the observer
        sees the board, follow each other, the latest position first; those before the start are 0.
        Planes for repetitions and the turn cap come last, once.
    """

    def __init__(self, name: str, options: dict[str, str] | None = None, history: int = 1) -> None:
        self.name = name
        self.history = history
        self._given = dict(options or {})
        about = self._load(engine())
        self.title: str = about["title"]
        self.options: dict[str, str] = about["options"]
        self.seat_names: list[str] = about["seat_names"]
        self.kinds: list[str] = about["kinds"]
        self.planes: list[str] = [plane["name"] for plane in about["planes"]]
        self.turn_cap: int = about["turn_cap"]
        self._seats: int = about["seats"]
        self._actions: int = about["actions"]
        self._shape = (len(self.planes), int(about["ranks"]), int(about["files"]))

    def _load(self, program: Engine) -> dict[str, Any]:
        """Let the program load the rules, once, and return its reply about them."""
        key = str(self)
        if key in program.rules:
            return program.rules[key]
        number = program.number()
        about = program.ask(
            do="load", rules=number, game=self.name, options=self._given, history=self.history
        )
        program.rules[key] = about | {"rules": number}
        return program.rules[key]

    def rules(self, program: Engine) -> int:
        """Return the number of these rules in a program."""
        return int(self._load(program)["rules"])

    def num_distinct_actions(self) -> int:
        """Return the number of actions, which are the integers from 0 to one less."""
        return self._actions

    def num_players(self) -> int:
        """Return the number of seats, 2 to 4."""
        return self._seats

    def observation_tensor_shape(self) -> list[int]:
        """Return ``[planes, ranks, files]``."""
        return list(self._shape)

    def symmetries(self) -> list[Symmetry]:
        """Return the symmetries of the board, the identity first."""
        program = engine()
        found = program.ask(do="symmetries", rules=self.rules(program))["symmetries"]
        return [
            Symmetry(
                np.array(y["observation"], np.int32).reshape(self._shape),
                np.array(y["actions"], np.int32), y["set_up"],
            )
            for y in found
        ]  # fmt: skip

    def max_game_length(self) -> int:
        """Return a number of steps that no game exceeds; it need not be the smallest one.

        A turn has at most two steps, and a set-up at most 20 more. Games without a default turn cap
        end within 10,000 steps, since every turn uses something up. For other games whose cap is
        set to 0 there is no limit, and the number is 2**31 - 1.
        """
        if self.turn_cap:
            return 2 * self.turn_cap + 20
        return 2**31 - 1 if "cap" in self.options else 10_000

    def min_utility(self) -> float:
        """Return -1, for a loss or the last place."""
        return -1.0

    def max_utility(self) -> float:
        """Return 1, for a win or the first place."""
        return 1.0

    def utility_sum(self) -> float:
        """Return 0, since the results of all seats add up to 0."""
        return 0.0

    def new_initial_state(self, position: str = "") -> State:
        """Return a state at the start of the game, or at a position in text."""
        state = State(self, position)
        if position:
            state.legal_actions()  # raises an error for an illegal position
        return state

    def deserialize_state(self, text: str) -> State:
        """Return the state from the text that `State.serialize` returned."""
        start, _, played = text.partition("\n")
        return State(self, start, [int(action) for action in played.split()])

    def __str__(self) -> str:
        shown = {"history": self.history} if self.history > 1 else {}
        inner = ",".join(f"{name}={value}" for name, value in (self._given | shown).items())
        return f"{self.name}({inner})"

    def __repr__(self) -> str:
        return f"load_game({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine = (self.name, self.options, self.history)
        return mine == (other.name, other.options, other.history)

    def __hash__(self) -> int:
        return hash((self.name, self.history, tuple(self.options.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.name, self._given, self.history)


class State:
    """A position of a game with its history. `Game.new_initial_state` makes one.

    A step is one decision of a player; a turn is one or more steps of the same player. An action is
    the number of a step. So players need not alternate from action to action.
    """

    __slots__ = (
        "_engine", "_facts", "_game", "_history", "_names", "_number", "_start",
    )  # fmt: skip

    def __init__(self, game: Game, start: str = "", history: Iterable[int] = ()) -> None:
        self._game = game
        self._start = start
        self._history = list(history)
        self._engine: Engine | None = None  # the program that holds the position, if one does
        self._facts: list[int] | None = None  # what the program says about the position, if known
        self._names: dict[int, str] | None = None  # texts of the legal actions, if known

    def _live(self) -> Engine:
        """Return the program that holds the position; make the state there if none does."""
        program = self._engine
        if program is not None and not program.closed:
            return program
        program = engine()
        rules = self._game.rules(program)
        self._number = number = program.number()
        if self._start:
            program.ask(do="state", rules=rules, state=number, start=self._start)
            frames = b""
        else:
            frames = _TWO.pack(9, 78, rules, number)  # 78: ord("N")
        pack = _TWO.pack
        frames += b"".join([pack(9, 80, number, action) for action in self._history])  # P
        program.later(frames)
        self._engine = program
        return program

    def _request(self, program: Engine, frames: bytes) -> bytes:
        """Send a request about this state and return the reply."""
        try:
            return program.request(frames)
        except BaseException:
            self._engine = None  # the program may have done what Python does not know
            _forget(program, self._number)
            raise

    def _ask(self, do: str, **request: Any) -> dict[str, Any]:
        program = self._live()
        request |= {"do": do, "state": self._number}
        reply = self._request(program, frame(b"J", json.dumps(request).encode()))
        return dict(json.loads(reply[PAYLOAD:]))

    def _known(self) -> list[int]:
        """Return the facts about the position."""
        facts = self._facts
        if facts is None:
            program = self._live()
            reply = self._request(program, _ONE.pack(5, 73, self._number))  # 73: ord("I")
            self._facts = facts = memoryview(reply)[PAYLOAD:].cast("H").tolist()
        return facts

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions in ascending order; none for another player or at the end."""
        facts = self._facts
        if facts is None:
            facts = self._known()
        if facts[_OVER] or player is not None and player != facts[_SEAT]:
            return []
        return facts[_LEGAL:]

    def apply_action(self, action: int) -> None:
        """Play an action.

        Raises
        ------
        IllegalAction
            If it is not legal here; the state does not change then.
        """
        program = self._engine
        if program is None or program.closed:
            program = self._live()
        action = operator.index(action)
        try:
            facts = program.at_once(84, self._number, action)  # ord("T")
        except (IllegalAction, struct.error):
            raise self._illegal(action) from None
        except BaseException:
            self._engine = None  # the program may have done what Python does not know
            _forget(program, self._number)
            raise
        self._history += (action,)  # no call from here on, so no signal can interrupt
        self._facts = facts
        self._names = None

    def _illegal(self, action: object) -> IllegalAction:
        if self.is_terminal():
            return IllegalAction(f"action {action}: the game is over")
        legal = self.legal_actions()
        named = [f"{a} ({self.action_to_string(a)})" for a in legal[:40]]
        more = len(legal) - len(named)
        rest = f" and {more} more" if more else ""
        return IllegalAction(
            f"action {action} is not legal for {self._game.seat_names[self.current_player()]}; "
            f"legal: {', '.join(named)}{rest}"
        )

    def apply_turn(self, text: str) -> list[int]:
        """Play a turn or the rest of one, given as text such as ``c4e4``; return its actions."""
        actions = self.turn_to_actions(text)
        for action in actions:
            self.apply_action(action)
        return actions

    def turn_to_actions(self, text: str) -> list[int]:
        """Return the actions of a turn given as text.

        Raises
        ------
        IllegalAction
            If no legal turn has this text.
        """
        try:
            return list(self._ask("parse", turn=text)["actions"])
        except EngineError as error:
            if self._engine is None and not engine().closed:
                raise IllegalAction(str(error)) from None
            raise

    def undo_action(self, player: int | None = None, action: int | None = None) -> None:
        """Take back the last action; if `action` is given, it must be the last one."""
        if not self._history or action is not None and self._history[-1] != action:
            raise IllegalAction(f"the last action was not {action}: {self._history[-1:]}")
        program = self._engine
        if program is not None and not program.closed:
            self._engine = None  # unless all is done, the state is made again
            program.later(_TWO.pack(9, 85, self._number, 1))  # 85: ord("U")
        del self._history[-1]
        self._facts = self._names = None
        self._engine = program

    def current_player(self) -> int:
        """Return the seat to act, from 0, or -4 at the end."""
        facts = self._known()
        return TERMINAL if facts[_OVER] else facts[_SEAT]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return bool(self._known()[_OVER])

    def is_truncated(self) -> bool:
        """Return whether the turn cap has ended the game."""
        return self._known()[_OVER] == 2

    def is_chance_node(self) -> bool:
        """Return False: these games have no chance."""
        return False

    def returns(self) -> list[float]:
        """Return the results by seat; 0 until the game is over.

        A win is 1, a draw 0, a loss -1. With three and four seats, the results of the places are
        spread evenly from 1 to -1.
        """
        facts, seats = self._known(), self._game.num_players()
        if not facts[_OVER]:
            return [0.0] * seats
        scores = struct.unpack("4f", struct.pack("8H", *facts[_LEGAL:]))
        return [2 * score - 1 for score in scores[:seats]]

    def kind(self) -> str:
        """Return the kind of the next step, one of `Game.kinds`."""
        return self._game.kinds[self._known()[_KIND]]

    def starts_turn(self) -> bool:
        """Return whether the next step is the first of its turn."""
        return bool(self._known()[_STARTS])

    def turn(self) -> int:
        """Return the number of the current turn, from 1."""
        facts = self._known()
        return facts[_TURN] + (facts[_TURN + 1] << 16)

    def move_number(self) -> int:
        """Return the number of steps played."""
        return len(self._history)

    def start(self) -> str:
        """Return the text of the position at which the game began; empty for the usual start."""
        return self._start

    def history(self) -> list[int]:
        """Return the actions played since the start or the given position."""
        return list(self._history)

    def turns(self) -> list[str]:
        """Return the complete turns played, as texts."""
        return list(self._ask("describe")["turns"])

    def reason(self) -> str:
        """Return why the game ended, or an empty text."""
        return str(self._ask("describe")["reason"])

    def hash(self) -> int:
        """Return 64 bits that are equal for equal positions, whatever their past and turn."""
        return int(self._ask("describe")["hash"])

    def canonical_hash(self) -> int:
        """Return the same for positions that a symmetry maps to each other, else as `hash`."""
        return int(self._ask("describe")["canonical_hash"])

    def board(self) -> str:
        """Return the board drawn with letters."""
        return str(self._ask("describe")["board"])

    def to_svg(self) -> str:
        """Return the board as an SVG picture."""
        return str(self._ask("svg")["svg"])

    _repr_svg_ = to_svg  # notebooks call it to draw a state

    def observation(self, player: int | None = None) -> npt.NDArray[np.uint8]:
        """Return the position as a seat sees it.

        Parameters
        ----------
        player : int, optional
            A seat from 0; by default the seat to act, or seat 0 at the end.

        Returns
        -------
        ndarray of uint8, shape (planes, ranks, files), read-only
            Indices of ranks and files begin at a1. `Game.planes` names the planes.
        """
        if player is None:
            player = max(self.current_player(), 0)
        if not 0 <= player < self._game.num_players():
            raise ValueError(f"player {player}: there are {self._game.num_players()}, from 0")
        program = self._live()
        try:
            planes = program.at_once(79, self._number, player)  # ord("O")
        except BaseException:
            self._engine = None  # as in _request
            _forget(program, self._number)
            raise
        return np.ndarray(self._game._shape, np.uint8, planes)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return `observation` as a flat list of numbers."""
        flat: list[float] = self.observation(player).ravel().astype(np.float64).tolist()
        return flat

    def legal_actions_mask(self, player: int | None = None) -> npt.NDArray[np.int8]:
        """Return 1 for each legal action and 0 for the others.

        Returns
        -------
        ndarray of int8, shape (actions,)
        """
        mask = np.zeros(self._game.num_distinct_actions(), np.int8)
        mask[self.legal_actions(player)] = 1
        return mask

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """Return the text of a legal action. As in OpenSpiel, a player may come before it."""
        action = player_or_action if action is None else action
        if self._names is None:
            legal = self.legal_actions()
            names = self._ask("names", actions=legal)["names"]
            self._names = dict(zip(legal, names, strict=True))
        if action not in self._names:
            raise self._illegal(action)
        return self._names[action]

    def string_to_action(self, player_or_text: int | str, text: str | None = None) -> int:
        """Return the legal action with this text. As in OpenSpiel, a player may come before it."""
        wanted = player_or_text if text is None else text
        for action in self.legal_actions():
            if self.action_to_string(action) == wanted:
                return action
        raise self._illegal(repr(wanted))

    def clone(self) -> State:
        """Return an independent copy."""
        copy = State(self._game, self._start, self._history)
        copy._facts, copy._names = self._facts, self._names
        program = self._engine
        if program is not None and not program.closed:
            copy._number = number = program.number()
            program.later(_TWO.pack(9, 67, self._number, number))  # 67: ord("C")
            copy._engine = program
        return copy

    def child(self, action: int) -> State:
        """Return the state after an action, without changing this one."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def get_game(self) -> Game:
        """Return the game."""
        return self._game

    def serialize(self) -> str:
        """Return a text from which `Game.deserialize_state` restores this state."""
        return f"{self._start}\n{' '.join(map(str, self._history))}"

    def __reduce__(self) -> tuple[Any, ...]:
        return State, (self._game, self._start, self._history)

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        mine = (self._game, self._start, self._history)
        return mine == (other._game, other._start, other._history)

    __hash__ = None  # type: ignore[assignment]

    def __del__(self) -> None:
        program = getattr(self, "_engine", None)
        if program is not None:
            _forget(program, self._number)

    def __str__(self) -> str:
        return str(self._ask("describe")["position"])

    def __repr__(self) -> str:
        return f"<{self._game}: {self}>"


def list_games() -> list[dict[str, Any]]:
    """Return the games with their names, titles and options.

    Each option has its default, its limits and a line of help.
    """
    return list(engine().ask(do="games")["games"])


def load_game(text: str | Game, **options: object) -> Game:
    """Return a game with its options.

    Parameters
    ----------
    text : str or Game
        A name, with options in brackets as in OpenSpiel: ``"pilastri"``, ``"pilastri(size=8)"``.
        ``history=4`` among them is `Game.history`. A game is returned as it is, if there are no
        more options.
    **options
        More options, by name.

    Raises
    ------
    EngineError
        If there is no such game or option.
    """
    more = {name: str(value) for name, value in options.items()}
    if isinstance(text, Game):
        if not more:
            return text
        text = str(text)
    match = re.fullmatch(r"\s*([\w-]+)\s*(?:\((.*)\))?\s*", text, re.DOTALL)
    if match is None:
        raise EngineError(f"{text!r} is not a game: name(option=value,...)")
    given = {}
    for part in filter(None, (match[2] or "").split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise EngineError(f"{part!r} in {text!r} is not option=value")
        given[name.strip()] = value.strip()
    given |= more
    history = given.pop("history", "1")
    if not history.isdecimal() or not int(history):
        raise EngineError(f"history={history}: 1 or more positions are possible")
    return Game(match[1], given, int(history))
