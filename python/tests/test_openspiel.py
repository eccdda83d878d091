import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import mcts  # noqa: E402
from open_spiel.python.bots import uniform_random  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import pillars  # noqa: E402
from pillars import openspiel  # noqa: E402

SMALL = [
    "pillars_pilastri(size=4)",
    "pillars_pylyx(size=6)",
    "pillars_pit(players=3)",
    "pillars_pit_of_pillars(size=4)",
]


@pytest.fixture(scope="module", autouse=True)
def names():
    assert openspiel.register() == openspiel.register()
    return openspiel.register()


@pytest.fixture(params=SMALL)
def spiel(request):
    return pyspiel.load_game(request.param)


def test_names(names):
    assert len(names) == len(pillars.list_games())
    assert set(names) <= set(pyspiel.registered_names())


def test_defaults_do_not_contradict_what_is_given():
    game = pyspiel.load_game("pillars_pilastri(files=5,ranks=2)")
    assert str(game.new_initial_state()).split()[0].count("/") == 1


def test_conformance(spiel):
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)


def test_equals_the_state_of_this_package(spiel):
    name = spiel.get_type().short_name.removeprefix("pillars_").replace("_", "-")
    options = {key: str(value) for key, value in spiel.get_parameters().items()}
    own = pillars.load_game(name, **options).new_initial_state()
    state = spiel.new_initial_state()
    observation = make_observation(spiel)
    rng = random.Random(1)
    while not own.is_terminal():
        assert state.legal_actions() == own.legal_actions()
        assert state.current_player() == own.current_player()
        observation.set_from(state, 0)
        assert (observation.dict["observation"] == own.observation(0)).all()
        action = rng.choice(own.legal_actions())
        assert state.action_to_string(action) == own.action_to_string(action)
        state.apply_action(action)
        own.apply_action(action)
    assert state.is_terminal() and state.returns() == own.returns()
    assert observation.string_from(state, 0) == str(own) == str(state)
    state.undo_action(own.current_player(), own.history()[-1])
    assert not state.is_terminal()


def test_bots_of_openspiel_play(spiel):
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [
        mcts.MCTSBot(spiel, 1.4, 2, evaluator, random_state=rng),
        *[uniform_random.UniformRandomBot(seat, rng) for seat in range(1, spiel.num_players())],
    ]
    state = spiel.new_initial_state()
    for _ in range(24):
        if state.is_terminal():
            break
        state.apply_action(bots[state.current_player()].step(state))
    assert len(state.history()) > 3


def test_observations_have_no_parameters(spiel):
    with pytest.raises(ValueError):
        spiel.make_py_observer(None, {"depth": 1})
