"""Order: which earlier accesses are certainly over when a lane acts now.

Time is the number of the last access (a *stamp*, from 1; 0 means never). An access at stamp s by one lane is
ordered before another lane's present one if

- a grid barrier came after s, or
- both are of one block and the block had a barrier after s, or
- both are of one warp and the warp had a `syncwarp` after s, or
- the first lane published it (a fence, then an atomic; its block's barrier may stand between) and the second
  lane's block has since done an atomic, as in the last-block pattern or under a lock.

Nothing else orders two lanes. In particular lanes of a warp do not run in step (Volta and later), and shuffles
and votes are no memory barriers (CUDA C++ Programming Guide, "Warp Shuffle Functions").

Where the rules of the memory model would need more bookkeeping than is worth, an access counts as ordered: a
barrier orders the threads that returned before it or stayed away from it (synccheck tells of those), a `syncwarp`
orders its whole warp, and an atomic acquires whatever the same launch has published, on whichever cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.simt.events import WARP, Barrier, Fence, Geometry, Ints, WarpBarrier

PAIRS = 4_000_000  # accesses × publications; beyond it everything published counts as ordered


class Order:
    """The clocks of the running group of blocks. Lanes are numbered over the whole launch."""

    def __init__(self) -> None:
        self.now = 0
        self.grid = 0  # stamp of the last grid barrier
        self.base = 0  # number of the group's first lane
        self._width = WARP
        self._first_block = 0
        self._block: Ints = np.zeros(1, np.int64)  # stamp of the last barrier, by block of the group
        self._warp: Ints = np.zeros(1, np.int64)
        self._synced_warps = False
        self._fences = Fences()

    def begin(self, geometry: Geometry) -> None:
        self._width, self._first_block = geometry.lanes_per_block, geometry.first_block
        self.base = geometry.first_block * geometry.lanes_per_block
        self._block = np.zeros(geometry.blocks, np.int64)
        self._warp = np.zeros(geometry.blocks * geometry.lanes_per_block // WARP, np.int64)
        self._synced_warps = False
        self._fences.begin(geometry)

    def barrier(self, event: Barrier) -> None:
        met = np.asarray(event.arrived.reshape(-1, self._width).any(axis=1))
        self._block[met] = self.now
        self._fences.barrier(met)

    def warp_barrier(self, event: WarpBarrier) -> None:
        self._warp[event.arrived.reshape(-1, WARP).any(axis=1)] = self.now
        self._synced_warps = True

    def grid_barrier(self) -> None:
        self.grid = self.now

    def fence(self, event: Fence) -> None:
        self._fences.fence(event, self.now)

    def atomic(self, lanes: Ints) -> None:
        """These lanes of the group do an atomic now."""
        self._fences.atomic(lanes, self.now, self.base, self._block)

    def floor(self, *, shared: bool) -> int:
        """Every access up to this stamp is ordered before every lane of the group, whoever did it."""
        return max(self.grid, int(self._block.min())) if shared else self.grid

    def floors(self, lanes: Ints, *, shared: bool) -> Ints | int:
        """The same for each of these lanes and the accesses of its own block."""
        if not shared or self._block.min() == self._block.max():
            return self.floor(shared=shared)
        floors: Ints = np.maximum(self._block[(lanes - self.base) // self._width], self.grid)
        return floors

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
            loose &= ~(same_warp & (stamp <= self._warp[here // WARP]))
        if loose.any() and self._fences.published:
            where = np.flatnonzero(loose)
            loose[where] = ~self._fences.ordered(lane[where], stamp[where], now[where], self.base)
        return loose


class Fences:
    """Publications (fence, then atomic) and who may have seen them."""

    def __init__(self) -> None:
        self.published = False
        self._width = WARP
        self._device: Ints = np.zeros(1, np.int64)  # stamp of the last device-wide fence, by block of the group
        self._any: Ints = np.zeros(1, np.int64)  # of any fence
        self._told: Ints = np.zeros(1, np.int64)  # stamp of the fence that a lane published last
        self._acquired: Ints = np.zeros(1, np.int64)  # stamp of a lane's last atomic
        self._records: list[Ints] = []  # arrays of shape (5, k): lane, block, barrier, device fence, any fence
        self._stamps: list[Ints] = []
        self._fenced = False

    def begin(self, geometry: Geometry) -> None:
        self._width = geometry.lanes_per_block
        self._device = np.zeros(geometry.blocks, np.int64)
        self._any = np.zeros(geometry.blocks, np.int64)
        self._told = np.zeros(geometry.blocks * self._width, np.int64)
        self._acquired = np.zeros(geometry.blocks * self._width, np.int64)
        self._fenced = False

    def fence(self, event: Fence, now: int) -> None:
        blocks = event.active.reshape(-1, self._width).any(axis=1)
        # A store after this fence has a later stamp, since the clock counts accesses.
        self._any[blocks] = now
        if not event.block_only:
            self._device[blocks] = now
        self._fenced = True

    def barrier(self, met: NDArray[np.bool_]) -> None:
        """What one thread of a block has seen, all have seen behind the block's barrier."""
        if self.published:
            rows = self._acquired.reshape(-1, self._width)
            rows[met] = rows[met].max(axis=1, keepdims=True)

    def atomic(self, lanes: Ints, now: int, base: int, barriers: Ints) -> None:
        if self._fenced:
            self._publish(lanes, now, base, barriers)
        if self.published:
            self._acquired[lanes] = now

    def _publish(self, lanes: Ints, now: int, base: int, barriers: Ints) -> None:
        block = lanes // self._width
        news = self._any[block] > self._told[lanes]
        if not news.any():
            return
        lanes, block = lanes[news], block[news]
        self._told[lanes] = self._any[block]
        first = base // self._width
        self._records.append(
            np.stack([lanes + base, block + first, barriers[block], self._device[block], self._any[block]])
        )
        self._stamps.append(np.full(lanes.size, now))
        self.published = True

    def ordered(self, lane: Ints, stamp: Ints, now: Ints, base: int) -> NDArray[np.bool_]:
        """Whether the access of `lane` at `stamp` was published before lane `now` last acquired."""
        record, when = np.concatenate(self._records, axis=1), np.concatenate(self._stamps)
        if lane.size * when.size > PAIRS:
            return np.ones(lane.size, np.bool_)
        publisher, block, barrier, device, fence = (row[None, :] for row in record)
        then, at = lane[:, None], stamp[:, None]
        reach = np.where((then // self._width) == (now // self._width)[:, None], fence, device)
        made = (publisher == then) | ((block == then // self._width) & (at <= barrier))
        seen = when[None, :] <= self._acquired[now - base][:, None]
        ordered: NDArray[np.bool_] = (made & (at <= reach) & seen).any(axis=1)
        return ordered
