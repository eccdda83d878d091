import re
from pathlib import Path

TEXT = (Path(__file__).parents[2] / "docs/howto/use-python.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_code_of_the_tutorial_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "tutorial"}
    for block in BLOCKS[:4]:
        smaller = block.replace("4096", "8").replace("range(1000)", "range(20)")
        exec(smaller.replace("pairs=20", "pairs=1").replace("nodes=500", "nodes=50"), names)
    assert names["match"].run in capsys.readouterr().out
    assert "torch.onnx.export" in BLOCKS[4] and len(BLOCKS) == 5
