"""banks: how many wavefronts the warps' accesses to shared memory take, and how many they would without conflicts.

Shared memory has 32 banks of 4 bytes, successive words in successive banks. Lanes that want one word share it;
different words of one bank wait for each other, so a pass takes as many wavefronts as the most wanted bank has
words: CUDA C++ Programming Guide, "Shared Memory" of compute capability 5.x and later. A lane's 8 bytes are served a
half-warp a pass and 16 bytes a quarter-warp a pass; a pass in which no lane is active does not run. A load takes two
such passes in one where all lanes want the same as their neighbour (lane ^ 1), or all as their second neighbour
(lane ^ 2). `ideal` is the number of passes. The metric is l1tex__data_pipe_lsu_wavefronts_mem_shared (Nsight Compute
documentation, "Metrics Decoder"); `bench/shared_counts.py` holds these rules against it.

What is not covered: atomics, whose wavefronts depend on how the hardware retries them; they are counted apart.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.simt.events import WARP, Access, Ints, Observer, Op, Space
from app.simt.profile.lines import Lines
from app.simt.profile.rows import ABSENT, noted, rows, total

WORD, BANKS = 4, 32
FAR = 2**63 - 1  # further than any word


class Banks(Observer):
    """Requests, wavefronts and ideal wavefronts. Whole words further on, all banks turn by as many: nothing changes."""

    wants = frozenset({Access})

    def __init__(self) -> None:
        self._lines = Lines()

    def access(self, event: Access) -> None:
        if event.buffer.space is not Space.SHARED or event.op is Op.ATOMIC or event.count == 0:
            return
        for piece in event.pieces():
            self._lines.add(event.line, noted(piece, "banks", WORD, _counts))

    def lines(self) -> dict[int, dict[str, int]]:
        return self._lines.plain()


def _counts(event: Access) -> dict[str, int]:
    width, loads = _words(event), event.op is Op.LOAD

    def count(lanes: Ints, offsets: Ints) -> Ints:
        return _count(rows(lanes, offsets // WORD), width, loads)

    requests, taken, ideal = total(event, WORD, count).tolist()
    return {"shared_requests": requests, "shared_wavefronts": taken, "shared_ideal": ideal}


def _words(event: Access) -> int:
    """How many words a lane touches."""
    size, piece = event.size, min(event.size, WORD)
    if event.even is not None:
        aligned = not any(place % piece for place in (event.even.offset, *event.even.pattern.steps))
    else:
        aligned = WORD % piece == 0 and int(np.bitwise_or.reduce(event.offsets)) % piece == 0
    if aligned and WORD % piece == 0 and size % piece == 0:
        return -(-size // WORD)
    return int(((event.offsets + (size - 1)) // WORD - event.offsets // WORD).max()) + 1


def _count(every: Ints, width: int, loads: bool) -> Ints:
    """(wavefronts, ideal) of each warp from the first word of every lane, ABSENT where one is idle."""
    share = min(1 << (width - 1).bit_length(), WARP)  # passes a warp: 1, 2, 4
    if share == 1 or not loads:
        return _passes(every, width, share)
    counts = np.empty((len(every), 2), np.int64)
    merged = _merge(every)
    counts[merged] = _passes(every[merged], width, share // 2)
    counts[~merged] = _passes(every[~merged], width, share)
    return counts


def _passes(warps: Ints, width: int, share: int) -> Ints:
    parts = warps.reshape(-1, WARP // share)
    busy = (parts != ABSENT).any(axis=1)
    taken = np.where(busy, wavefronts(parts, width), 0)
    return np.stack([taken.reshape(-1, share).sum(axis=1), busy.reshape(-1, share).sum(axis=1)], axis=1)


def _merge(warps: Ints) -> NDArray[np.bool_]:
    """By warp, whether all lanes agree with their neighbour, or all with their second neighbour; idle lanes agree."""
    return _agree(warps, 1) | _agree(warps, 2)


def _agree(warps: Ints, distance: int) -> NDArray[np.bool_]:
    pairs = warps.reshape(len(warps), -1, 2, distance)
    one, other = pairs[:, :, 0], pairs[:, :, 1]
    agree: NDArray[np.bool_] = ((one == other) | (one == ABSENT) | (other == ABSENT)).all(axis=(1, 2))
    return agree


def wavefronts(table: Ints, width: int) -> Ints:
    """For each pass, the words of its most wanted bank. `width` is in words a lane."""
    high = table.max(axis=1, initial=0)
    low = np.where(table == ABSENT, high[:, None], table).min(axis=1, initial=FAR)
    result = np.ones(len(table), np.int64)
    where = np.flatnonzero(high - low + width > BANKS)  # else in a stretch of 32: each word in a bank of its own
    if where.size == 0:
        return result
    crowded = table[where]
    wide = np.concatenate([np.where(crowded == ABSENT, ABSENT, crowded + word) for word in range(width)], axis=1)
    ordered = np.sort(wide, axis=1)
    fresh = ordered != ABSENT
    fresh[:, 1:] &= ordered[:, 1:] != ordered[:, :-1]
    row, column = np.nonzero(fresh)
    wanted = np.bincount(row * BANKS + ordered[row, column] % BANKS, minlength=len(ordered) * BANKS)
    result[where] = wanted.reshape(-1, BANKS).max(axis=1)
    return result
