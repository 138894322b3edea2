"""Datagrams between the processes of one data folder: each listener binds a socket in `run/`, senders find it there.

A datagram only wakes. One that is lost, because a mailbox is full or its owner died, costs a poll interval.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_LONGEST_PATH = 100  # of a unix socket: 108 bytes on Linux, 104 on macOS
_LARGEST = 256

log = logging.getLogger(__name__)


class Mailbox:
    """A socket that hears what is sent to `kind`. `socket` is None where the file system can hold none."""

    def __init__(self, folder: Path, kind: str) -> None:
        run = _run_folder(folder)
        run.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._path = run / f"{kind}-{os.getpid()}-{secrets.token_hex(4)}.sock"
        self.socket = _bound(self._path)

    def drain(self) -> list[str]:
        """Everything that has arrived; never waits."""
        messages: list[str] = []
        with suppress(BlockingIOError):
            while self.socket is not None:
                messages.append(self.socket.recv(_LARGEST).decode())
        return messages

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
            self.socket = None
            self._path.unlink(missing_ok=True)


class Post:
    """Sends to every mailbox of a kind. Threads may share one."""

    def __init__(self, folder: Path, kind: str) -> None:
        self._folder = _run_folder(folder)
        self._pattern = f"{kind}-*.sock"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)

    def send(self, message: str) -> None:
        data = message.encode()
        for path in self._folder.glob(self._pattern):
            self._send_to(path, data)

    def close(self) -> None:
        self._socket.close()

    def _send_to(self, path: Path, data: bytes) -> None:
        try:
            with _short(path) as address:
                self._socket.sendto(data, address)
        except ConnectionRefusedError:  # its owner was killed
            path.unlink(missing_ok=True)
        except OSError as error:
            log.debug("no datagram to %s: %s", path, error)


def _run_folder(folder: Path) -> Path:
    return folder / "run"


def _bound(path: Path) -> socket.socket | None:
    mailbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    mailbox.setblocking(False)
    try:
        with _short(path) as address:
            mailbox.bind(address)
    except OSError as error:
        mailbox.close()
        log.warning("%s cannot hold sockets (%s): news is polled for instead", path.parent, error)
        return None
    return mailbox


@contextmanager
def _short(path: Path) -> Iterator[str]:
    """An address that fits. A longer one goes through a descriptor of its folder, which Linux lets us name."""
    if len(os.fsencode(path)) <= _LONGEST_PATH or sys.platform != "linux":
        yield str(path)
        return
    fd = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{fd}/{path.name}"
    finally:
        os.close(fd)
