"""From what numba and Python raise to one sentence for a learner, with a line of the learner's."""

from __future__ import annotations

from app.findings import Finding
from app.toolchain.explain.failure import Failure
from app.toolchain.explain.place import place
from app.toolchain.explain.reading import OutOfTime
from app.toolchain.explain.rules import diagnose
from app.toolchain.explain.types import written
from app.toolchain.fault import fault
from app.toolchain.source import Source

__all__ = ["OutOfTime", "explain", "written"]


def explain(error: BaseException, source: Source, entry: str) -> Finding:
    """The finding for an error of the compiler. It always has a line."""
    if isinstance(error, OutOfTime):
        return fault("timeout.compile", source.def_line(entry))
    if isinstance(error, MemoryError):
        return fault("memory.compile", source.def_line(entry))
    return diagnose(Failure.of(error, source, place(error, source) or source.def_line(entry)))
