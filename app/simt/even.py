"""Even accesses: lanes and byte offsets that follow one formula, so that nobody has to list them.

The lanes form a box: position (i, j, ...), below `counts` on each axis, is lane `lane + i * strides[0] + ...` at byte
`offset + i * steps[0] + ...`. A row of a tile, a column of it, or one element that a whole block reads are such boxes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
_INT64 = np.dtype(np.int64)


@dataclass(frozen=True, eq=False)
class Pattern:
    """The formula without its offset. One object serves many accesses: observers keep in `notes` what they worked out.

    No axis is of length 1. `strides` (lanes) are positive, and each is beyond the reach of the axes behind it, so
    that lanes increase in the order of the axes. `steps` (bytes) may be 0 or negative.
    """

    lane: int
    counts: tuple[int, ...]
    strides: tuple[int, ...]
    steps: tuple[int, ...]
    notes: dict[tuple[object, ...], Any] = field(default_factory=dict, repr=False)

    @cached_property
    def count(self) -> int:
        """How many lanes take part."""
        return math.prod(self.counts)

    @cached_property
    def lanes(self) -> Ints:
        """Increasing, shape (count,)."""
        return spread(self.lane, self.counts, self.strides)

    @cached_property
    def rises(self) -> Ints:
        """The byte offsets above the first lane's, shape (count,)."""
        return spread(0, self.counts, self.steps)


@dataclass(frozen=True, slots=True)
class Even:
    """A pattern, and the byte offset at which its first lane is."""

    pattern: Pattern
    offset: int


def pattern(lane: int, axes: Iterable[tuple[int, int, int]], seam: int = 0) -> Pattern:
    """From (count, stride, step) by axis, outermost first. Axes that go on as one become one, except at the stride
    `seam`, where a new copy of the memory begins."""
    merged: list[tuple[int, int, int]] = []
    for count, stride, step in axes:
        if count == 1:
            continue
        if merged and merged[-1][1:] == (stride * count, step * count) and merged[-1][1] != seam:
            merged[-1] = (merged[-1][0] * count, stride, step)
        else:
            merged.append((count, stride, step))
    counts, strides, steps = tuple(zip(*merged, strict=True)) if merged else ((), (), ())
    return Pattern(lane, counts, strides, steps)


def spread(
    start: int, counts: Sequence[int], steps: Sequence[int], dtype: np.dtype[np.signedinteger] = _INT64
) -> np.ndarray:
    """`start + i * steps[0] + j * steps[1] + ...` in the order of the axes, flat."""
    total = np.full(1, start, dtype)
    for count, step in zip(counts, steps, strict=True):
        axis = np.arange(count, dtype=dtype) * dtype.type(step)
        total = axis + start if total.size == 1 else (total[:, None] + axis).reshape(-1)
    return total
