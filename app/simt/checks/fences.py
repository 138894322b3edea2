"""Fences: what threads have published, and who may have seen it.

A fence covers what its thread did before, and what was ordered before that: its block's accesses up to the block's last
barrier, its warp's up to the last `syncwarp`. The thread's next atomic *publishes* this. Behind a barrier a thread may
also publish what each other thread of the block had fenced before it, and behind a `syncwarp` what its warp had: so
both "all write, barrier, one fences and counts" and "all write and fence, barrier, one counts" are covered.

An atomic whose answer is taken *acquires* what was published before it: by an earlier access, or in the same one by a
lower lane, which had its turn first. An answer that nobody looks at tells nobody anything. A barrier and a `syncwarp`
pass on what one of their threads has acquired.

Where an exact rule would need more bookkeeping than is worth, an access counts as ordered: an atomic acquires what was
published on any cell, no fence is asked for behind it, and `syncwarp` with a mask counts for its whole warp here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.simt.events import WARP, Fence, Geometry, Ints, WarpBarrier

PAIRS = 4_000_000  # accesses × publications of one event; what goes beyond counts as ordered
TURN = 1 << 32  # the moment of an atomic is its stamp × TURN + its lane, so that lanes have their turns in order


@dataclass(frozen=True, slots=True)
class Clocks:
    """Stamps of the last barrier: by block, and by warp of the group."""

    block: Ints
    warp: Ints


class Fences:
    """Publications of two reaches. Lanes are numbered over the launch, and within the group where that is said."""

    def __init__(self) -> None:
        self._width = WARP
        self._base = 0
        self._fenced = False  # in this group
        self._near, self._far = Reach(), Reach()  # for threads of one block, which any fence serves; for all threads
        self._acquired: Ints = np.zeros(1, np.int64)  # by lane of the group, the moment of its last telling atomic

    @property
    def published(self) -> bool:
        return self._near.published  # whatever reaches far reaches near

    def begin(self, geometry: Geometry) -> None:
        self._width = geometry.lanes_per_block
        self._base = geometry.first_block * geometry.lanes_per_block
        self._acquired = np.zeros(geometry.blocks * self._width, np.int64)
        self._fenced = False
        for reach in (self._near, self._far):
            reach.begin(geometry)

    def fence(self, event: Fence, now: int, clocks: Clocks) -> None:
        self._fenced = True
        for reach in (self._near,) if event.block_only else (self._near, self._far):
            reach.fence(np.flatnonzero(event.active), now, clocks)

    def barrier(self, met: NDArray[np.bool_]) -> None:
        """Blocks of the group have met."""
        if self._fenced:
            for reach in (self._near, self._far):
                reach.barrier(met)
        if self.published:
            rows = self._acquired.reshape(-1, self._width)
            rows[met] = rows[met].max(axis=1, keepdims=True)

    def warp_barrier(self, event: WarpBarrier) -> None:
        met = np.asarray(event.arrived.reshape(-1, WARP).any(axis=1))
        if self._fenced:
            for reach in (self._near, self._far):
                reach.warp_barrier(met)
        if self.published:
            rows = self._acquired.reshape(-1, WARP)
            rows[met] = rows[met].max(axis=1, keepdims=True)

    def atomic(self, lanes: Ints, now: int, *, answered: bool) -> None:
        """These lanes of the group do an atomic."""
        if self._fenced:
            for reach in (self._near, self._far):
                reach.publish(lanes, now)
        if self.published and answered:
            self._acquired[lanes] = now * TURN + lanes

    def ordered(self, lane: Ints, stamp: Ints, now: Ints) -> NDArray[np.bool_]:
        """Whether the access of `lane` at `stamp` was published before lane `now` last acquired; elementwise."""
        acquired = self._acquired[now - self._base]
        near = lane // self._width == now // self._width
        result = np.empty(lane.size, np.bool_)
        for reach, where in ((self._near, near), (self._far, ~near)):
            result[where] = reach.seen(lane[where], stamp[where], acquired[where])
        return result


class Reach:
    """Fences of one reach and what was published behind them."""

    def __init__(self) -> None:
        self._width = WARP
        self._base = 0
        self._news = 0  # counts what there is to publish
        self._records = np.zeros((8, 64), np.int64)  # moment, lane, block, own, by block, by warp, two snapshots
        self._count = 0
        self._snapshots: list[Ints] = []  # of `_of_block`, `_of_warp`, by block
        self._held: Ints = np.zeros((0, WARP), np.int64)  # the same, stacked
        self._begin(1)

    @property
    def published(self) -> bool:
        return self._count > 0

    def begin(self, geometry: Geometry) -> None:
        self._width = geometry.lanes_per_block
        self._base = geometry.first_block * self._width
        self._begin(geometry.blocks * self._width)

    def _begin(self, lanes: int) -> None:
        zeros = [np.zeros(lanes, np.int64) for _ in range(7)]
        self._own, self._block, self._warp = zeros[:3]  # a lane's last fence; what its block and warp had met by then
        self._of_block, self._of_warp = zeros[3:5]  # up to where others of the block (the warp) may publish a lane's
        self._told, self._version = zeros[5:]
        self._current: Ints = np.full((lanes // self._width, 2), -1)  # the snapshots that still hold, by block

    def fence(self, lanes: Ints, now: int, clocks: Clocks) -> None:
        self._news += 1
        self._own[lanes] = now  # an access behind the fence has a later stamp, since the clock counts accesses
        self._block[lanes] = clocks.block[lanes // self._width]
        self._warp[lanes] = clocks.warp[lanes // WARP]
        self._version[lanes] = self._news

    def barrier(self, met: NDArray[np.bool_]) -> None:
        self._news += 1
        rows = (-1, self._width)
        warps = np.repeat(self._warp.reshape(-1, WARP).max(axis=1), WARP).reshape(rows)
        known = np.maximum(np.maximum(self._own.reshape(rows), self._of_warp.reshape(rows)), warps)
        known = np.maximum(known, self._block.reshape(rows).max(axis=1, keepdims=True))
        self._pass_on(self._of_block.reshape(rows), known, met, met)

    def warp_barrier(self, met: NDArray[np.bool_]) -> None:
        self._news += 1
        rows = (-1, WARP)
        blocks = np.asarray(met.reshape(-1, self._width // WARP).any(axis=1))
        for kept in (self._block, self._warp):
            self._pass_on(kept.reshape(rows), kept.reshape(rows).max(axis=1, keepdims=True), met, blocks)
        self._pass_on(self._of_warp.reshape(rows), self._own.reshape(rows), met, blocks)

    def _pass_on(self, kept: Ints, known: Ints, met: NDArray[np.bool_], blocks: NDArray[np.bool_]) -> None:
        more = (known > kept).any(axis=1) & met
        if more.any():
            kept[more] = np.maximum(kept[more], known[more])
            self._version.reshape(kept.shape)[more] = self._news
            self._current[blocks] = -1

    def publish(self, lanes: Ints, now: int) -> None:
        lanes = lanes[self._version[lanes] > self._told[lanes]]
        if not lanes.size:
            return
        self._told[lanes] = self._version[lanes]
        block = lanes // self._width
        for each in np.unique(block):
            self._snapshot(int(each))
        while self._count + lanes.size > self._records.shape[1]:
            self._records = np.concatenate([self._records, np.zeros_like(self._records)], axis=1)
        self._records[:, self._count : self._count + lanes.size] = (
            now * TURN + lanes,
            lanes + self._base,
            block + self._base // self._width,
            self._own[lanes],
            self._block[lanes],
            self._warp[lanes],
            *self._current[block].T,
        )
        self._count += lanes.size

    def _snapshot(self, block: int) -> None:
        if self._current[block, 0] < 0:
            rows = slice(block * self._width, (block + 1) * self._width)
            self._current[block] = len(self._snapshots), len(self._snapshots) + 1
            self._snapshots += [self._of_block[rows].copy(), self._of_warp[rows].copy()]

    def seen(self, lane: Ints, stamp: Ints, acquired: Ints) -> NDArray[np.bool_]:
        """Whether each access was published before that moment."""
        if not lane.size or not self._count:
            return np.zeros(lane.size, np.bool_)
        most = max(1, PAIRS // self._count)
        if lane.size > most:
            rest = np.ones(lane.size - most, np.bool_)
            return np.concatenate([self.seen(lane[:most], stamp[:most], acquired[:most]), rest])
        records = self._records[:, : self._count]
        access, record = np.nonzero((records[0] < acquired[:, None]) & (records[2] == (lane // self._width)[:, None]))
        _, publisher, _, own, by_block, by_warp, of_block, of_warp = records[:, record]
        then, at = lane[access], stamp[access]
        place = then % self._width
        if len(self._held) < len(self._snapshots):
            self._held = np.stack(self._snapshots)
        held = self._held
        mates = then // WARP == publisher // WARP
        upto = np.maximum(by_block, held[of_block, place])
        upto = np.maximum(upto, np.where(mates, np.maximum(by_warp, held[of_warp, place]), 0))
        upto = np.maximum(upto, np.where(publisher == then, own, 0))
        result = np.zeros(lane.size, np.bool_)
        result[access[at <= upto]] = True
        return result
