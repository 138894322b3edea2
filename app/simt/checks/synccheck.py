"""synccheck: a block's barrier that not every one of its threads reaches, a grid's that not every block reaches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.findings import Finding, Kind, Plain, Severity
from app.simt.checks.tally import Entry, Tally, ranges
from app.simt.events import Barrier, Geometry, Ints, Observer


@dataclass(slots=True)
class _Split:
    line: int
    arrived: int
    exited: int
    missing: int
    threads: int
    which: str
    waits: bool  # live threads are missing, so that the barrier cannot end


@dataclass(slots=True)
class _Apart:
    line: int
    arrived: int  # blocks, as all numbers here
    blocks: int
    which: str


class Synccheck(Observer):
    """Live threads that stay away are an error; threads that returned before are a warning.

    A whole block that stays away from the barrier of its grid is an error, whether it returned or not: nobody counts
    it as having come.
    """

    wants = frozenset({Barrier})

    def __init__(self) -> None:
        self._tally: Tally[_Split] = Tally()
        self._apart: Tally[_Apart] = Tally()

    def group_begin(self, geometry: Geometry) -> None:
        self._tally.begin(geometry)
        self._apart.begin(geometry)

    def group_end(self) -> None:
        self._tally.end()
        self._apart.end()

    def barrier(self, event: Barrier) -> None:
        width = self._tally.geometry.lanes_per_block
        arrived = event.arrived.reshape(-1, width)
        gone = (event.exited & ~event.padding).reshape(-1, width)
        absent = ~(event.arrived | event.exited | event.padding).reshape(-1, width)
        met = arrived.any(axis=1)
        for blocks, who in ((met & absent.any(axis=1), absent), (met & gone.any(axis=1) & ~absent.any(axis=1), gone)):
            if blocks.any():
                self._note(event, np.flatnonzero(blocks), who, waits=who is absent)
        if event.whole_grid:
            self._note_apart(event, np.flatnonzero(~met))

    def _note_apart(self, event: Barrier, missing: Ints) -> None:
        """`missing`: the blocks of which no thread came."""
        blocks = np.arange(self._tally.geometry.blocks)
        if missing.size in (0, blocks.size):
            return
        threads = np.repeat(np.isin(blocks, missing), self._tally.geometry.lanes_per_block) & ~event.padding
        facts = _Apart(event.line, blocks.size - missing.size, blocks.size, ranges(missing))
        entry, lower = self._apart.add(event.line, np.flatnonzero(threads), facts)
        if lower:
            entry.facts = facts

    def _note(self, event: Barrier, blocks: Ints, who: np.ndarray, *, waits: bool) -> None:
        width, first = self._tally.geometry.lanes_per_block, int(blocks[0])
        chosen = np.zeros_like(who)
        chosen[blocks] = who[blocks]
        rows = slice(first * width, (first + 1) * width)
        padding = int(event.padding[rows].sum())
        facts = _Split(
            event.line,
            arrived=int(event.arrived[rows].sum()),
            exited=int((event.exited[rows] & ~event.padding[rows]).sum()),
            missing=int(who[first].sum()) if waits else 0,
            threads=width - padding,
            which=ranges(np.flatnonzero(who[first])),
            waits=waits,
        )
        entry, lower = self._tally.add((event.line, waits), np.flatnonzero(chosen), facts)
        if lower:
            entry.facts = facts

    def findings(self) -> list[Finding]:
        return [*map(_finding, self._tally.entries()), *map(_apart, self._apart.entries())]


def _finding(entry: Entry[_Split]) -> Finding:
    facts = entry.facts
    args: dict[str, Plain] = {
        "arrived": facts.arrived,
        "exited": facts.exited,
        "missing": facts.missing,
        "block_threads": facts.threads,
        "missing_threads": facts.which,
    }
    return Finding(
        Kind.BARRIER_DIVERGENCE,
        Severity.ERROR if facts.waits else Severity.WARNING,
        facts.line,
        "barrier_divergence.missing" if facts.waits else "barrier_divergence.exited",
        args,
        thread=entry.thread,
        block=entry.block,
        count=entry.threads,
    )


def _apart(entry: Entry[_Apart]) -> Finding:
    facts = entry.facts
    return Finding(
        Kind.BARRIER_DIVERGENCE,
        Severity.ERROR,
        facts.line,
        "barrier_divergence.grid",
        {"arrived_blocks": facts.arrived, "blocks": facts.blocks, "missing_blocks": facts.which},
        thread=entry.thread,
        block=entry.block,
        count=entry.threads,
    )
