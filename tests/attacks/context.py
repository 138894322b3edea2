"""Become somebody else, then execute Python: argv is `plain` or `docker`, then the interpreter's arguments.

As root, `plain` becomes an unprivileged user. `docker` becomes what a container's process is by default: user 10001, no
capabilities, no new privileges, and Docker's seccomp profile. Where Python lies in a folder that only root may
enter, a mount namespace of its own shows an empty folder there, with nothing in it but what the tests need.
"""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from app.config import ROOT  # the path is known only now
from app.sandbox import ids, libc
from tests.attacks.docker import docker_filter

USERS = {"plain": 10_002, "docker": 10_001}
_NEW_MOUNTS, _BIND, _RECURSIVE, _PRIVATE, _MOVE = 0x20000, 0x1000, 0x4000, 0x40000, 0x2000
_PR_CAPBSET_DROP = 24
_C = ctypes.CDLL(None, use_errno=True)


def mount(source: Path | str, target: Path, flags: int, kind: bytes | None = None, data: bytes | None = None) -> None:
    """mount(2). Raises OSError."""
    if _C.mount(str(source).encode(), str(target).encode(), kind, ctypes.c_ulong(flags), data):
        raise OSError(ctypes.get_errno(), f"mount {target}")


def open_the_way(needed: Iterable[Path]) -> None:
    """Let everybody reach these folders, in this process and its children alone. Raises OSError where it cannot."""
    wanted = list(needed)
    closed = ids.closed_to_others(wanted)
    if closed is None:
        return
    if _C.unshare(_NEW_MOUNTS):
        raise OSError(ctypes.get_errno(), "unshare")
    mount("none", Path("/"), _RECURSIVE | _PRIVATE)
    while closed is not None:
        held = Path(tempfile.mkdtemp(prefix="gridstride-way-"))
        mount("none", held, 0, b"tmpfs", b"mode=755")
        below = [path for path in wanted if path.is_relative_to(closed)]
        for number, path in enumerate(below):
            (held / str(number)).mkdir()
            mount(path, held / str(number), _BIND | _RECURSIVE)
        mount("none", closed, 0, b"tmpfs", b"mode=755")
        for number, path in enumerate(below):
            path.mkdir(parents=True, exist_ok=True)
            mount(held / str(number), path, _BIND | _RECURSIVE)
        closed = ids.closed_to_others(wanted)


def become(name: str) -> None:
    """Give up what root has, for good; under Docker also everything that could come back."""
    if name == "docker" and ids.is_root():
        for capability in range(64):
            _C.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    if ids.is_root():
        os.setgroups([])
        os.setresgid(*[USERS[name]] * 3)
        os.setresuid(*[USERS[name]] * 3)
    ids.keep_capabilities(0)
    if name == "docker":
        libc.prctl(libc.PR_SET_NO_NEW_PRIVS, 1)
        docker_filter().install()


if __name__ == "__main__":
    if ids.is_root():
        open_the_way([Path(sys.base_prefix).resolve(), Path(sys.prefix).resolve(), ROOT])
    become(sys.argv[1])
    os.environ.update(HOME="/nonexistent", PYTHONDONTWRITEBYTECODE="1", GRIDSTRIDE_CONTEXT=sys.argv[1])
    os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
