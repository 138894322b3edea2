"""A device without a GPU: memory is NumPy's, and kernels go to the interpreter with every check.

It answers one request at a time, in order, so that streams and events have nothing to do here: whoever records the
calls works out when each of them would have run.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from app.findings import Finding, Kind, LineProfile, Plain
from app.program.memory import Allocation, Memory, RefusedError
from app.program.refusals import refused_launch, too_much_shared
from app.program.requests import (
    Alloc,
    Assign,
    Elapsed,
    Fill,
    Free,
    Launch,
    Make,
    Mark,
    MemoryInfo,
    Read,
    Region,
    Request,
    Synchronize,
    Value,
    Write,
    read_request,
)
from app.protocol.frames import Frame
from app.simt import Checks, Limits, Report, launch
from app.simt.limits import SHARED_BYTES

STDOUT = 65_536  # characters of what a kernel prints that are sent back
SECTOR = 32  # bytes
MOST_FINDINGS = 64  # of one launch
DONE = "done"


class Interpreted:
    """Answers every request with "done" or "refused"."""

    def __init__(
        self,
        arch: str = "sm_90",
        limits: Limits | None = None,
        memory: Memory | None = None,
        checks: Checks | None = None,
    ) -> None:
        self.memory = memory or Memory()
        self._arch, self._limits, self._checks = arch, limits or Limits(), checks or Checks.all()
        self._made: dict[str, int] = {"stream": 0, "event": 0}

    def answer(self, frame: Frame) -> Frame:
        """Raises FrameError for what is no request, and MemoryError."""
        try:
            return self._done(read_request(frame))
        except RefusedError as refused:
            return refused.frame()

    def _done(self, request: Request) -> Frame:
        match request:
            case Alloc(nbytes):
                return Frame(DONE, {"handle": self.memory.alloc(nbytes)})
            case Free(handle):
                self.memory.free(handle)
            case Write(handle, offset, data):
                found, target = self.memory.at(handle, offset, data.nbytes)
                target[...] = data
                found.held = True
            case Read(handle, offset, nbytes):
                found, data = self.memory.at(handle, offset, nbytes)
                return Frame(DONE, {"held": found.held}, {"data": data})
            case Fill(handle, offset, nbytes, value):
                found, target = self.memory.at(handle, offset, nbytes)
                target[...] = value
                found.held = True
            case Assign(target=target_region, source=source_region):
                self._assign(target_region, source_region)
            case Launch():
                return self._launched(request)
            case Make(what):
                self._made[what] += 1
                return Frame(DONE, {"handle": self._made[what]})
            case MemoryInfo():
                return Frame(DONE, {"free": self.memory.most - self.memory.used, "total": self.memory.most})
            case Mark(_, event, stream):
                self._check(event, stream)
            case Synchronize(what, handle):
                self._check(handle if what == "event" else 0, handle if what == "stream" else 0)
            case Elapsed():
                raise RefusedError(  # the relay has the clock and answers it itself: nobody of ours asks here
                    "NotImplementedError", "unsupported.host", "there is no clock here", what="elapsed_time"
                )
        return Frame(DONE)

    def _check(self, event: int, stream: int) -> None:
        if event > self._made["event"] or stream > self._made["stream"]:
            raise RefusedError("CudaAPIError", "host_error.handle", "there is no such stream or event")

    def _assign(self, target: Region, source: Region) -> None:
        found, left = self.memory.array(target)
        _, right = self.memory.array(source)
        try:
            with np.errstate(all="ignore"):
                left[...] = right.astype(left.dtype, casting="unsafe")
        except (TypeError, ValueError) as error:
            raise RefusedError("ValueError", "host_error.assign", str(error)) from None
        found.held = True

    def _launched(self, request: Launch) -> Frame:
        self._check(0, request.stream)
        if request.shared > SHARED_BYTES:
            raise too_much_shared(request.shared)
        touched: list[Allocation] = []
        values, empty = [], []
        for at, argument in enumerate(request.arguments):
            before = len(touched)
            values.append(self._value(argument, touched))
            if isinstance(argument, Region) and argument.size and not touched[before].held:
                empty.append(at)
        were = [found.data.copy() for found in touched]
        report = self._report(request, values, empty)
        for finding in report.findings:
            if finding.kind is Kind.LAUNCH_CONFIG:
                raise refused_launch(finding)
        changed = [at for at, found in enumerate(touched) if not np.array_equal(found.data, were[at])]
        for allocation in touched:
            allocation.held = True
        findings = [finding.to_plain() for finding in map(_lined, report.findings[:MOST_FINDINGS])]
        told: dict[str, Plain] = {"findings": [*findings], "stdout": report.stdout[:STDOUT], "changed": [*changed]}
        return Frame(DONE, told | _work(report.lines))

    def _report(self, request: Launch, values: list[object], empty: list[int]) -> Report:
        return launch(
            request.source,
            request.entry,
            grid=request.grid,
            block=request.block,
            args=values,
            shared_bytes=request.shared,
            checks=self._checks,
            limits=self._limits,
            arch=self._arch,
            outputs=[name for at, name in enumerate(_parameters(request)) if at in empty],
        )

    def _value(self, argument: Value, touched: list[Allocation]) -> object:
        match argument:
            case Region():
                found, array = self.memory.array(argument)
                touched.append(found)
                return array
            case tuple():
                return tuple(self._value(inner, touched) for inner in argument)
        return argument


def _parameters(request: Launch) -> list[str]:
    """The names of the kernel's parameters, as far as the source has such a function."""
    try:
        tree = ast.parse(request.source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == request.entry:
            return [parameter.arg for parameter in (*node.args.posonlyargs, *node.args.args)]
    return []


def _lined(finding: Finding) -> Finding:
    """A budget that is spent before any loop turned has no line; the interpreter says 0."""
    return finding if finding.line else replace(finding, line=None)


def _work(lines: Mapping[int, LineProfile]) -> dict[str, Plain]:
    """What a launch did, for a model of how long it takes."""
    sectors = sum((line.global_load_sectors or 0) + (line.global_store_sectors or 0) for line in lines.values())
    return {"moved": SECTOR * sectors, "statements": sum(line.executions for line in lines.values())}
