import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import pillars
from pillars.match import measure, play_match, selfplay, sprt, tournament
from pillars.runs import open_db
from pillars.ugi import by_steps

GAME = "pilastri(size=4)"


def steady(position):
    return random.Random(position.text).choice(position.turns)


@by_steps
def lowest(state):
    return int(state.legal_actions_mask().argmax())


def test_a_match_between_players(seed):
    seen, even = [], "uct:nodes=4"  # about as strong as random, so that both win games
    match = play_match(even, "random", pairs=12, game=GAME, progress=seen.append, seed=seed)
    assert match.players == (even, "random") and len(match.games) == len(seen) == 24
    assert match.wins + match.draws + match.losses == 24 and sum(match.pairs) == 12
    points = sum(game["scores"][game["players"].index(even)] for game in match.games)
    assert match.score.value == points / 24
    assert match.wins + match.draws / 2 == points
    assert points == sum(half / 2 * count for half, count in enumerate(match.pairs))
    assert match.score.low < match.score.value < match.score.high
    back = play_match("random", even, pairs=12, game=GAME, seed=seed + 1)
    for one in (match, back):
        sign = 1 if one.record["players"][0]["name"] == one.players[0] else -1
        assert one.elo.value == sign * one.record["pair_elo"]
        assert one.elo.low < one.elo.value < one.elo.high
        assert one.score.low < one.score.value < one.score.high
    assert match.decision == "" and match.run in match.record["run"]
    assert f"{even} against random: +" in str(match) and match.answer[-1] in str(match)


def test_functions_play_and_their_games_are_stored(tmp_path):
    db = tmp_path / "a b" / "pillars.db"
    db.parent.mkdir()
    match = play_match(steady, lowest, pairs=2, game=pillars.load_game(GAME), db=db, nodes=5)
    assert match.players == ("steady", "lowest")
    assert all(set(game["players"]) == {"steady", "lowest"} for game in match.games)
    again = play_match(steady, lowest, pairs=2, game=GAME, db=db, nodes=5)
    assert again.run != match.run and again.wins == match.wins
    with open_db(db) as opened:
        assert len(opened.games()) == 8
        for identity in {game["identity"] for game in match.games}:
            record = opened.record(match.run, identity)
            state = pillars.load_game(GAME).new_initial_state(record["start"])
            for turn in record["turns"].split():
                state.apply_turn(turn)
            assert str(state) == record["final"]


def test_a_function_against_itself_and_a_player_goes_on():
    match = play_match(steady, steady, pairs=2, game=GAME)
    assert match.players == ("steady", "steady-2") and match.score.value == 0.5
    assert match.pairs == [0, 0, 2, 0, 0]


def test_names_as_the_program_writes_them():
    def greedy(position):
        return position.turns[0]

    match = play_match(greedy, "greedy", pairs=1, game=GAME)
    assert match.players == ("greedy-2", "greedy") and sum(match.pairs) == 1
    match = play_match("mcts:nodes=0x10", "random", pairs=1, game=GAME)
    assert match.players[0] in match.games[0]["players"] and sum(match.pairs) == 1


def test_three_seats():
    player = by_steps(lambda state: random.Random(str(state)).choice(state.legal_actions()))
    match = play_match(player, "random", pairs=1, game="pit(players=3)")
    assert len(match.games) == 6 and match.pairs == []
    assert match.wins + match.draws + match.losses == 12
    score = match.score.value
    first = match.record["players"][0]["name"] == match.players[0]
    assert match.record["mixed_score"] == pytest.approx(score if first else 1 - score)


@pytest.mark.parametrize("error", [KeyError, OSError])
def test_the_exception_of_a_policy_is_raised(error):
    def broken(position):
        if position.text.split()[-1] in ("7", "8"):
            raise error("of the policy")
        return position.turns[0]

    with pytest.raises(error, match="of the policy"):
        play_match(broken, "random", game=GAME)


LONG = """
from pillars.match import play_match
from pillars.players import Player

player = Player("random")
player.choose(player.game.new_initial_state())

def policy(position):
    print("playing", flush=True)
    return position.turns[0]

play_match(policy, "random", pairs=50_000, tag="interrupted")
"""


@pytest.mark.skipif(os.name != "posix", reason="signals and process groups are of POSIX")
def test_ctrl_c_ends_a_match_and_all_its_processes():
    environment = os.environ | {"PYTHONPATH": str(Path(pillars.__file__).parents[1])}
    process = subprocess.Popen(
        [sys.executable, "-c", LONG], env=environment, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job may ignore it
    )  # fmt: skip
    assert process.stdout.readline() == "playing\n"
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=20)  # waits for the relays too, which share its stderr
    assert process.returncode == -signal.SIGINT and "KeyboardInterrupt" in errors
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_an_illegal_turn_stops_or_loses():
    with pytest.raises(pillars.IllegalAction, match="a1a1.*legal move steps: "):
        play_match(lambda position: "a1a1", "random", pairs=1, game=GAME)
    with pytest.raises(TypeError, match="a policy returned 7"):
        sprt(lambda position: 7, "random", pairs=1, game=GAME)
    match = play_match(lambda position: "a1a1", "random", pairs=1, game=GAME, illegal="lose")
    assert match.losses == 2 and match.score.value == 0
    assert all("a1a1" in game["reason"] or "legal" in game["reason"] for game in match.games)


def test_errors_of_commands_are_raised():
    with pytest.raises(pillars.EngineError, match="grandmaster"):
        play_match("grandmaster", "random", game=GAME)
    with pytest.raises(pillars.EngineError, match="no-such-flag"):
        play_match("greedy", "random", game=GAME, no_such_flag=1)


def test_a_sequential_test_decides():
    test = sprt("greedy", "random", elo0=0, elo1=100, game=GAME, pairs=100)
    assert test.decision == test.record["decision"] == "H1" and test.record["llr"] > 0
    assert test.pairs == test.record["pairs"] and test.wins == test.record["wins"]
    undecided = sprt(steady, steady, elo1=20, game=GAME, pairs=2)
    assert undecided.decision == "continue" and len(undecided.games) == 4


def test_a_game_is_measured():
    records = measure(GAME, questions="fair", player="alphabeta:nodes=64", games=30)
    kinds = [record["type"] for record in records]
    assert kinds[0] == "answer" and records[0]["question"] == "fair" and kinds.count("seats") == 2


def test_a_tournament(seed):
    standings = tournament([lowest, steady, "greedy"], rounds=2, game=GAME, seed=seed)
    assert [row["rank"] for row in standings.players] == [1, 2, 3]
    assert {row["name"] for row in standings.players} == {"lowest", "steady", "greedy"}
    assert len(standings.games) == 12 == sum(row["games"] for row in standings.players) / 2
    assert standings.answer[0] in str(standings) and "greedy: " in str(standings)
    players = ["greedy", "random", "alphabeta:nodes=9"]
    gauntlet = tournament(players, rounds=1, format="gauntlet", game=GAME)
    assert len(gauntlet.games) == 4


def test_selfplay_is_stored_and_goes_on(tmp_path):
    seen, db = [], tmp_path / "pillars.db"
    asked = {"player": "mcts:nodes=20", "db": db, "visits": True, "tag": "mine"}
    run = selfplay(GAME, games=2, progress=seen.append, **asked)
    assert selfplay(GAME, games=3, **asked) == run and len(seen) == 2
    with open_db(db) as opened:
        assert len(opened.games("mine")) == 3
    with pytest.raises(pillars.EngineError, match="no-such-flag"):
        selfplay(GAME, no_such_flag=1)
