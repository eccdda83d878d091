"""The games as PettingZoo environments: `aec_env`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from pillars.games import Game, State, load_game


def aec_env(
    game: str | Game, render_mode: str | None = None, max_cycles: int | None = None
) -> AECEnv[str, dict[str, npt.NDArray[Any]], int | None]:
    """Return a PettingZoo environment of a game, in which one agent acts at a time.

    Parameters
    ----------
    game : str or Game
        For instance ``"pilastri(size=6)"``.
    render_mode : {None, "ansi", "svg"}
        The result of `render`: a board in letters, or an SVG text.
    max_cycles : int, optional
        A game is truncated after this number of steps times the number of agents, as by its cap.

    Returns
    -------
    AECEnv
        The agents are ``"player_0"``, ... by seat. The same agent may act several times in a row.
        An observation is
        ``{"observation": uint8 [planes, ranks, files], "action_mask": int8 [actions]}``. The mask
        is all 0 for agents that are not to act. An illegal action raises `IllegalAction`.
        ``reset(options={"position": text})`` starts at a position.
    """
    return OrderEnforcingWrapper(_Environment(game, render_mode, max_cycles))


class _Environment(AECEnv[str, dict[str, npt.NDArray[Any]], "int | None"]):
    metadata = {"render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(self, game: str | Game, render_mode: str | None, max_cycles: int | None) -> None:
        super().__init__()
        self.game = load_game(game)
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"render_mode is {render_mode!r}; it can be ansi or svg")
        self.metadata = self.metadata | {"name": f"pillars_{self.game.name}"}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        actions = self.game.num_distinct_actions()
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        shape = tuple(self.game.observation_tensor_shape())
        self.observation_spaces = {}
        for agent in self.possible_agents:
            seen, mask = spaces.Box(0, 255, shape, np.uint8), spaces.Box(0, 1, (actions,), np.int8)
            self.observation_spaces[agent] = spaces.Dict({"observation": seen, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.board: State = self.game.new_initial_state((options or {}).get("position", ""))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.board.is_terminal())
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(self.board.current_player(), 0)]

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        seat, board = self.possible_agents.index(agent), self.board
        return {
            "observation": board.observation(seat), "action_mask": board.legal_actions_mask(seat)
        }  # fmt: skip

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.board.apply_action(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.board.is_terminal():
            self.rewards = dict(zip(self.agents, self.board.returns(), strict=True))
            cut = self.board.is_truncated()
            self.terminations = dict.fromkeys(self.agents, not cut)
            self.truncations = dict.fromkeys(self.agents, cut)
        else:
            self.agent_selection = self.possible_agents[self.board.current_player()]
            if self.max_cycles is not None:
                cut = self.board.move_number() >= self.max_cycles * len(self.agents)
                self.truncations = dict.fromkeys(self.agents, cut)
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "ansi":
            return self.board.board()
        return self.board.to_svg() if self.render_mode else None
