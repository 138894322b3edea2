"""Who works on a data folder: each process holds a lock on a file of its own in `run/`, and dies with it."""

from __future__ import annotations

import fcntl
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Self

from app.errors import StoreError


class Presence:
    """A context in which a process counts as a `role` of this data folder."""

    def __init__(self, folder: Path, role: str) -> None:
        name = f"{role}-{os.getpid()}-{secrets.token_hex(4)}"  # containers may share process ids
        self._path = folder / "run" / f"{name}.here"

    def __enter__(self) -> Self:
        draft = self._path.with_suffix(".draft")
        try:
            draft.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._fd = os.open(draft, os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._fd, fcntl.LOCK_EX)
            draft.rename(self._path)  # now, for whoever sees a file without a lock removes it
        except OSError as error:
            raise StoreError(f"the data folder {draft.parents[1]} cannot be used: {error.strerror}") from error
        return self

    def __exit__(self, *exc: object) -> None:
        self._path.unlink(missing_ok=True)
        os.close(self._fd)


def present(folder: Path) -> list[str]:
    """The roles of the processes that work on the folder, one entry for each. Removes what the dead left."""
    return sorted(path.name.partition("-")[0] for path in (folder / "run").glob("*.here") if _held(path))


def _held(path: Path) -> bool:
    try:
        fd = os.open(path, os.O_RDONLY)  # a probe looks at a disk that has become read-only, too
    except FileNotFoundError:  # its process has just ended
        return False
    except OSError:  # who cannot look, such as another user, must not take it for dead
        return True
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)  # shared, or two that look would see each other
    except BlockingIOError:
        return True
    finally:
        os.close(fd)
    with suppress(OSError):
        path.unlink()
    return False
