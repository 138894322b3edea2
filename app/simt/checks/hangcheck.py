"""hangcheck: a loop that had not ended when the step budget was spent.

What is not covered: blocks that wait for each other in turns, and threads that wait for what their block mates do
behind the loop. Blocks that run in step (as they must where the grid has a barrier) cannot go on to give a lock back
before the others have stopped asking, blocks that run one by one cannot answer each other, and lanes that have left a
loop wait for the others. A GPU can do all that, so it is told as unsupported and never as a fault.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from app.findings import Finding, Kind, Plain, Severity
from app.simt.events import WARP, Access, BudgetSpent, Geometry, Observer, Op

LOCKING = frozenset({"cas", "compare_and_swap", "exch"})
RECENT = 64  # accesses; a loop that polls a lock does little else


class Hangcheck(Observer):
    """Names the stuck thread and its variables, and a lock where the loop keeps polling one."""

    wants = frozenset({Access, BudgetSpent})

    def __init__(self) -> None:
        self._geometry: Geometry | None = None
        self._accesses = 0
        self._asked_at: dict[int, int] = {}  # line of an atomic whose answer is taken → when it last ran
        self._polled: dict[int, int] = {}  # the same of a locking one
        self._asked: dict[int, NDArray[np.bool_]] = {}  # the lanes that ever ran it
        self._last: NDArray[np.int64] | None = None  # each lane's latest line with an access, once one was answered
        self._cell: NDArray[np.int64] | None = None  # and the last byte that an answered atomic of it was about
        self._found: list[Finding] = []

    def group_begin(self, geometry: Geometry) -> None:
        self._geometry = geometry
        self._asked_at.clear()
        self._polled.clear()
        self._asked.clear()
        self._last = None

    def access(self, event: Access) -> None:
        self._accesses += 1
        if event.op is Op.ATOMIC and event.answered:
            self._asked_at[event.line] = self._accesses
            if self._last is None or self._cell is None:
                self._last, self._cell = np.zeros((2, self._lanes()), np.int64)
            self._cell[event.lanes] = event.offsets
        if self._last is not None:
            self._last[event.lanes] = event.line
        if event.op is Op.ATOMIC and event.atomic in LOCKING:
            self._polled[event.line] = self._accesses
            if event.line not in self._asked:
                self._asked[event.line] = np.zeros(self._lanes(), np.bool_)
            self._asked[event.line][event.lanes] = True

    def budget_spent(self, event: BudgetSpent) -> None:
        assert self._geometry is not None, "an event came before the first group"
        lane = int(event.lanes[0])
        lock = self._recent(self._polled)
        asked = self._recent(self._asked_at)
        shown = ", ".join(f"{name} = {value}" for name, value in event.variables.items())
        args: dict[str, Plain] = {"variables": dict(event.variables), "shown": shown, "stuck_threads": event.lanes.size}
        kind, key = Kind.TIMEOUT, "timeout.variables" if shown else "timeout"
        own = next((line for line in (lock, asked) if line is not None and self._held_in_warp(event, line)), None)
        if own is not None:
            args["lock_line"] = own
            key = "timeout.lock"
        elif event.maybe_served and asked is not None:
            args["lock_line"] = asked
            kind, key = Kind.UNSUPPORTED, "unsupported.lock"
        elif lock is not None:
            args["lock_line"] = lock
            waits = self._waits_for_other_blocks(event, lock)
            kind, key = (Kind.UNSUPPORTED, "unsupported.lock") if waits else (Kind.TIMEOUT, "timeout.lock")
        elif asked is not None and self._block_mates_go_elsewhere(event):
            args["lock_line"] = asked
            kind, key = Kind.UNSUPPORTED, "unsupported.lock"
        self._found.append(
            Finding(
                kind,
                Severity.ERROR,
                event.line,
                key,
                args,
                thread=self._geometry.thread_of(lane),
                block=self._geometry.block_of(lane),
                count=int(event.lanes.size),
            )
        )

    def _recent(self, ran: dict[int, int]) -> int | None:
        return next((line for line, when in ran.items() if self._accesses - when < RECENT), None)

    def _held_in_warp(self, event: BudgetSpent, line: int) -> bool:
        """Whether a lane was let through and does nothing since, while one of its warp still asks for the same cell."""
        if self._last is None or self._cell is None:
            return False
        stuck = np.zeros(self._lanes(), np.bool_)
        stuck[event.lanes] = True
        through, asks = np.flatnonzero((self._last == line) & ~stuck), np.flatnonzero((self._last == line) & stuck)
        held = set(zip((through // WARP).tolist(), self._cell[through].tolist(), strict=True))
        return not held.isdisjoint(zip((asks // WARP).tolist(), self._cell[asks].tolist(), strict=True))

    def _waits_for_other_blocks(self, event: BudgetSpent, lock: int) -> bool:
        """Whether some lanes got through, none of them in a block with one that still asks."""
        assert self._geometry is not None, "an event came before the first group"
        stuck = np.zeros(self._lanes(), np.bool_)
        stuck[event.lanes] = True
        width = self._geometry.lanes_per_block
        waiting = stuck.reshape(-1, width).any(axis=1)
        through = (self._asked[lock] & ~stuck).reshape(-1, width).any(axis=1)
        return bool(through.any() and not (through & waiting).any())

    def _block_mates_go_elsewhere(self, event: BudgetSpent) -> bool:
        """Whether threads of the block that are not in the loop might yet do what it waits for."""
        assert self._geometry is not None, "an event came before the first group"
        _, stuck = np.unique(event.lanes // self._geometry.lanes_per_block, return_counts=True)
        return bool(stuck.max() < math.prod(self._geometry.block))

    def _lanes(self) -> int:
        assert self._geometry is not None, "an event came before the first group"
        return self._geometry.blocks * self._geometry.lanes_per_block

    def findings(self) -> list[Finding]:
        return list(self._found)
