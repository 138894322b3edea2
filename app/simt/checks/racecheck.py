"""racecheck: two lanes at one cell of shared or global memory, one of them writing, and nothing that orders them.

A cell remembers its last plain write, and who has read it and who has done an atomic on it since (`crowd`); what
orders two lanes is told in `order`. A load is checked against the last write and the atomics, a store against
all three, an atomic against the last write and the reads. So both orders are found: read then written, written
then read. Two lanes that store equal values are a warning, everything else is an error.

All work is done on whole events with NumPy, on distinct cells with the first and the last lane at each.

The definition of a race is in docs/findings.md, and as code, slow and obvious, in tests/simt/checks/oracle.py.

What is not covered: of several writes that raced already, the last alone is remembered; see also `crowd` and `fences`.
Constant and local memory cannot race. One array given to two parameters is one buffer, with the name of the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from app.findings import Finding, Kind, Place, Plain, Severity
from app.simt.checks.cells import element, written
from app.simt.checks.crowd import Crowd
from app.simt.checks.layout import cell_at
from app.simt.checks.order import Order
from app.simt.checks.shadow import Shadow
from app.simt.checks.tally import Entry, Tally
from app.simt.checks.touch import Touch, touch
from app.simt.events import (
    Access,
    Barrier,
    Buffer,
    Fence,
    Geometry,
    GridBarrier,
    Ints,
    Observer,
    Op,
    Space,
    WarpBarrier,
)
from app.simt.xoroshiro import STATE


class Conflict(StrEnum):
    """What met, the earlier access first. Later members weigh more where one line has several."""

    SAME_VALUE = "same_value"  # a write meets a write of the same value
    ATOMIC = "atomic"  # an atomic meets an access that is none
    WRITE_READ = "write_read"
    READ_WRITE = "read_write"
    WRITE_WRITE = "write_write"
    UPDATE = "update"  # threads read and write one cell on one line, as in `x[0] += 1`


GENERATOR = "generator"  # the form of a race at a state of random numbers, whatever met there
WEIGHT = {Conflict.SAME_VALUE: 0, Conflict.UPDATE: 2}
TURNED = {Conflict.WRITE_READ: Conflict.READ_WRITE, Conflict.READ_WRITE: Conflict.WRITE_READ}


@dataclass(slots=True)
class _Race:
    buffer: Buffer
    offset: int  # bytes into the buffer
    conflict: Conflict
    now: Place
    before: Place
    alike: bool  # both are of one store, and no lane of it has an index of its own


class Racecheck(Observer):
    """One finding for each line and array; `line` is the later access, `other` the earlier."""

    wants = frozenset({Access, Barrier, WarpBarrier, GridBarrier, Fence})

    def __init__(self) -> None:
        self._order = Order()
        self._tally: Tally[_Race] = Tally()
        self._shadows: dict[int, Shadow] = {}
        self._lines: list[int] = [0]  # of the access with that stamp

    def group_begin(self, geometry: Geometry) -> None:
        self._tally.begin(geometry)
        self._order.begin(geometry)
        self._shadows = {key: shadow for key, shadow in self._shadows.items() if not shadow.shared}

    def group_end(self) -> None:
        self._tally.end()
        for shadow in self._shadows.values():
            for crowd in shadow.crowds:
                crowd.waiting.lighten()

    def barrier(self, event: Barrier) -> None:
        self._order.barrier(event)
        for shadow in self._shadows.values():
            for crowd in shadow.crowds:
                if not self._may_be_under_way(shadow, crowd.latest):
                    crowd.waiting.clear()

    def warp_barrier(self, event: WarpBarrier) -> None:
        self._order.warp_barrier(event)

    def grid_barrier(self, event: GridBarrier) -> None:
        self._order.grid_barrier()
        for shadow in self._shadows.values():
            for crowd in shadow.crowds:
                crowd.waiting.clear()

    def fence(self, event: Fence) -> None:
        self._order.fence(event)

    def access(self, event: Access) -> None:
        if event.buffer.space not in (Space.GLOBAL, Space.SHARED) or event.count == 0:
            return
        self._order.now += 1
        self._lines.append(event.line)
        shadow = self._shadow_of(event.buffer)
        if event.op is Op.LOAD:
            self._load(shadow, event)
        elif event.op is Op.STORE:
            self._store(shadow, self._touch(shadow, event))
        else:
            self._order.atomic(event.lanes, answered=event.answered)
            self._atomic(shadow, event)

    def _touch(self, shadow: Shadow, event: Access) -> Touch:
        return touch(shadow.cells, event, self._order.base, shadow.lane)

    def _shadow_of(self, buffer: Buffer) -> Shadow:
        shadow = self._shadows.get(buffer.id)
        if shadow is None:
            shadow = self._shadows[buffer.id] = Shadow(buffer, self._tally.geometry)
        return shadow

    def _load(self, shadow: Shadow, event: Access) -> None:
        if self._may_be_under_way(shadow, max(shadow.written, shadow.atomics.latest)):
            met = self._touch(shadow, event)
            self._meet_writes(shadow, met, Conflict.WRITE_READ)
            self._meet_crowd(shadow, met, shadow.atomics, Conflict.ATOMIC)
        shadow.readers.come(event, self._order.moment(shared=shadow.shared))

    def _store(self, shadow: Shadow, met: Touch) -> None:
        self._meet_crowd(shadow, met, shadow.readers, Conflict.READ_WRITE)
        self._meet_crowd(shadow, met, shadow.atomics, Conflict.ATOMIC)
        if met.clash is not None:
            self._meet_itself(shadow, met, met.clash)
        self._meet_write(shadow, met)
        self._remember(shadow, met)

    def _atomic(self, shadow: Shadow, event: Access) -> None:
        if self._may_be_under_way(shadow, max(shadow.written, shadow.readers.latest)):
            met = self._touch(shadow, event)
            self._meet_writes(shadow, met, Conflict.ATOMIC)
            self._meet_crowd(shadow, met, shadow.readers, Conflict.ATOMIC)
        shadow.atomics.come(event, self._order.moment(shared=shadow.shared))

    def _remember(self, shadow: Shadow, met: Touch) -> None:
        shadow.write(met, self._order.now)
        for crowd in shadow.crowds:
            if self._may_be_under_way(shadow, crowd.latest):
                crowd.clear(met.index)

    def _may_be_under_way(self, shadow: Shadow, latest: int) -> bool:
        """Whether anything up to that stamp may not be over yet."""
        return latest > self._order.floor(shared=shadow.shared)

    def _meet_writes(self, shadow: Shadow, met: Touch, conflict: Conflict) -> None:
        if self._may_be_under_way(shadow, shadow.written):
            self._meet(shadow, met, conflict, *shadow.writer(met.index))

    def _meet_crowd(self, shadow: Shadow, met: Touch, crowd: Crowd, conflict: Conflict) -> None:
        if self._may_be_under_way(shadow, crowd.latest):
            crowd.catch_up(self._order.floor(shared=shadow.shared))
            for lane, stamp in crowd.slots(met.index):
                self._meet(shadow, met, conflict, lane, stamp)

    def _meet(self, shadow: Shadow, met: Touch, conflict: Conflict, lane: Ints, stamp: Ints) -> None:
        hits = self._hits(shadow, met, lane, stamp)
        if hits is not None:
            self._report(shadow, met, conflict, *hits, lane, stamp)

    def _meet_write(self, shadow: Shadow, met: Touch) -> None:
        if not self._may_be_under_way(shadow, shadow.written):
            return
        lane, stamp = shadow.writer(met.index)
        hits = self._hits(shadow, met, lane, stamp)
        if hits is None:
            return
        hit, later = hits
        same = shadow.is_same(met)
        self._report(shadow, met, Conflict.WRITE_WRITE, hit & ~same, later, lane, stamp)
        self._report(shadow, met, Conflict.SAME_VALUE, hit & same, later, lane, stamp)

    def _meet_itself(self, shadow: Shadow, met: Touch, clash: NDArray[np.bool_]) -> None:
        """Lanes of one store that write the same cell."""
        several = met.first != met.last
        stamps = np.full(met.first.size, self._order.now)
        self._report(shadow, met, Conflict.WRITE_WRITE, several & clash, met.first, met.last, stamps)
        self._report(shadow, met, Conflict.SAME_VALUE, several & ~clash, met.first, met.last, stamps)

    def _hits(self, shadow: Shadow, met: Touch, lane: Ints, stamp: Ints) -> tuple[NDArray[np.bool_], Ints] | None:
        """By cell, whether the earlier access may be under way still, and for which lane of this; None if nowhere."""
        if int(stamp.max()) <= self._order.floor(shared=shadow.shared):
            return None
        hit = self._order.unordered(lane, stamp, met.first)
        later = met.first
        if met.first is not met.last:
            later = np.where(hit, met.first, met.last)
            hit |= self._order.unordered(lane, stamp, met.last)
        return (hit, later) if hit.any() else None

    def _report(
        self,
        shadow: Shadow,
        met: Touch,
        conflict: Conflict,
        hit: NDArray[np.bool_],
        later: Ints,
        lane: Ints,
        stamp: Ints,
    ) -> None:
        """`hit` by cell, `later` the lane of this access, `lane` and `stamp` the access before it."""
        if not hit.any():
            return
        event, where = met.event, np.flatnonzero(hit)
        pick = int(where[later[where].argmin()])
        line = self._lines[int(stamp[pick])]
        if conflict is Conflict.READ_WRITE and line == event.line and met.first[pick] != met.last[pick]:
            conflict = Conflict.UPDATE
        offset = shadow.cells.offset(cell_at(met.index, pick))
        now, before = self._place(event.line, int(later[pick])), self._place(line, int(lane[pick]))
        alike = int(stamp[pick]) == self._order.now and self._is_one_place(event)
        facts = _race(event.buffer, offset, conflict, now, before, alike=alike)
        entry, _ = self._tally.add((facts.now.line, event.buffer.name), met.lanes(hit), facts)
        if WEIGHT.get(facts.conflict, 1) > WEIGHT.get(entry.facts.conflict, 1):
            entry.facts = facts

    def _is_one_place(self, event: Access) -> bool:
        """Whether all lanes have one index. With a lane a block, it is the block's number that the index lacks."""
        block = event.lanes // self._tally.geometry.lanes_per_block
        return bool((block[1:] == block[:-1]).any() and (event.offsets == event.offsets[0]).all())

    def _place(self, line: int, lane: int) -> Place:
        geometry, here = self._tally.geometry, lane - self._order.base
        return Place(line, geometry.thread_of(here), geometry.block_of(here))

    def findings(self) -> list[Finding]:
        """Two lines that race in both orders, as in a loop without a barrier, are one finding, the first one met."""
        found: dict[tuple[object, ...], Finding] = {}
        for entry in self._tally.entries():
            race, finding = entry.facts, _finding(entry)
            key = (race.buffer.name, *sorted([race.now.line or 0, race.before.line or 0]))
            known = found.get(key)
            if known is None or (known.severity is Severity.WARNING and finding.severity is Severity.ERROR):
                found[key] = finding
        return list(found.values())


def _race(buffer: Buffer, offset: int, conflict: Conflict, now: Place, before: Place, *, alike: bool) -> _Race:
    """Two blocks have no order, so there the line that comes later in the source counts as the later access."""
    assert now.line is not None, "an access has a line"
    assert before.line is not None, "as above"
    if now.block != before.block and before.line > now.line:
        now, before, conflict = before, now, TURNED.get(conflict, conflict)
    return _Race(buffer, offset, conflict, now, before, alike)


def _form(race: _Race) -> str:
    same, update = race.conflict is Conflict.SAME_VALUE, race.conflict is Conflict.UPDATE
    if race.buffer.record == STATE and not same:
        return GENERATOR
    across = race.now.block != race.before.block and not (same or update)
    return f"{race.conflict.value}{'.one' if race.alike else '.blocks' if across else ''}"


def _finding(entry: Entry[_Race]) -> Finding:
    race, at, form = entry.facts, written(entry.facts.buffer, entry.facts.offset), _form(entry.facts)
    args: dict[str, Plain] = {
        "array": race.buffer.name,
        "space": race.buffer.space.value,
        "at": at.rpartition(".")[0] if form == GENERATOR else at,
        "index": list(element(race.buffer, race.offset)),
        "conflict": race.conflict.value,
    }
    return Finding(
        Kind.DATA_RACE,
        Severity.WARNING if race.conflict is Conflict.SAME_VALUE else Severity.ERROR,
        race.now.line,
        f"data_race.{form}",
        args,
        thread=race.now.thread,
        block=race.now.block,
        other=race.before,
        count=entry.threads,
    )
