"""aligncheck: numbers that lie at no multiple of their size, as views with a wider dtype can make them.

What is not covered: where an argument itself begins. A GPU's memory begins at a multiple of 256, and that is assumed.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.findings import Finding, Kind, Plain, Severity
from app.simt.checks.tally import Entry, Tally
from app.simt.events import Access, Buffer, Geometry, Observer


@dataclass(slots=True)
class _Askew:
    line: int
    array: str
    size: int  # bytes of the number
    offset: int  # where it begins, in bytes from the array's beginning


class Aligncheck(Observer):
    """One finding for each line, array and size."""

    wants = frozenset({Access})

    def __init__(self) -> None:
        self._found: Tally[_Askew] = Tally()

    def group_begin(self, geometry: Geometry) -> None:
        self._found.begin(geometry)

    def group_end(self) -> None:
        self._found.end()

    def access(self, event: Access) -> None:
        size = event.size // event.parts  # what the device moves byte by byte has as many parts
        if _always_aligned(event.buffer, size):
            return
        askew = event.offsets % size != 0
        if not askew.any():
            return
        lanes, offset = event.lanes[askew], int(event.offsets[askew][0])
        facts = _Askew(event.line, event.buffer.name, size, offset)
        entry, lower = self._found.add((event.line, event.buffer.id, size), lanes, facts)
        if lower:
            entry.facts.offset = offset

    def findings(self) -> list[Finding]:
        return [_misaligned(entry) for entry in self._found.entries()]


def _always_aligned(buffer: Buffer, size: int) -> bool:
    """Whether every element begins at a multiple of `size`, and what is as small with it."""
    if buffer.record is not None:
        return False
    return buffer.itemsize % size == 0 and all(stride % size == 0 for stride in buffer.strides)


def _misaligned(entry: Entry[_Askew]) -> Finding:
    facts = entry.facts
    args: dict[str, Plain] = {"array": facts.array, "size": facts.size, "offset": facts.offset}
    return Finding(
        Kind.MISALIGNED,
        Severity.ERROR,
        facts.line,
        "misaligned",
        args,
        thread=entry.thread,
        block=entry.block,
        count=entry.threads,
    )
