import numpy as np
import pytest


@pytest.fixture(scope="module")
def ppo(example):
    return example("ppo")


def test_a_small_run_learns(ppo):
    words = "--updates 15 --games 64 --hidden 64 --rate 0.003"
    assert ppo.main(words.split()) > 0.55


def test_advantages_end_with_games(ppo):
    """Two steps, of which the second wins, and the first of another game."""
    values, over = np.array([[0.5], [0.25], [0.5]]), np.array([[False], [True], [False]])
    found = ppo.advantages(values, np.array([[0.0], [1.0], [0.0]]), over, np.array([0.75]))
    assert found.ravel().tolist() == pytest.approx([-0.25 + 0.9 * 0.75, 0.75, 0.25])


def test_steps_learn(ppo, rng):
    """Learn that action 0 is good and that values are a half."""
    net = ppo.Network(6, 5, 4, rng)
    seen, masks = rng.random((9, 6)).astype(np.float32), rng.random((9, 4)) < 0.8
    masks[:, 0] = True
    actions, goods = np.zeros(9, int), np.ones(9, np.float32)
    for _ in range(300):
        before = net(seen, masks)[1][np.arange(9), actions]
        ppo.learn(net, seen, masks, actions, before, goods, goods / 2, 0.01)
    _, chances, values = net(seen, masks)
    assert chances[:, 0].min() > 0.9 and values == pytest.approx(0.5, abs=0.1)
    assert not chances[~masks].any()
