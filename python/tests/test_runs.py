import json
import subprocess

import matplotlib
import pytest

import pillars
from pillars import plots
from pillars.engine import program
from pillars.match import measure
from pillars.runs import Database, expectation, open_db

matplotlib.use("Agg")
GAME = ["--game", "pilastri", "--option", "size=4"]


def run(path, *words):
    command = [program(), *words, "--db", str(path), "--json"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in printed.splitlines()]


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "p.db"
    words = ["tournament", "alphabeta", "greedy", "random", *GAME, "--nodes", "50"]
    run(path, *words, "--rounds", "5", "--tag", "first", "--tag", "kept")
    run(path, *words, "--rounds", "6", "--tag", "first")  # an extension
    second = run(path, "tournament", "random", "mcts:nodes=20", *GAME, "--rounds", "1")[0]["id"]
    gone = run(path, "tournament", "greedy", "random", *GAME, "--rounds", "1")[0]["id"]
    subprocess.run([program(), "runs", "delete", gone, "--db", str(path)], check=True, input=b"y\n")
    subprocess.run([program(), "runs", "tag", second, "gone", "--db", str(path)], check=True)
    subprocess.run([program(), "runs", "untag", second, "gone", "--db", str(path)], check=True)
    return path, second


def test_runs(path):
    with open_db(path[0]) as db:
        first, second = db.runs()
        listed = {one["id"]: one for one in run(path[0], "runs")}
        assert set(listed) == {first["run"], second["run"]} and second["run"] == path[1]
        for one in (first, second):
            for key in ("kind", "tags", "total", "games", "players", "game", "created"):
                assert one[key] == listed[one["run"]][key]
        assert first["tags"] == ["first", "kept"] and first["total"] == 36
        assert db.run("first") == first["run"] == db.run(first["run"][:6]) and first["options"]
        for name in ("", "nobody"):
            with pytest.raises(pillars.PillarsError, match="runs in"):
                db.run(name)


def test_games_turns_and_thoughts_are_those_of_the_program(path):
    with open_db(path[0]) as db:
        games = db.games("first")
        listed = run(path[0], "games", "first")
        assert len(games) == 36
        for game, printed in zip(games, listed, strict=True):
            assert all(game[key] == value for key, value in printed.items() if key in game)
        assert len(db.games()) == 38
        identity = games[0]["identity"]
        (shown,) = run(path[0], "games", f"first/{identity}")
        record = db.record("first", identity)
        assert record["final"] == shown["final"]
        turns = record["turns"].split()
        assert len(turns) == games[0]["turns"] and record["opening"] == shown["opening_turns"]
        thoughts = [row for row in db.thoughts("first") if row["identity"] == identity]
        assert len(thoughts) == len(shown["thoughts"]) == len(turns) - record["opening"]
        for row, said in zip(thoughts, shown["thoughts"], strict=True):
            assert row["nodes"] == said["nodes"] and row["depth"] == said["depth"]
            assert row["text"] == turns[row["turn"] - 1] and row["seconds"] < 10
            assert 0 <= row["expectation"] <= 1
        with pytest.raises(pillars.PillarsError, match="no game"):
            db.record("first", "9v9/1/1")


def test_expectations():
    assert expectation(0) == 0.5 and expectation(None) is None
    assert expectation(100) == pytest.approx(0.731, abs=1e-3)
    assert (expectation(31_990), expectation(-31_990)) == (1, 0)


def test_files_that_are_no_database(path, tmp_path):
    with pytest.raises(pillars.PillarsError, match="no database"):
        open_db(tmp_path / "none.db")
    text = tmp_path / "text.db"
    text.write_text("not a database" * 100)
    with pytest.raises(pillars.PillarsError, match="is no database"):
        open_db(text)
    (tmp_path / "empty.db").touch()
    with pytest.raises(pillars.PillarsError, match="version 0"):
        Database(tmp_path / "empty.db")
    with open_db(path[0]) as db, pytest.raises(Exception, match="readonly"):
        db._connection.execute("INSERT INTO notes VALUES (9, 'x', 'name', 'y', 'z', 0)")


def test_ratings_as_the_command_prints_them(path):
    with open_db(path[0]) as db:
        (printed,) = run(path[0], "ratings", "first")
        assert db.ratings("first") == printed
        assert db.ratings()["games"] == 2
        with pytest.raises(pillars.EngineError, match="nobody"):
            db.ratings("nobody")


def test_plots(path, tmp_path):
    from matplotlib import pyplot

    records = measure("pilastri(size=4)", questions="fair", player="alphabeta:nodes=64", games=30)
    with open_db(path[0]) as db:
        identity = db.games("first")[0]["identity"]
        axes = [
            plots.strength(records), plots.strength([]), plots.evaluation(db, "first", identity),
        ]  # fmt: skip
        assert len(axes[0].get_lines()) == 3 and len(axes[2].get_lines()) == 3
        drawn = sum(len(line.get_xdata()) for line in axes[2].get_lines()[:2])
        assert drawn == sum(row["identity"] == identity for row in db.thoughts("first"))
        assert plots.strength(records, axes[2]) is axes[2]
        axes[0].figure.savefig(tmp_path / "strength.svg")
        pyplot.close("all")
