"""What a kernel is run with, what comes of it, and the one method of whatever runs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np

from app.findings import Finding, LineProfile, Plain
from app.protocol.compiled import Compiled

Status = Literal["ok", "time_limit", "memory_limit", "unsupported"]


@dataclass(frozen=True, slots=True)
class Launch:
    """Grid and block as (x, y, z) or shorter, dynamic shared memory in bytes. `coverage` asks for what was written.

    `record` asks for the steps of one block, by its index, x first; such a run is recorded instead of checked.
    `measured` asks for times. `given` names the arguments: one name stands for equal ones as long as a device lives, so
    that it may keep them; without a name they are sent anew.

    `turns` asks for the launch so many times. After each but the last, every output that `carried` names takes the
    place of the input beside it; nothing of that is checked, for it is to be drawn and not judged.
    """

    grid: tuple[int, ...]
    block: tuple[int, ...]
    shared_bytes: int = 0
    coverage: bool = False
    record: tuple[int, ...] = ()
    measured: bool = False
    given: str = ""
    turns: int = 1
    carried: tuple[tuple[str, str], ...] = ()  # (output, input)

    @property
    def checked(self) -> bool:
        return not self.record and not self.carried


@dataclass(frozen=True, slots=True)
class Argument:
    """One kernel argument. `is_output` arrays hold nothing before the launch unless `holds_input`."""

    name: str
    value: np.ndarray | np.generic | int | float | bool | complex | tuple[object, ...]
    is_output: bool = False
    holds_input: bool = True


@dataclass(frozen=True, slots=True)
class RunLimits:
    steps: int = 200_000
    seconds: float = 10.0
    bytes: int = 2 << 30


@dataclass(frozen=True, slots=True)
class Recorded:
    """The steps of one block: `plain` is described in app/simt/record/recording.py, `text` is for a terminal."""

    plain: Mapping[str, Plain]
    text: str


@dataclass(frozen=True, slots=True)
class Times:
    """How long a launch took on a GPU, by events, each repeat with cold caches and fresh inputs: microseconds.

    `low_us` and `high_us` are the quartiles, `error` is the standard error of the mean over the mean.
    """

    median_us: float
    low_us: float
    high_us: float
    repeats: int
    error: float


@dataclass(frozen=True, slots=True)
class Peaks:
    """What a card was measured to reach, in 10⁹ a second: bytes that a copy reads and writes, operations."""

    copy_gbps: float
    float32_gflops: float
    float64_gflops: float


@dataclass(frozen=True, slots=True)
class Card:
    """A GPU as its driver describes it. `arch` is such as "sm_90", `driver` such as "580.159.04"."""

    index: int
    uuid: str
    name: str
    arch: str
    memory_bytes: int
    multiprocessors: int
    driver: str
    cuda: str  # the newest version that the driver speaks, such as "13.0"
    reads_host: bool  # its kernels can reach this machine's memory (HMM, ATS)


@dataclass(frozen=True, slots=True)
class RunResult:
    """`outputs` by argument name; empty where the status is not ok."""

    status: Status
    outputs: Mapping[str, np.ndarray] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    lines: Mapping[int, LineProfile] = field(default_factory=dict)
    stdout: str = ""
    coverage: Mapping[str, np.ndarray] = field(default_factory=dict)  # output → stores an element; uint32, its shape
    idle_blocks: int | None = None  # with coverage: blocks in which no thread wrote
    recorded: Recorded | None = None  # where it was asked for, whatever the status, unless a limit ended the run
    times: Times | None = None  # where they were asked for, of a GPU
    card: Card | None = None  # the GPU that ran it
    peaks: Peaks | None = None  # what that GPU was measured to reach
    repeated: Mapping[str, np.ndarray] = field(default_factory=dict)  # of the last measured launch, where it differed
    late: bool = False  # the time ran out, which is no steps: on a faster machine it might have ended


class Compiles(Protocol):
    """`compile` raises CompileError where the learner is at fault, InfrastructureError where we are."""

    arch: str

    def compile(self, source: str, entry: str, arguments: Sequence[Argument]) -> Compiled: ...


class CompilesBeside(Compiles, Protocol):
    """A compiler whose processes leave this one time for something else, which is taken for both if it can be."""

    def compile(
        self,
        source: str,
        entry: str,
        arguments: Sequence[Argument],
        *,
        compiling: Callable[[], None] | None = None,
        linking: Callable[[], None] | None = None,
    ) -> Compiled:
        """As above, with what is to be done meanwhile: first `compiling`, and `linking` where the source compiles.

        A compiler of one step does the first alone, and one that fails early perhaps neither.
        """
        ...

    def compiled(
        self,
        source: str,
        entry: str,
        arguments: Sequence[Argument],
        *,
        compiling: Callable[[], None] | None = None,
        linking: Callable[[], None] | None = None,
    ) -> AbstractContextManager[Compiled]:
        """As `compile`, while what made it is ending. One at a time; leaving the block raises InfrastructureError."""
        ...


class Disassembles(Protocol):
    """`sass` gives the machine code, each instruction with its line of the source where it has one.

    It raises InfrastructureError where there is none to be had.
    """

    def sass(self, compiled: Compiled) -> tuple[tuple[int | None, str], ...]: ...


class Device(Protocol):
    """`run` raises InfrastructureError where the fault is ours."""

    name: str

    def run(
        self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits
    ) -> RunResult: ...
    def close(self) -> None: ...


class Interprets(Device, Protocol):
    """A device that runs a kernel's source, so that it can begin before the kernel is compiled."""

    def begun(
        self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits
    ) -> AbstractContextManager[Callable[[], RunResult]]:
        """Begin a launch, and go on. What is given waits for its result; what nobody waits for ends with the block."""
        ...


class Cards(Device, Protocol):
    """The GPUs of this machine, as one device."""

    @property
    def usable(self) -> bool:
        """Whether one can be used now; where none can, the interpreter has to do."""
        ...
