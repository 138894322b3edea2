"""One launch from source to report."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from app.findings import Finding, Index3, Kind, LineProfile, Severity
from app.simt import arguments, configuration
from app.simt import source as sources
from app.simt.checks import Checks
from app.simt.checks.hangcheck import Hangcheck
from app.simt.compiler import Compiler
from app.simt.events import Observer
from app.simt.faults import FaultError
from app.simt.limits import Limits, device
from app.simt.machine import Machine, Program
from app.simt.profile import Profile
from app.simt.profile.coverage import Coverage
from app.simt.record import Recorder
from app.simt.report import Report
from app.simt.trace import Trace

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
    trace = [Trace()] if checks.profile else []
    recorder = [Recorder(_block(record))] if record else []
    observers: list[Observer] = [*checks.observers(), *trace, *recorder]
    ran = None
    findings: list[Finding] = []
    with np.errstate(all="ignore"), _deep_stack():
        try:
            ready = _prepare(source, entry, grid, block, args, shared_bytes, arch, recorded=bool(recorder))
            ran = Machine(ready.grid, ready.block, observers, limits.steps, shared_bytes, limits.lanes)
            ran.run(ready.program, arguments.placed(ran, ready.arguments, outputs))
        except FaultError as fault:
            findings.append(_finding(fault))
    if ran is None:
        return Report(findings, {}, "")
    traced = trace[0] if trace else None
    report = Report([*_found(observers, ran), *findings], _lines(observers), ran.printer.text(), traced)
    if recorder:
        report = replace(report, recording=recorder[0].recording())
    covered = next((observer for observer in observers if isinstance(observer, Coverage)), None)
    return report if covered is None else replace(report, coverage=covered.counts(), idle_blocks=covered.idle_blocks())


@dataclass(frozen=True, slots=True)
class Ready:
    """A launch that has passed every check before running."""

    grid: Index3
    block: Index3
    program: Program
    arguments: list[arguments.Argument]


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
    kernel = sources.kernel(sources.read(source), entry)
    configuration.check_count(kernel.parameters, args, entry)
    given = arguments.typed(kernel.parameters, args, kernel.signature, kernel.line)
    program = Compiler(recorded=recorded).kernel(kernel, [argument.type for argument in given])
    configuration.check_shared(shared_bytes + sum(need.nbytes for need in program.shared.values()), fit)
    if program.whole_grid:
        configuration.check_cooperative(*sizes, fit)
    return Ready(*sizes, program, given)


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
