import os
import signal

import numpy as np
import pytest

import pillars
from pillars.players import Player, analyze, solve


def test_a_player_plays_a_game_and_repeats_it(seed):
    game = pillars.load_game("pilastri(size=4)")
    games = []
    with Player("mcts:nodes=60", game, seed=seed) as player:
        for _ in range(2):
            player.new_game()
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_turn(player.choose(state))
                assert player.thought["nodes"] <= 60
            games.append(state.turns())
        with pytest.raises(pillars.EngineError, match="over"):
            player.choose(state)
    assert games[0] == games[1]
    with Player("random", game, seed=seed) as one, Player("random", game, seed=seed + 1) as two:
        start = str(game.new_initial_state())
        assert [one.choose(start) for _ in range(9)] != [two.choose(start) for _ in range(9)]
    assert repr(player) == f"Player('mcts:nodes=60', 'pilastri(size=4)', seed={seed})"


def test_a_player_within_turns_and_in_another_game(game):
    with Player("greedy") as player:
        state = game.new_initial_state()
        for _ in range(8):
            if state.is_terminal():
                break
            before = state.move_number()
            state.apply_turn(player.choose(state, nodes=10, depth=2, time=1))
            assert state.move_number() > before
            if not state.is_terminal():
                state.apply_action(state.legal_actions()[0])


def test_positions_in_text_and_a_win_in_one():
    position = "x,b,x2/x,wbww,x2/w,x,wbwbb,b/x,wbw,b,x b 16"
    with Player("alphabeta:nodes=100", "pilastri(size=4)") as player:
        with pytest.raises(pillars.EngineError):
            player.choose(position)  # black has no turn
        with pytest.raises(pillars.EngineError):
            player.choose("nothing of the kind")
        assert player.choose("w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1") and player.thought["depth"] > 0


def test_a_player_that_dies_and_one_that_is_closed():
    state = pillars.load_game("pilastri(size=4)").new_initial_state()
    player = Player("alphabeta:nodes=50", "pilastri(size=4)")
    turn = player.choose(state)
    os.kill(player._process.pid, signal.SIGKILL)
    with pytest.raises(pillars.EngineError, match="has ended"):
        player.choose(state)
    assert player.choose(state) == turn
    player.close()
    player.close()
    assert player._process is None and player.choose(state) == turn
    player.close()
    with pytest.raises(pillars.EngineError, match="grandmaster"):
        Player("grandmaster")


def test_analysis():
    state = pillars.load_game("pilastri(size=4)").new_initial_state()
    found = analyze(state, depth=3, lines=3)
    lines = found.lines
    assert state.action_to_string(found.actions[0]) == found.turn and not found.visits
    assert len(lines) == 3 and len({line["principal"][0] for line in lines}) == 3
    values = [line["expectation"] for line in lines]
    assert values == sorted(values, reverse=True) and 0 <= values[-1] <= values[0] <= 1
    unfinished = analyze(state, nodes=2000, lines=3).lines
    assert len({line["principal"][0] for line in unfinished}) == len(unfinished) <= 3
    state.apply_turn(lines[0]["principal"][0])
    (one,) = analyze(state, player="mcts", time=0.05, lines=1).lines
    assert one["depth"] > 0 and one["nodes"] > 0
    (same,) = analyze(str(state), game="pilastri(size=4)", depth=2, lines=1).lines
    assert same["principal"] == analyze(state, depth=2, lines=1).lines[0]["principal"]
    with pytest.raises(pillars.EngineError):
        analyze("nothing of the kind")


def test_analysis_within_a_turn():
    state = pillars.load_game("pit(players=3)").new_initial_state()
    while state.starts_turn():
        state.apply_action(state.legal_actions()[-1])
    (line,) = analyze(state, nodes=100, lines=1).lines
    state.apply_turn(line["principal"][0])
    assert state.starts_turn()


def test_visits_and_policy_of_a_tree_search(game):
    state = game.new_initial_state()
    for _ in range(6):
        found = analyze(state, player="mcts:solver=false,reuse=false", nodes=200)
        assert len(found.visits) == len(found.policy) == len(found.actions)
        for action, visits, policy in zip(found.actions, found.visits, found.policy, strict=True):
            assert set(np.flatnonzero(visits)) <= set(state.legal_actions())
            assert policy.sum() == pytest.approx(1) and policy[action] > 0
            assert visits[action] > 0 or len(state.legal_actions()) == 1
            state.apply_action(action)
        if state.is_terminal():
            break


def test_a_position_is_solved():
    state = pillars.load_game("pilastri(size=4)").new_initial_state()
    worths = solve(state)
    assert sorted(worths.values()) == 4 * ["loss"] + 20 * ["win"]
    state.apply_turn(min(worths, key=lambda turn: worths[turn] == "win"))  # loses
    assert "win" in solve(str(state), game="pilastri(size=4)").values()
    with pytest.raises(pillars.EngineError, match="seats"):
        solve(pillars.load_game("pit(players=3)").new_initial_state())


def test_a_player_after_a_fork():
    state = pillars.load_game("pilastri(size=4)").new_initial_state()
    with Player("alphabeta:nodes=50", "pilastri(size=4)") as player:
        turn = player.choose(state)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                status = int(player.choose(state) != turn)
                player.close()
            finally:
                os._exit(status)
        assert os.waitpid(child, 0)[1] == 0
        assert player.choose(state) == turn
