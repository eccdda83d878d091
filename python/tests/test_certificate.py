"""Tests of examples/check_certificate.py, which shares no code with the program."""

import gzip
import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from models import board as b
from models.pit_of_pillars import PitOfPillars

CHECKER = Path(__file__).parents[1] / "examples" / "check_certificate.py"


def check(path, *arguments):
    return subprocess.run(
        [sys.executable, CHECKER, path, *arguments], capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def proof(tmp_path_factory):
    path = tmp_path_factory.mktemp("proof") / "proof"
    board = ["--option", "files=3", "--option", "ranks=4"]
    command = ["solve", "--game", "pilastri", *board, "--first-turns", "--certificate", path]
    subprocess.run([os.environ["PILLARS"], *command], check=True, capture_output=True)
    return path


def test_a_proof_is_accepted_whole_and_in_part(proof):
    whole = check(proof)
    assert whole.returncode == 0, whole.stderr
    # By docs/FINDINGS.md, 8 of 17 first turns win.
    assert "first turns, win: 8 " in whole.stdout and "first turns, loss: 9 " in whole.stdout
    assert check(proof, "--sample", "3").stdout.startswith("3 of ")


def rewritten(proof, change):
    """Return a certificate with changed members and a checksum that fits them."""
    with proof.open("rb") as file:
        head = [file.readline() for _ in range(4)]
        file.readline()
        columns = gzip.decompress(file.read())
    width = int(head[3].split()[3])
    count = len(columns) // width
    members = change([columns[i::count] for i in range(count)])
    head[3] = f"members {len(members)} of {width} bytes\n".encode()
    columns = bytes(m[i] for i in range(width) for m in members)
    total = hashlib.sha256(b"".join(head) + columns).hexdigest()
    return b"".join(head) + f"sha256 {total}\n".encode() + gzip.compress(columns)


def test_false_proofs_are_refused(proof, tmp_path):
    whole = proof.read_bytes()
    flipped = bytearray(whole)
    flipped[-20] ^= 1
    # The key of the start: White, who begins, wins there.
    start = rewritten(proof, lambda m: sorted([*m, bytes.fromhex("5996655906")]))
    files = {
        "flipped": bytes(flipped),
        "another game": whole.replace(b"pilastri", b"pit", 1),
        "another board": whole.replace(b"files=3 ranks=4", b"files=4 ranks=3", 1),
        "a hole": rewritten(proof, lambda members: members[:1]),
        "the start": start,
        "empty": b"",
    }
    for name, text in files.items():
        path = tmp_path / name.replace(" ", "-")
        path.write_bytes(text)
        refused = check(path)
        assert refused.returncode == 1 and "proves nothing: " in refused.stderr, name


# A ranked certificate, checked by the slow model of Pit of Pillars.

KEPT = Path(__file__).parents[2] / "docs" / "findings" / "proofs"


def images(board):
    """Return the orders of the squares in the eight images of a square board."""
    places = {square: b.place(square) for square in board}
    edge = max(file for file, _ in places.values())
    for turned in (False, True):
        for files in (False, True):
            for ranks in (False, True):
                order = {}
                for square, (file, rank) in places.items():
                    at = (edge - file if files else file, edge - rank if ranks else rank)
                    order[b.name(*(at[::-1] if turned else at))] = square
                yield [order[square] for square in board]


def key(p):
    """Return the least image of a position, with colours for the player to move and the other."""
    mine = str.maketrans("wrWR", "wrWR" if p.player == 0 else "rwRW")
    board = {square: content.translate(mine) for square, content in p.board.items()}
    reserve = (p.reserve[p.player], p.reserve[1 - p.player])
    return min(
        (tuple(board[s] for s in order), tuple(s == p.last for s in order), p.step, reserve)
        for order in images(board)
    )


def turns(p):
    """Return the positions after each turn of the player to move."""
    for step in p.legal():
        after = p.clone()
        after.seen = {}  # ranks fall along a proof, so positions cannot repeat
        after.play(step)
        if after.result is None and after.player == p.player:
            yield from turns(after)
        else:
            yield after


def refuted(p, ranks, below):
    """Tell whether the player to move has a turn that wins or leads to a member of lower rank."""
    return any(
        after.result[p.player] == 1 if after.result else ranks.get(key(after), below) < below
        for after in turns(p)
    )


def test_red_wins_pit_of_pillars_on_4_x_4():
    with (KEPT / "pit-of-pillars-4x4.proof").open("rb") as file:
        assert file.readline() == b"pillars ranked certificate 1\n"
        while not file.readline().startswith(b"sha256"):
            pass
        lines = gzip.decompress(file.read()).decode().splitlines()
    members, ranks = [], {}
    for line in lines:
        rank, text = line.split(" ", 1)
        members.append((int(rank), PitOfPillars(text + " 1")))
        ranks[key(members[-1][1])] = int(rank)
    assert key(PitOfPillars(size=4)) in ranks  # White, who begins, loses
    count = int(os.environ.get("PILLARS_MEMBERS", 60))
    for rank, p in random.Random(1).sample(members, min(count, len(members))):
        for after in turns(p):
            lost = after.result[p.player] == 0 if after.result else refuted(after, ranks, rank)
            assert lost, (p.text(), after.text())
