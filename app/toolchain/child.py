"""The toolchain behind the wall. Each job has its own fork: one compiles, another, without learner Python, links."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable

import numpy as np

from app.findings import Plain
from app.protocol.compiled import PTX, CompileError
from app.protocol.frames import Frame
from app.protocol.signature import Parameter, unpack
from app.toolchain import rehearsal
from app.toolchain.explain import OutOfTime
from app.toolchain.kernel import Ptx, to_ptx
from app.toolchain.link import link

PACKAGES = ("numpy", "numba", "numba_cuda", "llvmlite", "cuda", "nvidia")


def warm() -> None:
    """Compile and link once through every path, so that a fork finds all of numba, NVVM and nvJitLink in memory."""
    rehearsal.all_paths()


def rehearse() -> None:
    """Compile and link one kernel in a child that waits, so that it has the pages that this writes to."""
    gc.disable()
    rehearsal.one_path()


def handle(job: Frame, send: Callable[[Frame], None]) -> None:
    """Answer a "compile" with "ptx", a "link" with "linked", and either with "findings" against the learner."""
    gc.disable()  # a fifth of the time, for a process that ends before it pays; the memory limit holds all the same
    try:
        send(_compiled(job) if job.kind == "compile" else _linked(job))
    except CompileError as error:
        send(Frame("findings", {"findings": [finding.to_plain() for finding in error.findings]}))


def _compiled(job: Frame) -> Frame:
    signal.signal(signal.SIGXCPU, _out_of_time)
    ptx = to_ptx(str(job.data["source"]), str(job.data["entry"]), _parameters(job), arch=str(job.data["arch"]))
    types: list[object] = [[one.line, one.name, one.type] for one in ptx.types]
    return Frame("ptx", {"text": ptx.text, "max_registers": ptx.max_registers, "types": types})


def _linked(job: Frame) -> Frame:
    data = job.data
    registers = data["max_registers"]
    text = job.arrays[PTX].tobytes().decode("utf-8", "replace")
    ptx = Ptx(text, registers if isinstance(registers, int) else None)
    made = link(ptx, str(data["source"]), str(data["entry"]), _parameters(job), arch=str(data["arch"]))
    report: dict[str, Plain] = {
        "symbol": made.symbol,
        "registers": made.registers,
        "shared_bytes": made.shared_bytes,
        "local_bytes": made.local_bytes,
        "spill_bytes": made.spill_bytes,
        "grid_sync": made.grid_sync,
    }
    return Frame("linked", report, {"cubin": np.frombuffer(made.cubin, np.uint8)})


def _parameters(job: Frame) -> list[Parameter]:
    return unpack(job.data["parameters"], job.arrays)


def _out_of_time(*_: object) -> None:
    """The soft limit of processor time: the exception carries the line that was running. The hard limit kills."""
    raise OutOfTime
