"""Shadow: what racecheck knows of one buffer: its last plain writes, and who has read or done an atomic since."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from app.simt.checks.cells import Cells
from app.simt.checks.crowd import STAMP, Crowd
from app.simt.checks.layout import Index, read, write
from app.simt.checks.touch import Touch
from app.simt.events import WARP, Buffer, Geometry, Ints, Space


class Shadow:
    """Of shared memory one for a group of blocks, of global memory one for the whole launch."""

    def __init__(self, buffer: Buffer, geometry: Geometry) -> None:
        self.shared = shared = buffer.space is Space.SHARED
        width = geometry.lanes_per_block
        lanes = math.prod(geometry.grid) * width
        self.lane = np.dtype(np.int32 if lanes < 2**31 else np.int64)
        self.cells = Cells(buffer, copies=geometry.blocks if shared else 1, lanes_per_copy=width if shared else 0)
        unit = WARP if shared else width
        self.readers = Crowd(self.cells, "read", unit, self.lane)
        self.atomics = Crowd(self.cells, "atomic", unit, self.lane)
        self.written = 0  # stamp of the last plain write, to whichever cell

    @property
    def crowds(self) -> tuple[Crowd, Crowd]:
        return self.readers, self.atomics

    def write(self, met: Touch, now: int) -> None:
        """Remember a plain write."""
        plane = self.cells.plane
        write(plane("write.lane", self.lane), met.index, met.last)
        write(plane("write.stamp", STAMP), met.index, now)
        if met.value is not None:
            write(plane("write.value", met.value.dtype), met.index, met.value)
        self.written = now

    def writer(self, index: Index) -> tuple[Ints, Ints]:
        """(lane, stamp) of the last plain write."""
        plane = self.cells.plane
        return read(plane("write.lane", self.lane), index), read(plane("write.stamp", STAMP), index)

    def is_same(self, met: Touch) -> NDArray[np.bool_]:
        """By cell, whether the access stores what was written last."""
        if met.value is None:
            return np.zeros(met.first.size, np.bool_)
        same: NDArray[np.bool_] = read(self.cells.plane("write.value", met.value.dtype), met.index) == met.value
        return same
