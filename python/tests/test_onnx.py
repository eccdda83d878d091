import os
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import pillars
import pillars.onnx
from pillars.onnx import load, shared

# A session in place of onnxruntime: logits from 0 to 4 and values from -1 to 1 that depend on the
# observation. It notes its process in the file "sessions".
STUB = """
import numpy, os, pathlib
from types import SimpleNamespace as of
def get_available_providers(): return []
class InferenceSession:
    def __init__(self, path, providers):
        self.outputs = 1 if "broken" in str(path) else 2
        with pathlib.Path(__file__).with_name("sessions").open("a") as file:
            file.write(f"{os.getpid()}\\n")
    def get_inputs(self): return [of(name="seen", type="tensor(float)")]
    def get_outputs(self): return [None] * self.outputs
    def run(self, names, given):
        seen = given["seen"]
        assert seen.dtype == numpy.float32
        rows = seen.reshape(len(seen), -1).astype(int)
        sums = rows @ (numpy.arange(rows.shape[1] * 97).reshape(-1, 97) ** 2 % 101)
        return [sums[:, 1:] % 17 / 4, sums[:, 0] % 9 / 4 - 1]
"""


@pytest.fixture
def runtime(tmp_path, monkeypatch):
    (tmp_path / "onnxruntime.py").write_text(STUB)
    (tmp_path / "net.onnx").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "onnxruntime", raising=False)
    package = Path(pillars.__file__).parents[1]
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{package}")
    yield lambda: [int(line) for line in (tmp_path / "sessions").read_text().splitlines()]
    sys.modules.pop("onnxruntime", None)


@pytest.mark.parametrize("limits", [{}, {"nodes": 40}, {"time": 0.02}, {"clock": "2s+20ms"}])
def test_a_network_plays_in_a_tournament(runtime, limits):
    player = f'ugi:"{sys.executable}" -m pillars.onnx net.onnx --simulations 20'
    game, rounds = "pilastri(size=4)", 1 if limits else 3
    played = pillars.tournament([player, "random"], rounds=rounds, game=game, workers=1, **limits)
    assert {row["name"] for row in played.players} == {"net", "random"}
    assert all("legal" not in g["reason"] or g["reason"] == "no legal step" for g in played.games)


def test_a_network_is_a_function_for_a_search(runtime):
    game = pillars.load_game("pilastri(size=4)")
    found = pillars.Search([game.new_initial_state()], load("net.onnx"), simulations=8).run()
    assert found.policy.sum() == pytest.approx(1, abs=1e-5)
    assert np.flatnonzero(found.visits).size == 8


def choices(evaluate, seed):
    """Search three positions of a game, and return what was found."""
    state = pillars.load_game("pilastri(size=4)").new_initial_state()
    search = pillars.Search([state], evaluate, leaves=16, seed=seed)
    found = []
    for _ in range(3):
        result = search.run()
        state.apply_action(int(result.actions[0]))
        found.append((int(result.actions[0]), result.policy.tolist(), result.values.tolist()))
    return found


def test_engines_share_a_process_and_choose_as_if_they_were_alone(runtime):
    alone = [choices(load("net.onnx"), seed) for seed in range(4)]
    before = len(runtime())
    engines = [shared(Path("net.onnx")) for _ in range(4)]
    with ThreadPoolExecutor() as pool:
        assert list(pool.map(choices, engines, range(4))) == alone
    (evaluator,) = runtime()[before:]
    assert evaluator != os.getpid()


def test_an_engine_goes_on_without_its_evaluator(runtime):
    alone = choices(load("net.onnx"), 1)
    network, calls = shared(Path("net.onnx")), []

    def evaluate(seen, masks):
        calls.append(seen)
        if len(calls) == 3:
            os.kill(runtime()[-1], signal.SIGTERM)
        return network(seen, masks)

    assert choices(evaluate, 1) == alone
    assert runtime()[-1] == os.getpid()
    assert choices(shared(Path("net.onnx")), 1) == alone
    assert runtime()[-1] != os.getpid()  # another evaluator


def test_requests_that_wait_form_one_batch(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / "net.onnx"
    path.touch()
    arrived, loaded, go, sizes = threading.Semaphore(0), threading.Event(), threading.Event(), []

    class Requests(pillars.onnx._Requests):
        def put(self, request):
            super().put(request)
            arrived.release()

    def evaluate(seen, _):
        sizes.append(len(seen))
        assert go.wait(60)
        return seen * 2.0, seen[:, 0] * 1.0

    def fake(_):
        loaded.set()
        return evaluate

    monkeypatch.setattr(pillars.onnx, "_Requests", Requests)
    monkeypatch.setattr(pillars.onnx, "load", fake)
    place = pillars.onnx._place(path)
    serving = threading.Thread(target=pillars.onnx._evaluator, args=[path, place], daemon=True)
    serving.start()
    assert loaded.wait(60)
    assert place.stat().st_mode & 0o777 == 0o600
    engines = [pillars.onnx._connect(path) for _ in range(4)]
    for number, connection in enumerate(engines):
        connection.send(np.full((number + 1, 2), number, np.uint8))
        assert arrived.acquire(timeout=60)
    go.set()
    for number, connection in enumerate(engines):
        logits, values = connection.recv()
        assert logits.tolist() == [[2 * number] * 2] * (number + 1)
        assert values.tolist() == [number] * (number + 1)
        connection.close()
    assert sum(sizes) == 1 + 2 + 3 + 4
    assert len(sizes) <= 2  # a request that waits in the network; all that came meanwhile
    serving.join(60)
    assert not serving.is_alive() and not place.exists()


def test_errors_say_what_is_missing(runtime, monkeypatch):
    with pytest.raises(pillars.PillarsError, match="1 inputs and 1 outputs"):
        load("broken.onnx")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(pillars.PillarsError, match="pip install"):
        load("net.onnx")
