"""initcheck: memory that is read before anyone wrote it, and variables that no path has set.

A cell is told of once: the read that was told counts as its first value, so that one forgotten zero does
not accuse every line behind it.

What is not covered: a value that is read unset and then thrown away is told of as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.findings import Finding, Kind, Plain, Severity
from app.simt.checks.cells import Cells, Spot, element, written
from app.simt.checks.layout import cell_at, read, write
from app.simt.checks.tally import Entry, Tally, ranges
from app.simt.events import Access, Buffer, Geometry, Ints, Observer, Op, Space, UnsetVariable

SET = np.dtype(np.bool_)
SHOWN = 32


@dataclass(slots=True)
class _Unset:
    line: int
    variant: str
    name: str
    at: str
    index: list[int]
    threads: list[int]  # linear numbers in the first thread's block
    which: str


@dataclass(slots=True)
class _Memory:
    """One buffer. Once all of it `is_set`, nobody has to look again."""

    cells: Cells
    is_set: bool = False
    fresh: int = 0  # at most so many cells were set since they were last counted
    unset: int = 0  # so many were left then

    def look(self, known: NDArray[np.bool_]) -> None:
        """Count what is left, once all of it may have been set."""
        if self.fresh >= self.unset:
            self.unset, self.fresh = known.size - int(np.count_nonzero(known)), 0
            self.is_set = self.unset == 0


class Initcheck(Observer):
    """Shared memory is watched by block, local memory by lane, outputs over the whole launch."""

    wants = frozenset({Access, UnsetVariable})

    def __init__(self) -> None:
        self._tally: Tally[_Unset] = Tally()
        self._memory: dict[int, _Memory] = {}

    def group_begin(self, geometry: Geometry) -> None:
        self._tally.begin(geometry)
        kept = {key: one for key, one in self._memory.items() if one.cells.buffer.space is Space.GLOBAL}
        self._memory = kept

    def group_end(self) -> None:
        self._tally.end()

    def access(self, event: Access) -> None:
        if event.buffer.initialized or event.count == 0:
            return
        memory = self._memory_of(event.buffer)
        if memory.is_set and memory.cells.covers(event.buffer):
            return
        spot = memory.cells.locate(event)
        known = memory.cells.plane("set", SET)
        seen = read(known, spot.index)
        if not seen.all():
            if event.copied and event.op is Op.LOAD:
                self._look_around(event, memory.cells, spot, ~seen)
                return
            if event.op is not Op.STORE:
                self._note(event, memory.cells, spot, ~seen)
            memory.fresh += seen.size
            write(known, spot.index, value=True)
            memory.look(known)

    def _look_around(self, event: Access, cells: Cells, spot: Spot, unset: NDArray[np.bool_]) -> None:
        """Who copies a record of which some fields are set may set or leave alone the others later."""
        size = event.buffer.itemsize
        record = Access(
            event.op, event.buffer, event.line, event.column, (event.lanes, event.offsets // size * size), size
        )
        around = cells.locate(record)
        held = read(cells.plane("set", SET), around.index).reshape(-1, around.repeat)
        empty: NDArray[np.bool_] = ~np.logical_or.reduce(held, axis=1)
        lanes = unset.reshape(-1, spot.repeat)
        told = (lanes & empty[: len(lanes), None]).reshape(-1)
        if told.any():
            self._note(event, cells, spot, told)

    def unset_variable(self, event: UnsetVariable) -> None:
        if event.lanes.size:
            facts = self._facts(event.line, "variable", event.name, event.name, [], event.lanes)
            self._tally.add((event.line, "variable", event.name), event.lanes, facts)

    def _memory_of(self, buffer: Buffer) -> _Memory:
        if buffer.id not in self._memory:
            geometry = self._tally.geometry
            copies, share = 1, 0
            if buffer.space is Space.SHARED:
                copies, share = geometry.blocks, geometry.lanes_per_block
            elif buffer.space is Space.LOCAL:
                copies, share = geometry.blocks * geometry.lanes_per_block, 1
            self._memory[buffer.id] = _Memory(Cells(buffer, copies=copies, lanes_per_copy=share))
        return self._memory[buffer.id]

    def _note(self, event: Access, cells: Cells, spot: Spot, unset: NDArray[np.bool_]) -> None:
        lanes = spot.lanes(unset)
        offset = cells.offset(cell_at(spot.index, int(unset.argmax())))
        index = element(event.buffer, offset)
        variant = "output" if event.buffer.space is Space.GLOBAL else event.buffer.space.value
        at = written(event.buffer, offset)
        facts = self._facts(event.line, variant, event.buffer.name, at, index, lanes)
        entry, lower = self._tally.add((event.line, variant, event.buffer.name), lanes, facts)
        if lower:
            entry.facts = facts

    def _facts(self, line: int, variant: str, name: str, at: str, index: list[int], lanes: Ints) -> _Unset:
        width = self._tally.geometry.lanes_per_block
        mates = lanes[lanes // width == lanes[0] // width] % width
        return _Unset(line, variant, name, at, index, mates[:SHOWN].tolist(), ranges(mates))

    def findings(self) -> list[Finding]:
        return [_finding(entry) for entry in self._tally.entries()]


def _finding(entry: Entry[_Unset]) -> Finding:
    facts = entry.facts
    args: dict[str, Plain] = {"threads": list(facts.threads), "which": facts.which}
    if facts.variant == "variable":
        args["variable"] = facts.name
    else:
        args |= {"array": facts.name, "space": "global" if facts.variant == "output" else facts.variant}
        args |= {"at": facts.at, "index": list(facts.index)}
    return Finding(
        Kind.UNINITIALIZED_READ,
        Severity.ERROR,
        facts.line,
        f"uninitialized_read.{facts.variant}",
        args,
        thread=entry.thread,
        block=entry.block,
        count=entry.threads,
    )
