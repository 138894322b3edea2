"""The observer that makes a recording of one block."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.findings import Index3
from app.simt.events import (
    Access,
    Assigned,
    Backing,
    BadIndex,
    Barrier,
    Branch,
    Buffer,
    Called,
    Geometry,
    GridBarrier,
    Ints,
    Left,
    Observer,
    Op,
    Statement,
    WarpBarrier,
)
from app.simt.record.holdings import Changed, Holding, elements, field_of
from app.simt.record.packing import Packed, Runs, Value, differs, packed, runs, size, values
from app.simt.record.recording import Array, Cells, Change, Recording, Step, Touched

MAX_STEPS = 2_000
MAX_VALUES = 200_000  # numbers written down, of variables, addresses and cells: some 4 MB of JSON at most


@dataclass(slots=True)
class Variable:
    values: list[Value]
    set_in: int | None = None  # the last step that changed it


@dataclass(slots=True)
class Open:
    """The step that is running."""

    kind: str
    line: int
    depth: int
    lanes: Runs
    taken: Runs | None = None
    sync: str = ""
    names: dict[str, None] = field(default_factory=dict)  # variables that changed, in order
    written: dict[int, None] = field(default_factory=dict)  # buffers, in order
    accesses: list[Touched] = field(default_factory=list)

    @property
    def told(self) -> bool:
        """Whether anything happened but changes."""
        return bool(self.accesses or self.sync) or self.taken is not None


class Recorder(Observer):
    """Watches the block `block`, an index (x, y, z), of a program that was made to be recorded."""

    wants = frozenset(
        {Statement, Assigned, Called, Left, Backing, Access, BadIndex, Branch, Barrier, WarpBarrier, GridBarrier}
    )

    def __init__(self, block: Index3) -> None:
        self._block = block
        self._threads: Index3 = (0, 0, 0)
        self._lanes = slice(0, 0)  # the block's, in the group
        self._place = 0  # the block's, in the group
        self._watching = False
        self._cut = ""
        self._left = MAX_VALUES
        self._arrays: dict[int, tuple[int, Array]] = {}  # by buffer
        self._backings: dict[int, Backing] = {}  # by buffer
        self._holdings: dict[int, Holding] = {}  # by buffer, of those that the block has met
        self._calls: list[tuple[int, dict[str, Variable]]] = []  # by depth: the step it began in, its variables
        self._steps: list[Step] = []
        self._open: Open | None = None
        self._callers: list[Open] = []  # the last statement that began, by depth

    def recording(self) -> Recording:
        """As far as the launch has come."""
        self._close()
        arrays = tuple(array for _, array in self._arrays.values())
        return Recording(self._block, self._threads, arrays, tuple(self._steps), self._cut)

    def group_begin(self, geometry: Geometry) -> None:
        (x, y, z), (gx, gy, _) = self._block, geometry.grid
        self._threads = geometry.block
        self._place = x + gx * (y + gy * z) - geometry.first_block
        exists = all(0 <= at < size for at, size in zip(self._block, geometry.grid, strict=True))
        self._watching = exists and 0 <= self._place < geometry.blocks and not self._cut
        first, threads = self._place * geometry.lanes_per_block, math.prod(geometry.block)
        self._lanes = slice(first, first + threads)

    def group_end(self) -> None:
        self._close()
        self._watching = False

    def statement(self, event: Statement) -> None:
        self._begin("line", event.line, event.depth, self._active(event.active))

    def called(self, event: Called) -> None:
        lanes = self._active(event.active)
        self._begin("call", event.line, event.depth, lanes)
        if lanes:
            del self._calls[event.depth :]
            self._calls.append((len(self._steps), {}))

    def left(self, event: Left) -> None:
        if self._open is not None and self._open.depth > event.depth:
            caller = self._callers[event.depth]
            self._begin("back", caller.line, caller.depth, caller.lanes)

    def assigned(self, event: Assigned) -> None:
        if self._open is None:
            return
        mine = event.active[self._lanes]
        given = event.values[self._lanes][mine]
        fresh = values(given) if event.buffer is None else _begins(event.buffer, given)
        variables = self._calls[event.depth][1]
        if event.name not in variables and event.buffer is not None and fresh == [f"&{event.name}[0]"] * len(fresh):
            return  # an array under its own name
        if event.name not in variables:
            variables[event.name] = Variable([None] * mine.size)
        held = variables[event.name].values
        for lane, value in zip(np.flatnonzero(mine).tolist(), fresh, strict=True):
            if differs(held[lane], value):
                held[lane] = value
                self._open.names[event.name] = None

    def backing(self, event: Backing) -> None:
        self._backings[event.buffer.id] = event

    def access(self, event: Access) -> None:
        if self._open is None:
            return
        mine = self._mine(event.lanes)
        if not mine.any():
            return
        assert event.dtype is not None, "the machine says what is moved"
        offsets, at = event.offsets[mine], event.lanes[mine] - self._lanes.start
        holding = self._holding(event.buffer)
        number, rest = elements(event.buffer, offsets)
        moved = holding.read(at, offsets, event.dtype) if event.op is Op.LOAD else None
        moved = event.values[mine] if event.values is not None else moved
        self._open.accesses.append(
            Touched(
                event.op.value,
                self._array(event.buffer),
                runs(at),
                self._pack(number),
                None if moved is None else self._pack(moved),
                field=field_of(event.buffer, rest),
            )
        )
        if event.op is not Op.LOAD:
            holding.touch(at, offsets, event.dtype)
            self._open.written[event.buffer.id] = None
        self._weigh()

    def bad_index(self, event: BadIndex) -> None:
        if self._open is None:
            return
        mine = self._mine(event.lanes)
        if mine.any():
            at = self._pack(event.index[mine])
            lanes = runs(event.lanes[mine] - self._lanes.start)
            missed = Touched(event.op.value, self._array(event.buffer), lanes, at, axis=event.axis)
            self._open.accesses.append(missed)
            self._weigh()

    def branch(self, event: Branch) -> None:
        if self._open is not None and event.active[self._lanes].any():
            self._open.taken = runs(event.taken[self._lanes])

    def barrier(self, event: Barrier) -> None:
        self._sync("block", event.arrived)

    def warp_barrier(self, event: WarpBarrier) -> None:
        self._sync("warp", event.arrived)

    def grid_barrier(self, event: GridBarrier) -> None:
        if self._open is not None:
            self._open.sync = "grid"

    def _sync(self, kind: str, arrived: NDArray[np.bool_]) -> None:
        if self._open is not None and arrived[self._lanes].any():
            self._open.sync = kind

    def _active(self, mask: NDArray[np.bool_]) -> Runs:
        return runs(mask[self._lanes]) if self._watching else []

    def _begin(self, kind: str, line: int, depth: int, lanes: Runs) -> None:
        """End the last step and open one, if a lane of the block takes part in it."""
        if not lanes and self._open is not None and depth > self._open.depth:
            return  # other blocks are in a function that this block's statement does not call
        self._close()
        if lanes and len(self._steps) >= MAX_STEPS:
            self._stop("steps")
        elif lanes and self._watching:
            self._open = Open(kind, line, depth, lanes)
            self._callers[depth:] = [self._open]

    def _close(self) -> None:
        done = self._open
        if done is None:
            return
        call, variables = self._calls[done.depth]
        changes = [self._change(name, variables[name]) for name in done.names]
        cells = [self._cells(buffer, part) for buffer in done.written for part in self._holdings[buffer].changes()]
        self._weigh()
        if self._open is None or (done.kind == "back" and not (changes or cells or done.told)):
            self._open = None
            return
        for name in done.names:
            variables[name].set_in = len(self._steps)
        self._steps.append(
            Step(
                done.kind,
                done.line,
                done.depth,
                call,
                done.lanes,
                done.taken,
                done.sync,
                tuple(changes),
                tuple(cells),
                tuple(done.accesses),
            )
        )
        self._open = None

    def _change(self, name: str, variable: Variable) -> Change:
        return Change(name, self._packed(variable.values), variable.set_in)

    def _cells(self, buffer: int, part: Changed) -> Cells:
        """What the step wrote in an array, where that is not what was there."""
        at, now, was = self._packed(part.at), self._packed(part.now), self._packed(part.was)
        lanes = None if part.lanes is None else self._packed(part.lanes)
        return Cells(self._arrays[buffer][0], len(part.at), at, now, was, lanes, part.field)

    def _holding(self, buffer: Buffer) -> Holding:
        if buffer.id not in self._holdings:
            backing, threads = self._backings[buffer.id], self._lanes.stop - self._lanes.start
            self._holdings[buffer.id] = Holding(backing, self._place, threads)
        return self._holdings[buffer.id]

    def _array(self, buffer: Buffer) -> int:
        found = self._arrays.get(buffer.id)
        if found is None:
            made = Array(buffer.name, buffer.space.value, buffer.shape, buffer.itemsize)
            found = self._arrays[buffer.id] = (len(self._arrays), made)
        return found[0]

    def _mine(self, lanes: Ints) -> NDArray[np.bool_]:
        return (lanes >= self._lanes.start) & (lanes < self._lanes.stop)

    def _pack(self, array: np.ndarray) -> Packed:
        return self._packed(values(array))

    def _packed(self, listed: list[Value]) -> Packed:
        form = packed(listed)
        self._left -= size(form)
        return form

    def _weigh(self) -> None:
        if self._left < 0 and self._watching:
            self._stop("values")

    def _stop(self, why: str) -> None:
        """The step that is open would not fit: it is dropped, and nothing follows it."""
        self._cut, self._open, self._watching = why, None, False


def _begins(buffer: Buffer, offsets: np.ndarray) -> list[Value]:
    """Where arrays or records begin, as C would write it; a record's first field is not told from the record."""
    number, rest = elements(buffer, offsets.astype(np.int64))
    fields = [field_of(buffer, rest[k : k + 1]) if into else "" for k, into in enumerate(rest.tolist())]
    return [f"&{buffer.name}[{at}]{field}" for at, field in zip(number.tolist(), fields, strict=True)]
