"""coalescing: how many 32-byte sectors the warps' accesses to global memory touch.

A warp's access is one request, and it is served in sectors of 32 bytes, each fetched once a request however many
lanes want a piece of it: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory"; Nsight Compute
documentation, "Metrics Decoder", l1tex__t_requests and l1tex__t_sectors. Arrays start at a multiple of 256 bytes, as
cudaMalloc promises, so that offsets are as good as addresses.

What is not covered: local memory (its addresses are interleaved by lane), and atomics, which are counted apart.
"""

from __future__ import annotations

import numpy as np

from app.simt.events import WARP, Access, Even, Ints, Observer, Op, Space
from app.simt.profile.lines import Lines
from app.simt.profile.rows import distinct, pieces, rows, warps

SECTOR = 32


class Coalescing(Observer):
    """Requests, sectors and bytes asked for, loads and stores apart."""

    wants = frozenset({Access})

    def __init__(self) -> None:
        self._lines = Lines()

    def access(self, event: Access) -> None:
        if event.buffer.space is not Space.GLOBAL or event.op is Op.ATOMIC or event.count == 0:
            return
        for piece in event.pieces():
            counts = {"requests": warps(piece), "sectors": sectors(piece), "bytes": piece.count * piece.size}
            self._lines.add(event.line, **{f"global_{event.op}_{name}": count for name, count in counts.items()})

    def lines(self) -> dict[int, dict[str, int]]:
        return self._lines.plain()


def sectors(event: Access) -> int:
    """Distinct sectors of each warp, summed."""
    if event.even is not None and abs(event.even.step) <= SECTOR:
        return _span(event.even, event.size)
    return sum(_sectors(lanes, offsets, event.size) for lanes, offsets in pieces(event.lanes, event.offsets))


def _span(even: Even, size: int) -> int:
    """Steps of a sector or less leave none out between the lowest and the highest byte of a warp."""
    edges = np.arange(-(even.lane % WARP), even.count, WARP)
    first = even.offset + even.step * np.maximum(edges, 0)
    last = even.offset + even.step * (np.minimum(edges + WARP, even.count) - 1)
    low, high = np.minimum(first, last), np.maximum(first, last) + (size - 1)
    return int((high // SECTOR - low // SECTOR + 1).sum())


def _sectors(lanes: Ints, offsets: Ints, size: int) -> int:
    first = offsets // SECTOR
    if SECTOR % size == 0 and not (offsets % size).any():
        return distinct(rows(lanes, first))
    last = (offsets + (size - 1)) // SECTOR
    span = int((last - first).max())
    wide = [rows(lanes, np.minimum(first + step, last)) for step in range(span + 1)]
    return distinct(np.concatenate(wide, axis=1))
