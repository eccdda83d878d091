"""The connection to the program `pillars bridge`, once for a Python process and for each vector.

Requests and replies lie in memory that both processes map; `engine/bridge/slot.go` describes it.
The program starts with the first request. It ends with the interpreter, even if that is killed,
because its input ends then. A forked child starts its own program.

A signal handler, above all that of Ctrl-C, may raise an exception at any call. So a request is
sent by one assignment, that of its number in the shared memory; the statements after it, up to the
next call, cannot be interrupted. If a request was interrupted, its reply is awaited and dropped
before the next request.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import json
import mmap
import operator
import os
import platform
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, SupportsIndex, TypeVar

from pillars.errors import EngineError, IllegalAction

PROTOCOL = 4
PAYLOAD = 8  # where the payload of a reply begins: after its length and status
_HEAD = struct.Struct("<IB")
_NUMBER = struct.Struct("<I")
_REPLY_HEAD = struct.Struct("<II")
_SHORTEST = struct.Struct("<IIBII39xQ")  # a request with one frame of two numbers, and its number
_ASKED, _ASLEEP, _WAITS, _ANSWERED, _HEAD_OF_REPLY = 7, 8, 16, 24, 25  # in words of eight bytes
_SHORT, _AREA = 52, 1 << 16  # most bytes of a request, or part of one, here and there
_REPLY, _ANSWER_BYTES = 200, _AREA - 16
_LONG = _REPLY + PAYLOAD + _ANSWER_BYTES  # offset of longer requests
_FACTS = _REPLY + PAYLOAD >> 1  # in words of two bytes
_MORE, _CONTINUED, _PART = 1 << 31, 1 << 30, 3  # marks of parts of requests and replies
_SHOWN_LINES = 12  # most lines of a dead program's standard error to show
_CRASHES = ("panic:", "fatal error:", "SIG")  # beginnings of the line in which Go says why it dies
_FIRST_LOOKS = range(64)  # to look for a reply so often takes some 3 us
_LOOKS = range(1000)  # and so often some 50
_MOST_SKIPPED = 256  # most requests in a row that only take the first looks
_QUEUE_BYTES = 1 << 15  # most bytes of requests without replies that are queued
# Whether others see what the processor writes, and it what they write, in the order of the program.
_ORDERED = platform.machine().lower() in ("x86_64", "amd64", "i386", "i686")
_T = TypeVar("_T")


def share(size: int, use: Callable[[str, mmap.mmap], _T]) -> _T:
    """Call a function with the path of a file that has `size` bytes, and with its mapping."""
    folder = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # memory, not a disk
    file, path = tempfile.mkstemp(prefix="pillars-", dir=folder)
    try:
        if size > (free := shutil.disk_usage(path).free):
            raise MemoryError(f"{size} bytes are needed; {path} has room for {free}")
        os.truncate(file, size)
        return use(path, mmap.mmap(file, size))
    finally:
        os.close(file)
        with contextlib.suppress(PermissionError):  # on Windows, while the file is mapped
            os.unlink(path)


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
        self._order = threading.Lock()
        self._order.acquire()
        self._numbers = itertools.count(1)
        self._quiet = False  # nothing is queued or unfinished, so a request may be sent at once
        self._queue: list[bytes] = []  # requests without replies, not yet sent
        self._queued = 0  # bytes in _queue
        self._forgotten: list[bytes] = []  # the same from finalizers, which must not take the lock
        # If the program does not reply while Python looks, as on busy machines or if a request
        # takes long, the number of following requests that do not look doubles.
        self._skipped = self._until = 0  # that number; the last request that does not look
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115
        self._path = program()
        hello = share(_LONG + _AREA, self._start)
        if hello["protocol"] != PROTOCOL:
            self.close()
            raise EngineError(
                f"{self._path} speaks protocol {hello['protocol']}, this package {PROTOCOL}: "
                "use a program and a package of one version"
            )

    def _start(self, path: str, memory: mmap.mmap) -> dict[str, Any]:
        """Start the program with its shared memory; return what it says about itself."""
        self._memory = memory
        self._words = memoryview(memory).cast("Q")
        self._halves = memoryview(memory).cast("H")
        try:
            self._process = subprocess.Popen(
                [self._path, "bridge", path], bufsize=0, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=self._stderr,
                start_new_session=os.name == "posix",  # so that Ctrl-C reaches Python alone
            )  # fmt: skip
        except OSError as error:
            raise EngineError(f"cannot start {self._path}: {error}") from error
        assert self._process.stdin and self._process.stdout
        _all.add(self)
        self._ends = (self._process.stdin.fileno(), self._process.stdout.fileno())
        return self.ask(do="hello")

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
            self._send(frames)
            return self._receive()

    def at_once(self, operation: int, state: int, argument: int) -> Any:
        """Send operation T or O, the fastest way, and return its answer.

        Returns
        -------
        list of int, or bytes for O

        Raises
        ------
        IllegalAction
            If the action of T is not legal; then the state does not change.
        """
        words, halves, memory = self._words, self._halves, self._memory
        with self._lock:
            asked = words[_ASKED] + 1
            if self._quiet and _ORDERED:
                self._quiet = False
                try:
                    _SHORTEST.pack_into(memory, 0, 13, 9, operation, state, argument, asked)
                except struct.error:  # the argument is no number of four bytes
                    words[_ASKED] = asked - 1
                    raise
            else:
                self._send(_SHORTEST.pack(13, 9, operation, state, argument, 0)[4:17])
                asked = words[_ASKED]
            for _ in _FIRST_LOOKS:
                if words[_ANSWERED] == asked:
                    break
            else:
                self._wait(asked)
            if not _ORDERED:
                self._fence()
            head = words[_HEAD_OF_REPLY]
            if head > _AREA:  # there is a status
                self._receive()
            self._quiet = not self._forgotten
            if operation == 79:  # ord("O")
                return memory[_REPLY + PAYLOAD : _REPLY + PAYLOAD + head]
            return halves[_FACTS : _FACTS + (head >> 1)].tolist()

    def send(self, frames: bytes) -> None:
        """Send requests of which only the last has a reply, which `receive` must fetch next."""
        with self._lock:
            self._send(frames)

    def receive(self) -> bytes:
        """Return the reply to what `send` has sent."""
        with self._lock:
            return self._receive()

    def later(self, frames: bytes) -> None:
        """Queue requests without replies. They are sent in order, with the next request."""
        with self._lock:
            self._quiet = False
            self._queue.append(frames)
            self._queued += len(frames)
            if self._queued > _QUEUE_BYTES:
                self._settle()

    def forget(self, frames: bytes) -> None:
        """Queue requests without replies and without waiting, as finalizers must."""
        self._forgotten.append(frames)
        self._quiet = False

    def _settle(self) -> None:
        """Wait for the reply to a request that was interrupted, and send what is queued."""
        if self.closed:
            raise EngineError("the program has been closed")
        self._wait(self._words[_ASKED])
        if self._queue or self._forgotten:
            self._send(b"")
            self._wait(self._words[_ASKED])

    def _send(self, frames: bytes) -> None:
        """Send requests, after those that are queued."""
        if self.closed:
            raise EngineError("the program has been closed")
        words, count, flag = self._words, len(self._forgotten), 0
        if not self._quiet:
            self._wait(words[_ASKED])
            frames = b"".join([*self._queue, *self._forgotten[:count], frames])
        while len(frames) > _AREA:
            self._put(frames[:_AREA], flag | _MORE)
            words[_ASKED] = asked = words[_ASKED] + 1
            self._wait(asked)
            frames, flag = frames[_AREA:], _CONTINUED
        self._put(frames, flag)
        self._quiet = False
        words[_ASKED] = words[_ASKED] + 1  # no call from here on, so no signal can interrupt
        del self._queue[:], self._forgotten[:count]
        self._queued = 0

    def _put(self, part: bytes, flag: int) -> None:
        """Write a request, or a part of one, into the shared memory."""
        _NUMBER.pack_into(self._memory, 0, len(part) | flag)
        start = 4 if len(part) <= _SHORT else _LONG
        self._memory[start : start + len(part)] = part
        if not _ORDERED:
            self._fence()

    def _fence(self) -> None:
        """Complete all reads and writes of memory before the next, as locks do."""
        self._order.release()
        self._order.acquire()

    def _wait(self, asked: int) -> None:
        """Wait until the program has answered, at first by looking."""
        words = self._words
        if asked > self._until:
            if words[_ASLEEP] and words[_ANSWERED] != asked:
                words[_WAITS] = 0  # perhaps 1 since an interruption
                self._ring(b"w")
            for _ in _LOOKS:
                if words[_ANSWERED] == asked:
                    return
            in_time = min(asked - self._until - 1, 9)  # requests answered since the last in vain
            self._skipped = min(2 * (self._skipped >> in_time) + 1, _MOST_SKIPPED)
            self._until = asked + self._skipped
        while words[_ANSWERED] != asked:
            words[_WAITS] = 1
            self._ring(b"e")
            if os.read(self._ends[1], 1) != b"e":
                self._fail()

    def _ring(self, byte: bytes) -> None:
        """Wake the program. The byte e comes back when it has answered."""
        try:
            os.write(self._ends[0], byte)
        except OSError:
            self._fail()

    def _receive(self) -> bytes:
        """Wait for the reply to the last request, and return it whole."""
        reply, status = b"", _PART
        while status == _PART:
            if reply:
                self._put(b"", 0)
                self._words[_ASKED] += 1
            self._wait(self._words[_ASKED])
            if not _ORDERED:
                self._fence()
            size, status = _REPLY_HEAD.unpack_from(self._memory, _REPLY)
            start = _REPLY + (PAYLOAD if reply else 0)
            reply += self._memory[start : _REPLY + PAYLOAD + size]
        self._quiet = not (self._queue or self._forgotten)
        if status:
            kind = IllegalAction if status == 2 else EngineError
            raise kind(reply[PAYLOAD:].decode(errors="replace"))
        return reply

    def _fail(self) -> NoReturn:
        """Raise the error of a program that has ended, or that is not the one expected."""
        assert self._process.stdout
        self._process.stdout.close()
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
        if self._words[_ASKED] != self._words[_ANSWERED]:  # it is at work, on a lost request
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
