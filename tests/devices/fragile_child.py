"""The toolchain's child, with an assembler that breaks, or falls when it has answered, where a text says so."""

from __future__ import annotations

from collections.abc import Callable

from app.protocol.compiled import PTX
from app.protocol.frames import Frame
from app.toolchain import child

PACKAGES = child.PACKAGES
warm = child.warm


def handle(job: Frame, send: Callable[[Frame], None]) -> None:
    """As the toolchain's, but for such a text."""
    text = job.arrays[PTX].tobytes() if job.kind == "link" else b""
    if b"break" in text:
        raise RuntimeError("broken")
    child.handle(job, send)
    if b"fall" in text:
        raise RuntimeError("fallen")
