"""A data folder from a backup: all of it, or none."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from app.errors import BackupError
from app.store.backup import KEPT, Manifest, unpack
from app.store.database import FILE, utc_now
from app.store.presence import present

_REPLACED = (*KEPT, f"{FILE}-wal", f"{FILE}-shm")


def restore(data: Path, source: BinaryIO, *, force: bool = False) -> tuple[Manifest, Path | None]:
    """Put a backup into the data folder. Gives its manifest, and where the data that was there lies now.

    Raises BackupError before anything is changed: for a backup that is not whole, where a server works on the
    folder, and, without `force`, where it holds data.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone_in(data), tempfile.TemporaryDirectory(prefix=".restore-", dir=data) as folder:
            _free(data, force=force)
            manifest = unpack(source, Path(folder))
            return manifest, _swapped(data, Path(folder))
    except OSError as error:
        raise BackupError(f"{data} cannot be written: {error.strerror}; nothing was changed") from error


def _free(data: Path, *, force: bool) -> None:
    if roles := present(data):
        raise BackupError(f"a server works on {data} ({', '.join(roles)}); stop it first. Nothing was changed")
    if (data / FILE).exists() and not force:
        raise BackupError(f"{data} holds data; with --force it is set aside and replaced. Nothing was changed")


def _swapped(data: Path, folder: Path) -> Path | None:
    """Renames within one disk alone; one that fails is taken back with those before it."""
    aside = data / f"before-restore-{utc_now():%Y%m%dT%H%M%S.%fZ}"
    old = [data / name for name in _REPLACED if (data / name).exists()]
    moves = [(path, aside / path.name) for path in old]
    moves += [(folder / name, data / name) for name in KEPT if (folder / name).exists()]
    aside.mkdir(mode=0o700)
    done: list[tuple[Path, Path]] = []
    try:
        for here, there in moves:
            here.rename(there)
            done.append((here, there))
    except OSError:
        for here, there in reversed(done):
            there.rename(here)
        aside.rmdir()
        raise
    if old:
        return aside
    aside.rmdir()
    return None


@contextmanager
def _alone_in(data: Path) -> Iterator[None]:
    """A server that starts meanwhile waits before it opens the database: `Database.open` takes the same lock."""
    fd = os.open(data, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)
