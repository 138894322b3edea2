"""Who may use a card now: one process of this machine at a time, or times would not be honest."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from app.errors import InfrastructureError

_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9-]")


class Turn:
    """A card taken, as long as this is not ended; the kernel ends it with the process."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def end(self) -> None:
        """Once or more often."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            os.close(fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.end()


class Turns:
    """Locks on files in a folder that all workers of this machine share. Each call opens the file anew, for a lock
    belongs to what was opened, and two threads must exclude each other too.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def take(self, uuid: str) -> Turn | None:
        """The card, if nobody uses it now. Raises InfrastructureError where the folder cannot be used."""
        return self._locked(f"{_named(uuid)}.turn")

    def settle(self, uuids: Sequence[str]) -> tuple[str, Turn | None]:
        """The card that this worker prefers as long as it lives: the first that no other worker prefers.

        Where there is none left it is one of them, and no turn comes with it.
        """
        for uuid in uuids:
            turn = self._locked(f"{_named(uuid)}.home")
            if turn is not None:
                return uuid, turn
        return uuids[os.getpid() % len(uuids)], None

    def _locked(self, name: str) -> Turn | None:
        try:
            fd = self._opened(name)
        except OSError as error:
            raise InfrastructureError(f"the folder {self._folder} cannot be used: {error.strerror}") from error
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return None
        except OSError as error:  # as where a network's file system knows no locks
            os.close(fd)
            raise InfrastructureError(f"the folder {self._folder} cannot be used: {error.strerror}") from error
        return Turn(fd)

    def _opened(self, name: str) -> int:
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        try:
            return os.open(self._folder / name, flags, 0o600)
        except FileNotFoundError:  # only then: it is asked for every few milliseconds
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return os.open(self._folder / name, flags, 0o600)


def _named(uuid: str) -> str:
    return _NOT_IN_A_NAME.sub("_", uuid)
