"""Connects an engine's standard input and output to a function in another Python process.

`pillars.match` starts this file as the engine of a function; the variable PILLARS_RELAY holds
port and key. It imports nothing of the package, so that it starts at once.
"""

import os
import socket
import sys
import threading


def main() -> int:
    """Copy both ways until a side ends; return 0 if the last byte says that all went well."""
    port, _, key = os.environ["PILLARS_RELAY"].partition(":")
    with socket.create_connection(("127.0.0.1", int(port))) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(f"{key} {sys.argv[1]}\n".encode())

        def forward() -> None:
            for line in sys.stdin.buffer:
                connection.sendall(line)
            connection.shutdown(socket.SHUT_WR)

        threading.Thread(target=forward, daemon=True).start()
        last = b""
        while received := connection.recv(1 << 16):
            last = received[-1:]
            sys.stdout.buffer.write(received.rstrip(b"\0"))
            sys.stdout.buffer.flush()
    return int(last != b"\0")


if __name__ == "__main__":
    os._exit(main())  # the thread that reads would hold up an orderly end
