"""Become somebody who may do nothing and owns nothing, before anything of a learner's is read."""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from app.sandbox import libc

_CAP_DAC_READ_SEARCH = 2
_VERSION_3 = 0x20080522


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Capabilities(ctypes.Structure):
    _fields_ = tuple((f"{name}_{half}", ctypes.c_uint32) for half in ("low", "high") for name in ("eff", "prm", "inh"))


def drop(user: int, *, may_search: bool) -> None:
    """For good: no capabilities, and as root become `user`, with the group of the same number and no others.

    `may_search` keeps one capability, to pass folders that only root may enter. Raises OSError.
    """
    kept = 0
    if is_root():
        kept = 1 << _CAP_DAC_READ_SEARCH if may_search else 0
        libc.prctl(libc.PR_SET_KEEPCAPS, int(may_search))
        libc.syscall("setgroups", 0, None)
        libc.syscall("setresgid", user, user, user)
        libc.syscall("setresuid", user, user, user)
    keep_capabilities(kept)


def keep_capabilities(kept: int) -> None:
    """Give up all others for good, as whoever one is. Raises OSError."""
    libc.syscall("capset", _Header(_VERSION_3, 0), _Capabilities(kept, kept, 0, 0, 0, 0))


def closed_to_others(paths: Iterable[Path]) -> Path | None:
    """The first folder above or among these that only its owner may pass, such as /root, where pyenv may live."""
    seen: set[Path] = set()
    for path in paths:
        for folder in (path.resolve(), *path.resolve().parents):
            if folder in seen:
                break
            seen.add(folder)
            wanted = stat.S_IROTH | stat.S_IXOTH if folder == path.resolve() else stat.S_IXOTH
            if folder.is_dir() and folder.stat().st_mode & wanted != wanted:
                return folder
    return None


def is_root() -> bool:
    """Whether there is anything to drop."""
    return os.geteuid() == 0
