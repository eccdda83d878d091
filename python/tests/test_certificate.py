"""Tests of examples/check_certificate.py, which shares no code with the program."""

import gzip
import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from models.pit_of_pillars import PitOfPillars

CHECKER = Path(__file__).parents[1] / "examples" / "check_certificate.py"
sys.path.append(str(CHECKER.parent))
import check_certificate as checker  # noqa: E402


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
    sample = check(proof, "--sample", "3")
    assert sample.returncode == 1 and "only all of them prove" in sample.stderr
    assert not sample.stdout


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
        "no members": rewritten(proof, lambda members: []),
        "a byte after the end": whole + b"\0",
        "a bomb": rewritten(proof, lambda members: [bytes(5)] * 20_000_000),
    }
    for name, text in files.items():
        path = tmp_path / name.replace(" ", "-")
        path.write_bytes(text)
        refused = check(path)
        assert refused.returncode == 1 and " proves no winner: " in refused.stderr, name


KEPT = Path(__file__).parents[2] / "docs" / "findings" / "proofs"


def test_red_wins_pit_of_pillars_on_4_x_4():
    checked = check(KEPT / "pit-of-pillars-4x4.proof")
    assert "Red wins\n1382 members checked" in checked.stdout, checked.stderr


@pytest.mark.parametrize("number", range(20))
def test_turns_are_those_of_the_model(number, seed):
    """Play a random game with the checker's rules and with the slow model of the rules."""
    rules = checker.PitOfPillars(4 + number % 3, number % 2, 3, 0)
    p = PitOfPillars(size=4 + number % 3, reserve=number % 2, repetition=0, cap=0)
    random_ = random.Random(100 * seed + number)
    position = rules.start()
    for _ in range(60):
        ours, theirs = list(rules.turns(position)), list(turns(p, ""))
        assert sorted(name for name, _, _ in ours) == sorted(name for name, _ in theirs)
        if not theirs:
            break
        name, position, won = random_.choice(ours)
        p = next(after for text, after in theirs if text == name)
        if won:
            assert p.result is not None and p.result[1 - p.player] == 1
            break
        if p.player == 0:
            assert position == rules.read(p.text().rsplit(" ", 1)[0])


def turns(p, before):
    """Return the turns of a model's position, each with the position after it."""
    for step in p.legal():
        after = p.clone()
        after.play(step)
        text = before + step.replace("-", "")
        if after.result is None and after.player == p.player:
            yield from turns(after, text)
        else:
            yield text, after
