"""The connection to the program `pillars bridge`, once for a Python process and for each vector.

Requests and replies are frames over two pipes. The program starts with the first request. It ends
with the interpreter, even if that is killed, because its input ends then. A forked child starts its
own program.

A signal handler, above all that of Ctrl-C, may raise an exception at any call. So each call that
moves bytes also records the bytes or their number, within one call into C
(`list.extend(map(os.read, ...))`); the statements after it, up to the next call, cannot be
interrupted. If a request was interrupted, its reply is read and dropped before the next request.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import json
import operator
import os
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, SupportsIndex

from pillars.errors import EngineError, IllegalAction

PROTOCOL = 2
PAYLOAD = 5  # where the payload of a reply begins: after its length and status
_HEAD = struct.Struct("<IB")
_NUMBER = struct.Struct("<I")
_READ_BYTES = 1 << 16  # capacity of a pipe
_ATOMIC_BYTES = 512  # POSIX: a pipe takes a write of this size whole or not at all
_SHOWN_LINES = 12  # most lines of a dead program's standard error to show
_CRASHES = ("panic:", "fatal error:", "SIG")  # beginnings of the line in which Go says why it dies
_LOOKS = (0,) * 100  # timeouts, in ms, of the polls for a reply; together they take some 50 us
_MOST_SKIPPED = 256  # most requests in a row that do not poll
_QUEUE_BYTES = 1 << 15  # most bytes of requests without replies that are queued


def program() -> str:
    """Return the path of the program.

    It is the value of the variable `PILLARS` if that is set, else the program in this package, else
    `pillars` on the path.

    Raises
    ------
    EngineError
        If there is none.
    """
    chosen = os.environ.get("PILLARS")
    if chosen:
        if not os.access(chosen, os.X_OK):
            raise EngineError(f"PILLARS names {chosen!r}, which is not a program")
        return chosen
    packed = Path(__file__).with_name("bin") / ("pillars.exe" if os.name == "nt" else "pillars")
    if packed.exists():
        return str(packed)
    found = shutil.which("pillars")
    if found and Path(found).read_bytes()[:2] != b"#!":  # not the script that calls this function
        return found
    raise EngineError(
        "the program pillars is neither in this package nor on the path: install a wheel, or build "
        "it with Go (go install ./cmd/pillars), or set PILLARS to its path"
    )


def main() -> NoReturn:
    """Run the program with the arguments of this process, as the command `pillars` does."""
    try:
        path = program()
    except EngineError as error:
        sys.exit(f"pillars: {error}")
    if os.name == "posix":
        os.execv(path, [path, *sys.argv[1:]])
    sys.exit(subprocess.run([path, *sys.argv[1:]]).returncode)


def number(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """Return an integer, also one of numpy, if it is in its range."""
    found = operator.index(value)
    if not least <= found <= most:
        raise ValueError(f"{name} is {found}: {least} to {most} are possible")
    return found


def frame(operation: bytes, payload: bytes) -> bytes:
    """Return a request as bytes: its length, the letter of its operation, its payload."""
    return _HEAD.pack(len(payload) + 1, operation[0]) + payload


class Engine:
    """A running program. Threads may share it; each request waits for the one before.

    Attributes
    ----------
    closed : bool
        True once the program has ended, was closed, or belongs to the parent of this process.
    rules : dict
        The program's replies about the rules it has loaded, by game and options. `games.Game` uses
        it.
    """

    def __init__(self) -> None:
        self.closed = False
        self.rules: dict[str, dict[str, Any]] = {}
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._quiet = True  # nothing is queued or unfinished, so a request may be sent at once
        self._queue: list[bytes] = []  # requests without replies, not yet sent
        self._queued = 0  # bytes in _queue
        self._forgotten: list[bytes] = []  # the same from finalizers, which must not take the lock
        self._out = bytearray()  # bytes to be sent
        self._sent: list[int] = []  # number of bytes of _out that the last write took
        self._in = bytearray()  # bytes received
        self._received: list[bytes] = []  # result of the last read that is not yet in _in
        self._awaited = 0  # number of replies not yet read
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115
        self._path = program()
        try:
            self._process = subprocess.Popen(
                [self._path, "bridge"], bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=self._stderr,
                start_new_session=os.name == "posix",  # so that Ctrl-C reaches Python alone
            )  # fmt: skip
        except OSError as error:
            raise EngineError(f"cannot start {self._path}: {error}") from error
        assert self._process.stdin and self._process.stdout
        # Sleeping until a reply comes costs 30 microseconds or more if the program runs on another
        # core, so a request first polls for the reply. If it polls in vain, as on busy machines, it
        # doubles the number of following requests that do not poll.
        self._poll: Callable[[int], object] = lambda _: True
        if hasattr(select, "poll"):
            poll = select.poll()
            poll.register(self._process.stdout, select.POLLIN)
            self._poll = poll.poll
        self._skip = self._skipped = 0  # requests left that do not poll; how many did so last
        _all.add(self)
        self._ends = (self._process.stdin.fileno(), self._process.stdout.fileno())
        hello = self.ask(do="hello")
        if hello["protocol"] != PROTOCOL:
            self.close()
            raise EngineError(
                f"{self._path} speaks protocol {hello['protocol']}, this package {PROTOCOL}: "
                "use a program and a package of one version"
            )

    def number(self) -> int:
        """Return a new number, for a state, rules or a vector."""
        return next(self._numbers)

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send a request in JSON and return its reply."""
        reply = self.request(frame(b"J", json.dumps(request, default=operator.index).encode()))
        return dict(json.loads(reply[PAYLOAD:]))

    def request(self, frames: bytes) -> bytes:
        """Send requests of which only the last has a reply, and return that reply.

        Returns
        -------
        bytes
            The whole reply; its payload begins at `PAYLOAD`.

        Raises
        ------
        EngineError
            If the program has died or answers with an error, perhaps about a queued request.
        """
        with self._lock:
            if self._quiet and len(frames) <= _ATOMIC_BYTES:
                moved: list[Any] = []  # what write and read return
                to, reply_from = self._ends
                try:
                    moved.extend(map(os.write, (to,), (frames,)))
                    if self._skip:
                        self._skip -= 1
                    elif any(map(self._poll, _LOOKS)):
                        self._skipped >>= 1
                    else:
                        self._skip = self._skipped = min(2 * self._skipped + 1, _MOST_SKIPPED)
                    moved.extend(map(os.read, (reply_from,), (_READ_BYTES,)))
                    reply = moved[1]
                    whole = _NUMBER.unpack_from(reply)[0] + 4 == len(reply)
                except BaseException as error:
                    self._quiet = False
                    if moved:
                        self._awaited = 1
                    if moved[1:]:
                        self._in += moved[1]
                    if isinstance(error, (OSError, struct.error)):  # a closed pipe, an empty reply
                        self._fail()
                    raise
                if not whole:
                    self._quiet = False
                    self._in += reply
                    self._awaited = 1
                    reply = self._receive()
                    self._quiet = True
            else:
                self._send(frames)
                reply = self._answer()
        return _checked(reply)

    def send(self, frames: bytes) -> None:
        """Send requests of which only the last has a reply, which `receive` must fetch next."""
        with self._lock:
            self._send(frames)

    def receive(self) -> bytes:
        """Return the reply to what `send` has sent."""
        with self._lock:
            return _checked(self._answer())

    def later(self, frames: bytes) -> None:
        """Queue requests without replies. They are sent in order, with the next request."""
        with self._lock:
            self._quiet = False
            self._queue.append(frames)
            self._queued += len(frames)
            if self._queued > _QUEUE_BYTES:
                self._settle()
                self._enqueue(b"", 0)
                self._flush()

    def forget(self, frames: bytes) -> None:
        """Queue requests without replies and without waiting, as finalizers must."""
        self._forgotten.append(frames)
        self._quiet = False

    def _send(self, frames: bytes) -> None:
        """Send requests, after all that is queued or unfinished."""
        self._quiet = False
        self._settle()
        self._enqueue(frames, 1)
        self._flush()

    def _answer(self) -> bytes:
        reply = self._receive()
        self._quiet = not self._forgotten
        return reply

    def _settle(self) -> None:
        """Finish a request that was interrupted, and drop its reply."""
        if self.closed:
            raise EngineError("the program has been closed")
        self._flush()
        while self._awaited:
            self._receive()

    def _enqueue(self, frames: bytes, replies: int) -> None:
        """Append the queued requests, and then the given ones, to the bytes to be sent."""
        count = len(self._forgotten)
        frames = b"".join(self._queue + self._forgotten[:count]) + frames
        self._out += frames  # no call from here on, so no signal can interrupt
        self._awaited += replies
        del self._queue[:], self._forgotten[:count]
        self._queued = 0

    def _flush(self) -> None:
        """Write all bytes to be sent."""
        out, sent = self._out, self._sent
        while True:
            if sent:
                del out[: sent[0]]
                sent.clear()
            if not out:
                return
            try:
                sent.extend(map(os.write, self._ends[:1], (out,)))
            except OSError:
                self._fail()

    def _receive(self) -> bytes:
        """Read the next reply."""
        got, received = self._in, self._received
        while True:
            if received:
                got += received[0]
                received.clear()
            need = 4 + _NUMBER.unpack_from(got)[0] if len(got) >= 4 else 5
            if len(got) >= need:
                break
            received.extend(map(os.read, self._ends[1:], (_READ_BYTES,)))
            if not received[0]:
                self._fail()
        reply = bytes(got[:need])
        del got[:need]
        self._awaited -= 1
        return reply

    def _fail(self) -> NoReturn:
        """Raise the error of a program that has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        code = self._process.returncode
        lines = []
        with contextlib.suppress(OSError, ValueError):
            self._stderr.seek(max(0, self._stderr.seek(0, os.SEEK_END) - 100_000))
            lines = self._stderr.read().decode(errors="replace").splitlines()
        self.close()
        crash = (i for i, line in enumerate(lines) if line.startswith(_CRASHES))
        first = next(crash, max(0, len(lines) - _SHOWN_LINES))
        how = f"was ended by signal {-code}" if code and code < 0 else f"ended with status {code}"
        text = "\n".join([f"{self._path} {how}", *lines[first : first + _SHOWN_LINES]])
        raise EngineError(text)

    def close(self) -> None:
        """End the program and wait until it has ended."""
        self.closed = True
        self._quiet = False
        self._drop()
        if self._awaited:  # it is still at work on an interrupted request
            self._process.kill()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _drop(self) -> None:
        """Close this process's ends of the pipes."""
        for pipe in (self._process.stdin, self._process.stdout, self._stderr):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


def _checked(reply: bytes) -> bytes:
    """Return a reply that is not an error."""
    if reply[4]:
        kind = IllegalAction if reply[4] == 2 else EngineError
        raise kind(reply[PAYLOAD:].decode(errors="replace"))
    return reply


_current: Engine | None = None
_all: weakref.WeakSet[Engine] = weakref.WeakSet()
_starting = threading.Lock()


def engine() -> Engine:
    """Return the program of this process; start it if there is none or it has ended."""
    global _current
    found = _current
    if found is None or found.closed:
        with _starting:
            if _current is None or _current.closed:
                _current = Engine()
            found = _current
    return found


def close() -> None:
    """End the programs of this process. The next request starts another."""
    for program in list(_all):
        if not program.closed:
            program.close()


def _after_fork() -> None:
    """Close a child's ends of the parent's pipes, which would keep the program alive."""
    global _current, _starting
    _starting = threading.Lock()
    for program in list(_all):
        if not program.closed:
            program.closed = True
            program._quiet = False
            program._drop()
            program._process.returncode = 0  # keeps Popen from waiting: it is the parent's child
    _current = None


atexit.register(close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
