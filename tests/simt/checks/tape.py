"""A tape of what a launch did, to be played to the oracle."""

from dataclasses import dataclass, field
from math import gcd

import numpy as np

from app.simt.checks import Checks
from app.simt.events import Access, Barrier, Fence, GridBarrier, Observer, Op, Space, WarpBarrier
from tests.simt.checks.oracle import WARP, Oracle


class Tape(Observer):
    wants = frozenset({Access, Barrier, WarpBarrier, GridBarrier, Fence})

    def __init__(self) -> None:
        self.events = []  # (first lane of the group, the event)
        self.threads = self.width = self.base = self.moves = 0
        self.grain = {}  # buffer → bytes that all its accesses are multiples of

    def group_begin(self, geometry) -> None:
        self.width, self.base = geometry.lanes_per_block, geometry.first_block * geometry.lanes_per_block
        self.threads = int(np.prod(geometry.grid)) * self.width

    def access(self, event) -> None:
        if event.buffer.space in (Space.GLOBAL, Space.SHARED) and event.count:
            values = None if event.values is None else [value.tobytes() for value in np.array(event.values)]
            offsets = event.offsets.tolist()
            self.events.append((self.base, event, event.lanes.tolist(), offsets, values))
            self.moves += event.count
            self.grain[event.buffer.id] = gcd(self.grain.get(event.buffer.id, 0), event.size, *offsets)

    def barrier(self, event) -> None:
        self.events.append((self.base, event, event.arrived.copy()))

    def warp_barrier(self, event) -> None:
        members = None if event.members is None else event.members.copy()
        self.events.append((self.base, event, event.arrived.copy(), members))

    def grid_barrier(self, event) -> None:
        self.events.append((self.base, event))

    def fence(self, event) -> None:
        self.events.append((self.base, event, event.active.copy()))

    def races(self):
        """(earlier line, later line, whether of equal values)."""
        oracle = Oracle(self.threads, self.width)
        for base, event, *more in self.events:
            if isinstance(event, Access):
                self._access(oracle, base, event, *more)
            elif isinstance(event, Barrier):
                _meet(oracle, base, more[0], self.width)
            elif isinstance(event, WarpBarrier):
                _meet(oracle, base, more[0], WARP, more[1])
            elif isinstance(event, GridBarrier):
                oracle.meet(range(self.threads))
            else:
                for lane in np.flatnonzero(more[0]).tolist():
                    oracle.fence(base + lane, block_only=event.block_only)
        return oracle.races

    def _access(self, oracle, base, event, lanes, offsets, values) -> None:
        oracle.now += 1
        grain = self.grain[event.buffer.id]
        for k, (lane, offset) in enumerate(zip(lanes, offsets, strict=True)):
            thread = base + lane
            copy = thread // self.width if event.buffer.space is Space.SHARED else None
            if event.op is Op.ATOMIC:
                oracle.atomic(thread, None, answered=event.answered)
            for cell in range(offset, offset + event.size, grain):
                value = None if values is None else values[k]
                oracle.access(event.op.value, event.line, thread, (event.buffer.id, copy, cell), value)


def _meet(oracle, base, arrived, unit, members=None) -> None:
    """Each unit with an arrival meets; of a warp, those that somebody's mask names."""
    for first in {lane // unit * unit for lane in np.flatnonzero(arrived).tolist()}:
        if members is None:
            oracle.meet(range(base + first, base + first + unit))
            continue
        for mask in {int(members[lane]) for lane in range(first, first + unit) if arrived[lane]}:
            oracle.meet(base + first + k for k in range(unit) if mask >> k & 1)


@dataclass(frozen=True)
class Taped(Checks):
    """All checks, and the tape."""

    profile: bool = False
    tapes: list[Tape] = field(default_factory=list)

    def observers(self):
        self.tapes.append(Tape())
        return [*super().observers(), self.tapes[-1]]
