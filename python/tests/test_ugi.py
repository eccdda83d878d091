import os
import queue
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import pillars
from pillars.engine import program
from pillars.ugi import Position, by_steps, legal_turns, serve_ugi

SOURCE = str(Path(pillars.__file__).parents[1])
ENGINE = """
import random
import pillars.ugi

@pillars.ugi.by_steps
def steady(state):
    print("this goes to the standard error")
    return random.Random(str(state)).choice(state.legal_actions())

pillars.ugi.serve_ugi(steady, author="the tests")
"""


def first(position):
    return position.turns[0]


def converse(policy, *lines, **options):
    said = []
    serve_ugi(policy, requests=lines, say=said.append, **options)
    return said


@pytest.mark.parametrize("game", ["pit-of-pillars", "pylyx"])
def test_a_function_passes_the_check_of_engines(game, tmp_path):
    script = tmp_path / "engine.py"
    script.write_text(ENGINE)
    small = {"pylyx": ["--option", "size=6"], "pit-of-pillars": ["--option", "size=4"]}
    options = ["--game", game, *small.get(game, []), "--games", "1"]
    command = [program(), "engine", "check", *options, sys.executable, str(script)]
    environment = os.environ | {"PYTHONPATH": SOURCE}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_conversation():
    said = converse(
        first, "ugi", "isready", "setoption name size value 4", "setoption name Seed value 7",
        "uginewgame", "position startpos moves b1a1", "query p1turn", "query p2turn",
        "query result", "query gameover", "position startpos moves b1a1 b2c2", "go nodes 3",
        "position fen w,x3/x4/x4/x3,b w 1", "query result", "query gameover", "go", "quit", "ugi",
        games=["pilastri"], author="nobody",
    )  # fmt: skip
    assert said[:3] == [
        "id name first", "id author nobody",
        "option name Game type combo default pilastri var pilastri",
    ]  # fmt: skip
    rest = said[said.index("ugiok") + 1 :]
    state = pillars.load_game("pilastri(size=4)").new_initial_state()
    state.apply_turn("b1a1")
    state.apply_turn("b2c2")
    assert rest == [
        "readyok", "response false", "response true", "response none", "response false",
        f"bestmove {legal_turns(state)[0]}", "response p2win", "response true", "bestmove (none)",
    ]  # fmt: skip


def test_what_is_not_understood_changes_nothing():
    said = converse(
        first, "position startpos moves a1a1", "position nowhere", "position fen nothing",
        "setoption name Game value chess", "setoption name size value 99", "go nodes many",
        "query p9turn", "query weather", "stop", "hello", "", "query gameover",
    )  # fmt: skip
    assert [line.split(":")[0] for line in said[:-1]] == ["info string not understood"] * 8
    assert said[-1] == "response false"
    with pytest.raises(pillars.PillarsError, match="chess"):
        serve_ugi(first, games=["chess"], requests=[])


def test_limits_reach_the_policy():
    seen = []

    def policy(position):
        seen.append(position)
        return first(position)

    converse(
        policy, "setoption name Seed value 7", "setoption name Game value pilastri",
        "position startpos moves b1a1", "go p1time 1000 p1inc 10 p2time 2500 p2inc 20",
        "go nodes 5 depth 6 movetime 1500",
    )  # fmt: skip
    one, two = seen
    assert (one.clock, one.increment, one.nodes, one.time, one.seed) == (2.5, 0.02, None, None, 7)
    assert (two.nodes, two.depth, two.time, two.clock) == (5, 6, 1.5, None)
    assert one.text == str(one.state) and one.text.endswith(" b 2")


def test_stop_reaches_a_policy_that_thinks():
    requests, said, began = queue.Queue(), queue.Queue(), threading.Event()

    def ponder(position):
        began.set()
        assert position.stopped.wait(20)
        return position.turns[0]

    def serve():
        serve_ugi(ponder, requests=iter(requests.get, "end"), say=said.put)

    server = threading.Thread(target=serve)
    server.start()
    requests.put("go")
    assert began.wait(20)
    requests.put("isready")
    assert said.get(timeout=20) == "readyok"  # at once, although the policy is thinking
    requests.put("stop")
    assert said.get(timeout=20).startswith("bestmove ")
    requests.put("go infinite")
    requests.put("stop")
    assert said.get(timeout=20).startswith("bestmove ")
    requests.put("end")
    server.join(20)
    assert not server.is_alive()


def test_the_exception_of_a_policy_ends_the_engine():
    def wrong(position):
        return position.turns[10_000]

    with pytest.raises(IndexError):
        converse(wrong, "position startpos", "go")


def test_legal_turns_are_those_of_the_program(game):
    state = game.new_initial_state()
    if game.name == "pylyx":
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pillars.ugi.MOST_TURNS", 50)
            with pytest.raises(pillars.PillarsError, match="by_steps"):
                legal_turns(state)
        while state.kind() == game.kinds[0]:
            state.apply_action(state.legal_actions()[0])
    rng = random.Random(1)
    for _ in range(5):
        turns = legal_turns(state)
        options = [f"--option={name}={value}" for name, value in game.options.items() if value]
        command = [program(), "show", "--list", "turns", "--game", game.name]
        command += ["--position", str(state)]
        printed = subprocess.run([*command, *options], capture_output=True, text=True, check=True)
        assert sorted(turns) == sorted(printed.stdout.split())
        state.apply_action(rng.choice(state.legal_actions()))


def test_policies_by_steps(game):
    state = game.new_initial_state()

    def lowest(state):
        assert state.observation().shape == tuple(game.observation_tensor_shape())
        return int(state.legal_actions_mask().argmax())

    one, two = by_steps(lambda state: state.legal_actions()[0]), by_steps(lowest)
    assert two.__name__ == "lowest"
    for _ in range(6):
        if state.is_terminal():
            break
        turn = one(Position(state))
        assert two(Position(state)) == turn
        state.apply_turn(turn)
