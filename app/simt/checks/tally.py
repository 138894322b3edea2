"""Tally: many threads with one fault on one line become one entry, with its first thread and a count."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from app.findings import Index3
from app.simt.events import Geometry, Ints

Facts = TypeVar("Facts")


@dataclass(slots=True)
class Entry(Generic[Facts]):
    """One fault. `facts` are the check's own words on it."""

    facts: Facts
    first: int  # of all lanes of the launch, the lowest with this fault
    thread: Index3
    block: Index3
    count: int = 0  # threads of the groups that ended
    mask: NDArray[np.bool_] | None = field(default=None, repr=False)

    @property
    def threads(self) -> int:
        """How many different threads met this fault."""
        return self.count + (0 if self.mask is None else int(self.mask.sum()))


class Tally(Generic[Facts]):
    """Entries by key, in order of first sight."""

    def __init__(self) -> None:
        self._entries: dict[Hashable, Entry[Facts]] = {}
        self._geometry: Geometry | None = None

    @property
    def geometry(self) -> Geometry:
        assert self._geometry is not None, "an event came before the first group"
        return self._geometry

    def begin(self, geometry: Geometry) -> None:
        self.end()
        self._geometry = geometry

    def end(self) -> None:
        """Sum up the group, so that the next one's lanes count as other threads."""
        for entry in self._entries.values():
            entry.count, entry.mask = entry.threads, None

    def add(self, key: Hashable, lanes: Ints, facts: Facts) -> tuple[Entry[Facts], bool]:
        """Count lanes (increasing) to an entry; true where `lanes[0]` is its first thread from now on.

        The entry keeps the facts that it was made with: the caller replaces them where a lower thread came.
        """
        geometry, lane = self.geometry, int(lanes[0])
        first = geometry.first_block * geometry.lanes_per_block + lane
        entry = self._entries.get(key)
        lower = entry is None or first < entry.first
        if entry is None:
            entry = self._entries[key] = Entry(facts, first, geometry.thread_of(lane), geometry.block_of(lane))
        elif lower:
            entry.first, entry.thread, entry.block = first, geometry.thread_of(lane), geometry.block_of(lane)
        if entry.mask is None:
            entry.mask = np.zeros(geometry.blocks * geometry.lanes_per_block, np.bool_)
        entry.mask[lanes] = True
        return entry, lower

    def items(self) -> list[tuple[Hashable, Entry[Facts]]]:
        return list(self._entries.items())

    def entries(self) -> list[Entry[Facts]]:
        return list(self._entries.values())


def ranges(numbers: Ints, limit: int = 6) -> str:
    """Increasing numbers as a learner reads them: `0, 4..9, 12`; cut after `limit` pieces."""
    if numbers.size == 0:
        return ""
    breaks = np.flatnonzero(np.diff(numbers) != 1) + 1
    pieces = [f"{run[0]}..{run[-1]}" if run.size > 1 else f"{run[0]}" for run in np.split(numbers, breaks)]
    return ", ".join(pieces[:limit]) + (", ..." if len(pieces) > limit else "")
