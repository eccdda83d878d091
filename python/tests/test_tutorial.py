import re
import sys
from pathlib import Path

import numpy as np
import pytest

import pillars

TEXT = (Path(__file__).parents[2] / "docs/howto/use-python.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_code_of_the_tutorial_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "tutorial"}
    for block in BLOCKS[:3]:
        smaller = block.replace("4096", "8").replace("range(1000)", "range(20)")
        exec(smaller.replace("pairs=20", "pairs=1").replace("nodes=500", "nodes=50"), names)
    assert names["match"].run in capsys.readouterr().out


def test_the_engine_of_the_tutorial_plays(tmp_path, monkeypatch):
    """Play a match with a session in place of onnxruntime, whose logits prefer the last action."""
    export, engine = BLOCKS[3:]
    assert "torch.onnx.export" in export
    (tmp_path / "net.py").write_text(engine)
    stub = "import numpy\nclass InferenceSession:\n    def __init__(self, path): pass\n"
    stub += "    def run(self, names, seen): return [numpy.arange(96.0)[None]]\n"
    (tmp_path / "onnxruntime.py").write_text(stub)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(pillars.__file__).parents[1]))
    player = f'ugi:"{sys.executable}" net.py'
    match = pillars.play_match(player, "random", pairs=1, game="pilastri(size=4)")
    assert match.wins + match.losses == 2 and np.isfinite(match.score.value)
    assert all("illegal" not in game["reason"] for game in match.games)
    with pytest.raises(pillars.EngineError):
        pillars.play_match('ugi:"nowhere" net.py', "random", pairs=1, game="pilastri(size=4)")
