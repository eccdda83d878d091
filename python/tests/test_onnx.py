import sys
from pathlib import Path

import numpy as np
import pytest

import pillars
from pillars.onnx import load

# A session in place of onnxruntime: it prefers the last action and knows no values.
STUB = """
import numpy
from types import SimpleNamespace as of
def get_available_providers(): return []
class InferenceSession:
    def __init__(self, path, providers): self.outputs = 1 if "broken" in str(path) else 2
    def get_inputs(self): return [of(name="seen", type="tensor(float)")]
    def get_outputs(self): return [None] * self.outputs
    def run(self, names, given):
        seen = given["seen"]
        assert seen.dtype == numpy.float32
        return [numpy.tile(numpy.arange(96.0), (len(seen), 1)), numpy.zeros(len(seen))]
"""


@pytest.fixture
def runtime(tmp_path, monkeypatch):
    (tmp_path / "onnxruntime.py").write_text(STUB)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "onnxruntime", raising=False)
    package = Path(pillars.__file__).parents[1]
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{package}")
    yield
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


def test_errors_say_what_is_missing(runtime, monkeypatch):
    with pytest.raises(pillars.PillarsError, match="1 inputs and 1 outputs"):
        load("broken.onnx")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(pillars.PillarsError, match="pip install"):
        load("net.onnx")
