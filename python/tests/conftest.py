import importlib.util
import os
import signal
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pytest

SOURCE = Path(__file__).parents[2]
GAMES = ["pilastri(size=4)", "pit-of-pillars(size=5)", "pylyx(size=6)", "pit(players=3)"]


def pytest_addoption(parser: pytest.Parser) -> None:
    first = int(os.environ.get("PILLARS_TEST_SEED", 1))
    parser.addoption("--seed", type=int, default=first, help="the seed of tests that draw")
    parser.addoption("--seeds", type=int, default=1, help="run these tests with so many seeds")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests that draw anything, which have the fixture `seed` or `rng`, for each seed."""
    if "seed" in metafunc.fixturenames:
        first = metafunc.config.getoption("seed")
        seeds = range(first, first + metafunc.config.getoption("seeds"))
        metafunc.parametrize("seed", seeds, ids="seed{}".format)


@pytest.fixture
def rng(seed):
    return np.random.default_rng(seed)


def pytest_configure(config: pytest.Config) -> None:
    """Build the program, unless PILLARS names one, and handle Ctrl-C even in background jobs."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if "PILLARS" not in os.environ:
        folder = tempfile.TemporaryDirectory(prefix="pillars-")
        config.add_cleanup(folder.cleanup)
        path = str(Path(folder.name, "pillars"))
        subprocess.run(["go", "build", "-o", path, "./cmd/pillars"], cwd=SOURCE, check=True)
        os.environ["PILLARS"] = path


@pytest.fixture(scope="session")
def example():
    """Return a function that imports an example by its name."""

    def load(name):
        path = SOURCE / "python" / "examples" / f"{name}.py"
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture(params=GAMES)
def game(request):
    import pillars

    return pillars.load_game(request.param)
