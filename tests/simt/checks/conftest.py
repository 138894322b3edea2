"""A stage: events as the machine would make them, from subscripts by thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from app.findings import Finding
from app.simt.even import Even, pattern
from app.simt.events import (
    WARP,
    Access,
    Barrier,
    Buffer,
    Fence,
    Geometry,
    GridBarrier,
    Observer,
    Op,
    Space,
    WarpBarrier,
)

Where = Callable[[np.ndarray], np.ndarray] | None


def buffer(
    name: str = "a",
    space: Space = Space.GLOBAL,
    items: int = 64,
    itemsize: int = 4,
    *,
    initialized: bool = True,
    number: int = 1,
    shape: tuple[int, ...] = (),
) -> Buffer:
    strides = tuple(itemsize * int(np.prod(shape[axis + 1 :])) for axis in range(len(shape)))
    return Buffer(number, name, space, items * itemsize, itemsize, initialized, shape, strides)


def as_even(lanes: np.ndarray, offsets: np.ndarray) -> Even | tuple[np.ndarray, np.ndarray]:
    """The formula for lanes and offsets that have one."""
    steps = np.unique(np.diff(offsets))
    if steps.size > 1 or (np.diff(lanes) != 1).any():
        return lanes, offsets
    step = int(steps[0]) if steps.size else 0
    return Even(pattern(int(lanes[0]), [(lanes.size, 1, step)]), int(offsets[0]))


@dataclass
class Stage:
    """One observer, one group of blocks at a time. Subscripts are functions of the thread's number in the launch."""

    observer: Observer
    blocks: int = 1
    threads: int = 64
    group: int = 0  # blocks a group; 0 for all at once
    first: int = 0
    listed: bool = False  # never say by a formula what is even
    gone: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.begin(0)

    @property
    def width(self) -> int:
        return -(-self.threads // WARP) * WARP

    def begin(self, first: int) -> None:
        self.first = first
        here = min(self.group or self.blocks, self.blocks - first)
        self.gone = np.zeros(here * self.width, np.bool_)
        self.observer.group_begin(Geometry((self.blocks, 1, 1), (self.threads, 1, 1), first, here, self.width))

    def next_group(self) -> None:
        self.observer.group_end()
        self.begin(self.first + self.group)

    def lanes(self, where: Where) -> tuple[np.ndarray, np.ndarray]:
        """(lanes of the group, thread numbers of the launch) for which `where` holds."""
        lane = np.arange(self.gone.size)
        thread = (self.first + lane // self.width) * self.threads + lane % self.width
        real = (lane % self.width < self.threads) & ~self.gone
        chosen = real if where is None else real & np.broadcast_to(where(thread), real.shape)
        return lane[chosen], thread[chosen]

    def access(self, op, array, line, subscript, where=None, value=None, size=None, atomic="add", answered=True):
        lanes, threads = self.lanes(where)
        index = np.broadcast_to(subscript(threads), threads.shape).astype(np.int64)
        values = None if value is None else np.broadcast_to(value(threads), threads.shape).astype(np.float64)
        size = size or array.itemsize
        if lanes.size:
            where = (lanes, index * size) if self.listed else as_even(lanes, index * size)
            name = atomic if op is Op.ATOMIC else ""
            self.observer.access(Access(op, array, line, 0, where, size, values, atomic=name, answered=answered))

    def load(self, array, line, subscript, where=None, size=None):
        self.access(Op.LOAD, array, line, subscript, where, size=size)

    def store(self, array, line, subscript, where=None, value=lambda t: t, size=None):
        self.access(Op.STORE, array, line, subscript, where, value, size)

    def atomic(self, array, line, subscript, where=None, name="add", *, answered=True):
        self.access(Op.ATOMIC, array, line, subscript, where, atomic=name, answered=answered)

    def mask(self, where: Where) -> np.ndarray:
        mask = np.zeros(self.gone.size, np.bool_)
        mask[self.lanes(where)[0]] = True
        return mask

    def leave(self, where: Where) -> None:
        self.gone |= self.mask(where)

    def sync(self, line: int = 90, where: Where = None, *, whole_grid: bool = False) -> None:
        padding = np.arange(self.gone.size) % self.width >= self.threads
        self.observer.barrier(Barrier(line, 0, self.mask(where), self.gone | padding, padding, whole_grid))

    def syncwarp(self, where: Where = None, *, members: int | None = None) -> None:
        named = None if members is None else np.full(self.gone.size, members)
        self.observer.warp_barrier(WarpBarrier(91, self.mask(where), named))

    def grid_sync(self) -> None:
        self.observer.grid_barrier(GridBarrier(92))

    def fence(self, where: Where = None, *, block_only: bool = False) -> None:
        self.observer.fence(Fence(93, self.mask(where), block_only))

    def findings(self) -> list[Finding]:
        self.observer.group_end()
        return self.observer.findings()

    def found(self) -> list[tuple[str, int]]:
        """(message key, line) of everything that was found."""
        return [(finding.message_key, finding.line or 0) for finding in self.findings()]


@pytest.fixture(scope="session")
def stage() -> type[Stage]:
    return Stage


@pytest.fixture(scope="session")
def array() -> Callable[..., Buffer]:
    return buffer
