"""Runs a program: group of blocks by group of blocks, all lanes of a group together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np

from app.findings import Index3
from app.simt.access import Mover
from app.simt.affine import Affine, dense
from app.simt.events import (
    WARP,
    Assigned,
    Backing,
    Barrier,
    Branch,
    BudgetSpent,
    Buffer,
    Called,
    Exchange,
    Executed,
    Fence,
    Geometry,
    GridBarrier,
    Left,
    Observer,
    Space,
    Statement,
    UnsetVariable,
    WarpBarrier,
)
from app.simt.faults import SpentError
from app.simt.lanes import Lanes
from app.simt.masks import Mask
from app.simt.memory import Memory, Reference, View, array_view, begins, copies_of, packed_strides
from app.simt.meter import Meter, Variables
from app.simt.printing import Printer
from app.simt.schedule import NATURAL, Order, groups
from app.simt.signals import Signals
from app.simt.types import ElementType, TupleType, Type

GROUP_BYTES = 64 << 20  # shared and local memory of one group, each


@dataclass(frozen=True, slots=True)
class Reserved:
    """Memory that a program asks for at one place of the source: for each block, or for each lane."""

    site: int
    name: str
    dtype: ElementType
    shape: tuple[int, ...]

    @property
    def nbytes(self) -> int:
        return math.prod(self.shape) * self.dtype.dtype.itemsize


@dataclass(slots=True)
class Program:
    """A kernel made ready for one list of argument types."""

    run: Callable[[Frame, Mask], Mask]
    line: int = 0  # of its def
    slots: int = 0
    names: dict[str, list[int]] = field(default_factory=dict)
    parameters: tuple[int, ...] = ()  # the slot of each
    kinds: tuple[Type, ...] = ()  # the type of each
    shared: dict[int, Reserved] = field(default_factory=dict)
    local: dict[int, Reserved] = field(default_factory=dict)
    whole_grid: bool = False  # it synchronises the grid, so that all blocks must run together
    takes_turns: bool = False  # it may lock: a block that holds the lock must end before another one asks
    asks: bool = False  # an atomic's old value is taken
    open_loops: bool = False  # it has a `while`

    @property
    def may_wait(self) -> bool:
        """Whether a block may stand in a loop until another one has done something."""
        return self.asks and self.open_loops


@dataclass(slots=True)
class Jumps:
    """Lanes that left the loop's body early."""

    broken: Mask = False
    continued: Mask = False


@dataclass(slots=True)
class Frame:
    """`slots` holds a value for each variable and type; a lane's current one is where its type says."""

    machine: Machine
    slots: list[object]
    names: dict[str, list[int]]  # the slots of each variable
    depth: int = 0
    defined: dict[str, Mask] = field(default_factory=dict)  # only variables that some path leaves unset
    returned: Mask = False
    result: object = None
    loops: list[Jumps] = field(default_factory=list)
    locals: dict[int, Memory] = field(default_factory=dict)  # by place in the source
    packed: int | None = None  # how many lanes a loop goes on with, on one axis


class Machine:
    """One launch. `lanes`, `mover` and `frame` belong to the group that is running."""

    lanes: Lanes
    mover: Mover
    frame: Frame

    def __init__(
        self, grid: Index3, block: Index3, observers: Sequence[Observer], meter: Meter, shared_bytes: int, lanes: int
    ) -> None:
        self.grid, self.block = grid, block
        self.signals = Signals(observers)
        self.meter = meter
        self.printer = Printer()
        self.spent: BudgetSpent | None = None
        self._shared_bytes, self._most_lanes = shared_bytes, lanes
        self._ids = count()
        self._shared: dict[int, Memory] = {}
        self._dynamic: Memory | None = None
        self._constants: dict[int, View] = {}

    def buffer(
        self, name: str, space: Space, array: np.ndarray | Reserved, *, initialized: bool, nbytes: int | None = None
    ) -> Buffer:
        """Announce an allocation of this shape; `nbytes` where it is more than the array."""
        dtype = array.dtype.dtype if isinstance(array, Reserved) else array.dtype
        shape = tuple(array.shape)
        strides = array.strides if isinstance(array, np.ndarray) else _byte_strides(shape, dtype.itemsize)
        size = int(array.nbytes) if nbytes is None else nbytes
        made = Buffer(next(self._ids), name, space, size, dtype.itemsize, initialized, shape, strides, _record(dtype))
        self.announce(made)
        return made

    def announce(self, buffer: Buffer) -> None:
        for observer in self.signals.observers:
            observer.allocate(buffer)

    def run(self, program: Program, arguments: Sequence[object], order: Order = NATURAL) -> None:
        """Run the whole grid, or as far as the step budget goes."""
        for corner, extent in self._boxes(program, order):
            first = corner[0] + self.grid[0] * (corner[1] + self.grid[1] * corner[2])
            padded = -(-math.prod(self.block) // WARP) * WARP
            geometry = Geometry(self.grid, self.block, first, math.prod(extent), padded)
            try:
                self._run_group(program, arguments, Lanes(geometry, corner, extent))
            except SpentError:
                self._tell_spent(program.line, maybe_served=order.maybe_served)
                return

    def _boxes(self, program: Program, order: Order) -> Iterator[tuple[Index3, Index3]]:
        """(first block, extent) of each group."""
        if order.blocks is not None:
            gx, gy, _ = self.grid
            return (((k % gx, k // gx % gy, k // (gx * gy)), (1, 1, 1)) for k in order.blocks)
        together = order.together or program.whole_grid
        return groups(self.grid, math.prod(self.grid) if together else self._blocks_in_group(program))

    def _blocks_in_group(self, program: Program) -> int:
        if program.takes_turns:
            return 1
        threads = math.prod(self.block)
        shared = sum(need.nbytes for need in program.shared.values()) + self._shared_bytes
        local = sum(need.nbytes for need in program.local.values()) * threads
        most = max(1, self._most_lanes // threads)
        for need in (shared, local):
            if need:
                most = min(most, max(1, GROUP_BYTES // need))
        return most

    def _run_group(self, program: Program, arguments: Sequence[object], lanes: Lanes) -> None:
        self.lanes, self.mover = lanes, Mover(lanes, self.signals)
        self._shared, self._dynamic = {}, None
        self.meter.weigh(lanes.count)
        for observer in self.signals.observers:
            observer.group_begin(lanes.geometry)
        self.frame = frame = Frame(self, [None] * program.slots, program.names)
        for slot, value in zip(program.parameters, arguments, strict=True):
            frame.slots[slot] = value
        self.called(program, frame, True)
        program.run(frame, True)
        self.meter.spend(1)  # a kernel without a statement would run through any grid for nothing
        for observer in self.signals.observers:
            observer.group_end()

    def shared(self, need: Reserved) -> View:
        """A block's array; the same at every visit of its place."""
        memory = self._shared.get(need.site)
        if memory is None:
            buffer = self.buffer(need.name, Space.SHARED, need, initialized=False)
            memory = copies_of(buffer, self.lanes.blocks, self.lanes.block_origin)
            self._shared[need.site] = memory
            self.tell_backing(memory, need.dtype, self.lanes.blocks)
        return _packed(memory, need)

    def dynamic(self, name: str, dtype: ElementType) -> View:
        """All of a block's dynamic shared memory, as elements of one dtype."""
        item, size = dtype.dtype.itemsize, self._shared_bytes
        need = Reserved(-1, name, dtype, (size // item,))
        if self._dynamic is None:
            record = _record(dtype.dtype)
            buffer = Buffer(next(self._ids), name, Space.SHARED, size, item, False, need.shape, (item,), record)
            self.announce(buffer)
            self._dynamic = copies_of(buffer, self.lanes.blocks, self.lanes.block_origin)
            self.tell_backing(self._dynamic, dtype, self.lanes.blocks)
        return _packed(self._dynamic, need)

    def tell_backing(self, memory: Memory, dtype: ElementType, copies: int | None = None) -> None:
        """Tell of an array's memory; `copies` where each block or lane has one, with a spare one behind them."""
        for tell in self.signals.backing:
            data = memory.data[None] if copies is None else memory.data.reshape(copies + 1, -1)[:-1]
            tell(Backing(memory.buffer, data, dtype.dtype))

    def local(self, frame: Frame, need: Reserved) -> View:
        """A lane's own array; the same at every visit of its place in one call."""
        memory = frame.locals.get(need.site)
        if memory is None:
            buffer = self.buffer(need.name, Space.LOCAL, need, initialized=False)
            memory = copies_of(buffer, self.lanes.count, self.lanes.lane_origin)
            frame.locals[need.site] = memory
            self.tell_backing(memory, need.dtype, self.lanes.count)
        return _packed(memory, need)

    def constant(self, name: str, array: np.ndarray, dtype: ElementType) -> View:
        """A module's array, frozen into the kernel."""
        view = self._constants.get(id(array))
        if view is None:
            buffer = self.buffer(name, Space.CONST, array, initialized=True)
            data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
            view = array_view(Memory(buffer, data), np.ascontiguousarray(array), dtype, 0)
            self.tell_backing(view.memory, dtype)
            self._constants[id(array)] = view
        return view

    def barrier(self, line: int, column: int, mask: Mask, *, whole_grid: bool = False) -> None:
        if not self.signals.barrier:
            return
        padding = ~self.lanes.full(True)
        exited = self.lanes.full(self.frame.returned) | padding
        event = Barrier(line, column, self.lanes.full(mask), exited, padding, whole_grid)
        for tell in self.signals.barrier:
            tell(event)

    def warp_barrier(self, line: int, mask: Mask, members: object = None) -> None:
        """`members`: the value that each lane names its mates by; None for all."""
        if self.signals.warp_barrier:
            named = None if members is None else self.lanes.padded(dense(members)).astype(np.int64)
            event = WarpBarrier(line, self.lanes.full(mask), named)
            for tell in self.signals.warp_barrier:
                tell(event)

    def exchange(self, line: int, name: str, mask: Mask, members: np.ndarray, sources: np.ndarray | None) -> None:
        """Called only where somebody wants exchanges; `members` and `sources` have a row a warp."""
        gone = self.lanes.full(self.frame.returned) | ~self.lanes.full(True)
        places = None if sources is None else sources.reshape(-1)
        event = Exchange(line, name, self.lanes.full(mask), gone, members.astype(np.int64).reshape(-1), places)
        for tell in self.signals.exchange:
            tell(event)

    def grid_barrier(self, line: int) -> None:
        for tell in self.signals.grid_barrier:
            tell(GridBarrier(line))

    def fence(self, line: int, mask: Mask, *, block_only: bool) -> None:
        for tell in self.signals.fence:
            tell(Fence(line, self.lanes.full(mask), block_only))

    def branch(self, line: int, active: Mask, condition: object) -> None:
        """Called only where somebody wants branches."""
        before = self.lanes.full(active)
        taken = before & self.lanes.full(dense(condition))
        for tell in self.signals.branch:
            tell(Branch(line, before, taken))

    def executed(self, line: int, depth: int, mask: Mask) -> None:
        """Called only where somebody wants statements, before they run."""
        for tell in self.signals.statement:
            tell(Statement(line, depth, self.lanes.full(mask)))
        if self.signals.executed:
            event = Executed(line, *self.lanes.tally(mask))
            for hear in self.signals.executed:
                hear(event)

    def called(self, program: Program, frame: Frame, mask: Mask) -> None:
        """The frame's parameters are in their slots."""
        for tell in self.signals.called:
            tell(Called(program.line, frame.depth, self.lanes.full(mask)))
        if self.signals.assigned:
            names = {slot: name for name, slots in program.names.items() for slot in slots}
            for slot, kind in zip(program.parameters, program.kinds, strict=True):
                self.assigned(names[slot], frame.depth, mask, frame.slots[slot], kind)

    def left(self, depth: int) -> None:
        for tell in self.signals.left:
            tell(Left(depth))

    def assigned(self, name: str, depth: int, mask: Mask, value: object, kind: Type) -> None:
        """Called only by a program that is recorded."""
        if isinstance(kind, TupleType) and isinstance(value, tuple):
            for label, item, inner in zip(_labels(kind), value, kind.items, strict=True):
                self.assigned(name + label, depth, mask, item, inner)
            return
        buffer = None
        if isinstance(value, View | Reference):
            view = value if isinstance(value, View) else value.view
            buffer, value = view.memory.buffer, begins(value) * view.unit
        if isinstance(value, Affine | np.ndarray | np.generic | int):
            for tell in self.signals.assigned:
                tell(Assigned(name, depth, self.lanes.full(mask), self.lanes.padded(value), buffer))

    def unset(self, name: str, line: int, column: int, mask: Mask) -> None:
        if self.signals.unset_variable:
            event = UnsetVariable(name, line, column, self.lanes.ids[self.lanes.positions(mask)])
            for tell in self.signals.unset_variable:
                tell(event)

    def _tell_spent(self, line: int, *, maybe_served: bool) -> None:
        lap = self.meter.spinning()
        mask: Mask = True if lap is None or lap.mask is False else lap.mask
        positions = self.lanes.positions(mask)
        variables = {} if lap is None else self._values(lap.variables, lap.names, int(positions[0]))
        lanes = self.lanes.ids[positions]
        self.spent = BudgetSpent(line if lap is None else lap.line, lanes, variables, maybe_served)
        for tell in self.signals.budget_spent:
            tell(self.spent)

    def _values(self, frame: Variables, names: Sequence[str], position: int) -> dict[str, int | float | str]:
        found: dict[str, int | float | str] = {}
        for name in names:
            held = [frame.slots[slot] for slot in frame.names.get(name, ()) if frame.slots[slot] is not None]
            if held and not isinstance(held[-1], View | tuple):
                value = self.lanes.at_position(dense(held[-1]), position)
                found[name] = value if isinstance(value, int | float) else str(value)
        return found


def _labels(kind: TupleType) -> list[str]:
    """What the items of a tuple are told by."""
    if kind.made is not None:
        return [f".{field}" for field in kind.made.fields]
    return [f"[{k}]" for k in range(len(kind.items))]


def _record(dtype: np.dtype) -> np.dtype[np.void] | None:
    return None if dtype.names is None else dtype


def _packed(memory: Memory, need: Reserved) -> View:
    return View(memory, need.dtype, need.dtype.dtype.itemsize, 0, need.shape, packed_strides(need.shape))


def _byte_strides(shape: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    return tuple(stride * itemsize for stride in packed_strides(shape))
