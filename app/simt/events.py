"""What the machine tells, and the face that every check and profile has.

The machine runs all lanes of a *group* of blocks at once. A lane's number is
`block_in_group * lanes_per_block + thread`, where `thread` is the linear thread index
(x fastest) and `lanes_per_block` is the block size rounded up to whole warps, so
`lane // 32` is a warp and the padding lanes at a block's end are never active.

An observer knows events alone. It never asks the machine, and never another observer.
Arrays in events may be views of the machine's own: read them, never keep or change them. Only the lanes and offsets
of an access stay as they are, and may be kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from app.findings import Finding, Index3
from app.simt.even import Even

WARP = 32
Ints = NDArray[np.int64]


class Space(StrEnum):
    GLOBAL = "global"
    SHARED = "shared"
    LOCAL = "local"
    CONST = "const"


class Op(StrEnum):
    LOAD = "load"
    STORE = "store"
    ATOMIC = "atomic"  # reads and writes; ordered against other atomics of the same cell


@dataclass(frozen=True, slots=True)
class Buffer:
    """One allocation. `nbytes` is the whole array's (global, const), a block's copy's (shared), a lane's (local)."""

    id: int
    name: str  # as the learner calls it
    space: Space
    nbytes: int
    itemsize: int  # of the dtype it was made with
    initialized: bool  # False for shared, local and parameters that hold nothing before the launch
    shape: tuple[int, ...] = ()  # of the array, where it is one; lets a finding say tile[3, 5] and see x and y swapped
    strides: tuple[int, ...] = ()  # bytes, as NumPy counts them
    record: np.dtype[np.void] | None = None  # of an element, where it is one


@dataclass(frozen=True, slots=True)
class Geometry:
    """The launch, and the group of blocks that is running now."""

    grid: Index3
    block: Index3
    first_block: int  # linear, x fastest
    blocks: int  # in this group
    lanes_per_block: int

    def block_of(self, lane: int) -> Index3:
        """(x, y, z) of the lane's block."""
        return _unravel(self.first_block + lane // self.lanes_per_block, self.grid)

    def thread_of(self, lane: int) -> Index3:
        """(x, y, z) of the lane's thread."""
        return _unravel(lane % self.lanes_per_block, self.block)


def _unravel(linear: int, dims: Index3) -> Index3:
    x, rest = linear % dims[0], linear // dims[0]
    return (int(x), int(rest % dims[1]), int(rest // dims[1]))


@dataclass(frozen=True)
class Access:
    """All active lanes do one load, store or atomic at one place of the source.

    `lanes` are strictly increasing, `offsets` the byte offsets into the buffer (into the block's copy for
    shared memory, the lane's for local), both of shape (k,), in bounds. `size` is the bytes a lane moves.
    Where they are even, `where` holds the formula, and the arrays are only made if somebody asks for them.
    `values` is what is stored, shape (k,), for stores alone: two lanes that store equal values are a warning.
    `volatile` marks an access the compiler may not keep in a register.
    """

    op: Op
    buffer: Buffer
    line: int
    column: int
    where: Even | tuple[Ints, Ints]  # or (lanes, offsets)
    size: int
    values: np.ndarray | None = None
    volatile: bool = False
    atomic: str = ""  # of an atomic, its name: "add", "cas", "exch", ...
    answered: bool = True  # of an atomic: whether anybody takes the old value that it gives back
    parts: int = 1  # the device moves so many one after the other: a field's bytes where it is not aligned, a complex
    copied: bool = False  # one number of records that are copied as a whole
    dtype: np.dtype[np.generic] | None = None  # of what a lane moves, in an event that the machine made

    even: Even | None = field(init=False)  # the formula, where there is one

    def __post_init__(self) -> None:
        object.__setattr__(self, "even", self.where if isinstance(self.where, Even) else None)

    @property
    def count(self) -> int:
        """How many lanes take part."""
        return self.where.pattern.count if isinstance(self.where, Even) else self.where[0].size

    def pieces(self) -> Iterator[Access]:
        """The accesses as the device makes them: this one, or one for each of its parts."""
        if self.parts == 1:
            yield self
            return
        size = self.size // self.parts
        for first in range(0, self.size, size):
            where: Even | tuple[Ints, Ints]
            if isinstance(self.where, Even):
                where = replace(self.where, offset=self.where.offset + first)
            else:
                where = (self.where[0], self.where[1] + first)
            yield Access(self.op, self.buffer, self.line, self.column, where, size)

    @property
    def lanes(self) -> Ints:
        return self.where.pattern.lanes if isinstance(self.where, Even) else self.where[0]

    @cached_property
    def offsets(self) -> Ints:
        if isinstance(self.where, Even):
            return self.where.pattern.rises + self.where.offset
        return self.where[1]


@dataclass(frozen=True, slots=True)
class BadIndex:
    """Lanes whose subscript is outside. The machine drops their store and gives 0 to their load."""

    op: Op
    buffer: Buffer
    line: int
    column: int
    lanes: Ints
    axis: int
    size: int  # of that axis
    index: Ints  # the subscript on that axis, shape (k,)


@dataclass(frozen=True, slots=True)
class NegativeIndex:
    """Lanes whose subscript is negative and wraps to a valid element, as Numba defines."""

    buffer: Buffer
    line: int
    column: int
    lanes: Ints
    axis: int
    size: int
    index: Ints


@dataclass(frozen=True, slots=True)
class UnsetVariable:
    """Lanes that read a variable which no path they took has set."""

    name: str
    line: int
    column: int
    lanes: Ints


@dataclass(frozen=True, slots=True)
class Barrier:
    """`syncthreads` (or one of its voting forms) at one place of the source.

    `arrived` and `exited` are masks over all lanes of the group, shape (lanes,): those that reach this barrier
    now, and those that had returned before (padding lanes count as exited). A block in which a live lane has not
    arrived diverges; a block in which no lane arrived takes no part, but where the barrier is one of the whole grid.
    """

    line: int
    column: int
    arrived: NDArray[np.bool_]
    exited: NDArray[np.bool_]
    padding: NDArray[np.bool_]
    whole_grid: bool = False


@dataclass(frozen=True, slots=True)
class WarpBarrier:
    """`syncwarp`: orders the named lanes of each warp. `arrived` is a mask over all lanes.

    `members` is the mask that each lane gives, shape (lanes,), bit k for the k-th lane of its warp; None where all
    lanes are named.
    """

    line: int
    arrived: NDArray[np.bool_]
    members: Ints | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """A shuffle, vote or match: lanes of a warp that look at one another. All shapes (lanes,).

    `members` is the mask that each active lane gives, bit k for the k-th lane of its warp; `sources` the place in the
    warp that each reads from, None where it reads from all. `gone`: lanes that had returned, and padding.
    """

    line: int
    name: str
    active: NDArray[np.bool_]
    gone: NDArray[np.bool_]
    members: Ints
    sources: Ints | None = None


@dataclass(frozen=True, slots=True)
class Fence:
    """`threadfence` and its kin: with an atomic behind it, it publishes what these lanes wrote before."""

    line: int
    active: NDArray[np.bool_]
    block_only: bool = False  # threadfence_block


@dataclass(frozen=True, slots=True)
class GridBarrier:
    """`cg.this_grid().sync()`: orders everything."""

    line: int


@dataclass(frozen=True, slots=True)
class Branch:
    """One `if`, `while` or ternary decided: masks over all lanes."""

    line: int
    active: NDArray[np.bool_]
    taken: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Executed:
    """A statement ran: `active` counts its active lanes, `warps` the warps with any."""

    line: int
    active: int
    warps: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement is about to run, or a loop's head for its next round. `active` is a mask over all lanes."""

    line: int
    depth: int  # of calls: 0 in the kernel itself
    active: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Assigned:
    """A variable was set in the `active` lanes, in a program that was made to be recorded; shape (lanes,) both.

    An item of a tuple comes as `name[k]`, of a named one as `name.field`. Of an array or a record `buffer` is where it
    lies, and `values` are the byte offsets at which it begins.
    """

    name: str
    depth: int
    active: NDArray[np.bool_]
    values: np.ndarray
    buffer: Buffer | None = None


@dataclass(frozen=True, slots=True)
class Called:
    """The kernel, or a device function, begins for the `active` lanes; its parameters are `Assigned` next."""

    line: int  # of its def
    depth: int  # its own
    active: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Left:
    """A device function has ended: the statement that called it goes on."""

    depth: int  # of the caller


@dataclass(frozen=True, slots=True)
class Backing:
    """An array came to be. `data` is its memory, as uint8 of shape (copies, bytes), which may be more than the array.

    Shared memory has a copy for each block and local memory for each thread of the group, without padding; global
    and constant memory has one. Dynamic memory is told once, with the dtype that was asked for first.
    """

    buffer: Buffer
    data: NDArray[np.uint8]
    dtype: np.dtype[np.generic]


@dataclass(frozen=True, slots=True)
class BudgetSpent:
    """The step budget ended here. `lanes` are still in the loop that spins; `variables` are the first one's.

    `maybe_served`: another block, run at another time, might have let them go on.
    """

    line: int
    lanes: Ints
    variables: dict[str, int | float | str]
    maybe_served: bool = False


class Observer:
    """A check or a profile. Each method is called when its event happens; the default is to ignore it.

    The machine asks `wants` once and makes only events that somebody wants.
    """

    wants: frozenset[type] = frozenset()

    def group_begin(self, geometry: Geometry) -> None: ...
    def group_end(self) -> None: ...
    def allocate(self, buffer: Buffer) -> None:
        """A buffer exists from here: parameters before the first group, shared and local in each group."""

    def access(self, event: Access) -> None: ...
    def bad_index(self, event: BadIndex) -> None: ...
    def negative_index(self, event: NegativeIndex) -> None: ...
    def unset_variable(self, event: UnsetVariable) -> None: ...
    def barrier(self, event: Barrier) -> None: ...
    def warp_barrier(self, event: WarpBarrier) -> None: ...
    def grid_barrier(self, event: GridBarrier) -> None: ...
    def exchange(self, event: Exchange) -> None: ...
    def fence(self, event: Fence) -> None: ...
    def branch(self, event: Branch) -> None: ...
    def executed(self, event: Executed) -> None: ...
    def statement(self, event: Statement) -> None: ...
    def assigned(self, event: Assigned) -> None: ...
    def called(self, event: Called) -> None: ...
    def left(self, event: Left) -> None: ...
    def backing(self, event: Backing) -> None: ...
    def budget_spent(self, event: BudgetSpent) -> None: ...

    def findings(self) -> list[Finding]:
        """What was found in the whole launch, one a fault and line, in order of first sight."""
        return []
