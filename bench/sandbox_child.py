"""The child module of bench/sandbox.py: warm as the compiler is, with numba's CUDA target; it executes its job."""

from __future__ import annotations

from collections.abc import Callable

from app.protocol.frames import Frame

PACKAGES = ("numpy", "numba", "numba_cuda", "llvmlite", "cuda")


def warm() -> None:
    """Import what a cold interpreter imports on the other side of the comparison."""
    import numba.cuda  # noqa: F401, PLC0415  # in the zygote alone


def handle(job: Frame, send: Callable[[Frame], None]) -> None:
    """Execute `source`, which may call `send`."""
    exec(compile(str(job.data["source"]), "job.py", "exec"), {"send": send, "Frame": Frame})


def talk(job: Frame, send: Callable[[Frame], None], receive: Callable[[], Frame]) -> None:
    """As `handle`; it may call `receive`, too."""
    exec(compile(str(job.data["source"]), "job.py", "exec"), {"send": send, "receive": receive, "Frame": Frame})
