import gc
import os
import threading

import gymnasium.wrappers.vector as wrappers
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import pillars
from pillars import engine, vector
from pillars.vector import VectorEnv

MODES = list(AutoresetMode)


def test_spaces_and_results(game, seed):
    with VectorEnv(game, 5, seed=seed) as env:
        assert env.single_observation_space.shape == tuple(game.observation_tensor_shape())
        assert env.action_space.nvec.tolist() == [game.num_distinct_actions()] * 5
        observations, infos = env.reset(seed=seed + 1)
        env.action_space.seed(seed)
        for _ in range(20):
            assert env.observation_space.contains(observations)
            assert infos["action_mask"].shape == (5, game.num_distinct_actions())
            assert infos["current_player"].shape == (5,)
            masks = tuple(row for row in infos["action_mask"].view(np.int8))
            actions = env.action_space.sample(mask=masks)
            observations, rewards, terminations, truncations, infos = env.step(actions)
            assert infos["rewards"].shape == (5, game.num_players())
            assert rewards.shape == terminations.shape == truncations.shape == (5,)
        assert not env.masks.flags.writeable and env.actions.flags.writeable


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("memory", [{}, {"legal": False, "masks": "bits"}, {"copy": False}])
def test_equals_states_step_by_step(game, mode, memory, seed, rng):
    """Check that the games of a vector agree with states in which the same actions are played."""
    if "cap" in game.options:
        game = pillars.load_game(game, cap=30)
    n, ended = 6, 0
    states = [game.new_initial_state() for _ in range(n)]
    with VectorEnv(game, n, seed=seed, autoreset_mode=mode, **memory) as env:
        observations, infos = env.reset()
        for round in range(300):
            masks = infos["action_mask"]
            if env.masks.dtype == np.uint8:
                masks = np.unpackbits(masks, 1, game.num_distinct_actions(), bitorder="little")
            for i, state in enumerate(states):
                legal = state.legal_actions() or [0]
                assert np.flatnonzero(masks[i]).tolist() == legal and env.counts[i] == len(legal)
                if hasattr(env, "legal"):
                    assert sorted(env.legal[i, : env.counts[i]].tolist()) == legal
                assert state.is_terminal() or infos["current_player"][i] == state.current_player()
                assert env.steps[i] == state.move_number()
                seat = int(infos["current_player"][i])
                assert (observations[i] == state.observation(seat)).all()
                if round % 50 == 0:
                    assert env.states(i) == state
            over = [state.is_terminal() for state in states]
            if mode == AutoresetMode.DISABLED and any(over):
                with pytest.raises(pillars.IllegalAction, match="is over"):
                    env.step([int(np.flatnonzero(mask)[0]) for mask in masks])
                observations, infos = env.reset(options={"reset_mask": np.array(over)})
                states = [
                    game.new_initial_state() if o else state
                    for o, state in zip(over, states, strict=True)
                ]
                continue
            movers = infos["current_player"].copy()
            actions = [int(rng.choice(np.flatnonzero(mask))) for mask in masks]
            observations, rewards, terminations, truncations, infos = env.step(actions)
            for i, state in enumerate(states):
                if over[i]:
                    states[i] = game.new_initial_state()
                    assert not (rewards[i] or terminations[i] or truncations[i])
                    continue
                state.apply_action(actions[i])
                assert (terminations[i] or truncations[i]) == state.is_terminal()
                assert truncations[i] == state.is_truncated()
                assert infos["rewards"][i].tolist() == pytest.approx(state.returns())
                assert rewards[i] == infos["rewards"][i, movers[i]]
                ended += state.is_terminal()
                if state.is_terminal() and mode == AutoresetMode.SAME_STEP:
                    seat = int(infos["final_info"]["current_player"][i])
                    assert (infos["final_obs"][i] == state.observation(seat)).all()
                    assert infos["_final_info"][i]
                    assert infos["final_info"]["steps"][i] == state.move_number()
                    states[i] = game.new_initial_state()
    assert ended


@pytest.mark.parametrize("mode", MODES[:2])
def test_wrappers_of_gymnasium(mode):
    env = VectorEnv("pilastri(size=4)", 8, autoreset_mode=mode)
    recorded = wrappers.RecordEpisodeStatistics(env)
    wrapped = wrappers.DictInfoToList(recorded)
    if mode == AutoresetMode.NEXT_STEP:  # gymnasium's wrappers of observations want this mode
        wrapped = wrappers.DictInfoToList(wrappers.FlattenObservation(recorded))
    observations, infos = wrapped.reset(seed=1)
    lengths, over, steps = [], np.zeros(8, bool), np.zeros(8, int)
    for _ in range(150):
        actions = [int(np.argmax(info["action_mask"])) for info in infos]
        observations, rewards, terminations, truncations, infos = wrapped.step(actions)
        assert observations.size == 8 * 23 * 16 and np.isin(rewards, [-1, 0, 1]).all()
        steps = np.where(over & (mode == AutoresetMode.NEXT_STEP), 0, steps + 1)
        over = terminations | truncations
        for i in np.flatnonzero(over):
            assert infos[i]["episode"]["l"] == steps[i] and abs(infos[i]["episode"]["r"]) == 1
            lengths.append(steps[i])
        if mode == AutoresetMode.SAME_STEP:
            steps[over] = 0
    assert lengths and recorded.episode_count == len(lengths)
    wrapped.close()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_an_opponent_plays_the_other_seats(game, mode, opponent, seed, rng):
    """Check against states that only the learner's seat acts, sees and is rewarded."""
    if "cap" in game.options:
        game = pillars.load_game(game, cap=20)
    n, ended, seats = 4, 0, set()
    asked = {"seed": seed, "autoreset_mode": mode, "opponent": opponent}
    with VectorEnv(game, n, **asked) as env, VectorEnv(game, n, threads=1, **asked) as same:
        observations, infos = env.reset()
        same.reset()
        while ended < 2 * n:
            acts = ~(env.terminations | env.truncations)
            own = infos["current_player"].copy()
            seats |= set(own.tolist())
            before = [env.states(i) for i in range(n)]
            for i, state in enumerate(before):
                assert state.is_terminal() or state.current_player() == own[i]
                assert (observations[i] == state.observation(int(own[i]))).all()
            if mode == AutoresetMode.DISABLED and not acts.all():
                for each in (env, same):
                    observations, infos = each.reset(options={"reset_mask": ~acts})
                continue
            actions = [int(rng.choice(np.flatnonzero(mask))) for mask in infos["action_mask"]]
            observations, rewards, terminations, truncations, infos = env.step(actions)
            assert (same.step(actions)[0] == observations).all()
            for i, state in enumerate(before):
                over = terminations[i] or truncations[i]
                if over:
                    assert rewards[i] == infos["rewards"][i, own[i]]
                elif acts[i]:
                    played = env.states(i).history()
                    assert played[: state.move_number() + 1] == [*state.history(), actions[i]]
                ended += over
    assert seats == set(range(game.num_players()))


def test_opponents_that_cannot_be():
    for text, error in [("grandmaster", "unknown player"), ("alphabeta", "no limit")]:
        with pytest.raises(pillars.EngineError, match=error):
            VectorEnv("pilastri", 2, opponent=text)
    with pytest.raises(ValueError, match="seat is 2"):
        VectorEnv("pilastri", 2, opponent="random", seat=2)


def test_observations_show_earlier_positions(game, seed):
    """Compare with the planes of the positions to which a state goes back step by step."""
    known = len([name for name in game.planes if name not in ("repetitions", "turns left")])
    game = pillars.load_game(game, history=4)
    assert len(game.planes) == game.observation_tensor_shape()[0] > 3 * known
    assert pillars.load_game(str(game)) == game != pillars.load_game(str(game), history=1)
    with VectorEnv(game, 5, seed) as env:
        for _ in range(6):
            for i, seen in enumerate(env.observations):
                state, one = env.states(i), pillars.load_game(game, history=1)
                seat, planes = int(env.seats[i]), np.zeros((4, known, *seen.shape[1:]))
                assert (state.observation(seat) == seen).all()
                past = pillars.games.State(one, state.start(), state.history())
                last = past.observation(seat)[known:]
                for back in range(min(4, state.move_number() + 1)):
                    planes[back] = past.observation(seat)[:known]
                    if back < state.move_number():
                        past.undo_action()
                assert (seen == np.concatenate([*planes, last])).all()
            env.step_random()
    for wrong in ("0", "x", "1000"):
        with pytest.raises(pillars.EngineError, match="history="):
            pillars.load_game(f"pilastri(history={wrong})")


@pytest.mark.parametrize("text", ["pilastri(size=4)", "pit-of-pillars(size=5)", "pylyx(size=6)"])
def test_symmetries_map_positions(text, seed):
    """Mirror the ranks in the texts of positions, and look for the symmetry that does the same."""
    game, found = pillars.load_game(text, history=2), set()
    symmetries = game.symmetries()
    assert len(symmetries) == 8 and all((np.sort(y.actions) == symmetries[0].actions).all()
                                        for y in symmetries)  # fmt: skip
    with VectorEnv(game, 16, seed, autoreset_mode="SameStep") as env:
        for _ in range(20):
            env.step_random(5)
            for i in range(16):
                board, *rest = str(env.states(i)).split(" ")
                if text.startswith("pit-of") and "-" not in rest[3:4]:
                    continue  # the text names a square
                mirrored = " ".join(["/".join(board.split("/")[::-1]), *rest])
                state, image = (game.new_initial_state(t) for t in (str(env.states(i)), mirrored))
                seen, mask = state.observation(), state.legal_actions_mask()
                found.add(
                    next(
                        k for k, y in enumerate(symmetries)
                        if (seen.ravel()[y.observation] == image.observation()).all()
                        and (mask[y.actions] == image.legal_actions_mask()).all()
                    )
                )  # fmt: skip
    assert found - {0}


def test_states_can_be_set_and_read():
    game = pillars.load_game("pit-of-pillars(size=5)")
    states = [game.new_initial_state() for _ in range(3)]
    for number, state in enumerate(states):
        for _ in range(3 * number):
            state.apply_action(state.legal_actions()[0])
    with VectorEnv(game, 3) as env:
        env.set(np.int64(2), states[1])
        assert env.states(2) == states[1] and env.states(0) == states[0]
        env.set(1, str(states[1]))
        assert str(env.states(1)) == str(states[1]) and env.steps.tolist() == [0, 0, 3]
        observations, _ = env.reset(options={"states": states})
        assert [env.states(i) for i in range(3)] == states
        assert (observations[2] == states[2].observation()).all()
        env.step_random(20)
        env.reset(options={"reset_mask": np.array([False, True, True])})
        assert env.states(1) == states[1] and env.states(0).move_number() == 20
        for wrong in (3, -1):
            with pytest.raises(pillars.EngineError, match="there are 3"):
                env.states(wrong)
        with pytest.raises(ValueError, match="for a vector of"):
            env.set(0, pillars.load_game("pilastri").new_initial_state())
        over = pillars.load_game("pit-of-pillars(size=5,cap=1)").new_initial_state()
    over.apply_action(over.legal_actions()[0])
    assert over.is_truncated() and over.returns() == [0, 0]
    with VectorEnv(over.get_game(), 1) as env, pytest.raises(pillars.EngineError, match="over"):
        env.set(0, over)


def test_observations_show_repetitions_and_the_cap(seed, rng):
    """Play to and fro: the same board has other planes, because its result differs."""
    game = pillars.load_game("pylyx(size=6,cap=300)")
    names = ["repetitions", "turns left"]
    assert game.planes[-2:] == names
    assert pillars.load_game("pit").planes[-1] not in names
    seen = set()
    with VectorEnv(game, 64, seed, autoreset_mode="SameStep") as env:
        for _ in range(600):
            env.step_random()
            seen |= set(env.observations[:, -2].max(axis=(1, 2)).tolist())
        state = env.states(int(rng.integers(64)))
        assert (state.observation()[-1] == min(255, 300 - state.turn() + 1)).all()
    assert 1 in seen and 3 not in seen  # the third time ends the game


def trace(game, **settings):
    with VectorEnv(game, 40, **settings) as env:
        found = []
        for _ in range(30):
            env.step_random(3)
            found.append((env.actions.copy(), env.observations.copy(), env.rewards.copy()))
    return [np.stack(arrays) for arrays in zip(*found, strict=True)]


def test_seeds(game, seed):
    one, two, other = (
        trace(game, seed=seed, threads=1),
        trace(game, seed=seed, threads=2),
        trace(game, seed=seed + 1),
    )
    for a, b in zip(one, two, strict=True):
        assert (a == b).all()
    assert (one[0] != other[0]).any()
    with VectorEnv(game, 40, seed=seed + 1) as env:
        env.step_random(5)
        env.reset(seed=np.int64(seed))
        assert not env.steps.any() and not env.terminations.any()
        env.step_random(3)
        assert (env.actions == one[0][0]).all()


def test_many_random_rounds_in_several_requests(game, monkeypatch, seed):
    """Check that games do not depend on the number of rounds in each request."""
    with VectorEnv(game, 40, seed) as once, VectorEnv(game, 40, seed) as often:
        for rounds in (1, 7, 500):
            once.step_random(rounds)
            with monkeypatch.context() as changed:
                changed.setattr(vector, "_MOST_STEPS", 40 * 3)
                often.step_random(rounds)
            for name in ("actions", "observations", "masks", "rewards", "terminations", "steps"):
                assert (getattr(once, name) == getattr(often, name)).all(), name


def test_wrong_input_plays_nothing():
    with VectorEnv("pilastri(size=4)", 3) as env:
        env.actions[:] = env.legal[:, 0]
        env.step(env.actions)
        before, choice = env.legal.copy(), env.legal[:, 0].astype(np.int64)
        illegal = choice.copy()
        illegal[1] = np.flatnonzero(~env.masks[1])[0]
        for actions, error, text in [
            (illegal, pillars.IllegalAction, r"game 1: action 0 .*; legal: \d+ \(\w+\), "),
            (choice + 2**33, pillars.IllegalAction, "game 0: action 85.* is not legal"),
            (1.5, TypeError, "float64"),
            (choice.astype(float), TypeError, "float64"),
            (env.masks[:, 0], TypeError, "bool"),
            (int(choice[0]), ValueError, "shape"),
            ([1, 2], ValueError, "shape"),
        ]:
            with pytest.raises(error, match=text):
                env.step(actions)
            assert (env.steps == 1).all() and (env.legal == before).all()
        for options in ({"mask": 1}, {"reset_mask": [1, 0, 1]}, {"states": []}):
            with pytest.raises(ValueError):
                env.reset(options=options)
    for wrong, error in [
        ({"num_envs": 0}, ValueError),
        ({"num_envs": 10**9}, ValueError),
        ({"num_envs": 2.0}, TypeError),
        ({"num_envs": 2, "seed": -1}, ValueError),
        ({"num_envs": 2, "threads": -1}, ValueError),
        ({"num_envs": 2, "autoreset_mode": "never"}, ValueError),
        ({"num_envs": 2, "masks": "some"}, ValueError),
    ]:
        with pytest.raises(error):
            VectorEnv("pilastri", **wrong)
    VectorEnv("pilastri", np.int32(2), seed=np.uint8(3)).close()


def test_too_little_memory(monkeypatch):
    full = type("Usage", (), {"free": 1000})
    monkeypatch.setattr(engine.shutil, "disk_usage", lambda _: full)
    with pytest.raises(MemoryError, match="has room for 1000"):
        VectorEnv("pilastri", 2)


def test_step_async():
    with VectorEnv("pilastri", 8, seed=1) as one, VectorEnv("pilastri", 8, seed=1) as two:
        for _ in range(10):
            actions = one.legal[:, 0].copy()
            one.step_async(actions)
            with pytest.raises(pillars.EngineError, match="step_wait"):
                one.step(actions)
            expected = two.step(actions)
            for a, b in zip(one.step_wait()[:4], expected[:4], strict=True):
                assert (a == b).all()
        with pytest.raises(pillars.EngineError, match="step_async"):
            one.step_wait()


def test_vectors_in_two_threads_do_not_wait_for_each_other():
    long, short = VectorEnv("pilastri", 512, threads=1), VectorEnv("pilastri", 2)
    began = threading.Event()

    def work():
        began.set()
        long.step_random(3000)

    thread = threading.Thread(target=work)
    thread.start()
    began.wait()
    for _ in range(10):
        short.step_random()
    assert thread.is_alive()
    thread.join()


def test_without_arrays():
    with VectorEnv("pilastri", 8, masks=False, observations=False) as bare:
        observations, infos = bare.reset()
        assert observations.shape == (8, 0) and "action_mask" not in infos
        bare.step(bare.legal[:, 0])


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
    program = env._engine
    assert left() == before
    del env
    gc.collect()
    assert program.closed
    with pytest.raises(pillars.EngineError):
        VectorEnv("pilastri(size=4)", 2).set(5, "")
    assert left() == before
