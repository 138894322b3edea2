"""Loads and stores: bounds, wrap-around, and the shortest way to the bytes.

A subscript that is in bounds for every active lane becomes one address formula; everything else goes lane by lane
through `sift`, which reports the lanes that miss and drops them. Of lanes that are not active an address may be
anywhere, and what they load is never looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from app.simt.affine import Affine, combine, dense, shifted
from app.simt.even import Even
from app.simt.evens import Evens
from app.simt.events import Access, BadIndex, Ints, NegativeIndex, Op
from app.simt.lanes import Lanes
from app.simt.masks import Mask
from app.simt.memory import View
from app.simt.signals import Signals

REPORTED = -1  # the size of a row that does not exist: whoever made the view was told

Where = Even | tuple[Ints, Ints]


@dataclass(frozen=True, slots=True)
class Subscript:
    """A place of the source that accesses memory. `signed[k]`: a negative subscript on axis k wraps."""

    line: int
    column: int
    signed: tuple[bool, ...]
    axis: int = 0  # of the array that the first part subscripts


def _parts(view: View, size: int) -> int:
    """In how many accesses, one after the other, the device moves an item."""
    if view.bytewise:
        return size
    return 2 if view.dtype.dtype.kind == "c" else 1


@dataclass(frozen=True, slots=True)
class _Layout:
    """What all affine addresses with the same steps share: the array's shape, and whether no two lanes meet."""

    shape: tuple[int, ...]
    injective: bool


class Mover:
    """Moves values between the lanes of one group and memory."""

    def __init__(self, lanes: Lanes, signals: Signals) -> None:
        self.lanes, self.signals = lanes, signals
        self._evens = Evens(lanes)
        self._layouts: dict[tuple[int, ...], _Layout] = {}  # by an address's steps, of which a program has few

    def load(self, view: View, index: Sequence[object], mask: Mask, place: Subscript, *, copied: bool = True) -> object:
        """What the lanes find; not `copied`, it may be the memory itself, which the next store changes."""
        address = _address(view, index, mask)
        if address is not None:
            if self.signals.access:
                self._tell(Op.LOAD, view, place, self._where(view, address, mask))
            found = self._gather(view, address)
            return found.copy() if copied and found.base is not None else found
        positions, addresses = self.sift(Op.LOAD, view, index, mask, place)
        if self.signals.access:
            self._tell(Op.LOAD, view, place, self._scattered(view, positions, addresses))
        result = np.zeros(self.lanes.count, view.dtype.dtype)
        if positions.size:
            result[positions] = self.line(view)[self.physical(view, positions, addresses)]
        return self.lanes.fold(result)

    def store(self, view: View, index: Sequence[object], value: object, mask: Mask, place: Subscript) -> None:
        address = _address(view, index, mask)
        if address is not None:
            if self.signals.access:
                values = self.at(value, self.lanes.positions(mask))
                self._tell(Op.STORE, view, place, self._where(view, address, mask), values)
            self._scatter(view, address, dense(value), mask)
            return
        positions, addresses = self.sift(Op.STORE, view, index, mask, place)
        if positions.size:
            values = self.at(value, positions)
            if self.signals.access:
                self._tell(Op.STORE, view, place, self._scattered(view, positions, addresses), values)
            self.line(view)[self.physical(view, positions, addresses)] = values

    def claim(
        self, view: View, index: Sequence[object], mask: Mask, place: Subscript, atomic: str, *, answered: bool = True
    ) -> tuple[Ints, Ints]:
        """For an atomic: the positions that are in bounds, and where each lands in `line(view)`."""
        address = _address(view, index, mask)
        if address is None:
            positions, addresses = self.sift(Op.ATOMIC, view, index, mask, place)
        else:
            positions = self.lanes.positions(mask)
            addresses = self.at(address, positions)
        if self.signals.access:
            where = self._scattered(view, positions, addresses) if address is None else self._where(view, address, mask)
            self._tell(Op.ATOMIC, view, place, where, atomic=atomic, answered=answered)
        return positions, self.physical(view, positions, addresses)

    def line(self, view: View) -> np.ndarray:
        return view.memory.flat(view.dtype.dtype, view.unit)

    def at(self, value: object, positions: Ints) -> np.ndarray:
        """The value at some positions, one-dimensional."""
        if positions.size == self.lanes.count:
            return self.lanes.spread(value)
        array = dense(value)
        if np.ndim(array) == 0:
            return np.full(positions.size, array)
        return self.lanes.spread(array)[positions]

    def physical(self, view: View, positions: Ints, addresses: Ints) -> Ints:
        origin = view.memory.origin(view.unit)
        return addresses if isinstance(origin, int) else addresses + self.at(origin, positions)

    def sift(self, op: Op, view: View, index: Sequence[object], mask: Mask, place: Subscript) -> tuple[Ints, Ints]:
        """The positions of `mask` whose subscript is in bounds, and their addresses; the others are reported."""
        positions = self.lanes.positions(mask)
        good = np.ones(positions.size, np.bool_)
        addresses = self.at(view.offset, positions).astype(np.int64)
        for axis, (subscript, size, stride) in enumerate(zip(index, view.shape, view.strides, strict=True)):
            raw = self.at(subscript, positions).astype(np.int64)
            sizes = self.at(size, positions)
            wraps = raw < 0 if place.signed[axis] else np.zeros(raw.size, np.bool_)
            fixed = np.where(wraps, raw + sizes, raw)
            inside = (fixed >= 0) & (fixed < sizes)
            missed = good & ~inside & (sizes != REPORTED)
            self._report(op, view, place, axis + place.axis, positions, raw, sizes, missed, good & inside & wraps)
            good &= inside
            addresses += np.where(inside, fixed, 0) * self.at(stride, positions)
        return (positions, addresses) if good.all() else (positions[good], addresses[good])

    def _report(
        self,
        op: Op,
        view: View,
        place: Subscript,
        axis: int,
        positions: Ints,
        raw: Ints,
        sizes: Ints,
        bad: np.ndarray,
        wrapped: np.ndarray,
    ) -> None:
        ids, buffer = self.lanes.ids, view.memory.buffer
        if view.name:
            buffer = replace(buffer, name=view.name, shape=(), strides=())
        if self.signals.bad_index and bad.any():
            lanes, size = ids[positions[bad]], int(sizes[bad][0])
            missed = BadIndex(op, buffer, place.line, place.column, lanes, axis, size, raw[bad])
            for tell in self.signals.bad_index:
                tell(missed)
        if self.signals.negative_index and wrapped.any():
            lanes, size = ids[positions[wrapped]], int(sizes[wrapped][0])
            event = NegativeIndex(buffer, place.line, place.column, lanes, axis, size, raw[wrapped])
            for hear in self.signals.negative_index:
                hear(event)

    def _where(self, view: View, address: object, mask: Mask) -> Where:
        """Lanes and byte offsets of an access: a formula where both run evenly."""
        box = self.lanes.box(mask)
        if box is not None and isinstance(address, Affine | int | np.integer):
            return self._evens.where(view, address, box)
        positions = self.lanes.positions(mask)
        return self._scattered(view, positions, self.at(address, positions))

    def _scattered(self, view: View, positions: Ints, addresses: np.ndarray) -> Where:
        return self.lanes.ids[positions], addresses * view.unit

    def _tell(
        self,
        op: Op,
        view: View,
        place: Subscript,
        where: Where,
        values: np.ndarray | None = None,
        atomic: str = "",
        *,
        answered: bool = True,
    ) -> None:
        if isinstance(where, tuple) and where[0].size == 0:
            return
        dtype = view.dtype.dtype
        size = dtype.itemsize
        buffer, parts = view.memory.buffer, _parts(view, size)
        of, copied = (op, buffer, place.line, place.column, where, size, values, False, atomic), view.copied
        event = Access(*of, answered, parts, copied, dtype)
        for tell in self.signals.access:
            tell(event)

    def _gather(self, view: View, address: object) -> Any:
        """What is at the address: a view of the memory where that is a slice."""
        origin = view.memory.origin(view.unit)
        if type(address) is int and type(origin) is Affine:
            return view.memory.copies(view.dtype.dtype, view.unit)[..., address]
        where = _moved(address, origin)
        if type(where) is Affine:
            held = self._slice(view, where, self._layout(where))
            if held is not None:
                return held
            where = where.dense()
        line = self.line(view)
        if not isinstance(where, np.ndarray):
            return line[int(where)]
        if line.flags.c_contiguous:
            return line.take(where, mode="clip")
        return line[np.clip(where, 0, line.size - 1)]  # take would copy the whole line

    def _scatter(self, view: View, address: object, value: np.ndarray | np.generic, mask: Mask) -> None:
        """Where several lanes store to one place, the last lane's value stays."""
        where = _moved(address, view.memory.origin(view.unit))
        target = self._target(view, where) if type(where) is Affine else None
        if target is not None:
            if mask is True:
                target[...] = _last(value, target.shape)
                return
            if target.shape == self.lanes.shape:
                np.copyto(target, value, where=cast("np.ndarray", mask))
                return
        positions = self.lanes.positions(mask)
        if positions.size == 0:
            return
        if isinstance(where, int | np.integer):
            self.line(view)[int(where)] = self.at(value, positions[-1:])[0]
            return
        self.line(view)[self.at(where, positions)] = self.at(value, positions)

    def _target(self, view: View, where: Affine) -> np.ndarray | None:
        layout = self._layout(where)
        return self._slice(view, where, layout) if layout.injective else None

    def _layout(self, where: Affine) -> _Layout:
        layout = self._layouts.get(where.steps)
        if layout is None:
            shape = tuple(extent if step else 1 for step, extent in zip(where.steps, where.shape, strict=True))
            layout = self._layouts[where.steps] = _Layout(shape, where.is_injective())
        return layout

    def _slice(self, view: View, where: Affine, layout: _Layout) -> np.ndarray | None:
        """The memory at an affine address as an array over the lanes, of length 1 along axes that do not matter.

        None where it reaches beyond the memory, as it may in lanes that are not active.
        """
        unit = view.unit
        strides = [step * unit for step in where.steps]
        try:
            return np.ndarray(layout.shape, view.dtype.dtype, view.memory.data, where.base * unit, strides)
        except ValueError:
            return None


def _address(view: View, index: Sequence[object], mask: Mask) -> Any:
    """Where all lanes land in their copy, or None if an active one may be out of bounds or below 0."""
    base: Any = view.offset
    formulas, arrays = [], []
    for subscript, size, stride in zip(index, view.shape, view.strides, strict=True):
        if type(size) is not int:
            return None
        if type(subscript) is Affine:
            low, high = subscript.span
            if (low < 0 or high >= size) and _misses(subscript.dense(), size, mask):
                return None
            formulas.append((subscript, stride))
        elif isinstance(subscript, np.ndarray):
            if _misses(subscript, size, mask):
                return None
            arrays.append(subscript.astype(np.int64, copy=False) * stride)
        else:
            position = int(cast("int", subscript))
            if not 0 <= position < size:
                return None
            base = base + position * stride  # not +=: a view's offset may be an array
    address = combine(base, formulas) if formulas else base
    for array in arrays:
        address = address + array
    return address


def _misses(subscript: np.ndarray, size: int, mask: Mask) -> bool:
    """Whether an active lane's subscript is out of bounds or negative."""
    if size == 0 or subscript.size == 0:
        return True
    if subscript.min() >= 0 and subscript.max() < size:
        return False
    return mask is True or bool((((subscript < 0) | (subscript >= size)) & mask).any())


def _moved(address: Any, origin: Any) -> Any:
    """The address in all copies of the memory, from that in the lane's own."""
    if type(address) is Affine:
        return shifted(address, origin)
    return shifted(origin, address) if type(origin) is Affine else address + origin


def _last(value: np.ndarray | np.generic, shape: tuple[int, ...]) -> np.ndarray | np.generic:
    if not isinstance(value, np.ndarray) or value.shape == shape:
        return value
    cut = tuple(
        slice(-1, None) if wanted == 1 and given > 1 else slice(None)
        for wanted, given in zip(shape, value.shape, strict=True)
    )
    return value[cut]
