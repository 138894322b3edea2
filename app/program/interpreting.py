"""A device without a GPU: memory is NumPy's, and kernels go to the interpreter with every check."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from app.findings import Finding, Kind, LineProfile, Plain
from app.program.answering import Answering
from app.program.memory import MOST_BYTES, UNWRITTEN, Allocation, shaped
from app.program.refusals import refused_launch
from app.program.requests import Launch, Region, Value
from app.simt import Checks, Limits, Report, launch

STDOUT = 65_536  # characters of what a kernel prints that are sent back
SECTOR = 32  # bytes


class HostMemory(Allocation):
    """An allocation that is an array of bytes."""

    def __init__(self, nbytes: int) -> None:
        super().__init__(nbytes)
        self.data = np.full(nbytes, UNWRITTEN, np.uint8)


class Interpreted(Answering[HostMemory]):
    """Runs the source of a kernel."""

    def __init__(
        self,
        arch: str = "sm_90",
        limits: Limits | None = None,
        most: int = MOST_BYTES,
        checks: Checks | None = None,
    ) -> None:
        super().__init__(arch, most)
        self._limits, self._checks = limits or Limits(), checks or Checks.all()

    def make(self, nbytes: int) -> HostMemory:
        return HostMemory(nbytes)

    def drop(self, found: HostMemory) -> None:
        """Nothing: Python frees it."""

    def read(self, found: HostMemory, offset: int, nbytes: int) -> np.ndarray:
        return found.data[offset : offset + nbytes]

    def write(self, found: HostMemory, offset: int, data: np.ndarray) -> None:
        found.data[offset : offset + data.nbytes] = data

    def fill(self, found: HostMemory, offset: int, nbytes: int, value: int) -> None:
        found.data[offset : offset + nbytes] = value

    def launch(self, request: Launch, touched: Sequence[HostMemory | None]) -> dict[str, Plain]:
        memory = iter(touched)
        values: list[object] = []
        empty = []
        for at, argument in enumerate(request.arguments):
            if isinstance(argument, Region):
                found = next(memory)
                values.append(_array(argument, found))
                if found is not None and not found.held:
                    empty.append(at)
            else:
                values.append(_value(argument, memory))
        report = self._report(request, values, empty)
        for finding in report.findings:
            if finding.kind is Kind.LAUNCH_CONFIG:
                raise refused_launch(finding)
        findings = [finding.to_plain() for finding in map(_lined, report.findings)]
        return {"findings": [*findings], "stdout": report.stdout[:STDOUT], **_work(report.lines)}

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
            arch=self.arch,
            outputs=[name for at, name in enumerate(_parameters(request)) if at in empty],
        )


def _value(argument: Value, memory: Iterator[HostMemory | None]) -> object:
    match argument:
        case Region():
            return _array(argument, next(memory))
        case tuple():
            return tuple(_value(inner, memory) for inner in argument)
    return argument


def _array(region: Region, found: HostMemory | None) -> np.ndarray:
    return shaped(region, np.zeros(0, np.uint8) if found is None else found.data, 0)


def _parameters(request: Launch) -> list[str]:
    """The names of the kernel's parameters, as far as the source has such a function."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
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
