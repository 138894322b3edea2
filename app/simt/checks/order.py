"""Order: which earlier accesses are certainly over when a lane acts now.

Time is the number of the last access (a *stamp*, from 1; 0 means never). An access at stamp s by one lane is
ordered before another lane's present one if

- a grid barrier came after s, or
- both are of one block and the block had a barrier after s, or
- both are of one warp and the warp had a `syncwarp` after s that named both, or
- it was published and the second lane has acquired it since (`fences`), as in the last-block pattern or under a lock.

Nothing else orders two lanes. In particular lanes of a warp do not run in step (Volta and later), and shuffles
and votes are no memory barriers (CUDA C++ Programming Guide, "Warp Shuffle Functions").

Where the rules of the memory model would need more bookkeeping than is worth, an access counts as ordered: a
barrier orders the threads that returned before it or stayed away from it (synccheck tells of those), and a `syncwarp`
orders all lanes that it names, whether they have come or not: CUDA asks them to come.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.simt.checks.fences import Clocks, Fences
from app.simt.events import WARP, Barrier, Fence, Geometry, Ints, WarpBarrier


@dataclass(frozen=True, slots=True)
class Moment:
    """When an access came, what was over then, and what had been published."""

    now: int
    base: int  # number of its group's first lane
    floor: int  # every access up to this stamp is ordered before every lane of the group, whoever did it
    blocks: Ints | None  # the same by block and for its own accesses, where blocks differ
    width: int  # lanes a block
    strangers: bool  # nothing so far orders two units but a barrier of all

    def floors(self, lanes: Ints) -> Ints | int:
        """Up to where these lanes' blocks have ordered their own accesses."""
        if self.blocks is None:
            return self.floor
        floors: Ints = np.maximum(self.blocks[(lanes - self.base) // self.width], self.floor)
        return floors


class Order:
    """The clocks of the running group of blocks. Lanes are numbered over the whole launch."""

    def __init__(self) -> None:
        self.now = 0
        self.grid = 0  # stamp of the last grid barrier
        self.base = 0  # number of the group's first lane
        self._width = WARP
        self._first_block = 0
        self._block: Ints = np.zeros(1, np.int64)  # stamp of the last barrier, by block of the group
        self._least = self._most = 0  # of those
        self._warp: Ints = np.zeros(1, np.int64)
        self._synced_warps = False
        self._mates: Ints | None = (
            None  # (lanes, 32): up to where `syncwarp` with a mask ordered each mate before a lane
        )
        self._fences = Fences()

    def begin(self, geometry: Geometry) -> None:
        self._width, self._first_block = geometry.lanes_per_block, geometry.first_block
        self.base = geometry.first_block * geometry.lanes_per_block
        self._block = np.zeros(geometry.blocks, np.int64)
        self._least = self._most = 0
        self._warp = np.zeros(geometry.blocks * geometry.lanes_per_block // WARP, np.int64)
        self._synced_warps = False
        self._mates = None
        self._fences.begin(geometry)

    def barrier(self, event: Barrier) -> None:
        met = np.asarray(event.arrived.reshape(-1, self._width).any(axis=1))
        self._block = np.where(met, self.now, self._block)  # a new one, because moments keep the old
        self._least, self._most = int(self._block.min()), int(self._block.max())
        self._fences.barrier(met)

    def warp_barrier(self, event: WarpBarrier) -> None:
        self._synced_warps = True
        self._fences.warp_barrier(event)
        if event.members is None:
            self._warp[event.arrived.reshape(-1, WARP).any(axis=1)] = self.now
        else:
            self._sync_members(np.flatnonzero(event.arrived), event.members)

    def _sync_members(self, lanes: Ints, members: Ints) -> None:
        """`syncwarp` by masks: each orders the lanes that it names."""
        if self._mates is None:
            self._mates = np.zeros((self._warp.size * WARP, WARP), np.int64)
        calls = np.unique(np.stack([lanes // WARP, members[lanes] & 0xFFFFFFFF]), axis=1)
        for warp, mask in calls.T.tolist():
            bits = np.flatnonzero((mask >> np.arange(WARP)) & 1)
            rows = warp * WARP + bits
            known = self._mates[rows].max(axis=0, initial=0)  # a mask may name nobody
            known[bits] = self.now
            self._mates[rows] = known

    def grid_barrier(self) -> None:
        self.grid = self.now

    def fence(self, event: Fence) -> None:
        self._fences.fence(event, self.now, Clocks(self._block, self._warp))

    @property
    def published(self) -> bool:
        """Whether anything may order two blocks but a grid barrier."""
        return self._fences.published

    def atomic(self, lanes: Ints, *, answered: bool) -> None:
        """These lanes of the group do an atomic now."""
        self._fences.atomic(lanes, self.now, answered=answered)

    def floor(self, *, shared: bool) -> int:
        """Every access up to this stamp is ordered before every lane of the group, whoever did it."""
        return max(self.grid, self._least) if shared else self.grid

    def moment(self, *, shared: bool) -> Moment:
        """What is over now, for whoever hears of this access later."""
        blocks = None if not shared or self._least == self._most else self._block
        return Moment(self.now, self.base, self.floor(shared=shared), blocks, self._width, not self.published)

    def unordered(self, lane: Ints, stamp: Ints, now: Ints) -> NDArray[np.bool_]:
        """Whether the access of `lane` at `stamp` may still be under way when lane `now` acts; elementwise."""
        loose: NDArray[np.bool_] = (stamp > self.grid) & (lane != now)
        if not loose.any():
            return loose
        here = now - self.base
        block = here // self._width
        same_block = lane // self._width == block + self._first_block
        loose &= ~(same_block & (stamp <= self._block[block]))
        if self._synced_warps:
            same_warp = lane // WARP == now // WARP
            upto = self._warp[here // WARP]
            if self._mates is not None:
                upto = np.maximum(upto, self._mates[here, lane % WARP])
            loose &= ~(same_warp & (stamp <= upto))
        if loose.any() and self._fences.published:
            where = np.flatnonzero(loose)
            loose[where] = ~self._fences.ordered(lane[where], stamp[where], now[where])
        return loose
