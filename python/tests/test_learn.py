import json
import subprocess

import numpy as np
import pytest

from pillars import PillarsError
from pillars.engine import program
from pillars.learn import Network, load_examples, make_examples
from pillars.match import sprt

GAME = "pit-of-pillars(size=5)"
FLAGS = ["--game", "pit-of-pillars", "--option", "size=5"]
BATCH = 1024


def run(*words):
    command = [program(), *map(str, words), "--json"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in printed.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with games of self-play and a network with random hidden units."""
    folder = tmp_path_factory.mktemp("learn")
    player = ["--player", "alphabeta:nodes=10,table=1"]
    games = ["--games", 700, "--own-set-up", 1, "--tag", "games"]
    run("selfplay", *FLAGS, *player, *games, "--db", folder / "db")
    train, _ = make_examples(folder / "db", "games", GAME, folder / "both", stage="both")
    Network.start(train.names, units=32, seed=3).write(folder / "start.txt", "random units", "#")
    return folder


@pytest.fixture(scope="module")
def both(folder):
    return load_examples(folder / "both")


def tune(folder, *words):
    """Train by the Go program, from the network in the folder."""
    data = [*FLAGS, "--db", folder / "db", "--data", "games", "--from", folder / "start.txt"]
    return run(
        "tune", "network", *data, "--force", "-o", folder / "go.txt", "--batch", BATCH, *words
    )[-1]


def test_examples_are_what_the_file_says(both, folder):
    train, held = both
    words = np.fromfile(folder / "both" / "train.examples", "<u2").tolist()
    at = 0
    for i in range(len(train)):
        count, phase, result = words[at : at + 3]
        patterns = train.patterns[train.offsets[i] : train.offsets[i + 1]]
        assert patterns.tolist() == words[at + 3 : at + 3 + count]
        assert train.set_up[i] == (phase == 65)
        assert train.phase[i] == (0 if phase == 65 else np.float32(phase) / 64)
        assert train.target[i] == np.float32(result) / 65535
        at += 3 + count
    assert at == len(words) and train.offsets[-1] == len(train.patterns)
    assert train.set_up.any() and not train.set_up.all() and 0 < len(held) < len(train)
    kinds = [train.patterns, train.offsets, train.phase, train.set_up, train.target]
    assert [array.dtype.name for array in kinds] == ["int32", "int64", "float32", "bool", "float32"]
    some = train.take(np.array([5, 2, 5]))
    assert some.patterns[: some.offsets[1]].tolist() == some.patterns[some.offsets[2] :].tolist()
    assert some.target.tolist() == train.target[[5, 2, 5]].tolist() and some.names == train.names


def test_broken_examples(both, folder, tmp_path):
    for name in ("patterns.txt", "held.examples"):
        (tmp_path / name).write_bytes((folder / "both" / name).read_bytes())
    whole = (folder / "both" / "train.examples").read_bytes()
    for broken in (whole[:-2], whole[:2], whole + b"\0\0"):
        (tmp_path / "train.examples").write_bytes(broken)
        with pytest.raises(PillarsError, match="breaks off"):
            load_examples(tmp_path)
    (tmp_path / "train.examples").write_bytes(np.array([1, 0, 0, 60_000], "<u2").tobytes())
    with pytest.raises(PillarsError, match="does not fit"):
        load_examples(tmp_path)
    (tmp_path / "train.examples").write_bytes(b"")
    nothing, _ = load_examples(tmp_path)
    assert len(nothing) == 0 and np.isnan(Network(nothing.names).loss(nothing))


def test_networks_are_valued_as_in_go(both, folder):
    """Compare losses. With a rate of nearly 0, Go prints the loss of the network it starts from."""
    stays = ["--rate", 1e-12, "--decay", 0, "--epochs", 1, "--stage", "both"]
    network = Network.read(folder / "start.txt", both[0].names)
    printed = tune(folder, *stays)
    assert printed["validation_loss"] == pytest.approx(network.loss(both[1]), abs=1e-6)
    same = Network.read(folder / "go.txt", both[0].names)
    np.testing.assert_array_equal(same.numbers, network.numbers)
    network.write(folder / "again.txt")
    lines = (folder / "go.txt").read_text().splitlines()
    lines = [line for line in lines if not line.startswith("#")]
    assert (folder / "again.txt").read_text().splitlines() == lines


def test_positions_are_valued_by_hand(both, seed, rng):
    set_up = both[0].set_up
    train = both[0].take(np.r_[np.flatnonzero(set_up)[:5], np.flatnonzero(~set_up)[-5:]])
    network = Network.start(train.names, seed=seed)
    network.numbers[:] += 0.1 * rng.standard_normal(network.numbers.shape)
    count = len(train.names)
    for i, worth in enumerate(network.worths(train)):
        hidden, linear, late = network.bias.astype(float), 0.0, train.phase[i]
        for pattern in train.patterns[train.offsets[i] : train.offsets[i + 1]]:
            hidden = hidden + network.rows[pattern]
            number, sign = pattern % count, 1 if pattern < count else -1
            linear += sign * network.linear_early[number] * (1 - late)
            linear += sign * network.linear_late[number] * late
        early = network.set_up if train.set_up[i] else network.early
        hidden = np.clip(hidden, 0, 1) ** 2 @ (early * (1 - late) + network.late * late)
        assert worth == pytest.approx(linear + hidden, abs=1e-4)


def test_torch_ends_where_go_ends(both, folder):
    torch = pytest.importorskip("torch")
    from pillars.learn.torch_trainer import train, worths

    learned, held = both
    start = Network.start(learned.names, folder / "start.txt")
    with torch.no_grad():
        worth = worths(torch.tensor(start.numbers), start, held).numpy()
    np.testing.assert_allclose(worth, start.worths(held), atol=1e-4)
    printed = tune(folder, "--stage", "both", "--epochs", 5)
    seen = []
    options = {"epochs": 5, "batch": BATCH, "watch": lambda *told: seen.append(told)}
    best = train(start, learned, held, **options)
    assert [epoch for epoch, _, _ in seen] == [1, 2, 3, 4, 5]
    assert best.loss(held) == min(loss for _, _, loss in seen) < start.loss(held) - 0.005
    assert best.loss(held) == pytest.approx(printed["validation_loss"], abs=0.002)
    with pytest.raises(ValueError, match="fewer than a batch"):
        train(start, learned, held, batch=1 << 20)


def test_players_take_networks_from_python(both, folder):
    tune(folder, "--epochs", 2)
    network = Network.read(folder / "go.txt", both[0].names)
    network.linear_early[:] *= 1.1
    network.write(folder / "python.txt", "by Python")
    player = f"alphabeta:nodes=200,weights={folder / 'python.txt'}"
    match = sprt(player, "random", game=GAME, elo1=100, workers=1)
    assert match.decision == "H1" and match.losses == 0


def test_errors(both, folder, tmp_path):
    learned = both[0]
    with pytest.raises(PillarsError, match="units"):
        Network(learned.names, 48)
    text = (folder / "start.txt").read_text()
    units = "network 32\n" + "unit 1 2 3\n" * 32
    broken = {
        "none.txt": "",
        "weights.txt": "a 1 2",
        "short.txt": text[:-5],
        "name.txt": text + "x 1 2 QQ",
        "row.txt": f"{units}{learned.names[0]} 1 2 QQ",
        "no_row.txt": f"{units}{learned.names[0]} 1 2",
        "few.txt": "network 32\nunit 1 2 3\n",
    }
    for name, content in broken.items():
        (tmp_path / name).write_text(content)
        with pytest.raises(PillarsError, match=f"{name}: not a network"):
            Network.read(tmp_path / name, learned.names)


def test_weights_become_the_linear_part(both, tmp_path):
    names = both[0].names
    text = f"# header\ntempo 1 2\n{names[3]} 50\n{names[4]} -1 2 # so\n"
    (tmp_path / "weights.txt").write_text(text)
    network = Network.start(names, tmp_path / "weights.txt")
    assert not network.has_rows and network.linear_early[3] == network.linear_late[3] == 0.5
    assert network.linear_early[4] == np.float32(-0.01)
    assert network.linear_late[4] == np.float32(0.02) and not network.linear_early[:3].any()
