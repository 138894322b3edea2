"""What stands in where the real part cannot run: a GPU that is none, and parts of the pipeline without their walls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from app.devices import Argument, Card, Launch, Peaks, RunLimits, RunResult, Times, interpreted, simt_child
from app.devices.open import OpenCompiler
from app.findings import Finding, Kind, Severity
from app.protocol.compiled import Compiled
from app.protocol.frames import Frame

CARD = Card(0, "GPU-stand-in", "a stand-in for a GPU", "sm_90", 1 << 30, 1, "0", "13.0", reads_host=False)
PEAKS = Peaks(copy_gbps=1_000.0, float32_gflops=10_000.0, float64_gflops=5_000.0)
TIMES = Times(median_us=100.0, low_us=99.0, high_us=101.0, repeats=9, error=0.001)
HUNG = RunResult("time_limit", findings=(Finding(Kind.TIMEOUT, Severity.ERROR, None, "timeout.gpu"),))
Answer = Callable[[RunResult, Launch], RunResult]


def fault(kind: Kind, key: str, **args: str) -> RunResult:
    return RunResult("ok", findings=(Finding(kind, Severity.ERROR, None, key, dict(args)),), card=CARD)


class QuickCompiler(OpenCompiler):
    """Compiles nothing, and reports a kernel of so many registers."""

    def __init__(self, registers: int = 16) -> None:
        super().__init__("sm_90")
        self._registers = registers

    def compile(
        self,
        source: str,
        entry: str,
        arguments: Sequence[Argument],
        *,
        compiling: Callable[[], None] | None = None,
        linking: Callable[[], None] | None = None,
    ) -> Compiled:
        read = super().compile(source, entry, arguments, compiling=compiling)
        if linking is not None:
            linking()
        return replace(read, cubin=b"none", registers=self._registers)


class Interpreter:
    """The interpreter in this process, with every check. `ran` holds the launches."""

    name = "simt"

    def __init__(self, answer: Answer = lambda run, launch: run) -> None:
        self.ran: list[Launch] = []
        self._answer = answer

    def run(self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits) -> RunResult:
        self.ran.append(launch)
        own = [replace(argument, value=np.copy(argument.value)[()]) for argument in arguments]
        frames: list[Frame] = []
        simt_child.handle(interpreted.job(compiled, launch, own, limits), frames.append)
        return self._answer(interpreted.result(frames, compiled.source, arguments, launch), launch)

    @contextmanager
    def begun(
        self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits
    ) -> Iterator[Callable[[], RunResult]]:
        yield lambda: self.run(compiled, launch, arguments, limits)

    def close(self) -> None: ...


class StandIn:
    """No GPU: it answers as the interpreter computes, notices no fault by itself, and makes its times up."""

    name = CARD.name
    usable = True

    def __init__(self, answer: Answer = lambda run, launch: run) -> None:
        self.ran: list[Launch] = []
        self._interpreter = Interpreter()
        self._answer = answer

    def run(self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits) -> RunResult:
        self.ran.append(launch)
        run = self._interpreter.run(compiled, replace(launch, coverage=False), arguments, limits)
        if run.status != "ok":
            return self._answer(HUNG, launch)
        times = (TIMES, PEAKS) if launch.measured else (None, None)
        return self._answer(RunResult("ok", run.outputs, times=times[0], card=CARD, peaks=times[1]), launch)

    def close(self) -> None: ...
