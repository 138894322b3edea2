"""What a race is, written down the slow and obvious way: vector clocks, thread by thread and access by access.

The number of a step (from 1) is its time. `clock[t, u]` is the time up to which thread t is ordered behind thread u.
Two accesses of one cell by two threads race where one is no load, not both are atomics, and the later thread's clock
does not reach the earlier access, which may be of the same step.

`lenient` takes the liberty that the check documents: an atomic acquires what was published on any cell. Without it an
atomic acquires what was published on its own cell alone, as the memory model has it.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np

WARP = 32


class Oracle:
    """`width` is the number of threads a block, whole warps."""

    def __init__(self, threads: int, width: int, *, lenient: bool = True) -> None:
        self.threads, self.width, self.lenient = threads, width, lenient
        self.now = 0
        self.clock = np.zeros((threads, threads), np.int64)
        self.fenced = {reach: self.clock.copy() for reach in ("near", "far")}
        self.published = defaultdict(lambda: np.zeros(threads, np.int64))
        self.seen = defaultdict(dict)  # cell → {(thread, kind, line): (time, value)}, the newest each
        self.races = set()  # (earlier line, later line, whether both stored one value)

    def access(self, kind: str, line: int, thread: int, cell: Hashable, value: object = None) -> None:
        """`now` is the access's; threads of one step come in the order of their numbers."""
        for (mate, other, then), (time, held) in self.seen[cell].items():
            apart = mate == thread or {other, kind} in ({"load"}, {"atomic"})
            if not apart and (time > self.clock[thread, mate] or time == self.now):
                self.races.add((then, line, {other, kind} == {"store"} and value is not None and held == value))
        self.seen[cell][thread, kind, line] = (self.now, value)

    def meet(self, members: Iterable[int]) -> None:
        """Members wait for each other: what one knows all know, of fences too."""
        rows = np.array(sorted(members), np.int64)
        self.clock[rows, rows] = self.now
        for clocks in (self.clock, *self.fenced.values()):
            clocks[rows] = clocks[rows].max(axis=0)

    def fence(self, thread: int, *, block_only: bool) -> None:
        for reach in ("near",) if block_only else ("near", "far"):
            known = np.maximum(self.fenced[reach][thread], self.clock[thread])
            known[thread] = self.now
            self.fenced[reach][thread] = known

    def atomic(self, thread: int, cell: Hashable, *, answered: bool) -> None:
        """What an atomic tells, and what it is told."""
        where = None if self.lenient else cell
        places = [("far", where), ("near", where, thread // self.width)]
        if answered:
            for place in places:
                self.clock[thread] = np.maximum(self.clock[thread], self.published[place])
        for place in places:
            self.published[place] = np.maximum(self.published[place], self.fenced[place[0]][thread])


@dataclass(frozen=True)
class Step:
    """`what`: load, store, atomic, block, warp, grid, fence or near_fence. `who`: the cell of each thread, or those
    who take part. `mask`: who is named by a `warp` step, bit by bit."""

    what: str
    who: dict[int, int]
    array: str = "a"
    answered: bool = True
    mask: int = 0xFFFFFFFF


def races(
    history: list[Step], threads: int, width: int, *, shared: bool = False, lenient: bool = True
) -> set[tuple[int, int]]:
    """All (earlier step, later step) that race; `shared` memory is each block's own."""
    oracle = Oracle(threads, width, lenient=lenient)
    for line, step in enumerate(history, start=1):
        oracle.now = line
        if step.what in ("load", "store", "atomic"):
            for thread in sorted(step.who):
                cell = (step.array, step.who[thread], thread // width if shared else None)
                if step.what == "atomic":
                    oracle.atomic(thread, cell[:2], answered=step.answered)
                oracle.access(step.what, line, thread, cell)
        elif step.what in ("fence", "near_fence"):
            for thread in step.who:
                oracle.fence(thread, block_only=step.what == "near_fence")
        elif step.what == "grid":
            oracle.meet(range(threads))
        else:
            unit = width if step.what == "block" else WARP
            for first in {thread // unit * unit for thread in step.who}:
                named = range(first, first + unit)
                oracle.meet(t for t in named if unit == width or step.mask >> (t - first) & 1)
    return {(then, line) for then, line, _ in oracle.races}
