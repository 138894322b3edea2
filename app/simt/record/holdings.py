"""What arrays hold, as one block sees it: what its accesses find, and what its steps change."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from app.simt.events import Backing, Buffer, Ints, Space
from app.simt.record.packing import Value, differs, values

PRIVATE = (Space.SHARED, Space.LOCAL)  # nobody else writes there, so nothing is known before the block has written


@dataclass(frozen=True, slots=True)
class Changed:
    """Cells that a step changed. `lanes` are the owners' of local memory, None elsewhere; `was` is None if unknown."""

    lanes: list[Value] | None
    at: list[Value]
    field: str
    now: list[Value]
    was: list[Value]


class Holding:
    """One array. The lanes that it is asked for are threads of the block, by number."""

    def __init__(self, event: Backing, place: int, threads: int) -> None:
        self.buffer, self._dtype = event.buffer, event.dtype
        self._local = event.buffer.space is Space.LOCAL
        copies = threads if self._local else 1
        first = place * copies if event.buffer.space in PRIVATE else 0
        self._data = event.data[first : first + copies]
        self._count = event.buffer.nbytes // event.dtype.itemsize  # elements of a copy
        self._known: dict[int, Value] = {}  # of private memory, by cell
        self._touched: list[Ints] = []  # cells of private memory
        self._before: list[tuple[Ints, np.dtype[np.generic], np.ndarray]] = []  # of memory that others write too

    def read(self, lanes: Ints, offsets: Ints, dtype: np.dtype[np.generic]) -> np.ndarray:
        """What is there now, shape (k,)."""
        rows = lanes[:, None] if self._local else 0
        found = self._data[rows, offsets[:, None] + np.arange(dtype.itemsize)]
        return np.ascontiguousarray(found).view(dtype).reshape(-1)

    def touch(self, lanes: Ints, offsets: Ints, dtype: np.dtype[np.generic]) -> None:
        """The lanes are about to write there."""
        if self.buffer.space not in PRIVATE:
            self._before.append((offsets, dtype, self.read(lanes, offsets, dtype)))
            return
        item = self._dtype.itemsize
        cells = (offsets[:, None] + np.arange(0, dtype.itemsize, item)) // item
        inside = cells < self._count
        if self._local:
            cells = cells + lanes[:, None] * self._count
        self._touched.append(cells[inside])

    def changes(self) -> list[Changed]:
        """What has become of the cells that were touched since the last time, as far as that is something else."""
        found = [self._private()] if self._touched else [self._open(*each) for each in self._before]
        self._touched, self._before = [], []
        return [changed for changed in found if changed.at]

    def _private(self) -> Changed:
        cells, item = np.unique(np.concatenate(self._touched)), self._dtype.itemsize
        owners, elements = np.divmod(cells, self._count)
        now = values(self.read(owners, elements * item, self._dtype))
        known = self._known
        new = [
            (cell, value) for cell, value in zip(cells.tolist(), now, strict=True) if differs(known.get(cell), value)
        ]
        was = [known.get(cell) for cell, _ in new]
        known.update(new)
        lanes: list[Value] | None = [cell // self._count for cell, _ in new] if self._local else None
        return Changed(lanes, [cell % self._count for cell, _ in new], "", [value for _, value in new], was)

    def _open(self, offsets: Ints, dtype: np.dtype[np.generic], before: np.ndarray) -> Changed:
        offsets, first = np.unique(offsets, return_index=True)
        was, now = values(before[first]), values(self.read(np.zeros_like(offsets), offsets, dtype))
        numbers, rest = elements(self.buffer, offsets)
        at = numbers.tolist()
        new = [k for k in range(len(at)) if differs(now[k], was[k])]
        field = field_of(self.buffer, rest[new])
        return Changed(None, [at[k] for k in new], field, [now[k] for k in new], [was[k] for k in new])


def elements(buffer: Buffer, offsets: Ints) -> tuple[Ints, Ints]:
    """Row-major numbers of the elements at these bytes, and how far into them; where the layout tells no order,
    places in memory."""
    strides, shape = buffer.strides, buffer.shape
    if buffer.space is Space.SHARED or not shape or len(strides) != len(shape) or min(strides) <= 0:
        number, rest = np.divmod(offsets, buffer.itemsize)
        return number, rest
    number, rest = np.zeros_like(offsets), offsets
    weights = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
    for axis in sorted(range(len(shape)), key=lambda axis: -strides[axis]):
        subscripts, rest = np.divmod(rest, strides[axis])
        number += subscripts * weights[axis]
    return number, rest


def field_of(buffer: Buffer, rest: Ints) -> str:
    """The field of a record so many bytes from its beginning, such as `.pos[1]`; of different ones, all their names."""
    if buffer.record is None:
        return ""
    record = buffer.record
    return " ".join(_path(record, int(at)) for at in np.unique(rest))


def _path(dtype: np.dtype[np.generic], at: int) -> str:
    if dtype.names is not None:
        for name in dtype.names:
            kind, begin = dtype.fields[name][:2]  # type: ignore[index]  # it has names, and so fields
            if begin <= at < begin + kind.itemsize:
                return f".{name}{_path(kind, at - begin)}"
    if dtype.subdtype is not None:
        base = dtype.subdtype[0]
        return f"[{at // base.itemsize}]{_path(base, at % base.itemsize)}"
    return ""
