"""The games in OpenSpiel: after `register`, ``pyspiel.load_game("pillars_pilastri(size=6)")``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from pillars.games import Game, State, list_games

_registered: set[str] = set()


def register() -> list[str]:
    """Make the games known to pyspiel as Python games, and return their names there."""
    for about in list_games():
        name = "pillars_" + about["name"].replace("-", "_")
        if name not in _registered:
            texts = {option["name"]: option["default"] for option in about["options"]}
            options = {k: int(v) if v.lstrip("-").isdigit() else v for k, v in texts.items()}
            kind = _kind(name, about["title"], options)
            # A class, not a closure: pyspiel drops it after Python has ended, when freeing objects
            # is not allowed any more.
            facts = {"kind": kind, "name": about["name"], "defaults": options}
            made = type(name, (_SpielGame,), facts)
            pyspiel.register_game(kind, made)
            _registered.add(name)
    return sorted(_registered)


def _kind(name: str, title: str, options: dict[str, int | str]) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return kinds(
        short_name=name, long_name=title, dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC, utility=kinds.Utility.ZERO_SUM,
        information=kinds.Information.PERFECT_INFORMATION, min_num_players=2, max_num_players=4,
        reward_model=kinds.RewardModel.TERMINAL, provides_information_state_string=True,
        provides_information_state_tensor=False, provides_observation_string=True,
        provides_observation_tensor=True, parameter_specification=options,
    )  # fmt: skip


class _SpielGame(pyspiel.Game):
    """The base of one subclass for each game, which sets `kind`, `name` and `defaults`."""

    kind: pyspiel.GameType
    name: str
    defaults: dict[str, int | str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        # OpenSpiel adds all defaults, which may contradict given options, as size does files.
        given = (parameters or {}).items() - self.defaults.items()
        self.rules = Game(self.name, {key: str(value) for key, value in given})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_distinct_actions(), max_chance_outcomes=0,
            num_players=self.rules.num_players(), utility_sum=self.rules.utility_sum(),
            min_utility=self.rules.min_utility(), max_utility=self.rules.max_utility(),
            max_game_length=self.rules.max_game_length(),
        )  # fmt: skip
        super().__init__(self.kind, info, parameters or {})

    def new_initial_state(self, state: Any = None) -> _SpielState:
        return _SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.rules, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class _SpielState(pyspiel.State):
    def __init__(self, game: _SpielGame) -> None:
        super().__init__(game)
        self.inner: State = game.rules.new_initial_state()

    def current_player(self) -> int:
        return self.inner.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.inner.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.action_to_string(action)

    def undo_action(self, player: int, action: int) -> None:
        self.inner.undo_action(player, action)

    def is_terminal(self) -> bool:
        return self.inner.is_terminal()

    def returns(self) -> list[float]:
        return self.inner.returns()

    def __str__(self) -> str:
        return str(self.inner)


class _Observer:
    """Holds the planes of a position: flat in `tensor` (float32), and as a view of it in `dict`."""

    def __init__(self, rules: Game, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, but {params} are given")
        shape = tuple(rules.observation_tensor_shape())
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: _SpielState, player: int) -> None:
        self.dict["observation"][:] = state.inner.observation(player)

    def string_from(self, state: _SpielState, player: int) -> str:
        return str(state.inner)
