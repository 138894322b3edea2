"""warpcheck: shuffles, votes and matches with lanes that are not there.

CUDA asks that every running lane that a mask names comes to the same call, and gives no value for a lane that does not.
GPUs often do what was meant all the same, and a value that nobody uses does no harm, so both are warnings.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.findings import Finding, Kind, Plain, Severity
from app.simt.checks.tally import Entry, Tally, ranges
from app.simt.events import WARP, Exchange, Geometry, Ints, Observer

_PLACES = np.arange(WARP)


@dataclass(slots=True)
class _Absent:
    line: int
    name: str
    missing: bool  # running lanes stay away, against the mask
    lanes: str


class Warpcheck(Observer):
    """Lanes that a mask names but that go another way, and values of lanes that take no part."""

    wants = frozenset({Exchange})

    def __init__(self) -> None:
        self._tally: Tally[_Absent] = Tally()

    def group_begin(self, geometry: Geometry) -> None:
        self._tally.begin(geometry)

    def group_end(self) -> None:
        self._tally.end()

    def exchange(self, event: Exchange) -> None:
        active = event.active.reshape(-1, WARP)
        named = (event.members.reshape(-1, WARP, 1) >> _PLACES & 1).astype(np.bool_) & active[:, :, None]
        called = np.asarray(named.any(axis=1))
        away = called & ~active & ~event.gone.reshape(-1, WARP)
        if away.any():
            self._note(event, active & np.any(away, axis=1, keepdims=True), away, missing=True)
        if event.sources is not None:
            self._sources(event, active, called, away)

    def _sources(self, event: Exchange, active: np.ndarray, called: np.ndarray, away: np.ndarray) -> None:
        """Readers of a lane that is not there; of one that stays away, the mask was told."""
        assert event.sources is not None, "a shuffle reads from somewhere"
        wanted = event.sources.reshape(-1, WARP)
        inside = (wanted >= 0) & (wanted < WARP)
        partner = np.where(inside, wanted, _PLACES)
        there = np.take_along_axis((active & called) | away, partner, axis=1)
        readers = active & ~there
        if readers.any():
            read = np.zeros_like(active)
            warps, lanes = np.nonzero(readers)
            read[warps, partner[warps, lanes]] = True
            self._note(event, readers, read, missing=False)

    def _note(self, event: Exchange, readers: np.ndarray, absent: np.ndarray, *, missing: bool) -> None:
        lanes: Ints = np.flatnonzero(readers)
        facts = _Absent(event.line, event.name, missing, ranges(np.flatnonzero(absent[lanes[0] // WARP])))
        entry, lower = self._tally.add((event.line, missing), lanes, facts)
        if lower:
            entry.facts = facts

    def findings(self) -> list[Finding]:
        return [_finding(entry) for entry in self._tally.entries()]


def _finding(entry: Entry[_Absent]) -> Finding:
    facts = entry.facts
    args: dict[str, Plain] = {"name": facts.name, "lanes": facts.lanes}
    return Finding(
        Kind.BARRIER_DIVERGENCE if facts.missing else Kind.UNINITIALIZED_READ,
        Severity.WARNING,
        facts.line,
        "barrier_divergence.warp" if facts.missing else "uninitialized_read.lane",
        args,
        thread=entry.thread,
        block=entry.block,
        count=entry.threads,
    )
