"""coalescing: how many 32-byte sectors the warps' accesses to global memory touch.

A warp's access is one request, and it is served in sectors of 32 bytes, each fetched once a request however many
lanes want a piece of it: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory"; Nsight Compute
documentation, "Metrics Decoder", l1tex__t_requests and l1tex__t_sectors. Arrays start at a multiple of 256 bytes, as
cudaMalloc promises, so that offsets are as good as addresses.

What is not covered: local memory (its addresses are interleaved by lane), and atomics, which are counted apart.
"""

from __future__ import annotations

import numpy as np

from app.simt.events import WARP, Access, Ints, Observer, Op, Space
from app.simt.profile.lines import Lines
from app.simt.profile.rows import distinct, noted, rows, total

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
            self._lines.add(event.line, noted(piece, "coalescing", SECTOR, _counts))

    def lines(self) -> dict[int, dict[str, int]]:
        return self._lines.plain()


def _counts(event: Access) -> dict[str, int]:
    counted = _in_order(event.lanes, event.offsets, event.size) if event.even is None else None
    if counted is None:
        counted = total(event, SECTOR, lambda lanes, offsets: _sectors(lanes, offsets, event.size)).tolist()
    requests, moved = counted
    wanted = event.count * event.size
    if event.op is Op.LOAD:
        return {"global_load_requests": requests, "global_load_sectors": moved, "global_load_bytes": wanted}
    return {"global_store_requests": requests, "global_store_sectors": moved, "global_store_bytes": wanted}


def _in_order(lanes: Ints, offsets: Ints, size: int) -> tuple[int, int] | None:
    """(requests, sectors) where each lane is in one sector and no warp comes back to one that it left; else None."""
    if SECTOR % size or int(np.bitwise_or.reduce(offsets)) % size:
        return None
    warp, sector = lanes // WARP, offsets // SECTOR
    turns, rises = warp[1:] != warp[:-1], np.diff(sector)
    if ((rises < 0) & ~turns).any():
        return None
    return 1 + int(np.count_nonzero(turns)), 1 + int(np.count_nonzero(turns | (rises != 0)))


def _sectors(lanes: Ints, offsets: Ints, size: int) -> Ints:
    """Distinct sectors of each warp, shape (warps, 1)."""
    first = offsets // SECTOR
    if SECTOR % size == 0 and not (offsets % size).any():
        return distinct(rows(lanes, first))[:, None]
    last = (offsets + (size - 1)) // SECTOR
    span = int((last - first).max())
    wide = [rows(lanes, np.minimum(first + step, last)) for step in range(span + 1)]
    return distinct(np.concatenate(wide, axis=1))[:, None]
