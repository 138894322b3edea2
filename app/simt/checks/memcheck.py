"""memcheck: subscripts outside an array, and negative ones that silently wrap to its end."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.findings import Finding, Kind, Plain, Severity
from app.simt.checks.tally import Entry, Tally
from app.simt.events import BadIndex, Geometry, NegativeIndex, Observer, Op, Space


@dataclass(slots=True)
class _Bad:
    """`by_x` stays true while every bad subscript so far was the x of its thread, used as a row."""

    line: int
    space: Space
    axis: int
    size: int
    index: int
    arrays: list[str] = field(default_factory=list)
    reads: bool = False
    writes: bool = False
    by_x: bool = True
    highest: int = 0
    columns: int = 0

    @property
    def swapped(self) -> bool:
        """Rows run by x up to the last column and no further: x was compared with the number of columns."""
        return self.by_x and self.highest == self.columns - 1


@dataclass(slots=True)
class _Negative:
    line: int
    array: str
    axis: int
    size: int
    index: int


class Memcheck(Observer):
    """One finding for each line, axis and size that was missed, with all arrays that missed alike."""

    wants = frozenset({BadIndex, NegativeIndex})

    def __init__(self) -> None:
        self._bad: Tally[_Bad] = Tally()
        self._negative: Tally[_Negative] = Tally()

    def group_begin(self, geometry: Geometry) -> None:
        self._bad.begin(geometry)
        self._negative.begin(geometry)

    def group_end(self) -> None:
        self._bad.end()
        self._negative.end()

    def bad_index(self, event: BadIndex) -> None:
        if event.lanes.size == 0:
            return
        space, index = event.buffer.space, int(event.index[0])
        key = (event.line, space, event.axis, event.size)
        entry, lower = self._bad.add(key, event.lanes, _Bad(event.line, space, event.axis, event.size, index))
        facts = entry.facts
        if lower:
            facts.index = index
        if event.buffer.name not in facts.arrays:
            facts.arrays.append(event.buffer.name)
        facts.reads |= event.op is not Op.STORE
        facts.writes |= event.op is not Op.LOAD
        facts.by_x = facts.by_x and _is_x_as_row(event, self._bad.geometry)
        facts.highest = max(facts.highest, int(event.index.max()))
        facts.columns = event.buffer.shape[-1] if event.buffer.shape else 0

    def negative_index(self, event: NegativeIndex) -> None:
        if event.lanes.size == 0:
            return
        index, name = int(event.index[0]), event.buffer.name
        facts = _Negative(event.line, name, event.axis, event.size, index)
        entry, lower = self._negative.add((event.line, name, event.axis), event.lanes, facts)
        if lower:
            entry.facts.index = index

    def findings(self) -> list[Finding]:
        return [_out_of_bounds(e) for e in self._bad.entries()] + [_wraps(e) for e in self._negative.entries()]


def _is_x_as_row(event: BadIndex, geometry: Geometry) -> bool:
    """Whether these threads used their x in a 2-D launch as the row of a matrix."""
    if event.axis != 0 or len(event.buffer.shape) != 2 or geometry.grid[1] * geometry.block[1] == 1:
        return False
    block = geometry.first_block + event.lanes // geometry.lanes_per_block
    thread = event.lanes % geometry.lanes_per_block
    x = block % geometry.grid[0] * geometry.block[0] + thread % geometry.block[0]
    return bool((event.index == x).all())


def _out_of_bounds(entry: Entry[_Bad]) -> Finding:
    facts = entry.facts
    op = "both" if facts.reads and facts.writes else "write" if facts.writes else "read"
    variant = facts.space.value if facts.space in {Space.SHARED, Space.LOCAL} else op
    if facts.size == 0:
        variant = "unreserved" if facts.space is Space.SHARED else "empty"
    args: dict[str, Plain] = {
        "arrays": list(facts.arrays),
        "array": ", ".join(facts.arrays),
        "space": facts.space.value,
        "op": op,
        "axis": facts.axis,
        "size": facts.size,
        "last": facts.size - 1,
        "index": facts.index,
        "bad_threads": entry.threads,
    }
    return Finding(
        Kind.OUT_OF_BOUNDS,
        Severity.ERROR,
        facts.line,
        "out_of_bounds." + ("swapped" if facts.swapped else variant),
        args,
        thread=entry.thread,
        block=entry.block,
        count=entry.threads,
    )


def _wraps(entry: Entry[_Negative]) -> Finding:
    facts = entry.facts
    args: dict[str, Plain] = {
        "array": facts.array,
        "axis": facts.axis,
        "size": facts.size,
        "index": facts.index,
        "wraps_to": facts.size + facts.index,
    }
    return Finding(
        Kind.NEGATIVE_INDEX,
        Severity.WARNING,
        facts.line,
        "negative_index",
        args,
        thread=entry.thread,
        block=entry.block,
        count=entry.threads,
    )
