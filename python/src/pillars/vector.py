"""Many games at once: `VectorEnv`."""

from __future__ import annotations

import operator
import struct
import weakref
from functools import cached_property
from typing import Any, Literal, SupportsIndex

import gymnasium.vector
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from pillars.engine import Engine, frame, number, share
from pillars.errors import EngineError
from pillars.games import Game, State, load_game

_MOST_GAMES = 1_000_000  # most games in a vector
_MOST_STEPS = 500_000  # most steps in a request, which the program finishes even if Python dies

Array = npt.NDArray[Any]


class VectorEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """Many simultaneous games with the same rules, as a vector environment of gymnasium.

    A program of its own plays the games of each vector, on several cores, and writes the arrays
    below into memory that both processes share: every `step`, `step_random`, `reset` and `set`
    changes them. With ``copy=False``, `step` and `reset` return these arrays instead of copies.

    An observation shows the board to the seat to act, which need not alternate. The reward is that
    of the seat that acted; only the end of a game has rewards. A game that ends by its turn cap is
    truncated, every other end is a termination. In ``infos`` are ``action_mask`` (`masks`),
    ``current_player`` (`seats`) and ``rewards`` (`seat_rewards`). In the mode ``SAME_STEP``,
    ``final_obs`` and ``final_info`` are about the games that ended.

    Against an opponent, a step also plays what follows until the learner's seat is to act again.
    The observation, the reward and the current player are then always those of that seat.

    Parameters
    ----------
    game : str or Game
        For instance ``"pilastri(size=6)"``.
    num_envs : int
        Number of games, at most 1,000,000.
    seed : int, optional
        The seed of `step_random` and of the opponent, from 0 to 2**64 - 1. The same seed gives the
        same games for any number of threads.
    threads : int, optional
        Number of threads; 0 for one for each core.
    autoreset_mode : AutoresetMode or str, optional
        When a game that has ended begins again, as in gymnasium: ``NEXT_STEP``, whose action is
        ignored; ``SAME_STEP``; or ``DISABLED``, by ``reset(options={"reset_mask": ...})``. Until
        then, action 0 alone is marked as legal.
    copy : bool, optional
        Whether `step` and `reset` return copies, as gymnasium's vectors do.
    opponent : str, optional
        The player of all other seats: ``"random"``, or one with a limit, such as
        ``"alphabeta:nodes=100,table=1"``. It begins a new game for each decision, which therefore
        follows from the seed, and clears its table.
    seat : int, optional
        The learner's seat. By default the games have different seats, each the next in turn.
    masks : bool or "bits", optional
        Whether there are masks: as bools, or as bits in bytes, the lowest first
        (``np.unpackbits(masks, axis=1, count=actions, bitorder="little")``).
    legal, observations : bool, optional
        Whether these arrays exist. Without them, games take less memory. Without legal actions,
        `step` and `step_random` take more time.

    Attributes
    ----------
    observations : ndarray of uint8, shape (num_envs, planes, ranks, files)
        The observation of the seat to act. Indices of ranks and files begin at a1. `Game.planes`
        names the planes.
    masks : ndarray of bool, shape (num_envs, actions)
        True for each legal action.
    counts : ndarray of int32, shape (num_envs,)
        Number of legal actions, at least 1.
    legal : ndarray of int32, shape (num_envs, most)
        The first ``counts[i]`` entries of row i are the legal actions, in an order that depends
        only on the position; the other entries have no meaning.
    seats : ndarray of uint8, shape (num_envs,)
        The seat to act, from 0.
    rewards : ndarray of float32, shape (num_envs,)
        The reward of the seat that acted last.
    seat_rewards : ndarray of float32, shape (num_envs, seats)
        The rewards of the last step: 0 until a game ends, then 1 for a win, 0 for a draw, -1 for a
        loss. With three and four seats, the rewards of the places are spread evenly from 1 to -1.
    terminations, truncations : ndarray of bool, shape (num_envs,)
        Whether the last step ended the game by its rules; whether it did so by the turn cap.
    steps : ndarray of int32, shape (num_envs,)
        Steps played in the current game.
    actions : ndarray of int64, shape (num_envs,)
        The actions last played.
    """

    observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[Any]
    counts: npt.NDArray[np.int32]
    legal: npt.NDArray[np.int32]
    seats: npt.NDArray[np.uint8]
    rewards: npt.NDArray[np.float32]
    seat_rewards: npt.NDArray[np.float32]
    terminations: npt.NDArray[np.bool_]
    truncations: npt.NDArray[np.bool_]
    steps: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int64]
    chosen: npt.NDArray[np.bool_]  # the games that a reset starts again
    final_observations: npt.NDArray[np.uint8]  # these three are about games ended in the last step
    final_seats: npt.NDArray[np.uint8]
    final_steps: npt.NDArray[np.int32]

    def __init__(
        self, game: str | Game, num_envs: int, seed: int = 0, threads: int = 0, *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, copy: bool = True,
        opponent: str = "", seat: int | None = None,
        masks: bool | Literal["bits"] = True, legal: bool = True, observations: bool = True,
    ) -> None:  # fmt: skip
        if masks not in (True, False, "bits"):
            raise ValueError(f"masks is {masks!r}: True, False or 'bits'")
        self.game = load_game(game)
        self.num_envs = n = number("num_envs", num_envs, 1, _MOST_GAMES)
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": mode}
        planes = tuple(self.game.observation_tensor_shape()) if observations else (0,)
        self.single_observation_space = spaces.Box(0, 255, planes, np.uint8)
        self.single_action_space = spaces.Discrete(self.game.num_distinct_actions())
        self.copy = copy
        seats = self.game.num_players()
        seat = -1 if seat is None else number("seat", seat, 0, seats - 1)
        asked = {
            "do": "vector", "n": n, "seed": number("seed", seed, 0, 2**64 - 1), "legal": legal,
            "threads": number("threads", threads, 0, 2**16), "mode": mode.value,
            "masks": bool(masks), "packed": masks == "bits", "observations": observations,
            "opponent": opponent, "seat": seat,
        }  # fmt: skip
        self._engine = program = Engine()
        self._end = weakref.finalize(self, program.close)
        self._number = program.number()
        asked |= {"vector": self._number, "rules": self.game.rules(program)}
        self.observations = np.zeros((n, 0), np.uint8)
        for name, view in shared_arrays(program, asked).items():
            view.flags.writeable = name in ("actions", "chosen")
            setattr(self, name, view)
        self._infos: dict[str, Any] = {"current_player": self.seats, "rewards": self.seat_rewards}
        if masks:
            self._infos["action_mask"] = self.masks
        self._same_step = mode == AutoresetMode.SAME_STEP
        self._step_frame = frame(b"S", struct.pack("<I", self._number))
        self._stepping = False  # between step_async and step_wait

    @cached_property
    def observation_space(self) -> spaces.Space[Any]:  # type: ignore[override]
        """The space of the observations of all games."""
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> spaces.Space[Any]:  # type: ignore[override]
        """The space of the actions of all games."""
        return batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Start games again.

        Parameters
        ----------
        seed : int, optional
            A new seed for `step_random` and the opponent.
        options : dict, optional
            ``reset_mask``, an ndarray of bool with the games to start; all by default. ``states``,
            a sequence with the start of each game, a `State` or the text of a position, also for
            later games.
        """
        options = options or {}
        if unknown := options.keys() - {"reset_mask", "states"}:
            raise ValueError(f"unknown options {sorted(unknown)}: reset_mask and states are known")
        chosen = np.asarray(options.get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,):
            shape = (self.num_envs,)
            raise ValueError(f"reset_mask is {chosen.dtype} {chosen.shape}: bool {shape}")
        if seed is not None:
            seed = number("seed", seed, 0, 2**64 - 1)
        super().reset(seed=seed)
        if "states" in options:
            if len(options["states"]) != self.num_envs:
                raise ValueError(f"{len(options['states'])} states for {self.num_envs} games")
            for i in np.flatnonzero(chosen):
                self._set(int(i), options["states"][i], True)
        self._check()
        self.chosen[:] = chosen
        self._request(frame(b"R", struct.pack("<IIQ", self._number, seed is not None, seed or 0)))
        observations, _, _, _, infos = self._results()
        return observations, infos

    def step(self, actions: npt.ArrayLike) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play one action in each game.

        Parameters
        ----------
        actions : array_like of int, shape (num_envs,)

        Returns
        -------
        observations, rewards, terminations, truncations, infos

        Raises
        ------
        IllegalAction
            If an action is not legal. The text names its game and what is legal there, and no
            action is played.
        """
        if actions is not self.actions:
            self._take(actions)
        self._request(self._step_frame)
        return self._results()

    def step_async(self, actions: npt.ArrayLike) -> None:
        """Begin a `step` and return at once. `step_wait` must come next."""
        self._check()
        if actions is not self.actions:
            self._take(actions)
        self._engine.send(self._step_frame)
        self._stepping = True
        self.actions.flags.writeable = False  # the program reads them until step_wait

    def step_wait(self) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Wait for the step begun by `step_async` and return its results."""
        if not self._stepping:
            raise EngineError("no step is under way: call step_async first")
        self._stepping, self.actions.flags.writeable = False, True
        self._check()
        self._engine.receive()
        return self._results()

    def step_random(self, rounds: int = 1) -> None:
        """Play `rounds` actions in each game, drawn uniformly from the legal ones.

        Without autoreset, games that have ended stay as they are.
        """
        most = max(1, _MOST_STEPS // self.num_envs)
        rounds = number("rounds", rounds, 0, 2**63)
        for played in range(0, rounds, most):
            some = min(most, rounds - played)
            self._request(frame(b"A", struct.pack("<II", self._number, some)))

    def states(self, index: SupportsIndex) -> State:
        """Return a copy of a game as a `State`, with its history."""
        self._check()
        request = {"do": "get", "vector": self._number, "index": operator.index(index)}
        known = self._engine.ask(**request)
        return State(self.game, known["start"], known["actions"])

    def set(self, index: SupportsIndex, state: State | str) -> None:
        """Replace a game with a copy of a state, or begin it at a position given as text."""
        self._set(operator.index(index), state, False)

    def _set(self, index: int, state: State | str, again: bool) -> None:
        self._check()
        if not isinstance(state, State):
            state = self.game.new_initial_state(state)
        if state.get_game() != self.game:
            raise ValueError(f"a state of {state.get_game()} for a vector of {self.game}")
        self._engine.ask(
            do="set", vector=self._number, index=index, start=state.start(),
            actions=state.history(), again=again,
        )  # fmt: skip

    def _take(self, actions: npt.ArrayLike) -> None:
        """Write actions into the shared array, if they are integers, one for each game."""
        if self._stepping:
            self._check()
        given, shape = np.asarray(actions), self.actions.shape
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are {given.dtype}; they must be integers")
        if given.shape != shape:
            raise ValueError(f"actions have the shape {given.shape}; it must be {shape}")
        self.actions[:] = given

    def _results(self) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        observations, rewards = self.observations, self.rewards
        ended, cut, infos = self.terminations, self.truncations, dict(self._infos)
        if self.copy:
            observations, rewards = observations.copy(), rewards.copy()
            ended, cut = ended.copy(), cut.copy()
            infos = {name: array.copy() for name, array in infos.items()}
        if self._same_step:
            self._finish(infos)
        return observations, rewards, ended, cut, infos

    def _finish(self, infos: dict[str, Any]) -> None:
        """Add final_obs and final_info, if games have ended, in the form of gymnasium."""
        ended = self.terminations | self.truncations
        if not ended.any():
            return
        infos["final_obs"] = final = np.full(self.num_envs, None, object)
        if hasattr(self, "final_observations"):
            for i in np.flatnonzero(ended):
                final[i] = self.final_observations[i].copy()
        infos["final_info"] = {
            "current_player": self.final_seats.copy(), "_current_player": ended,
            "rewards": self.seat_rewards.copy(), "_rewards": ended,
            "steps": self.final_steps.copy(), "_steps": ended,
        }  # fmt: skip
        infos["_final_obs"] = infos["_final_info"] = ended

    def _check(self) -> None:
        if self._stepping:
            raise EngineError("a step is under way: call step_wait first")
        if self.closed:
            raise EngineError("this VectorEnv is closed")
        if self._engine.closed:
            raise EngineError(
                "the program of this VectorEnv has ended or belongs to the process that forked "
                "this one; make a new VectorEnv"
            )

    def _request(self, request: bytes) -> None:
        if self._stepping or self._engine.closed:
            self._check()
        self._engine.request(request)

    def close_extras(self, **_: Any) -> None:
        """End the games. The arrays keep their contents."""
        self._end()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def shared_arrays(program: Engine, asked: dict[str, Any]) -> dict[str, Array]:
    """Return the arrays that a program makes at a request, in memory that both share."""
    made, memory = share(
        program.ask(**asked)["size"],
        lambda path, memory: (program.ask(**asked, path=path), memory),
    )
    return {
        array["name"]: np.ndarray(tuple(array["shape"]), array["dtype"], memory, array["offset"])
        for array in made["arrays"]
    }
