import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pillars


@pytest.mark.parametrize("opponent", ["random", "alphabeta:nodes=50"])
def test_checker_of_gymnasium(game, opponent):
    env = pillars.GameEnv(game, opponent, illegal="lose", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not having a spec.*")
        check_env(env)


def test_games_against_a_player(seed):
    """Play the first legal action: every game ends, with the reward of the learner's seat."""
    env = pillars.GameEnv("pilastri(size=4)", "greedy", seat=None)
    seats, rewards = set(), []
    for number in range(8):
        observation, info = env.reset(seed=8 * seed + number)
        over = False
        while not over:
            assert (observation == env.state.observation(env.seat)).all()
            assert env.state.current_player() == env.seat
            action = np.flatnonzero(info["action_mask"])[0]
            observation, reward, over, cut, info = env.step(action)
            assert not cut and (over or reward == 0)
        seats.add(env.seat)
        rewards.append(reward)
        assert reward == env.state.returns()[env.seat] and not info["action_mask"].any()
    assert seats == {0, 1} and -1 in rewards
    env.close()


def test_caps_truncate_and_wrong_input_is_refused(seed):
    env = pillars.GameEnv("pit-of-pillars(size=5,cap=2)", seat=1)
    _, info = env.reset(seed=seed)
    for wrong in (int(np.flatnonzero(info["action_mask"] == 0)[0]), 10**6):
        with pytest.raises(pillars.IllegalAction, match="legal: "):
            env.step(wrong)
    over = cut = False
    while not (over or cut):
        _, reward, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
    assert cut and not over and reward == 0
    with pytest.raises(ValueError):
        pillars.GameEnv("pilastri", seat=2)
    with pytest.raises(ValueError):
        pillars.GameEnv("pilastri", render_mode="human")
