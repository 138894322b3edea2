"""One launch from source to report."""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

import numpy as np

from app.findings import Finding, Index3, Kind, LineProfile, Severity, told
from app.simt import arguments, configuration
from app.simt import source as sources
from app.simt.checks import Checks
from app.simt.checks.hangcheck import Hangcheck
from app.simt.compiler import Compiler
from app.simt.events import Observer
from app.simt.faults import FaultError, UnsupportedError
from app.simt.limits import Limits, device
from app.simt.machine import Machine, Program
from app.simt.meter import Meter
from app.simt.names import Function
from app.simt.profile import Profile
from app.simt.profile.coverage import Coverage
from app.simt.record import Recorder
from app.simt.report import Report
from app.simt.schedule import NATURAL, PATIENCE, Order, Saved, search
from app.simt.trace import Trace
from app.simt.types import Type

PYTHON_FRAMES = 12_000  # closures call closures: calls within calls on the device nest some twenty deep each


def launch(
    source: str,
    entry: str,
    *,
    grid: object,
    block: object,
    args: Sequence[object],
    shared_bytes: int = 0,
    checks: Checks | None = None,
    limits: Limits | None = None,
    arch: str = "sm_90",
    outputs: Sequence[str] = (),
    record: Sequence[int] = (),
) -> Report:
    """Run the kernel `entry` of the learner's source; arrays in `args` are updated in place.

    `outputs` names parameters that hold nothing before the launch. `record` is the index of a block, x first, whose
    steps are to be in the report; one that is not in the grid leaves a recording without steps. Whatever is wrong
    with the source or the launch is a finding; an exception out of here is our own fault.
    """
    checks, limits = checks or Checks.all(), limits or Limits()
    with np.errstate(all="ignore"), warnings.catch_warnings(), _deep_stack():
        warnings.simplefilter("ignore")  # a source may have one on every line, and nobody reads them
        try:
            with _depth_told(None):
                ready = _prepare(source, entry, grid, block, args, shared_bytes, arch, recorded=bool(record))
        except FaultError as fault:
            return Report(told([_finding(fault)]), {}, "")
        ready = replace(ready, shared_bytes=shared_bytes, limits=limits, outputs=tuple(outputs))
        return _report(_settle(ready, partial(Watch, checks, record), limits.steps))


@dataclass(frozen=True, slots=True)
class Ready:
    """A launch that has passed every check before running."""

    grid: Index3
    block: Index3
    program: Program
    arguments: list[arguments.Argument]
    shared_bytes: int = 0
    limits: Limits = field(default_factory=Limits)
    outputs: tuple[str, ...] = ()

    @property
    def blocks(self) -> int:
        return math.prod(self.grid)


class Watch:
    """Fresh observers for one run."""

    def __init__(self, checks: Checks, record: Sequence[int]) -> None:
        self.trace = Trace() if checks.profile else None
        self.recorder = Recorder(_block(record)) if record else None
        more: tuple[Observer | None, ...] = (self.trace, self.recorder)
        self.observers = [*checks.observers(), *(observer for observer in more if observer is not None)]


@dataclass(frozen=True, slots=True)
class Run:
    """A run that is over, whether it came to its end or not."""

    machine: Machine
    watch: Watch | None
    faults: list[Finding]

    @property
    def stuck(self) -> bool:
        return self.machine.spent is not None


def _settle(ready: Ready, watch: Callable[[], Watch], steps: int) -> Run:
    """Run; where blocks seem to wait for one another, find an order in which nobody does, and run again."""
    patience = min(steps, PATIENCE)
    if not ready.program.may_wait or ready.blocks == 1 or ready.program.whole_grid:
        return _run(ready, watch(), steps)
    values = [argument.value for argument in ready.arguments]
    start = Saved(values)
    first = _run(ready, watch(), patience)
    if not first.stuck:
        return first
    start.restore()
    order = search(values, ready.blocks, lambda some: not _run(ready, None, patience, some).stuck)
    start.restore()
    return _run(ready, watch(), steps, order)


def _run(ready: Ready, watch: Watch | None, steps: int, order: Order = NATURAL) -> Run:
    meter, lanes = Meter(steps, ready.limits.seconds), ready.limits.lanes
    machine = Machine(ready.grid, ready.block, watch.observers if watch else [], meter, ready.shared_bytes, lanes)
    faults: list[Finding] = []
    try:
        with _depth_told(ready.program.line):
            machine.run(ready.program, arguments.placed(machine, ready.arguments, ready.outputs), order)
    except FaultError as fault:
        faults.append(_finding(fault))
    return Run(machine, watch, faults)


def _report(run: Run) -> Report:
    watch, machine = run.watch, run.machine
    assert watch is not None, "the run that counts is watched"
    findings = told([*_found(watch.observers, machine), *run.faults])
    report = Report(findings, _lines(watch.observers), machine.printer.text(), watch.trace)
    if watch.recorder is not None:
        report = replace(report, recording=watch.recorder.recording())
    covered = next((observer for observer in watch.observers if isinstance(observer, Coverage)), None)
    return report if covered is None else replace(report, coverage=covered.counts(), idle_blocks=covered.idle_blocks())


def _prepare(
    source: str,
    entry: str,
    grid: object,
    block: object,
    args: Sequence[object],
    shared_bytes: int,
    arch: str,
    *,
    recorded: bool,
) -> Ready:
    """Raises FaultError where source, launch and arguments do not fit each other or the interpreter."""
    fit = device(arch)
    sizes = configuration.dimensions(grid, "grid"), configuration.dimensions(block, "block")
    configuration.check(*sizes, shared_bytes, fit)
    kernel = _kernel(source, entry)
    configuration.check_count(kernel.parameters, args, entry)
    given = arguments.typed(kernel.parameters, args, kernel.signature, kernel.line)
    program = _program(kernel, tuple([argument.type for argument in given]), recorded=recorded)
    configuration.check_shared(shared_bytes + sum(need.nbytes for need in program.shared.values()), fit)
    if program.whole_grid:
        configuration.check_cooperative(*sizes, fit)
    return Ready(*sizes, program, given)


@lru_cache(maxsize=8)
def _kernel(source: str, entry: str) -> Function:
    """Read once for all the cases of a submission. Raises FaultError, which is not kept."""
    return sources.kernel(sources.read(source), entry)


@lru_cache(maxsize=32)
def _program(kernel: Function, args: tuple[Type, ...], *, recorded: bool) -> Program:
    """Lowered once for each list of types: all that a run changes is in its Machine and its Frames."""
    return Compiler(recorded=recorded).kernel(kernel, args)


def _block(record: Sequence[int]) -> Index3:
    x, y, z = (*record, 0, 0)[:3]
    return x, y, z


@contextmanager
def _deep_stack() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, PYTHON_FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def _depth_told(line: int | None) -> Iterator[None]:
    """Each expression and each call is bounded in depth, but not what they come to, one within another."""
    try:
        yield
    except RecursionError:
        raise UnsupportedError("unsupported.too_nested", line) from None


def _found(observers: Sequence[Observer], machine: Machine) -> list[Finding]:
    """What the observers found; a launch that ran out of steps says so even with hangcheck off."""
    findings = [finding for observer in observers for finding in observer.findings()]
    if machine.spent is not None and not any(isinstance(observer, Hangcheck) for observer in observers):
        watch = Hangcheck()
        watch.group_begin(machine.lanes.geometry)
        watch.budget_spent(machine.spent)
        findings.extend(watch.findings())
    return findings


def _finding(fault: FaultError) -> Finding:
    kind = Kind(fault.key.partition(".")[0])
    return Finding(kind, Severity.ERROR, fault.line, fault.key, dict(fault.args_))


def _lines(observers: Sequence[Observer]) -> dict[int, LineProfile]:
    """The profiles' counts, line by line."""
    merged: dict[int, dict[str, int]] = {}
    for observer in observers:
        if isinstance(observer, Profile):
            for line, counts in observer.lines().items():
                merged.setdefault(line, {"executions": 0, "active_lanes": 0}).update(counts)
    return {line: LineProfile(**counts) for line, counts in sorted(merged.items())}
