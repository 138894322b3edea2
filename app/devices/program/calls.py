"""What is known of a program after it ran: every call that it made, as the worker saw it, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from app.devices.records import Card
from app.findings import Finding

Action = Literal[
    "alloc", "free", "copy_in", "copy_out", "copy", "fill", "launch", "synchronize", "record", "wait", "clock"
]
Engine = Literal["host", "copy_in", "copy_out", "compute"]
ProgramStatus = Literal[
    "ok",
    "compile_error",  # a kernel's types do not fit, or the program is no Python
    "launch_error",
    "runtime_error",
    "time_limit",
    "memory_limit",
    "output_limit",
    "call_limit",
    "unsupported",
]


@dataclass(frozen=True, slots=True)
class Call:
    """One call, in microseconds from the program's start. Modelled times are `timeline`'s; a program that ran on a GPU
    has those of its replay there beside them, see `measuring`.

    `implicit` calls stand in no program: the copies of host arrays that are passed to a kernel. `moved` is what a
    kernel reads and writes of global memory, in bytes of whole sectors.
    """

    action: Action
    line: int | None
    bytes: int = 0
    stream: int = 0
    handle: int = 0
    implicit: bool = False
    pinned: bool = False
    kernel: str = ""
    grid: tuple[int, ...] = ()
    block: tuple[int, ...] = ()
    shared_bytes: int = 0
    moved: int = 0
    engine: Engine = "host"
    modelled_start_us: float = 0.0
    modelled_end_us: float = 0.0
    measured_start_us: float | None = None
    measured_end_us: float | None = None

    @property
    def modelled_us(self) -> float:
        return self.modelled_end_us - self.modelled_start_us

    @property
    def span_us(self) -> tuple[float, float]:
        """From when to when: measured, where it was."""
        if self.measured_start_us is None or self.measured_end_us is None:
            return self.modelled_start_us, self.modelled_end_us
        return self.measured_start_us, self.measured_end_us


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """`bytes` is the device's memory, `traffic` what all copies may move together, `seconds` wall time for all."""

    seconds: float = 20.0
    steps: int = 250_000  # of each launch
    bytes: int = 256 << 20
    traffic: int = 1 << 30
    calls: int = 5_000
    host_bytes: int = 1 << 30


@dataclass(frozen=True, slots=True)
class ProgramReport:
    """`result` is what the function returned, `arguments` its arguments as they were then; None and () where the
    status is not ok. `error` is what ended the program, with its line, and is among the findings, too.
    """

    status: ProgramStatus
    result: object = None
    findings: tuple[Finding, ...] = ()
    calls: tuple[Call, ...] = ()
    stdout: str = ""
    error: Finding | None = None
    arguments: Sequence[object] = ()
    card: Card | None = None  # the GPU that ran it

    @property
    def measured(self) -> bool:
        """Whether each call has measured times."""
        return bool(self.calls) and all(call.measured_end_us is not None for call in self.calls)

    @property
    def ok(self) -> bool:
        """It came to its end, and nothing was found that is certainly wrong."""
        return self.status == "ok" and all(finding.severity != "error" for finding in self.findings)

    @property
    def left_allocated(self) -> int:
        """Bytes of device memory that nobody had freed in the end."""
        freed = {call.handle for call in self.calls if call.action == "free"}
        return sum(call.bytes for call in self.calls if call.action == "alloc" and call.handle not in freed)
