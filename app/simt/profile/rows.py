"""Rows: an access's lanes as one row of 32 a warp, so that a count over warps is an operation on rows.

Many warps do the same a little further on. A count that repeats every `period` bytes of the offset is made once for
each way in which they lie, and an even access that was counted before is not counted again.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from app.simt.even import Pattern, spread
from app.simt.events import WARP, Access, Ints

ABSENT = -1
PIECE = 1 << 15  # lanes that are worked on at a time, so that the work stays in the cache

Count = Callable[[Ints, Ints], Ints]  # from lanes and offsets, whole warps of them, counts of shape (warps, k)


def noted(event: Access, what: str, period: int, count: Callable[[Access], dict[str, int]]) -> dict[str, int]:
    """What `count` says of the access; asked once for all even ones that differ by whole periods. `what` names it."""
    if event.even is None:
        return count(event)
    notes, key = event.even.pattern.notes, (what, event.op, event.size, event.even.offset % period)
    if key not in notes:
        notes[key] = count(event)
    found: dict[str, int] = notes[key]
    return found


def total(event: Access, period: int, count: Count) -> Ints:
    """How many warps take part, then the counts of the access summed over them, shape (1 + k,)."""
    if event.even is None:
        return _sum(event.lanes, event.offsets, count)
    return _even(event.even.pattern, event.even.offset % period, period, count)


def _sum(lanes: Ints, offsets: Ints, count: Count) -> Ints:
    step = PIECE if _full(lanes) else lanes.size
    pieces = [count(lanes[k : k + step], offsets[k : k + step]).sum(axis=0) for k in range(0, lanes.size, step)]
    return np.concatenate([[_warps(lanes)], np.sum(pieces, axis=0, dtype=np.int64)])


def _even(pattern: Pattern, offset: int, period: int, count: Count) -> Ints:
    halves = _halves(pattern)
    if halves is None:
        lowest = min(int(pattern.rises.min()), 0) // period * period
        return _sum(pattern.lanes, pattern.rises + (offset - lowest), count)
    inner, outer = halves
    phases, times = _phases(outer, offset, period)
    counts, strides, steps = zip(*inner, strict=True) if inner else ((), (), ())
    lanes, rises = spread(pattern.lane % WARP, counts, strides), spread(0, counts, steps)
    lowest = int(rises.min()) // period * period
    rows = np.arange(phases.size, dtype=np.int64)[:, None] * WARP + lanes
    by_phase = count(rows.reshape(-1), (phases[:, None] + (rises - lowest)).reshape(-1))
    return np.concatenate([[times.sum()], times @ by_phase])


Axis = tuple[int, int, int]  # count, stride, step


def _halves(pattern: Pattern) -> tuple[list[Axis], list[Axis]] | None:
    """The axes within a warp and those over warps, where all warps have the same lanes; else None."""
    inner: list[Axis] = []
    outer: list[Axis] = []
    last = pattern.lane % WARP  # of the inner axes so far
    for count, stride, step in zip(*map(reversed, (pattern.counts, pattern.strides, pattern.steps)), strict=True):
        within = WARP // stride
        if stride % WARP == 0:
            outer.insert(0, (count, stride, step))
        elif last + stride * (count - 1) < WARP:
            inner.insert(0, (count, stride, step))
            last += stride * (count - 1)
        elif WARP % stride == 0 and count % within == 0 and last < stride:
            inner.insert(0, (within, stride, step))
            outer.insert(0, (count // within, WARP, step * within))
            last += stride * (within - 1)
        else:
            return None
    return inner, outer


def _phases(outer: list[Axis], offset: int, period: int) -> tuple[Ints, Ints]:
    """Where warps may lie within a period, and how many lie so."""
    counts, steps = _columns(outer)
    if not any(step % period for step in steps):
        return np.array([offset % period]), np.array([math.prod(counts)])
    times = np.bincount(spread(offset, counts, steps) % period, minlength=period)
    phases = np.flatnonzero(times)
    return phases, times[phases]


def _columns(axes: list[Axis]) -> tuple[list[int], list[int]]:
    return [count for count, _, _ in axes], [step for _, _, step in axes]


def _warps(lanes: Ints) -> int:
    owner = lanes // WARP
    return 1 + int(np.count_nonzero(owner[1:] != owner[:-1]))


def rows(lanes: Ints, values: Ints) -> Ints:
    """`values` of shape (warps, 32), by lane; ABSENT where a lane is idle, as all may be."""
    if _full(lanes):
        return values.reshape(-1, WARP)
    first, last = int(lanes[0]) // WARP, int(lanes[-1]) // WARP
    if last - first < lanes.size:
        flat = np.full((last + 1 - first) * WARP, ABSENT, np.int64)  # warps without a lane count nothing
        flat[lanes - first * WARP] = values
        return flat.reshape(-1, WARP)
    owner = lanes // WARP
    row = np.zeros(lanes.size, np.int64)
    np.cumsum(owner[1:] != owner[:-1], out=row[1:])
    table = np.full((int(row[-1]) + 1, WARP), ABSENT, np.int64)
    table[row, lanes % WARP] = values
    return table


def _full(lanes: Ints) -> bool:
    """Whether these are all lanes of successive warps."""
    return bool(lanes.size % WARP == 0 and lanes[0] % WARP == 0 and lanes[-1] - lanes[0] == lanes.size - 1)


def distinct(table: Ints) -> Ints:
    """How many different values each row has, idle lanes aside."""
    ordered = table if bool((table[:, 1:] >= table[:, :-1]).all()) else np.sort(table, axis=1)
    found: Ints = np.count_nonzero(ordered[:, 1:] != ordered[:, :-1], axis=1) + (ordered[:, 0] != ABSENT)
    return found
