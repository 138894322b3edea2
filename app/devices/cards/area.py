"""Arrays in shared memory: what an executor is given of a case, and what it gives back.

Arrays whose bytes overlap lie in one block, so that on the device too what is written through one is read through the
other. A block holds every byte that its arrays span, whatever their strides.
"""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.lib.array_utils import byte_bounds

from app.findings import Plain

SEALED = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
INPUT = SEALED | fcntl.F_SEAL_WRITE
_ALIGNED = 4096  # bytes: a block begins on a page, so that it can be copied to a device without a detour


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the shared memory, in bytes."""

    offset: int
    size: int


@dataclass(frozen=True, slots=True)
class Entry:
    """An array: the number of its block, and how many bytes into that its first item begins."""

    dtype: np.dtype
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    block: int
    first: int


@dataclass(frozen=True, slots=True)
class Item:
    """An array as a process knows it that moves it and does not read it."""

    itemsize: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    block: int
    first: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies. `size` is in bytes and never 0."""

    blocks: tuple[Block, ...]
    arrays: Mapping[str, Entry]
    size: int

    def only(self, names: Sequence[str]) -> Layout:
        """The layout of these arrays alone, whose blocks keep their order. Raises KeyError."""
        wanted = sorted({self.arrays[name].block for name in names})
        blocks, size = placed([self.blocks[number].size for number in wanted])
        moved = {number: place for place, number in enumerate(wanted)}
        entries = {name: self.arrays[name] for name in names}
        arrays = {n: Entry(e.dtype, e.shape, e.strides, moved[e.block], e.first) for n, e in entries.items()}
        return Layout(blocks, arrays, size)

    def plain(self) -> dict[str, Plain]:
        """What a process needs that moves the arrays and does not read them."""
        arrays: list[object] = [
            [name, one.dtype.itemsize, list(one.shape), list(one.strides), one.block, one.first]
            for name, one in self.arrays.items()
        ]
        return {"blocks": [[block.offset, block.size] for block in self.blocks], "arrays": arrays}


class Area:
    """A memfd and its layout. Closing it here takes nothing from whoever has been sent it."""

    def __init__(self, layout: Layout, descriptor: int) -> None:
        self.layout = layout
        self._descriptor = descriptor
        self._memory: mmap.mmap | None = None  # kept once made: to map its pages takes longer than to copy them

    @classmethod
    def of(cls, arrays: Mapping[str, np.ndarray]) -> Self:
        """These arrays as they are now, which nobody can change any more. Raises OSError."""
        bounds = {name: byte_bounds(array) for name, array in arrays.items()}
        spans = _merged([span for span in bounds.values() if span[0] < span[1]])
        empty = [name for name, (low, high) in bounds.items() if low == high]
        blocks, size = placed([*(high - low for low, high in spans), *(0 for _ in empty)])
        entries = {}
        for name, array in arrays.items():
            at = len(spans) + empty.index(name) if name in empty else _holding(spans, bounds[name][0])
            first = 0 if name in empty else array.ctypes.data - spans[at][0]
            entries[name] = Entry(array.dtype, array.shape, array.strides, at, first)
        area = cls(Layout(blocks, entries, size), _memory("inputs", size))
        try:
            for block, (low, high) in zip(blocks, spans, strict=False):
                _write(area.fileno(), block.offset, low, high - low)
            fcntl.fcntl(area.fileno(), fcntl.F_ADD_SEALS, INPUT)
        except BaseException:
            area.close()
            raise
        return area

    @classmethod
    def for_outputs(cls, layout: Layout, copies: int = 1) -> Self:
        """Room for arrays of this layout, so many times one behind the other. Raises OSError."""
        area = cls(layout, _memory("outputs", copies * layout.size))
        fcntl.fcntl(area.fileno(), fcntl.F_ADD_SEALS, SEALED)
        return area

    def read(self, copy: int = 0) -> dict[str, np.ndarray]:
        """Fresh arrays of what lies there now."""
        if self._memory is None:
            self._memory = mmap.mmap(self._descriptor, 0, mmap.MAP_SHARED, mmap.PROT_READ)
        return {name: self._array(self._memory, copy, entry) for name, entry in self.layout.arrays.items()}

    def fileno(self) -> int:
        return self._descriptor

    def close(self) -> None:
        if self._memory is not None:
            self._memory.close()
            self._memory = None
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _array(self, memory: mmap.mmap, copy: int, entry: Entry) -> np.ndarray:
        if 0 in entry.shape:
            return np.empty(entry.shape, entry.dtype)
        first = copy * self.layout.size + self.layout.blocks[entry.block].offset + entry.first
        return np.ndarray(entry.shape, entry.dtype, memory, first, entry.strides).copy(order="K")


def _merged(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of addresses, those that overlap as one."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if merged and low < merged[-1][1]:
            merged[-1] = merged[-1][0], max(high, merged[-1][1])
        else:
            merged.append((low, high))
    return merged


def _holding(spans: Sequence[tuple[int, int]], address: int) -> int:
    return next(at for at, (low, high) in enumerate(spans) if low <= address < high)


def placed(sizes: Sequence[int]) -> tuple[tuple[Block, ...], int]:
    """Blocks one behind the other, and how many bytes they need; both sides of the wire lay them so."""
    blocks, end = [], 0
    for size in sizes:
        blocks.append(Block(end, size))
        end += max(-(-size // _ALIGNED), 1) * _ALIGNED
    return tuple(blocks), max(end, _ALIGNED)


def _memory(name: str, size: int) -> int:
    descriptor = os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        os.ftruncate(descriptor, size)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _write(descriptor: int, offset: int, address: int, size: int) -> None:
    """Write memory of ours to a file: a span holds bytes that belong to no item of the array, which NumPy hides."""
    rest = memoryview((ctypes.c_ubyte * size).from_address(address)).cast("B")
    while rest:
        done = os.pwrite(descriptor, rest, offset)
        rest, offset = rest[done:], offset + done
