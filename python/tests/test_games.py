import copy
import pickle
import random

import numpy as np
import pytest

import pillars
from pillars import IllegalAction


def play(state, rng, steps=10_000):
    while not state.is_terminal() and steps > 0:
        state.apply_action(rng.choice(state.legal_actions()))
        steps -= 1
    return state


def same(one, other):
    assert one.history() == other.history()
    assert str(one) == str(other)
    assert one.legal_actions() == other.legal_actions()
    assert one.current_player() == other.current_player()
    assert one.returns() == other.returns()


def test_games_are_listed_and_load(game):
    assert game.name in [about["name"] for about in pillars.list_games()]
    assert 2 <= game.num_players() <= 4 == len(pillars.list_games())
    assert len(game.seat_names) == game.num_players()
    assert game.observation_tensor_shape()[0] == len(game.planes) > 0
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    again = pillars.load_game(str(game))
    assert again == game and hash(again) == hash(game) and again != "pilastri"
    assert eval(repr(game), {"load_game": pillars.load_game}) == game


def test_options():
    assert pillars.load_game("pilastri").options["size"] == "6"
    assert pillars.load_game(" pilastri( size = 4 ) ").options["size"] == "4"
    assert pillars.load_game("pilastri", size=8).observation_tensor_shape()[1:] == [8, 8]
    assert pillars.load_game("pilastri(size=6)") == pillars.load_game("pilastri")
    assert pillars.load_game("pilastri(size=4)") != pillars.load_game("pilastri")
    for wrong in ["chess", "pilastri(size=5)", "pilastri(speed=1)", "pilastri(4)", "pilastri(", ""]:
        with pytest.raises(pillars.EngineError):
            pillars.load_game(wrong)


def test_a_random_game_through_every_method(game):
    rng = random.Random(1)
    state = game.new_initial_state()
    assert not state.is_chance_node() and state.get_game() is game and state.turn() == 1
    assert state.starts_turn() and state.kind() in game.kinds
    players = []
    while not state.is_terminal():
        legal = state.legal_actions()
        player = state.current_player()
        players.append(player)
        assert (
            legal == sorted(set(legal))
            and legal[0] >= 0
            and legal[-1] < game.num_distinct_actions()
        )
        assert state.legal_actions(player) == legal and state.legal_actions(player + 1) == []
        assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
        assert state.returns() == [0.0] * game.num_players()
        if state.move_number() < 40:
            texts = [state.action_to_string(player, action) for action in legal]
            assert len(set(texts)) == len(legal)
            assert [state.string_to_action(text) for text in texts] == legal
            assert state.string_to_action(player, texts[-1]) == legal[-1]
        state.apply_action(rng.choice(legal))
    assert state.current_player() == pillars.games.TERMINAL == -4
    assert state.legal_actions() == [] and not state.legal_actions_mask().any()
    assert sum(state.returns()) == pytest.approx(0)
    assert state.move_number() == len(state.history()) == len(players) <= game.max_game_length()
    assert state.reason() and state.board() and state.to_svg() == state._repr_svg_()
    assert "<svg" in state.to_svg() and str(game) in repr(state)
    turns = game.new_initial_state()
    for turn in state.turns():
        turns.apply_turn(turn)
    assert str(turns) == str(state)
    # Equal, although the other state never asked for the legal actions in between.
    same(game.deserialize_state(state.serialize()), state)


def test_illegal_actions_and_turns_name_the_legal_ones(game):
    state = game.new_initial_state()
    before = str(state)
    wrong = next(
        a for a in range(-1, game.num_distinct_actions()) if a not in state.legal_actions()
    )
    legal = state.legal_actions()[0]
    with pytest.raises(
        IllegalAction, match=f"action {wrong} is not legal for .*; legal: {legal} \\("
    ):
        state.apply_action(wrong)
    for call in (state.action_to_string, state.string_to_action, state.apply_turn):
        with pytest.raises(IllegalAction):
            call("nowhere" if call != state.action_to_string else wrong)
    with pytest.raises(IllegalAction):
        state.undo_action()
    assert str(state) == before
    play(state, random.Random(2))
    with pytest.raises(IllegalAction, match="over"):
        state.apply_action(legal)


def test_positions_in_text(game):
    state = play(game.new_initial_state(), random.Random(3), 5)
    there = game.new_initial_state(str(state))
    assert there.legal_actions() == state.legal_actions() and str(there) == str(state)
    there.apply_action(there.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    assert str(there) == str(state) and there.move_number() == 1
    same(game.deserialize_state(there.serialize()), there)
    with pytest.raises(pillars.EngineError):
        game.new_initial_state("nothing of the kind")


def test_copies_are_independent(game):
    state = play(game.new_initial_state(), random.Random(4), 4)
    state.apply_action(state.legal_actions()[-1])  # not yet sent to the program
    for other in (
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
    ):
        assert other == state and other.get_game() == game
        same(other, state)
        other.apply_action(other.legal_actions()[0])
        assert other != state and other.move_number() == state.move_number() + 1
        child = state.child(state.legal_actions()[0])
        same(child, other)
    assert state != "a state"


def test_hashes():
    start = pillars.load_game("pit-of-pillars(size=5)").new_initial_state()
    one, other = (start.child(start.legal_actions()[end]) for end in (0, -1))
    assert one.hash() != other.hash() and one.canonical_hash() == other.canonical_hash()
    assert one.clone().hash() == one.hash() != start.hash()


def test_undo(game):
    state = game.new_initial_state()
    rng = random.Random(5)
    texts = []
    for _ in range(5):
        texts.append(str(state))
        state.apply_action(rng.choice(state.legal_actions()))
    while texts:
        last = state.history()[-1]
        with pytest.raises(IllegalAction):
            state.undo_action(0, last + 1)
        state.undo_action(0, last)
        assert str(state) == texts.pop()
    same(state, game.new_initial_state())


def test_observations(game):
    state = play(game.new_initial_state(), random.Random(6), 5)
    for seat in range(game.num_players()):
        planes = state.observation(seat)
        assert planes.dtype == np.uint8 and list(planes.shape) == game.observation_tensor_shape()
        assert state.observation_tensor(seat) == planes.ravel().tolist()
    assert (state.observation() == state.observation(state.current_player())).all()
    assert (state.observation(0) != state.observation(1)).any()
    play(state, random.Random(6))
    assert (state.observation() == state.observation(0)).all()


def test_four_seats_share_places():
    state = play(pillars.load_game("pit(players=4)").new_initial_state(), random.Random(7))
    assert sorted(state.returns()) == pytest.approx([-1, -1 / 3, 1 / 3, 1])


def test_players_need_not_alternate():
    state = pillars.load_game("pit-of-pillars").new_initial_state()
    seats = []
    for _ in range(5):
        seats.append(state.current_player())
        state.apply_action(state.legal_actions()[0])
    assert seats == [0, 1, 1, 0, 0]


def test_options_are_added_to_a_game_and_wrong_actions_are_refused():
    game = pillars.load_game(pillars.load_game("pylyx(size=6,cap=0)"), size=np.int64(8))
    assert game == pillars.load_game("pylyx(size=8,cap=0)") and game.max_game_length() == 2**31 - 1
    assert pillars.load_game("pit").max_game_length() == 10_000
    assert pillars.load_game(game) is game
    state = pillars.load_game("pilastri").new_initial_state()
    for wrong in (float(state.legal_actions()[0]), 1.5):
        with pytest.raises(TypeError):
            state.apply_action(wrong)
    state.apply_action(np.int64(state.legal_actions()[0]))
    assert len(state.history()) == 1
