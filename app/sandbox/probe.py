"""The child module of the self-test: try what every layer forbids, and tell what the kernel said."""

from __future__ import annotations

import os
import resource
import signal
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.protocol.frames import Frame
from app.sandbox import libc
from app.sandbox.layers import Layer

PACKAGES: tuple[str, ...] = ()


def warm() -> None:
    """Everything is imported above."""


def handle(job: Frame, send: Callable[[Frame], None]) -> None:  # noqa: ARG001  # the self-test has no input
    """Send one frame: under each layer's name, the list of what was possible and should not have been."""
    checks: dict[Layer, dict[str, Callable[[], object]]] = {
        Layer.LANDLOCK: {"list /": _list, "read /proc/self/stat": _read},
        Layer.SECCOMP: {
            "make a socket": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM),
            "fork": _fork,
            "execute": _execute,
            "signal": lambda: os.kill(os.getppid(), 0),
            "ask for priorities": lambda: os.getpriority(os.PRIO_PROCESS, os.getppid()),
        },
        Layer.RLIMITS: {name: partial(_unlimited, which) for name, which in _LIMITED.items()},
        Layer.NO_NEW_PRIVS: {"gain privileges": lambda: _differs(libc.PR_GET_NO_NEW_PRIVS, 1)},
        Layer.NON_DUMPABLE: {"be looked into": lambda: _differs(libc.PR_GET_DUMPABLE, 0)},
        Layer.PDEATHSIG: {"outlive the zygote": _outlive},
        Layer.IDS: {"be root": _be_root},
    }
    holes: dict[str, list[object]] = {}
    for layer, attempts in checks.items():
        holes[layer.value] = [name for name, attempt in attempts.items() if _succeeds(attempt)]
    send(Frame("holes", {**holes}))


_LIMITED = {
    "write files": resource.RLIMIT_FSIZE,
    "dump core": resource.RLIMIT_CORE,
    "lock memory": resource.RLIMIT_MEMLOCK,
    "use address space without end": resource.RLIMIT_AS,
    "use CPU without end": resource.RLIMIT_CPU,
}


def _succeeds(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except PermissionError:
        return False
    except OSError:
        return True  # the kernel looked at it, and disliked something else
    return True


def _list() -> None:
    list(Path("/").iterdir())


def _read() -> None:
    Path("/proc/self/stat").read_bytes()


def _execute() -> None:
    os.execv("/there-is-no-such-program", ["none"])  # noqa: S606  # allowed or not, it must fail


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def _unlimited(which: int) -> None:
    _, hard = resource.getrlimit(which)
    if hard not in (resource.RLIM_INFINITY, -1):
        raise PermissionError("limited")


def _differs(option: int, wanted: int) -> None:
    if libc.prctl(option) == wanted:
        raise PermissionError("as it should be")


def _outlive() -> None:
    if libc.parent_death_signal() == signal.SIGKILL:
        raise PermissionError("as it should be")


def _be_root() -> None:
    if 0 not in os.getresuid() + os.getresgid() and 0 not in os.getgroups():
        raise PermissionError("as it should be")
