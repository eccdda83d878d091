import importlib.util
from pathlib import Path

import numpy as np
import pytest

import pillars

PATH = Path(__file__).parents[1] / "examples" / "alphazero.py"


@pytest.fixture(scope="module")
def alphazero():
    spec = importlib.util.spec_from_file_location("alphazero", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_small_run(alphazero, capsys):
    words = "--rounds 1 --games 4 --simulations 8 --hidden 16 --steps 5 --pairs 1"
    alphazero.main([*words.split(), "--opponents", "random"])
    printed = capsys.readouterr().out.splitlines()
    assert printed[1].startswith("round 1:") and "alphazero against random" in printed[2]


def test_search_finds_a_win(alphazero):
    """Search positions of random games of Pilastri in which the seat to act can win at once."""
    game = pillars.load_game("pilastri(size=4)")
    net = alphazero.PolicyValue(game, 16, np.random.default_rng(1))
    random, found = np.random.default_rng(2), 0
    while found < 10:
        state = game.new_initial_state()
        while not state.is_terminal():
            seat, actions = state.current_player(), state.legal_actions()
            wins = {action for action in actions if state.child(action).returns()[seat] == 1}
            if 0 < len(wins) < len(actions):
                root = alphazero.Node(state)
                alphazero.evaluate(net, [root])
                alphazero.search(net, [root], 100)
                assert root.actions[root.visits.argmax()] in wins
                found += 1
                break
            state.apply_action(int(random.choice(actions)))


def test_gradient(alphazero):
    game = pillars.load_game("pilastri(size=4)")
    random = np.random.default_rng(1)
    net = alphazero.PolicyValue(game, 16, random)
    lessons = list(alphazero.self_play(net, game, 2, 4, random))
    for _, mask, policy, result in lessons:
        assert policy.sum() == pytest.approx(1) and not policy[~mask].any() and result in (-1, 0, 1)
    first = net.learn(lessons, 1e-3)
    for _ in range(200):
        last = net.learn(lessons, 1e-3)
    assert last < first - 0.5
