"""Tests of the built wheel. They run only by `pytest -m wheel`, since they compile the program."""

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


GO = """#!/bin/sh
case "$1 $2" in
"env GOOS") printf '%s\\n' "$GOOS" "$GOARCH" ;;
"env GOROOT") echo /nowhere ;;
build*)
	while [ "$1" != -o ]; do shift; done
	echo "$GOOS $GOARCH, cgo $CGO_ENABLED" >"$2" ;;
esac
"""


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX")
@pytest.mark.parametrize(
    "system, machine, tag, program",
    [
        ("linux", "arm64", "manylinux_2_17_aarch64", "pillars"),
        ("darwin", "arm64", "macosx_12_0_arm64", "pillars"),
        ("windows", "amd64", "win_amd64", "pillars.exe"),
    ],
)
def test_wheels_for_other_systems(tmp_path, system, machine, tag, program):
    """Build wheels with a script in place of Go, whose program prints its target system."""
    (tmp_path / "go").write_text(GO)
    (tmp_path / "go").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    built = build("wheel", tmp_path, PATH=path, GOOS=system, GOARCH=machine)
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith(f"-py3-none-{tag}.whl")
    with zipfile.ZipFile(wheel) as packed:
        says = f"{system} {machine}, cgo 0\n".encode()
        assert packed.read(f"pillars/bin/{program}") == says
        (about,) = (name for name in packed.namelist() if name.endswith(".dist-info/WHEEL"))
        lines = packed.read(about).decode().splitlines()
    assert "Root-Is-Purelib: false" in lines and f"Tag: py3-none-{tag}" in lines


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
