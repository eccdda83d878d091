"""One game against a player of the program, as an environment of gymnasium: `GameEnv`."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt

from pillars.errors import IllegalAction
from pillars.games import Game, State
from pillars.vector import VectorEnv


class GameEnv(gymnasium.Env[npt.NDArray[np.uint8], np.int64]):
    """A game in which one seat is the learner's and the others are a player's of the program.

    An observation shows the board to the learner, the reward is the result of the game, and
    ``info["action_mask"]`` (int8) has 1 for legal actions: ``action_space.sample(mask)`` draws one.
    A game that ends by its turn cap is truncated.

    Parameters
    ----------
    game : str or Game
        For instance ``"pilastri(size=6)"``.
    opponent : str
        As for `VectorEnv`, such as ``"greedy"`` or ``"alphabeta:nodes=500"``.
    seat : int or None, optional
        The learner's seat; None lets `reset` draw one.
    illegal : {"stop", "lose"}
        What an illegal action does: raise `IllegalAction`, or lose the game.
    render_mode : {None, "ansi"}
        Whether `render` returns the board in letters.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self, game: str | Game, opponent: str = "random", seat: int | None = 0,
        illegal: Literal["stop", "lose"] = "stop", render_mode: str | None = None,
    ) -> None:  # fmt: skip
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}; it can be ansi")
        if illegal not in ("stop", "lose"):
            raise ValueError(f"illegal is {illegal!r}: stop or lose")
        self.illegal, self.render_mode = illegal, render_mode
        self.games = VectorEnv(
            game, 1, threads=1, autoreset_mode="Disabled", opponent=opponent, seat=seat
        )
        self.game = self.games.game
        self.observation_space = self.games.single_observation_space
        self.action_space = self.games.single_action_space

    @property
    def state(self) -> State:
        """A copy of the game."""
        return self.games.states(0)

    @property
    def seat(self) -> int:
        """The learner's seat."""
        return int(self.games.seats[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begin a game; ``options={"position": text}`` begins it at a position."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**63 - 1))
        start = (options or {}).get("position", "")
        observations, _ = self.games.reset(seed=drawn, options={"states": [start]})
        return observations[0], self._info()

    def step(
        self, action: np.int64
    ) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play an action, and the turns of the other seats that follow."""
        try:
            observations, rewards, ended, cut, _ = self.games.step([action])
        except IllegalAction:
            if self.illegal == "stop" or self._over():
                raise
            return self.games.observations[0].copy(), -1.0, True, False, self._info()
        return observations[0], float(rewards[0]), bool(ended[0]), bool(cut[0]), self._info()

    def render(self) -> Any:
        """Return the board in letters, if the render mode is ``"ansi"``."""
        return self.state.board() if self.render_mode else None

    def close(self) -> None:
        """End the program of this game."""
        self.games.close()

    def _over(self) -> bool:
        return bool(self.games.terminations[0] or self.games.truncations[0])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.games.masks[0].astype(np.int8) * (not self._over())}
