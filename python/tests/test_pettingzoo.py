from types import SimpleNamespace

import numpy as np
import pytest

import pillars

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, max_cycles_test, seed_test  # noqa: E402
from pettingzoo.utils.conversions import aec_to_parallel  # noqa: E402
from pettingzoo.utils.wrappers import BaseWrapper  # noqa: E402

from pillars.pettingzoo import aec_env  # noqa: E402


class AnyAction(BaseWrapper):
    """Replaces any action by a legal one, since some of PettingZoo's tests ignore the mask."""

    def step(self, action):
        legal = np.flatnonzero(self.observe(self.agent_selection)["action_mask"])
        super().step(action if action is None else legal[action % len(legal)])


@pytest.mark.filterwarnings("error", "ignore:Observation ")
def test_api(game):
    api_test(aec_env(game), num_cycles=60)


def test_seed(game):
    seed_test(lambda: aec_env(game), num_cycles=60)


def test_max_cycles():
    def env(max_cycles):
        return AnyAction(aec_env("pilastri(size=6)", max_cycles=max_cycles))

    def parallel_env(max_cycles):
        made = env(max_cycles)
        made.unwrapped.metadata = made.metadata | {"is_parallelizable": True}
        return aec_to_parallel(made)

    max_cycles_test(SimpleNamespace(env=env, parallel_env=parallel_env))


def test_two_environments_play_whole_games(game, rng):
    one, two = aec_env(game), aec_env(game)
    one.reset()
    two.reset()
    total = dict.fromkeys(one.possible_agents, 0.0)
    for agent in one.agent_iter():
        observation, reward, over, cut, _ = one.last()
        total[agent] += reward
        assert two.agent_selection == agent
        mask = observation["action_mask"]
        action = None if over or cut else int(rng.choice(np.flatnonzero(mask)))
        one.step(action)
        two.step(action)
    assert not two.agents
    assert list(total.values()) == pytest.approx(one.unwrapped.board.returns())


def test_only_the_seat_to_act_has_actions():
    env = aec_env("pilastri(size=4)")
    env.reset()
    assert env.observe("player_0")["action_mask"].any()
    assert not env.observe("player_1")["action_mask"].any()
    with pytest.raises(pillars.IllegalAction):
        env.step(env.action_space("player_0").n)


def test_a_given_position():
    state = pillars.load_game("pilastri(size=4)").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    env = aec_env("pilastri(size=4)")
    env.reset(options={"position": str(state)})
    assert env.agent_selection == "player_1"
    assert env.observe("player_1")["action_mask"].tolist() == state.legal_actions_mask().tolist()


def test_render(game):
    for mode in ("ansi", "svg", None):
        env = aec_env(game, render_mode=mode)
        env.reset()
        for agent in env.agent_iter(12):
            observation, _, over, _, _ = env.last()
            if over:
                break
            env.step(env.action_space(agent).sample(observation["action_mask"], None))
        shown = env.render()
        env.close()
        assert shown is None if mode is None else len(shown) > 50
    with pytest.raises(ValueError, match="ansi or svg"):
        aec_env(game, render_mode="human")


def test_a_cap_truncates():
    env = aec_env("pylyx(size=6,cap=3)")
    env.reset()
    while not any(env.truncations.values()) and env.agents:
        observation, *_ = env.last()
        env.step(int(observation["action_mask"].argmax()))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert set(env.rewards.values()) == {0}
