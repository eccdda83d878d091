import importlib.util
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1]


def test_the_reference_is_made_from_the_docstrings():
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    spec = importlib.util.spec_from_file_location("reference", FOLDER / "reference.py")
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    assert reference.FILE.read_text() == reference.page(), "run python reference.py"


def test_the_code_of_the_tutorial_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = (FOLDER.parent / "docs/howto/use-python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names = {"__name__": "tutorial"}
    for block in blocks:
        smaller = block.replace("4096", "8").replace("range(1000)", "range(20)")
        exec(smaller.replace("pairs=20", "pairs=1").replace("nodes=500", "nodes=50"), names)
    assert len(blocks) == 3 and names["match"].run
    assert names["match"].run in capsys.readouterr().out
