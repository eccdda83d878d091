import gc
import os

import numpy as np
import pytest

import pillars
from pillars import vector
from pillars.vector import VectorEnv


def test_shapes_and_dtypes(game):
    with VectorEnv(game, 5, seed=1) as env:
        planes, ranks, files = game.observation_tensor_shape()
        expected = {
            "observations": (np.uint8, (5, planes, ranks, files)),
            "masks": (np.bool_, (5, game.num_distinct_actions())),
            "counts": (np.int32, (5,)),
            "legal": (np.int32, (5, env.legal.shape[1])),
            "seats": (np.uint8, (5,)),
            "rewards": (np.float32, (5, game.num_players())),
            "dones": (np.bool_, (5,)),
            "steps": (np.int32, (5,)),
            "actions": (np.int32, (5,)),
        }
        for name, (dtype, shape) in expected.items():
            array = getattr(env, name)
            assert (array.dtype, array.shape) == (dtype, shape), name
            assert array.flags.writeable == (name == "actions")


def test_equals_states_step_by_step(game):
    """Check that the games of a vector agree with states in which the same actions are played."""
    n = 6
    rng = np.random.default_rng(1)
    states = [game.new_initial_state() for _ in range(n)]
    ended = 0
    with VectorEnv(game, n, seed=3) as env:
        for round in range(300):
            rows = [env.legal[i, : env.counts[i]].tolist() for i in range(n)]
            for i, state in enumerate(states):
                assert sorted(rows[i]) == state.legal_actions()
                assert np.flatnonzero(env.masks[i]).tolist() == state.legal_actions()
                assert env.seats[i] == state.current_player()
                assert env.steps[i] == state.move_number()
                if round % 10 == 0:
                    assert (env.observations[i] == state.observation()).all()
            if round % 3:
                env.step([int(rng.choice(row)) for row in rows])
            else:
                env.step_random()
            for i, state in enumerate(states):
                state.apply_action(int(env.actions[i]))
                assert env.dones[i] == state.is_terminal()
                assert env.rewards[i].tolist() == pytest.approx(state.returns())
                if env.dones[i]:
                    ended += 1
                    states[i] = game.new_initial_state()
    assert ended or game.name == "pit-of-pillars"


def trace(game, **settings):
    with VectorEnv(game, 40, **settings) as env:
        found = []
        for _ in range(30):
            env.step_random(3)
            found.append((env.actions.copy(), env.observations.copy(), env.rewards.copy()))
    return [np.stack(arrays) for arrays in zip(*found, strict=True)]


def test_seeds(game):
    one, two, other = (
        trace(game, seed=1, threads=1),
        trace(game, seed=1, threads=2),
        trace(game, seed=2),
    )
    for a, b in zip(one, two, strict=True):
        assert (a == b).all()
    assert (one[0] != other[0]).any()
    with VectorEnv(game, 40, seed=2) as env:
        env.step_random(5)
        env.reset(seed=1)
        assert not env.steps.any() and not env.dones.any()
        env.step_random(3)
        assert (env.actions == one[0][0]).all()


def test_many_random_rounds_in_several_requests(game, monkeypatch):
    """Check that games do not depend on the number of rounds in each request."""
    with VectorEnv(game, 40, seed=1) as once, VectorEnv(game, 40, seed=1) as often:
        for rounds in (1, 7, 500):
            once.step_random(rounds)
            with monkeypatch.context() as changed:
                changed.setattr(vector, "_MOST_STEPS", 40 * 3)
                often.step_random(rounds)
            for name in ("actions", "observations", "masks", "rewards", "dones", "steps"):
                assert (getattr(once, name) == getattr(often, name)).all(), name


def test_actions_in_place_and_illegal_ones():
    with VectorEnv("pilastri(size=4)", 3) as env:
        env.actions[:] = env.legal[:, 0]
        env.step(env.actions)
        assert (env.steps == 1).all()
        before = env.legal.copy()
        choice = env.legal[:, 0].astype(np.int64)
        choice[1] = next(a for a in range(999) if not env.masks[1, a])
        with pytest.raises(pillars.EngineError, match="1"):
            env.step(choice)
        assert (env.steps == 1).all() and (env.legal == before).all()
        with pytest.raises(TypeError):
            env.step(np.zeros(3))
        with pytest.raises(ValueError):
            env.step([1, 2])
    with pytest.raises(ValueError):
        VectorEnv("pilastri", 0)


def test_two_at_once_and_without_arrays():
    with (
        VectorEnv("pilastri", 8, seed=1) as one,
        VectorEnv("pilastri", 8, seed=1, masks=False) as two,
    ):
        for _ in range(10):
            one.step_random()
            two.step(one.actions)
        assert (one.legal[:, 0] == two.legal[:, 0]).all() and not hasattr(two, "masks")
    with VectorEnv("pilastri", 8, observations=False) as bare:
        assert not hasattr(bare, "observations")


def test_closed():
    env = VectorEnv("pilastri(size=4)", 2)
    env.step_random()
    kept = env.steps
    env.close()
    env.close()
    with pytest.raises(pillars.EngineError, match="closed"):
        env.step_random()
    assert kept.tolist() == [1, 1]


@pytest.mark.skipif(not os.path.isdir("/dev/shm"), reason="has no /dev/shm")
def test_nothing_is_left_behind():
    def left():
        return [name for name in os.listdir("/dev/shm") if name.startswith("pillars-")]

    before = left()
    env = VectorEnv("pilastri(size=4)", 2)
    assert left() == before
    del env
    gc.collect()
    assert len(vector._orphans) == 1
    VectorEnv("pilastri(size=4)", 2).close()
    assert not vector._orphans
    with pytest.raises(pillars.EngineError):
        VectorEnv("pilastri(size=4)", 2, seed=-1)
    assert left() == before
