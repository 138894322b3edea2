"""The compiler seen from the parent: two throw-away children a kernel, and not a word of theirs believed unchecked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Self

import numpy as np

from app.devices import Argument
from app.devices.untrusted import findings_from
from app.errors import FrameError, InfrastructureError
from app.findings import Finding, Kind, Plain, Severity
from app.protocol.compiled import Compiled, CompileError
from app.protocol.faults import KEYS
from app.protocol.frames import Frame
from app.protocol.signature import Parameter, pack
from app.sandbox import Ending, Limits, Outcome, Sandbox

CHILD = "app.toolchain.child"
LIMITS = Limits(seconds=10.0, cpu_seconds=5, address_bytes=1 << 30, result_bytes=8 << 20)

_KINDS = frozenset(
    {
        Kind.SYNTAX_ERROR,
        Kind.MISSING_ENTRY,
        Kind.FORBIDDEN,
        Kind.TYPING_ERROR,
        Kind.COMPILE_LIMIT,
        Kind.SOURCE_ERROR,
        Kind.TIMEOUT,
        Kind.MEMORY,
    }
)
_ENDINGS = {
    Ending.TIME_LIMIT: (Kind.TIMEOUT, "timeout.compile"),
    Ending.MEMORY_LIMIT: (Kind.MEMORY, "memory.compile"),
    Ending.OUTPUT_LIMIT: (Kind.SOURCE_ERROR, "source_error.output"),
    Ending.CRASHED: (Kind.SOURCE_ERROR, "source_error.crashed"),
}
_PROBE = "from numba import cuda\n@cuda.jit\ndef probe(a):\n    a[0] = 1\n"
_MOST_REGISTERS = 255


@dataclass(frozen=True, slots=True)
class _Task:
    source: str
    entry: str
    parameters: tuple[Parameter, ...]
    arch: str

    def frame(self, kind: str, **more: Plain) -> Frame:
        listed, arrays = pack(self.parameters)
        data: dict[str, Plain] = {"source": self.source, "entry": self.entry, "arch": self.arch, "parameters": listed}
        return Frame(kind, data | more, arrays)


class Compiler:
    """Learner source to `Compiled`. Owns its sandboxes: a child compiles, another links. One kernel at a time."""

    def __init__(self, sandbox: Sandbox, arch: str, linking: Sandbox | None = None) -> None:
        self._sandbox = sandbox
        self._linking = linking or sandbox
        self.arch = arch

    @classmethod
    def start(cls, arch: str, *, spares: bool = False) -> Self:
        """With sandboxes of its own. Raises SandboxError, MissingLayerError.

        With `spares` the next child of either kind is ready before there is a kernel: then each has a zygote.
        """
        if not spares:
            return cls(Sandbox(CHILD, limits=LIMITS), arch)
        with ExitStack() as stack, ThreadPoolExecutor(2) as starting:
            coming = [starting.submit(Sandbox, CHILD, limits=LIMITS, spares=True) for _ in range(2)]
            compiling, linking = (stack.enter_context(sandbox.result()) for sandbox in coming)
            stack.pop_all()
            return cls(compiling, arch, linking)

    def compile(
        self,
        source: str,
        entry: str,
        arguments: Sequence[Argument],
        *,
        compiling: Callable[[], None] | None = None,
        linking: Callable[[], None] | None = None,
    ) -> Compiled:
        """Raises CompileError where the learner is at fault, InfrastructureError where we are.

        What is given to be done meanwhile is done while a child works; what it raises ends the child.
        """
        parameters = tuple(Parameter.as_it_lies(argument.name, argument.value) for argument in arguments)
        task = _Task(source, entry, parameters, self.arch)
        text, registers = self._ptx(task, compiling)
        return self._link(task, text, registers, linking)

    def close(self) -> None:
        self._sandbox.close()
        self._linking.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _ptx(self, task: _Task, meanwhile: Callable[[], None] | None) -> tuple[str, int | None]:
        """What the learner's process says is its PTX. Whatever else it does is the learner's fault."""
        outcome = _beside(self._sandbox, task.frame("compile"), meanwhile)
        if outcome.ending is Ending.CRASHED:
            self._prove_healthy()
        if outcome.ending is not Ending.OK:
            raise CompileError([_fault(*_ENDINGS[outcome.ending])])
        try:
            return _read_ptx(_only(outcome), task)
        except FrameError:
            raise CompileError([_fault(Kind.SOURCE_ERROR, "source_error.interfered")]) from None

    def _prove_healthy(self) -> None:
        """A child died. Only if one with a kernel of ours lives, it was the learner's doing."""
        task = _Task(_PROBE, "probe", (Parameter("a", np.dtype(np.float64), 1),), self.arch)
        outcome = self._sandbox.run(task.frame("compile"))
        if outcome.ending is not Ending.OK or [frame.kind for frame in outcome.frames] != ["ptx"]:
            raise InfrastructureError(f"the compiler does not work: {outcome.detail} {outcome.stderr[-2000:]}")

    def _link(self, task: _Task, text: str, registers: int | None, meanwhile: Callable[[], None] | None) -> Compiled:
        outcome = _beside(self._linking, task.frame("link", ptx=text, max_registers=registers), meanwhile)
        if outcome.ending in (Ending.TIME_LIMIT, Ending.MEMORY_LIMIT):
            raise CompileError([_fault(Kind.COMPILE_LIMIT, "compile_limit.effort")])
        if outcome.ending is not Ending.OK:
            raise InfrastructureError(f"the linker does not work: {outcome.detail} {outcome.stderr[-2000:]}")
        return _read_linked(_only(outcome), task, text)


def _beside(sandbox: Sandbox, job: Frame, meanwhile: Callable[[], None] | None) -> Outcome:
    with sandbox.begun(job) as end:
        if meanwhile is not None:
            meanwhile()
        return end()


def _only(outcome: Outcome) -> Frame:
    if len(outcome.frames) != 1:
        raise FrameError(f"a child answered with {len(outcome.frames)} frames")
    return outcome.frames[0]


def _read_ptx(frame: Frame, task: _Task) -> tuple[str, int | None]:
    _refuse_if_faulty(frame, task)
    text, registers = frame.data.get("text"), frame.data.get("max_registers")
    if frame.kind != "ptx" or frame.arrays or not isinstance(text, str):
        raise FrameError("a compiler answers with PTX")
    return text, registers if type(registers) is int and 0 < registers <= _MOST_REGISTERS else None


def _read_linked(frame: Frame, task: _Task, text: str) -> Compiled:
    _refuse_if_faulty(frame, task)
    cubin, symbol = frame.arrays.get("cubin"), frame.data.get("symbol")
    if frame.kind != "linked" or not isinstance(symbol, str) or cubin is None or cubin.dtype != np.uint8:
        raise FrameError("a linker answers with a cubin")
    return Compiled(
        source=task.source,
        entry=task.entry,
        symbol=symbol,
        arch=task.arch,
        ptx=text,
        cubin=cubin.tobytes(),
        registers=_count(frame, "registers"),
        shared_bytes=_count(frame, "shared_bytes"),
        local_bytes=_count(frame, "local_bytes"),
        spill_bytes=_count(frame, "spill_bytes"),
        grid_sync=frame.data.get("grid_sync") is True,
    )


def _refuse_if_faulty(frame: Frame, task: _Task) -> None:
    """Raises CompileError with the findings that the frame carries, FrameError where they have no sense."""
    if frame.kind != "findings":
        return
    findings = findings_from(frame.data.get("findings"), task.source, _KINDS)
    if not KEYS.issuperset(finding.message_key for finding in findings):
        raise FrameError("a finding for which there is no sentence")
    if not findings:
        raise FrameError("no findings, and no kernel either")
    raise CompileError(findings)


def _count(frame: Frame, name: str) -> int:
    value = frame.data.get(name)
    if type(value) is not int or value < 0:
        raise FrameError(f"{name} is a count")
    return value


def _fault(kind: Kind, key: str) -> Finding:
    return Finding(kind, Severity.ERROR, None, key)
