import os
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2]
GAMES = ["pilastri(size=4)", "pit-of-pillars(size=5)", "pylyx(size=6)", "pit(players=3)"]


def pytest_configure(config: pytest.Config) -> None:
    """Build the program, unless PILLARS names one, and handle Ctrl-C even in background jobs."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if "PILLARS" not in os.environ:
        folder = tempfile.TemporaryDirectory(prefix="pillars-")
        config.add_cleanup(folder.cleanup)
        path = str(Path(folder.name, "pillars"))
        subprocess.run(["go", "build", "-o", path, "./cmd/pillars"], cwd=SOURCE, check=True)
        os.environ["PILLARS"] = path


@pytest.fixture(params=GAMES)
def game(request):
    import pillars

    return pillars.load_game(request.param)
