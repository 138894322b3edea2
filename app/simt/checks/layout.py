"""Layout: how the lanes of an even access lie over cells, found once a pattern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from app.simt.even import Pattern, spread
from app.simt.events import Ints


@dataclass(slots=True)
class Lattice:
    """Cells at even distances on several axes: `start + i * steps[0] + j * steps[1] + ...`."""

    start: int
    counts: tuple[int, ...]
    steps: tuple[int, ...]

    def of(self, plane: np.ndarray) -> np.ndarray:
        """These cells of a plane as a view, one axis each."""
        item = plane.itemsize
        return np.ndarray(
            self.counts, plane.dtype, plane, self.start * item, tuple([step * item for step in self.steps])
        )


Index = slice | Lattice | Ints
Bits = NDArray[np.unsignedinteger]


def read(plane: np.ndarray, index: Index) -> np.ndarray:
    """What a plane holds at these cells, flat. To be read before the plane is written again."""
    return index.of(plane).reshape(-1) if isinstance(index, Lattice) else plane[index]


def write(plane: np.ndarray, index: Index, value: object) -> None:
    """Set the plane at these cells to one value, or to a flat array of them."""
    if isinstance(index, Lattice):
        view = index.of(plane)
        view[...] = value.reshape(index.counts) if isinstance(value, np.ndarray) else value
    else:
        plane[index] = value


def cell_at(index: Index, position: int) -> int:
    """The cell at a position of an index."""
    if isinstance(index, slice):
        return int(index.start + position * (index.step or 1))
    if isinstance(index, Lattice):
        where = np.unravel_index(position, index.counts)
        return index.start + sum(int(k) * step for k, step in zip(where, index.steps, strict=True))
    return int(index[position])


@dataclass(frozen=True, eq=False)
class Layout:
    """`repeat` cells a lane. `steps` is in cells, one an axis of the pattern: 0 where lanes meet at the same ones.

    It is not `regular` where an axis goes on from one copy of the cells into the next.
    """

    pattern: Pattern
    repeat: int
    steps: tuple[int, ...]
    regular: bool = True

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Which of the pattern's layouts it is."""
        return (self.repeat, self.steps)

    @cached_property
    def distinct(self) -> bool:
        """Whether lanes are at the same cells or at wholly different ones."""
        if not self.regular:
            return False
        reach = self.repeat - 1
        for step, count in sorted((abs(s), n) for s, n in zip(self.steps, self.pattern.counts, strict=True) if s):
            if step <= reach:
                return False
            reach += step * (count - 1)
        return True

    @cached_property
    def _apart(self) -> tuple[int, ...]:
        return tuple(axis for axis, step in enumerate(self.steps) if step)

    @cached_property
    def _meeting(self) -> tuple[int, ...]:
        return tuple(axis for axis, step in enumerate(self.steps) if not step)

    @cached_property
    def reach(self) -> int:
        """From the first lane at a cell to the last, 0 where each is alone."""
        counts, strides = self.pattern.counts, self.pattern.strides
        return sum(strides[axis] * (counts[axis] - 1) for axis in self._meeting)

    def met(self, base: int, dtype: np.dtype) -> tuple[Ints, Ints]:
        """The first and the last lane at each of the distinct cells, flat; one object where each is alone."""
        key, notes = ("met", self.key, base, dtype), self.pattern.notes
        if key not in notes:
            counts, strides = self.pattern.counts, self.pattern.strides
            chosen = [counts[axis] for axis in self._apart], [strides[axis] for axis in self._apart]
            first = spread(self.pattern.lane + base, *chosen, dtype)
            if self.repeat > 1:
                first = np.repeat(first, self.repeat)
            notes[key] = (first, first + dtype.type(self.reach) if self.reach else first)
        found: tuple[Ints, Ints] = notes[key]
        return found

    @cached_property
    def _axes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """(counts, steps) of the distinct cells, in as few axes as will do."""
        counts = [self.pattern.counts[axis] for axis in self._apart]
        return _joined([*counts, self.repeat], [*(self.steps[axis] for axis in self._apart), 1])

    def index(self, start: int) -> slice | Lattice:
        """The distinct cells, if the first lane is at this one."""
        counts, steps = self._axes
        if not counts:
            return slice(start, start + 1)
        if len(counts) == 1 and steps[0] > 0:
            return slice(start, start + steps[0] * (counts[0] - 1) + 1, steps[0])
        return Lattice(start, counts, steps)

    def lanes(self, chosen: NDArray[np.bool_]) -> Ints:
        """Every lane (increasing) at some of the distinct cells that are chosen."""
        counts = self.pattern.counts
        shape = [count if axis in self._apart else 1 for axis, count in enumerate(counts)]
        hit = chosen.reshape(-1, self.repeat).any(axis=1).reshape(shape)
        return self.pattern.lanes[np.broadcast_to(hit, counts).reshape(-1)]

    def meeting(self, bits: Bits) -> tuple[Bits, NDArray[np.bool_]]:
        """Of values by lane: each cell's last, and whether the lanes that meet there have different ones."""
        table = bits.reshape(self.pattern.counts)
        last = table[tuple(slice(-1, None) if axis in self._meeting else slice(None) for axis in range(table.ndim))]
        clash = (table != last).any(axis=self._meeting)
        last, clash = last.reshape(-1), clash.reshape(-1)
        return (last, clash) if self.repeat == 1 else (np.repeat(last, self.repeat), np.repeat(clash, self.repeat))


def _joined(counts: Sequence[int], steps: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    merged: list[tuple[int, int]] = []
    for count, step in zip(counts, steps, strict=True):
        if count == 1:
            continue
        if merged and merged[-1][1] == step * count:
            merged[-1] = (merged[-1][0] * count, step)
        else:
            merged.append((count, step))
    return tuple(count for count, _ in merged), tuple(step for _, step in merged)


def laid(pattern: Pattern, size: int, grain: int, per_copy: int, width: int) -> Layout:
    """Over cells of `grain` bytes, `per_copy` of them for each `width` lanes (0: for all)."""
    if not width:
        return Layout(pattern, size // grain, tuple([step // grain for step in pattern.steps]))
    steps, lane = [], pattern.lane % width
    for count, stride, step in zip(pattern.counts, pattern.strides, pattern.steps, strict=True):
        copies = stride // width if stride % width == 0 else 0
        steps.append(step // grain + copies * per_copy)
        lane += 0 if copies else stride * (count - 1)
    return Layout(pattern, size // grain, tuple(steps), regular=lane < width)
