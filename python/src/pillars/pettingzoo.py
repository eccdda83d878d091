"""The games as PettingZoo environments: `aec_env`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from pillars.games import Game, State, load_game

_CELL = 48  # pixels
_COLOURS = {
    "board": (214, 205, 186), "line": (168, 157, 134), "hole": (40, 38, 36), "w": (250, 248, 240),
    "b": (52, 50, 54), "r": (192, 62, 50), "u": (48, 96, 172), "edge": (24, 22, 20),
}  # fmt: skip


def aec_env(
    game: str | Game, render_mode: str | None = None, max_cycles: int | None = None
) -> AECEnv[str, dict[str, npt.NDArray[Any]], int | None]:
    """Return a PettingZoo environment of a game, in which one agent acts at a time.

    Parameters
    ----------
    game : str or Game
        For instance ``"pilastri(size=6)"``.
    render_mode : {None, "ansi", "svg", "rgb_array"}
        The result of `render`: a board in letters, an SVG text, or uint8 [height, width, 3].
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
    metadata = {"render_modes": ["ansi", "svg", "rgb_array"], "is_parallelizable": False}

    def __init__(self, game: str | Game, render_mode: str | None, max_cycles: int | None) -> None:
        super().__init__()
        self.game = load_game(game)
        if render_mode not in (None, "ansi", "svg", "rgb_array"):
            raise ValueError(f"render_mode is {render_mode!r}; it can be ansi, svg or rgb_array")
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

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        if self.render_mode == "ansi":
            return self.board.board()
        if self.render_mode == "svg":
            return self.board.to_svg()
        return picture(str(self.board)) if self.render_mode else None


def picture(position: str) -> npt.NDArray[np.uint8]:
    """Draw the text of a position: a slab for each man of a stack; pillars and towers fill squares.

    Parameters
    ----------
    position : str
        The text of a position of any game.

    Returns
    -------
    ndarray of uint8, shape (height, width, 3)
        A square has 48 by 48 pixels.
    """
    board, _, rest = position.partition(" ")
    ranks = [_squares(rank) for rank in board.split("/")]
    files = max(map(len, ranks))
    image = np.full((len(ranks) * _CELL, files * _CELL, 3), 255, np.uint8)
    for row, rank in enumerate(ranks):
        first = (files - len(rank)) // 2  # omitted corners are not listed
        for column, piece in enumerate(rank, first):
            x, y = column * _CELL, row * _CELL
            _draw(image[y : y + _CELL, x : x + _CELL], piece)
    for file, number, side in _barriers(rest):
        x, y = (ord(file) - ord("a")) * _CELL, (len(ranks) - number) * _CELL
        if side == "n":
            image[max(y - 3, 0) : y + 3, x : x + _CELL] = _COLOURS["edge"]
        else:
            image[y : y + _CELL, x + _CELL - 3 : x + _CELL + 3] = _COLOURS["edge"]
    return image


def _squares(rank: str) -> list[str]:
    """Return the pieces of a rank, an empty text for an empty square."""
    squares: list[str] = []
    for piece in rank.split(","):
        squares += [""] * int(piece[1:] or 1) if piece[:1] == "x" else [piece]
    return squares


def _barriers(rest: str) -> list[tuple[str, int, str]]:
    """Return file, rank and side of each barrier in the fields of a position after the board."""
    edges = [edge for field in rest.split() if "|" in field for edge in field.split(",")]
    return [(edge[0], int(edge[1:-2]), edge[-1]) for edge in edges]


def _draw(square: npt.NDArray[np.uint8], piece: str) -> None:
    """Draw the pieces on a square, given as in the text of a position, into its pixels."""
    square[:] = _COLOURS["line"]
    square[1:-1, 1:-1] = _COLOURS["hole" if piece == "o" else "board"]
    colour = _COLOURS.get(piece[:1].lower(), _COLOURS["edge"])
    if piece in ("", "o"):
        return
    if piece[1:] == "p":  # a pawn: a disc
        y, x = np.mgrid[:_CELL, :_CELL] - (_CELL - 1) / 2
        square[x**2 + y**2 <= (_CELL // 3) ** 2] = colour
        return
    if piece[1:] == "t" or piece.isupper():
        square[5:-5, 9:-9] = _COLOURS["edge"]
        square[7:-7, 11:-11] = colour
        return
    men = piece[0] * int(piece[1:]) if piece[1:].isdigit() else piece
    high = min(8, (_CELL - 6) // len(men))
    for level, man in enumerate(men):
        bottom = _CELL - 3 - level * high
        square[bottom - high : bottom, 6:-6] = _COLOURS["edge"]
        square[bottom - high + (high > 1) : bottom, 7:-7] = _COLOURS[man]
