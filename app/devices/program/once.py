"""One program with everything that it needs, started and ended again."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import numpy as np

from app.devices.cards.fleet import Fleet
from app.devices.compiler import Compiler
from app.devices.program.calls import ProgramLimits, ProgramReport
from app.devices.program.running import ARCH, Programs
from app.devices.records import Argument
from app.errors import InfrastructureError
from app.protocol.compiled import Compiled


class _LateCompiler:
    """Starts a compiler when there is a kernel to compile, which many a wrong program does not come to."""

    def __init__(self, arch: str) -> None:
        self.arch = arch
        self._compiler: Compiler | None = None

    def compile(self, source: str, entry: str, arguments: Sequence[Argument]) -> Compiled:
        if self._compiler is None:
            self._compiler = Compiler.start(self.arch)
        return self._compiler.compile(source, entry, arguments)

    def close(self) -> None:
        if self._compiler is not None:
            self._compiler.close()


def _fleet() -> Fleet:
    """All GPUs of this machine; the folder is one for all that one user starts, so that they take turns."""
    fleet = Fleet.start("auto", Path(tempfile.gettempdir()) / f"gridstride-gpus-{os.getuid()}")
    if fleet is None:
        raise InfrastructureError("there is no GPU here on which a program could run")
    if not fleet.usable:
        fleet.close()
        raise InfrastructureError(f"no GPU here can run a program: {fleet.trouble or 'all are set aside'}")
    return fleet


def run_program(
    source: str, entry: str, args: Sequence[object] = (), *, device: str = "simt", limits: ProgramLimits | None = None
) -> ProgramReport:
    """Start everything, run one program, and end everything again. Arrays in `args` are updated in place.

    `device` is "simt", "gpu" for a GPU of this machine, or "preview" for the interpreter without a wall and without a
    compiler. Raises SandboxError where there is no wall, InfrastructureError where we are at fault or no GPU is.
    """
    if device not in ("simt", "gpu", "preview"):
        raise ValueError(f"there is no device {device!r}")
    with ExitStack() as stack:
        if device == "preview":
            programs = stack.enter_context(Programs.open())
        else:
            fleet = stack.enter_context(_fleet()) if device == "gpu" else None
            arch = ARCH if fleet is None else fleet.arch
            compiler = stack.enter_context(closing(_LateCompiler(arch)))
            programs = stack.enter_context(Programs.start(compiler, arch, fleet=fleet))
        report = programs.run(source, entry, args, limits)
    for given, now in zip(args, report.arguments, strict=False):
        if isinstance(given, np.ndarray) and isinstance(now, np.ndarray) and given.flags.writeable:
            given[...] = now
    return report
