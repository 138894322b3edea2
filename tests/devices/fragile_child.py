"""The toolchain's child, with an assembler that breaks where a text says so."""

from __future__ import annotations

from collections.abc import Callable

from app.protocol.compiled import PTX
from app.protocol.frames import Frame
from app.toolchain import child

PACKAGES = child.PACKAGES
warm = child.warm


def handle(job: Frame, send: Callable[[Frame], None]) -> None:
    """As the toolchain's, but for such a text."""
    if job.kind == "link" and b"break" in job.arrays[PTX].tobytes():
        raise RuntimeError("broken")
    child.handle(job, send)
