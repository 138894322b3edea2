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
from app.simt.profile.rows import ABSENT, rows, warps

WORD, BANKS = 4, 32


class Banks(Observer):
    """Requests, wavefronts and ideal wavefronts."""

    wants = frozenset({Access})

    def __init__(self) -> None:
        self._lines = Lines()

    def access(self, event: Access) -> None:
        if event.buffer.space is not Space.SHARED or event.op is Op.ATOMIC or event.count == 0:
            return
        table = passes(event)
        self._lines.add(
            event.line,
            shared_requests=warps(event),
            shared_wavefronts=wavefronts(table),
            shared_ideal=len(table),
        )

    def lines(self) -> dict[int, dict[str, int]]:
        return self._lines.plain()


def passes(event: Access) -> Ints:
    """The words that each pass wants, one row a pass, padded; ABSENT where a lane is idle."""
    first = event.offsets // WORD
    words = int(((event.offsets + (event.size - 1)) // WORD - first).max()) + 1
    share = min(1 << (words - 1).bit_length(), WARP)  # passes a warp: 1, 2, 4
    every = rows(event.lanes, first)
    if words == 1:
        return every
    merged = _merge(every) if event.op is Op.LOAD else np.zeros(len(every), np.bool_)
    return np.concatenate([_wide(every[~merged], words, share), _wide(every[merged], words, share // 2)])


def _merge(warps: Ints) -> NDArray[np.bool_]:
    """By warp, whether all lanes agree with their neighbour, or all with their second neighbour; idle lanes agree."""
    return _agree(warps, 1) | _agree(warps, 2)


def _agree(warps: Ints, distance: int) -> NDArray[np.bool_]:
    partner = warps[:, np.arange(WARP) ^ distance]
    agree: NDArray[np.bool_] = ((warps == partner) | (warps == ABSENT) | (partner == ABSENT)).all(axis=1)
    return agree


def _wide(warps: Ints, words: int, share: int) -> Ints:
    every = warps.reshape(-1, WARP // share)
    table = every[(every != ABSENT).any(axis=1)]
    wide = (table[:, :, None] + np.arange(words)).reshape(len(table), table.shape[1] * words)
    wide[np.repeat(table == ABSENT, words, axis=1)] = ABSENT
    padded = np.full((len(wide), WARP * words), ABSENT, np.int64)
    padded[:, : wide.shape[1]] = wide
    return padded


def wavefronts(table: Ints) -> int:
    """For each pass, the words of its most wanted bank; summed."""
    high = table.max(axis=1)
    low = np.where(table == ABSENT, high[:, None], table).min(axis=1)
    crowded = table[high - low >= BANKS]  # words within one stretch of 32 are each in a bank of their own
    calm = len(table) - len(crowded)
    if crowded.size == 0:
        return calm
    ordered = np.sort(crowded, axis=1)
    fresh = ordered != ABSENT
    fresh[:, 1:] &= ordered[:, 1:] != ordered[:, :-1]
    row, column = np.nonzero(fresh)
    wanted = np.bincount(row * BANKS + ordered[row, column] % BANKS, minlength=ordered.shape[0] * BANKS)
    return calm + int(wanted.reshape(-1, BANKS).max(axis=1).sum())
