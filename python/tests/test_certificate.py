"""The checker of certificates, which shares nothing with the program that writes them."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

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
    # FINDINGS: 8 of 17 first turns win.
    assert "first turns, win: 8 " in whole.stdout and "first turns, loss: 9 " in whole.stdout
    assert check(proof, "--sample", "3").stdout.startswith("3 of ")


def rewritten(proof, change):
    """Return a file with changed members and a fitting sum."""
    import hashlib

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
