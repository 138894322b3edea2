"""The verdict: one record a submission, made by the worker alone."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from app.domain.film import Coming, Film
from app.findings import Finding, Index3, LineProfile

Number = int | float | str  # str for what JSON cannot hold: "nan", "inf", complex


class VerdictKind(StrEnum):
    """The closed set. `unsupported`, `superseded` and `infrastructure` cost the learner nothing."""

    PASSED = "passed"
    WRONG_ANSWER = "wrong_answer"
    FAULT = "fault"
    TOO_SLOW = "too_slow"
    COMPILE_ERROR = "compile_error"
    LAUNCH_ERROR = "launch_error"
    RUNTIME_ERROR = "runtime_error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    UNSUPPORTED = "unsupported"
    SUPERSEDED = "superseded"
    INFRASTRUCTURE = "infrastructure"


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Message(Record):
    """A sentence by its key in the table of words, and what fills its slots."""

    key: str
    args: dict[str, JsonValue] = {}


class Mismatch(Record):
    """The first element that differs, and how many do."""

    output: str
    index: tuple[int, ...]
    expected: Number
    got: Number | None  # None where the element was never written
    thread: Index3 | None  # who owns the element under the exercise's mapping; None where no one does
    block: Index3 | None
    wrong: int
    total: int
    pattern: Message | None = None  # such as "the last 24 elements were never written"


class Coverage(Record):
    """How often a launch wrote each element of an output, in row-major order.

    `runs` are (length, times) with times 0, 1 or 2 for twice and more; empty where there would be too many to show.
    """

    output: str
    shape: tuple[int, ...]
    never: int
    once: int
    more: int
    runs: tuple[tuple[int, int], ...] = ()


class CaseResult(Record):
    name: str
    visible: bool
    status: VerdictKind | Literal["not_run"]
    grid: tuple[int, ...]
    block: tuple[int, ...]
    mismatch: Mismatch | None = None
    findings: tuple[Finding, ...] = ()
    stdout: str = ""  # what a visible case printed
    coverage: Coverage | None = None  # of a visible case of an exercise of kind `launch`


class RequirementResult(Record):
    name: str
    wanted: str  # "sector_efficiency >= 0.9"
    got: Number
    ok: bool
    lines: tuple[int, ...] = ()  # those that cost it
    case: str = ""  # the one that cost most, where all cases are judged and not the last alone


class CompiledReport(Record):
    """What the compiler and linker say of the kernel. Sizes in bytes a thread (local, spill) or a block (shared).

    `sass` is the machine code, each instruction with its line of the source, where it has one; empty where it was not
    disassembled. `types` are (line, variable, type) as numba inferred them.
    """

    arch: str
    registers: int
    shared_bytes: int
    local_bytes: int
    spill_bytes: int
    ptx: str
    sass: tuple[tuple[int | None, str], ...] = ()
    types: tuple[tuple[int, str, str], ...] = ()


class Occupancy(Record):
    """How many warps of this launch a multiprocessor can hold at once, in theory.

    `fits` says of each limit how many blocks it leaves room for; `limited_by` names those that leave the fewest.
    """

    case: str
    arch: str
    threads: int  # of a block
    warps: int  # resident
    most_warps: int
    blocks: int  # resident
    fits: dict[Literal["registers", "shared_memory", "warps", "blocks"], int]
    limited_by: tuple[Literal["registers", "shared_memory", "warps", "blocks"], ...]


class Benchmark(Record):
    """The time of the largest case on a GPU, beside what that card was measured to reach.

    `bytes` and `flops` are the work as the exercise states it, None where it states none. Times are None where they
    were withheld, because no card can be so fast as they said.
    """

    case: str
    card: str
    median_us: float | None
    low_us: float | None
    high_us: float | None
    repeats: int
    bytes: int | None = None
    flops: int | None = None
    precision: Literal["float32", "float64"] = "float32"
    peak_gbps: float
    peak_gflops: float  # at that precision

    @property
    def withheld(self) -> bool:
        return self.median_us is None


class TimelineCall(Record):
    """One call of a host program, microseconds from its start. `engine` is what was busy with it."""

    action: str
    line: int | None
    engine: Literal["host", "copy_in", "copy_out", "compute"]
    start_us: float
    end_us: float
    bytes: int = 0
    stream: int = 0
    implicit: bool = False
    pinned: bool = False
    kernel: str = ""
    grid: tuple[int, ...] = ()
    block: tuple[int, ...] = ()


class Timeline(Record):
    """The calls of one case. `measured` on a GPU, otherwise modelled."""

    case: str
    measured: bool
    calls: tuple[TimelineCall, ...]
    left_out: int = 0  # calls that came after these


class Verdict(Record):
    kind: VerdictKind
    device: str  # "simt", or the GPU's name
    message: Message
    cases: tuple[CaseResult, ...] = ()
    findings: tuple[Finding, ...] = ()  # of all cases, one per fault and line
    requirements: tuple[RequirementResult, ...] = ()
    compiled: CompiledReport | None = None
    lines: dict[int, LineProfile] = {}  # of the profiled case
    occupancy: Occupancy | None = None
    benchmark: Benchmark | None = None  # where a GPU ran it and the exercise asks for one
    timeline: Timeline | None = None  # of an exercise of kind `program`
    film: Film | None = None  # of a Submit that passed, where the exercise draws; it comes after the verdict
    coming: Coming | None = None  # that film, where it is still to be drawn
    unchecked: Message | None = None  # why the interpreter's part was left out, where a GPU did the rest
    ms: float = 0.0  # wall time in the worker

    @property
    def passed(self) -> bool:
        return self.kind is VerdictKind.PASSED
