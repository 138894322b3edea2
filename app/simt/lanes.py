"""The lanes of one group of blocks: their axes, their own indices, and their numbers in events.

A value over lanes is an array with one axis for every block and thread dimension that is longer than 1
(blocks first, x last), of length 1 where the value does not depend on it. Rows that are equal for a whole
block or a whole thread row are thus computed once. Padding lanes exist in events alone.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from app.simt.affine import Affine
from app.simt.events import WARP, Geometry, Ints
from app.simt.masks import Bools, Mask

_INT32 = np.dtype(np.int32)
_INT64 = np.dtype(np.int64)


Box = tuple[tuple[int, int, int], ...]  # of each axis: the first position, how many, and how far apart


class Lanes:
    """`extent` is the group's (x, y, z) in blocks, `corner` its first block."""

    def __init__(self, geometry: Geometry, corner: tuple[int, int, int], extent: tuple[int, int, int]) -> None:
        self.geometry, self.corner, self.extent = geometry, corner, extent
        sizes = (*reversed(extent), *reversed(geometry.block))
        self._axes = [axis for axis, size in enumerate(sizes) if size > 1]
        self.shape = tuple(sizes[axis] for axis in self._axes)
        self.count = math.prod(self.shape)
        self.threads = math.prod(geometry.block)
        self.blocks = geometry.blocks
        self._last: tuple[Mask | None, Bools] = (None, np.zeros(0, np.bool_))  # masks come several times in a row
        self._tallied: tuple[Mask | None, tuple[int, int]] = (None, (0, 0))
        self._boxed: tuple[Mask | None, Box | None] = (None, None)
        self._whole: Box = tuple((0, size, 1) for size in self.shape)
        self.unpadded = geometry.lanes_per_block == self.threads

    def _affine(self, base: int, weights: dict[int, int], dtype: np.dtype[np.generic]) -> Affine | np.generic:
        steps = tuple(weights.get(axis, 0) for axis in self._axes)
        return Affine(base, steps, self.shape, dtype) if any(steps) else dtype.type(base)

    def thread(self, dim: int) -> Affine | np.generic:
        """threadIdx, x is dimension 0."""
        return self._affine(0, {5 - dim: 1}, _INT32)

    def block(self, dim: int) -> Affine | np.generic:
        """blockIdx."""
        return self._affine(self.corner[dim], {2 - dim: 1}, _INT32)

    def grid(self, dim: int) -> Affine | np.generic:
        """threadIdx + blockIdx * blockDim."""
        size = self.geometry.block[dim]
        return self._affine(self.corner[dim] * size, {2 - dim: size, 5 - dim: 1}, _INT64)

    def linear_thread(self) -> Affine | np.generic:
        """The thread's number in its block, x fastest."""
        bx, by, _ = self.geometry.block
        return self._affine(0, {5: 1, 4: bx, 3: bx * by}, _INT64)

    def block_origin(self, size: int) -> Affine | np.generic:
        """Where each block's copy begins, if a copy has `size` units."""
        x, y, _ = self.extent
        return self._affine(0, {2: size, 1: size * x, 0: size * x * y}, _INT64)

    def lane_origin(self, size: int) -> Affine | np.generic:
        """Where each lane's copy begins, if a copy has `size` units."""
        (x, y, _), (bx, by, _), threads = self.extent, self.geometry.block, self.threads
        weights = {5: 1, 4: bx, 3: bx * by, 2: threads, 1: threads * x, 0: threads * x * y}
        return self._affine(0, {axis: weight * size for axis, weight in weights.items()}, _INT64)

    @cached_property
    def ids(self) -> Ints:
        """The lane number of every position, shape (count,), increasing."""
        padded = self.geometry.lanes_per_block
        if self.unpadded:
            return np.arange(self.count, dtype=np.int64)
        rows = np.arange(self.blocks, dtype=np.int64)[:, None] * padded
        return (rows + np.arange(self.threads, dtype=np.int64)).reshape(-1)

    def spread(self, value: object) -> np.ndarray:
        """One element a position, shape (count,)."""
        array = value.dense() if type(value) is Affine else np.asarray(value)
        if array.shape == self.shape:
            return array.reshape(-1)
        result = np.empty(self.shape, array.dtype)
        result[...] = array
        return result.reshape(-1)

    def positions(self, mask: Mask) -> Ints:
        """The positions that are in the mask, increasing."""
        if mask is True:
            return self._everywhere
        if mask is False:
            return np.zeros(0, np.int64)
        return np.flatnonzero(self.spread(mask))

    @cached_property
    def _everywhere(self) -> Ints:
        return np.arange(self.count, dtype=np.int64)

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """By how much the lane's number grows along each axis."""
        (x, y, _), (bx, by, _), block = self.extent, self.geometry.block, self.geometry.lanes_per_block
        weights = (block * x * y, block * x, block, bx * by, bx, 1)
        return tuple(weights[axis] for axis in self._axes)

    def box(self, mask: Mask) -> Box | None:
        """The mask as even ranges, one an axis; None where it is none of that kind, or empty."""
        if mask is True:
            return self._whole
        if mask is not self._boxed[0]:
            self._boxed = (mask, None if isinstance(mask, bool) else _box(mask, self.shape))
        return self._boxed[1]

    def full(self, mask: Mask) -> Bools:
        """The mask over all lanes, padding among them, shape (lanes,). Not to be changed."""
        if mask is not self._last[0]:
            self._last = (mask, self.padded(np.bool_(mask) if isinstance(mask, bool) else mask))
        return self._last[1]

    def padded(self, value: object) -> np.ndarray:
        """One element a lane, zero in the padding, shape (lanes,)."""
        flat = self.spread(value)
        if self.unpadded:
            return flat
        lanes = np.zeros((self.blocks, self.geometry.lanes_per_block), flat.dtype)
        lanes[:, : self.threads] = flat.reshape(self.blocks, self.threads)
        return lanes.reshape(-1)

    def unpadded_fold(self, lanes: np.ndarray) -> np.ndarray | np.generic:
        """Back from one element a lane, padding among them, to the lanes' own axes."""
        return self.fold(lanes.reshape(self.blocks, -1)[:, : self.threads].reshape(-1))

    def tally(self, mask: Mask) -> tuple[int, int]:
        """How many lanes are in the mask, and how many warps have one."""
        if mask is True:
            return self.count, self.blocks * (self.geometry.lanes_per_block // WARP)
        if mask is not self._tallied[0]:
            full = self.full(mask)
            warps = full.view(np.uint64).reshape(-1, WARP // 8).any(axis=1)
            self._tallied = (mask, (int(np.count_nonzero(full)), int(np.count_nonzero(warps))))
        return self._tallied[1]

    def fold(self, flat: np.ndarray) -> np.ndarray | np.generic:
        """Back from one element a position to the lanes' own axes."""
        return flat.reshape(self.shape) if self.shape else flat[0]

    def at_position(self, value: object, position: int) -> object:
        """One position's value, as Python has it."""
        array = np.asarray(value)
        if array.ndim == 0:
            return array.item()
        where = np.unravel_index(position, self.shape)
        return array[tuple(0 if size == 1 else int(k) for k, size in zip(where, array.shape, strict=True))].item()


def _box(mask: Bools, shape: tuple[int, ...]) -> Box | None:
    if mask.ndim != len(shape):
        return None
    ranges, size = [], 1
    for axis, extent in enumerate(shape):
        if mask.shape[axis] == 1:
            ranges.append((0, extent, 1))
            continue
        others = tuple(k for k in range(mask.ndim) if k != axis)
        at = np.flatnonzero(mask.any(axis=others) if others else mask)
        if at.size == 0:
            return None
        first, apart = int(at[0]), int(at[1] - at[0]) if at.size > 1 else 1
        if int(at[-1]) != first + apart * (at.size - 1) or (apart > 1 and (np.diff(at) != apart).any()):
            return None
        ranges.append((first, at.size, apart))
        size *= at.size
    return tuple(ranges) if size == np.count_nonzero(mask) else None
