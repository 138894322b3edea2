"""What an executor is asked to run, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from app.devices.records import Times

PRINTED = 64_000  # characters of what kernels print that are kept
Status = Literal[
    "ok",
    "illegal_address",
    "misaligned",
    "launch_refused",
    "no_memory",
    "grid_too_large",  # of a cooperative launch, whose blocks must all be resident
    "kernel_error",  # whatever else a kernel does to its context
]
STATUSES = frozenset(get_args(Status))
FATAL = frozenset({"illegal_address", "misaligned", "kernel_error"})  # the context is lost, and with it the process


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an executor may take of its card, in bytes. `guard` is how much on each side of a buffer is watched."""

    device_bytes: int = 4 << 30
    local_bytes: int = 16 << 30  # for threads' local memory, of which an H200 keeps room for 270,336 at once
    guard: int = 4096
    printed: int = 1 << 17  # of what kernels print before the driver writes it, behind which older text is lost
    heap: int = 1 << 20


@dataclass(frozen=True, slots=True)
class Held:
    """An argument that is an array of the area that is held."""

    name: str


Passed = Held | np.generic | int | float | complex | tuple[object, ...]  # a tuple's items are Passed again


@dataclass(frozen=True, slots=True)
class Measure:
    """How long to measure: repeats until the standard error is this part of the mean, at least and at most so many."""

    least: int = 5
    most: int = 200
    seconds: float = 0.1
    error: float = 0.01


@dataclass(frozen=True, slots=True)
class Job:
    """One launch; grid and block are x, y, z or shorter. `key` names the area that arguments and outputs speak of.

    It is made `turns` times, between which the arrays that `carried` names are copied: (from, to).
    """

    cubin: bytes
    symbol: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    key: str
    arguments: tuple[Passed, ...]
    outputs: tuple[str, ...]
    shared_bytes: int = 0
    cooperative: bool = False
    measured: Measure | None = None
    turns: int = 1
    carried: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Guard:
    """Memory beside an argument's array that a kernel wrote.

    `bytes` of the watched ones have changed. `first` is the offset of the nearest: from the array's end, or negative
    from its beginning.
    """

    argument: str
    side: Literal["before", "after"]
    bytes: int
    first: int


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a job; `word` is the driver's own for what went wrong.

    `outputs` are those of the first launch. Where it was measured and a repeat answered otherwise, `last` are one such
    repeat's: a kernel may answer once, and then be fast. Both are empty where the status is not ok.
    """

    status: Status
    word: str = ""
    guards: tuple[Guard, ...] = ()
    outputs: Mapping[str, np.ndarray] = field(default_factory=dict)
    last: Mapping[str, np.ndarray] = field(default_factory=dict)
    times: Times | None = None
    stdout: str = ""

    @property
    def steady(self) -> bool:
        return not self.last
