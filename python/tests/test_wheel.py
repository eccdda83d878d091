"""The wheel as its users have it. Run once, by `pytest -m wheel`: it compiles the program."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.wheel
FOLDER = Path(__file__).parents[1]


def build(kind, out, folder=FOLDER, **environment):
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out)],
        cwd=folder, env=os.environ | environment, capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX")
def test_a_wheel_in_an_empty_environment_without_go(tmp_path):
    built = build("wheel", tmp_path)
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.startswith("pillars_games-") and "-py3-none-" in wheel.name
    assert "linux" not in wheel.name or "manylinux_2_17_" in wheel.name
    with zipfile.ZipFile(wheel) as packed:
        assert {"pillars/bin/pillars", "pillars/bin/LICENCES", "pillars/py.typed"} <= set(
            packed.namelist()
        )
        assert packed.read("pillars/bin/LICENCES").count(b"Copyright") > 5
    place = tmp_path / "place"
    venv.create(place, with_pip=True)
    commands = place / "bin"
    environment = {"PATH": str(commands), "HOME": str(tmp_path)}
    pip = [commands / "python", "-m", "pip", "install", "-q", wheel]
    subprocess.run(pip, env=environment, cwd=tmp_path, check=True)

    def output(*command):
        return subprocess.run(
            command, env=environment, cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout

    version = output("pillars", "--version")
    assert version.startswith("pillars 0.")
    text = """
import pillars
with pillars.VectorEnv("pilastri", 3) as env:
    env.step_random(2)
print(pillars.program(), len(pillars.load_game("pit").new_initial_state().legal_actions()))
"""
    path, count = output("python", "-c", text).split()
    assert Path(path).is_relative_to(place) and int(count) > 0


def test_a_source_distribution_says_that_it_needs_go(tmp_path):
    assert build("sdist", tmp_path).returncode == 0
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    built = build("wheel", tmp_path, folder)
    assert built.returncode and "Python part alone" in built.stderr + built.stdout
    built = build("wheel", tmp_path, folder, PATH=str(tmp_path))
    assert built.returncode and "go is not on the path" in built.stderr + built.stdout
