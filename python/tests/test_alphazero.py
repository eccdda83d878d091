import importlib.util
from pathlib import Path

import numpy as np
import pytest

import pillars

torch = pytest.importorskip("torch")
PATH = Path(__file__).parents[1] / "examples" / "alphazero.py"


@pytest.fixture(scope="module")
def alphazero():
    spec = importlib.util.spec_from_file_location("alphazero", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_in_small(alphazero, capsys):
    words = "--rounds 1 --games 4 --steps 20 --simulations 8 --batches 2 --questions 3 --pairs 1"
    alphazero.main([*words.split(), "--opponents", "mcts:nodes=8", "random"])
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("round 1:") and "right turns of 3: network " in printed[0]
    assert "alphazero: " in printed[1] and "mcts:nodes=8: " in printed[1]


def test_it_learns(alphazero):
    """Learn from a few games until the network knows their results and policies."""
    torch.manual_seed(1)
    game = pillars.load_game("pilastri(size=4)")
    network = alphazero.Network(game, channels=16, layers=1)
    with pillars.VectorEnv(game, 8, autoreset_mode="SameStep") as env:
        search = pillars.Search(env, network.evaluate, simulations=8)
        lessons = list(alphazero.self_play(env, search, 30, np.random.default_rng(1)))
    for _, mask, policy, result in lessons:
        assert policy.sum() == pytest.approx(1, abs=1e-5) and not policy[~mask].any()
        assert result in (-1, 1)
    optimizer = torch.optim.Adam(network.parameters(), 1e-2)
    first = network.learn(optimizer, lessons)
    for _ in range(60):
        last = network.learn(optimizer, lessons)
    assert last < first - 1


def test_questions_have_right_and_wrong_answers(alphazero):
    for state, right in alphazero.exam(pillars.load_game("pilastri(size=4)"), 3, seed=1):
        worths = pillars.solve(state)
        assert 0 < len(right) < len(worths)
        named = {state.action_to_string(action) for action in right}
        assert len({worths[turn] for turn in named}) == 1
        assert not {worths[turn] for turn in named} & {
            worth for turn, worth in worths.items() if turn not in named
        }
