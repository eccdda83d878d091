import numpy as np
import pytest

import pillars


def knows_nothing(observations, masks):
    return np.zeros(masks.shape), np.zeros(len(masks))


class Fixed:
    """A network with random weights, in the shape that a game wants."""

    def __init__(self, game: pillars.Game, rng: np.random.Generator) -> None:
        inputs = int(np.prod(game.observation_tensor_shape()))
        self.actions = game.num_distinct_actions()
        self.seats = 1 if game.num_players() == 2 else game.num_players()
        self.weights = rng.normal(0, 0.3, (inputs, self.actions + self.seats))
        self.rows = []

    def __call__(self, observations, masks):
        assert masks.any(1).all() and masks.shape == (len(observations), self.actions)
        self.rows.append(len(observations))
        out = np.tanh(observations.reshape(len(observations), -1) @ self.weights)
        values = out[:, self.actions :]
        return 3 * out[:, : self.actions], values[:, 0] if self.seats == 1 else values


@pytest.mark.parametrize("gumbel", [True, False])
def test_a_vector_and_states_are_searched_alike(game, gumbel, seed, rng):
    n, net = 5, Fixed(game, rng)
    states = [game.new_initial_state() for _ in range(n)]
    with pillars.VectorEnv(game, n, autoreset_mode="Disabled") as env:
        env.reset(seed=1)
        one = pillars.Search(env, net, simulations=20, gumbel=gumbel, seed=seed)
        other = pillars.Search(states, net, simulations=20, gumbel=gumbel, seed=seed, fixed=True)
        while not any(state.is_terminal() for state in states) and states[0].move_number() < 6:
            masks = env.masks.copy()
            found, same = one.run(), other.run()
            for name in ("actions", "policy", "values", "visits"):
                assert (getattr(found, name) == getattr(same, name)).all()
            assert found.policy.sum(1) == pytest.approx(np.ones(n), abs=1e-5)
            assert (masks[np.arange(n), found.actions]).all()
            assert not found.policy[~masks].any() and not found.visits[~masks].any()
            env.step(found.actions)
            for state, action in zip(states, found.actions, strict=True):
                state.apply_action(int(action))
    assert max(net.rows) == n


def test_trees_are_kept(rng):
    game = pillars.load_game("pit-of-pillars(size=5)")
    states = [game.new_initial_state()]
    search = pillars.Search(states, Fixed(game, rng), simulations=40, noise=False)
    found = search.run()
    action = int(found.actions[0])
    states[0].apply_action(action)
    assert search.run(1).visits.sum() == found.visits[0, action]  # the first visit made the node
    states[0] = game.new_initial_state()
    assert search.run(1).visits.sum() == 1


def test_it_finds_wins(rng):
    game = pillars.load_game("pilastri(size=4)")
    states, wins = [], []
    while len(states) < 20:
        state = game.new_initial_state()
        while not state.is_terminal():
            seat, actions = state.current_player(), state.legal_actions()
            winning = {a for a in actions if state.child(a).returns()[seat] == 1}
            if 0 < len(winning) < len(actions):
                states.append(state)
                wins.append(winning)
                break
            state.apply_action(int(rng.choice(actions)))
    for gumbel in (True, False):
        asked = {"simulations": 100, "gumbel": gumbel, "noise": False, "considered": 100}
        found = pillars.Search(states, knows_nothing, **asked).run()
        assert all(int(a) in winning for a, winning in zip(found.actions, wins, strict=True))


def test_finished_games_are_left_out(rng):
    game = pillars.load_game("pilastri(size=4)")
    over = game.new_initial_state()
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    net = Fixed(game, rng)
    found = pillars.Search([over, game.new_initial_state()], net, simulations=8).run()
    assert not found.policy[0].any() and found.policy[1].any() and max(net.rows) == 1


def test_leaves_make_larger_batches(seed):
    game = pillars.load_game("pilastri(size=4)")
    nets = [Fixed(game, np.random.default_rng(seed)) for _ in range(2)]
    one, many = (
        pillars.Search([game.new_initial_state()] * 3, net, simulations=64, leaves=leaves)
        for net, leaves in zip(nets, (1, 16), strict=True)
    )
    assert (one.run().policy == many.run().policy).all()
    assert len(nets[1].rows) < len(nets[0].rows) / 3 and max(nets[1].rows) > 10


def test_a_match():
    game = pillars.load_game("pilastri(size=4)")
    search = pillars.Search([game.new_initial_state()], knows_nothing, simulations=50, noise=False)
    match = pillars.play_match(pillars.by_steps(search.choose), "random", pairs=4, game=game)
    assert match.score.value > 0.7


def test_errors():
    game = pillars.load_game("pilastri(size=4)")
    states = [game.new_initial_state()] * 2

    def bad(observations, masks):
        return np.full(masks.shape, np.nan), np.zeros(len(masks))

    with pytest.raises(pillars.EngineError, match="logits"):
        pillars.Search(states, bad).run()
    with pytest.raises(pillars.EngineError, match="from -1 to 1"):
        pillars.Search(states, lambda o, m: (np.zeros(m.shape), np.full(len(m), 2))).run()
    with pytest.raises(ValueError, match="logits have the shape"):
        pillars.Search(states, lambda o, m: (np.zeros((len(m), 3)), np.zeros(len(m)))).run()
    with pytest.raises(ValueError, match="logits have the shape"):
        pillars.Search(states, lambda o, m: (np.zeros(m.shape[1]), np.zeros(len(m)))).run()
    with pytest.raises(ValueError, match="values have the shape"):
        pillars.Search(states, lambda o, m: (np.zeros(m.shape), np.zeros(1))).run()
    with pytest.raises(pillars.EngineError, match="PUCT"):
        pillars.Search(states, knows_nothing, gumbel=False, leaves=2)
    with pytest.raises(ValueError, match="simulations"):
        pillars.Search(states, knows_nothing, simulations=0)
    with pytest.raises(ValueError, match="no states"):
        pillars.Search([], knows_nothing)
    search = pillars.Search(states, knows_nothing, simulations=4)
    search.games = states[:1]
    with pytest.raises(ValueError, match="the search is of 2"):
        search.run()
    search.games = [states[0], pillars.load_game("pilastri(size=6)").new_initial_state()]
    with pytest.raises(ValueError, match="a state of"):
        search.run()
    with pillars.VectorEnv(game, 2) as env, pytest.raises(pillars.EngineError, match="follows"):
        pillars.Search(env, knows_nothing).choose(states[0])
