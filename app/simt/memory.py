"""Allocations, and N-d views of them in any layout.

An address counts *units*: elements where the layout allows it, bytes where they lie unaligned.
Offsets, shapes and strides of a view are Python integers where they are the same for all lanes,
else Affine or int64 arrays over the lanes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import gcd
from typing import Any

import numpy as np

from app.simt.affine import dense
from app.simt.events import Buffer
from app.simt.types import ElementType

Extent = Any  # int | Affine | NDArray[np.int64]


@dataclass(slots=True)
class Memory:
    """One allocation: all copies of it, one behind the other, each of a multiple of 16 bytes."""

    buffer: Buffer
    data: np.ndarray  # uint8, contiguous
    begin: Callable[[int], Extent] | None = None  # where each lane's copy begins in units; None: all lanes share one
    _origins: dict[int, Extent] = field(default_factory=dict)
    _flats: dict[tuple[np.dtype[np.generic], int], np.ndarray] = field(default_factory=dict)
    _copies: dict[tuple[np.dtype[np.generic], int], np.ndarray] = field(default_factory=dict)

    def origin(self, unit: int) -> Extent:
        """Where each lane's copy begins: 0 for global memory, per block for shared, per lane for local."""
        if self.begin is None:
            return 0
        if unit not in self._origins:
            self._origins[unit] = self.begin(unit)
        return self._origins[unit]

    def flat(self, dtype: np.dtype[np.generic], unit: int) -> np.ndarray:
        """All copies as one line of elements that start at every unit."""
        key = (dtype, unit)
        if key not in self._flats:
            count = max(0, (self.data.nbytes - dtype.itemsize) // unit + 1)
            self._flats[key] = np.ndarray((count,), dtype, self.data, 0, (unit,)) if count else np.zeros(0, dtype)
        return self._flats[key]

    def copies(self, dtype: np.dtype[np.generic], unit: int) -> np.ndarray:
        """Each lane's copy where that follows a formula, shape (lanes' axes or 1 each, elements at every unit)."""
        key = (dtype, unit)
        if key not in self._copies:
            first, count = self.origin(unit), (self.buffer.nbytes - dtype.itemsize) // unit + 1
            shape = [extent if step else 1 for step, extent in zip(first.steps, first.shape, strict=True)]
            strides = [step * unit for step in first.steps]
            self._copies[key] = np.ndarray([*shape, count], dtype, self.data, first.base * unit, [*strides, unit])
        return self._copies[key]


@dataclass(frozen=True, slots=True)
class View:
    """An array as a kernel sees it. `name`: what its subscripts are told by, where that is not the buffer's name."""

    memory: Memory
    dtype: ElementType
    unit: int  # bytes
    offset: Extent
    shape: tuple[Extent, ...]
    strides: tuple[Extent, ...]
    bytewise: bool = False  # fields of a record that is not aligned: the device moves them byte by byte
    name: str = ""
    copied: bool = False  # one number of records that are copied as a whole

    @property
    def ndim(self) -> int:
        return len(self.shape)


@dataclass(frozen=True, slots=True)
class Reference:
    """A record as a kernel holds it: the place of one. Nothing is read, and no subscript missed, before a field is."""

    view: View  # of records
    index: tuple[Extent, ...]
    signed: tuple[bool, ...]  # by axis: a negative subscript wraps


def copies_of(buffer: Buffer, copies: int, origin: Callable[[int], Extent]) -> Memory:
    """Memory with a zeroed copy for each block or lane; `origin` gives where each one's begins, for a copy's size."""
    size = -(-max(buffer.nbytes, 1) // 16) * 16
    spare = size  # so that lanes that are not active may reach into a copy behind the last: a slice stays a slice
    return Memory(buffer, np.zeros(copies * size + spare, np.uint8), lambda unit: origin(size // unit))


def begins(held: View | Reference) -> Any:
    """Where it begins in its copy of the memory, in units: an integer, or one a lane."""
    if isinstance(held, View):
        return held.offset
    address = held.view.offset
    for index, wraps, size, stride in zip(held.index, held.signed, held.view.shape, held.view.strides, strict=True):
        at = np.asarray(dense(index)).astype(np.int64)
        address = dense(address) + np.where(wraps & (at < 0), at + dense(size), at) * dense(stride)
    return address


def part(view: View, kind: ElementType, offset: int, shape: tuple[int, ...] = ()) -> View:
    """The view of what lies `offset` bytes into every element; of `shape` there, in C order."""
    item = kind.dtype.itemsize
    unit = gcd(view.unit, offset, item)
    scale = view.unit // unit
    inner = [stride * (item // unit) for stride in packed_strides(shape)]
    strides = (*(stride * scale for stride in view.strides), *inner)
    return replace(
        view,
        dtype=kind,
        unit=unit,
        offset=view.offset * scale + offset // unit,
        shape=(*view.shape, *shape),
        strides=strides,
    )


def flat_bytes(array: np.ndarray, count: int) -> np.ndarray:
    """`count` bytes of memory from the array's lowest one on; none for an array without elements."""
    if array.size == 0:
        return np.zeros(0, np.uint8)
    lowest = array[(*(slice(-1, None) if stride < 0 else slice(0, 1) for stride in array.strides), ...)]
    # one-element axes may have any stride, so a view of the first element as bytes is always legal
    head = np.lib.stride_tricks.as_strided(lowest, (1,), (lowest.itemsize,)).view(np.uint8)
    return np.lib.stride_tricks.as_strided(head, (count,), (1,))


def array_view(memory: Memory, array: np.ndarray, dtype: ElementType, first: int) -> View:
    """The view of a whole NumPy array whose first element lies at byte `first` of the memory."""
    item = dtype.dtype.itemsize
    aligned = first % item == 0 and all(stride % item == 0 for stride in array.strides)
    unit = item if aligned else 1
    return View(
        memory, dtype, unit, first // unit, tuple(array.shape), tuple(stride // unit for stride in array.strides)
    )


def packed_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides of a C-ordered array, in elements."""
    strides = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * max(1, shape[axis + 1])
    return tuple(strides)
