"""One game against a player of the program, as an environment of gymnasium: `GameEnv`."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from pillars.engine import number
from pillars.errors import IllegalAction
from pillars.games import Game, State, load_game
from pillars.players import Player

_MOST_SEED = 2**63 - 1


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
        A player's text such as ``"greedy"`` or ``"alphabeta:nodes=500"``.
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
        self.game = load_game(game)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}; it can be ansi")
        if illegal not in ("stop", "lose"):
            raise ValueError(f"illegal is {illegal!r}: stop or lose")
        if seat is not None:
            seat = number("seat", seat, 0, self.game.num_players() - 1)
        self.illegal = illegal
        self.render_mode, self.seat, self.fixed = render_mode, seat or 0, seat
        self.observation_space = spaces.Box(
            0, 255, tuple(self.game.observation_tensor_shape()), np.uint8
        )
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())
        self.opponent = Player(opponent, self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begin a game; ``options={"position": text}`` begins it at a position."""
        super().reset(seed=seed)
        self.state: State = self.game.new_initial_state((options or {}).get("position", ""))
        if self.fixed is None:
            self.seat = int(self.np_random.integers(self.game.num_players()))
        self.opponent.new_game(int(self.np_random.integers(_MOST_SEED)))
        self._answer()
        return self._seen(), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play an action, and the turns of the other seats that follow."""
        try:
            self.state.apply_action(action)  # type: ignore[arg-type]
        except IllegalAction:
            if self.illegal == "stop" or self.state.is_terminal():
                raise
            return self._seen(), -1.0, True, False, self._info()
        self._answer()
        cut, over = self.state.is_truncated(), self.state.is_terminal()
        reward = float(self.state.returns()[self.seat])
        return self._seen(), reward, over and not cut, cut, self._info()

    def render(self) -> Any:
        """Return the board in letters, if the render mode is ``"ansi"``."""
        return self.state.board() if self.render_mode else None

    def close(self) -> None:
        """End the opponent's process."""
        self.opponent.close()

    def _answer(self) -> None:
        while self.state.current_player() not in (self.seat, -4):
            self.state.apply_turn(self.opponent.choose(self.state))

    def _seen(self) -> npt.NDArray[np.uint8]:
        return self.state.observation(self.seat).copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.state.legal_actions_mask(self.seat)}
