"""The compiler seen from the parent: two throw-away children a kernel, and not a word of theirs believed unchecked."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from typing import Self

import numpy as np

from app.devices import Argument
from app.devices.untrusted import findings_from, types_from
from app.errors import FrameError, InfrastructureError
from app.findings import Finding, Kind, Plain, Severity
from app.protocol.compiled import PTX, Compiled, CompileError, Inferred
from app.protocol.faults import KEYS
from app.protocol.frames import Frame
from app.protocol.signature import Parameter, pack
from app.sandbox import ALL_LAYERS, Ending, Layer, Limits, Outcome, Running, Sandbox

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
_MOST_FINDINGS = 16  # of one kernel: ours stops at the first

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Task:
    source: str
    entry: str
    parameters: tuple[Parameter, ...]
    arch: str

    def compiling(self) -> Frame:
        listed, arrays = pack(self.parameters)
        data: dict[str, Plain] = {"source": self.source, "entry": self.entry, "arch": self.arch, "parameters": listed}
        return Frame("compile", data, arrays)

    def linking(self, text: str, registers: int | None) -> Frame:
        """The PTX goes as an array: what JSON makes of a stranger's text may be longer than a header can be."""
        frame = self.compiling()
        ptx = np.frombuffer(text.encode(), np.uint8)
        return Frame("link", {**frame.data, "max_registers": registers}, {**frame.arrays, PTX: ptx})


@dataclass(frozen=True, slots=True)
class _Proposal:
    """What the learner's process calls its PTX."""

    text: str
    registers: int | None
    types: tuple[Inferred, ...]


class Compiler:
    """Learner source to `Compiled`. Owns its sandboxes: a child compiles, another links. One kernel at a time."""

    def __init__(self, sandbox: Sandbox, arch: str, linking: Sandbox | None = None) -> None:
        self._sandbox = sandbox
        self._linking = linking or sandbox
        self._probe = _Task(_PROBE, "probe", (Parameter("a", np.dtype(np.float64), 1),), arch)
        self.arch = arch

    @classmethod
    def start(cls, arch: str, *, spares: bool = False, layers: Iterable[Layer] = ALL_LAYERS) -> Self:
        """With sandboxes of its own. Raises SandboxError, MissingLayerError.

        With `spares` the next child of either kind is ready before there is a kernel: then each has a zygote.
        """
        if not spares:
            return cls(Sandbox(CHILD, limits=LIMITS, layers=layers), arch)
        with ExitStack() as stack, ThreadPoolExecutor(2) as starting:

            def start() -> Sandbox:  # in its thread, so that one is closed where the other does not start
                return stack.enter_context(Sandbox(CHILD, limits=LIMITS, layers=layers, spares=True))

            compiling, linking = (sandbox.result() for sandbox in [starting.submit(start) for _ in range(2)])
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
        with self.compiled(source, entry, arguments, compiling=compiling, linking=linking) as made:
            return made

    @contextmanager
    def compiled(
        self,
        source: str,
        entry: str,
        arguments: Sequence[Argument],
        *,
        compiling: Callable[[], None] | None = None,
        linking: Callable[[], None] | None = None,
    ) -> Iterator[Compiled]:
        """As `compile`, and the linker's process ends beside the block. No other kernel is compiled in it.

        Leaving it raises InfrastructureError where that process ends badly after all. A refusal is not waited for.
        """
        parameters = tuple(Parameter.as_it_lies(argument.name, argument.value) for argument in arguments)
        task = _Task(source, entry, parameters, self.arch)
        with ExitStack() as block:
            linker, proposal = self._linker(task, block, compiling)
            if linking is not None:
                linking()
            yield _read_linked(self._answered(linker, block), task, proposal)
            if (last := linker.end()).ending is not Ending.OK or len(last.frames) != 1:
                raise InfrastructureError(f"the linker answered and did not end: {last.detail} {last.stderr[-2000:]}")

    def close(self) -> None:
        self._sandbox.close()
        self._linking.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _linker(self, task: _Task, block: ExitStack, meanwhile: Callable[[], None] | None) -> tuple[Running, _Proposal]:
        """What links, begun in the `block`, and what it links.

        Of two sandboxes one links what the other proposes while that one's process ends, and is killed with the block
        where that was nobody's PTX.
        """
        with self._sandbox.begun(task.compiling()) as compiler:
            if meanwhile is not None:
                meanwhile()
            proposed = _proposed(compiler.answer(), task) if self._linking is not self._sandbox else None
            linker = None if proposed is None else block.enter_context(self._begun(task, proposed))
            outcome = compiler.end()
        proposal = self._ptx(outcome, task)
        return linker or block.enter_context(self._begun(task, proposal)), proposal

    def _ptx(self, outcome: Outcome, task: _Task) -> _Proposal:
        """What the learner's process says is its PTX. Whatever else it does is the learner's fault."""
        if outcome.ending is Ending.CRASHED:
            self._prove_healthy()
        if outcome.ending is not Ending.OK:
            raise CompileError([_fault(*_ENDINGS[outcome.ending])])
        try:
            return _read_ptx(_only(outcome), task)
        except FrameError:
            raise CompileError([_fault(Kind.SOURCE_ERROR, "source_error.interfered")]) from None

    def _prove_healthy(self) -> str:
        """A child died. Only if one with a kernel of ours lives, it was the learner's doing. The kernel's PTX."""
        outcome = self._sandbox.run(self._probe.compiling())
        if outcome.ending is not Ending.OK or [frame.kind for frame in outcome.frames] != ["ptx"]:
            raise InfrastructureError(f"the compiler does not work: {outcome.detail} {outcome.stderr[-2000:]}")
        return str(outcome.frames[0].data.get("text"))

    def _prove_linking(self, died: Outcome) -> None:
        """The same of a child that links: no learner's Python ran there, and yet what it read was a learner's."""
        outcome = self._linking.run(self._probe.linking(self._prove_healthy(), None))
        if outcome.ending is not Ending.OK or [frame.kind for frame in outcome.frames] != ["linked"]:
            raise InfrastructureError(f"the linker does not work: {outcome.detail} {outcome.stderr[-2000:]}")
        log.warning("a text for the assembler broke it: %s %s", died.detail, died.stderr[-2000:])

    def _answered(self, linker: Running, block: ExitStack) -> Frame:
        """What the linker says. One that ends without an answer has ended with the `block`."""
        answer = linker.answer()
        if answer is not None:
            return answer
        outcome = linker.end()
        block.close()
        if outcome.ending in (Ending.TIME_LIMIT, Ending.MEMORY_LIMIT, Ending.OUTPUT_LIMIT):
            raise CompileError([_fault(Kind.COMPILE_LIMIT, "compile_limit.effort")])
        if outcome.ending is Ending.CRASHED:
            self._prove_linking(outcome)
            raise CompileError([_fault(Kind.COMPILE_LIMIT, "compile_limit.assembler", text=outcome.detail)])
        return _only(outcome)

    def _begun(self, task: _Task, proposal: _Proposal) -> AbstractContextManager[Running]:
        return self._linking.begun(task.linking(proposal.text, proposal.registers))


def _proposed(answer: Frame | None, task: _Task) -> _Proposal | None:
    """PTX that can be linked while its compiler's process ends, which may yet turn out to be nobody's PTX."""
    if answer is None or answer.kind != "ptx":
        return None
    try:
        return _read_ptx(answer, task)
    except FrameError:
        return None


def _only(outcome: Outcome) -> Frame:
    if len(outcome.frames) != 1:
        raise FrameError(f"a child answered with {len(outcome.frames)} frames")
    return outcome.frames[0]


def _read_ptx(frame: Frame, task: _Task) -> _Proposal:
    _refuse_if_faulty(frame, task)
    text, registers = frame.data.get("text"), frame.data.get("max_registers")
    if frame.kind != "ptx" or frame.arrays or not isinstance(text, str):
        raise FrameError("a compiler answers with PTX")
    limit = registers if type(registers) is int and 0 < registers <= _MOST_REGISTERS else None
    return _Proposal(text, limit, types_from(frame.data.get("types", []), task.source))


def _read_linked(frame: Frame, task: _Task, proposal: _Proposal) -> Compiled:
    _refuse_if_faulty(frame, task)
    cubin, symbol = frame.arrays.get("cubin"), frame.data.get("symbol")
    if frame.kind != "linked" or not isinstance(symbol, str) or cubin is None or cubin.dtype != np.uint8:
        raise FrameError("a linker answers with a cubin")
    return Compiled(
        source=task.source,
        entry=task.entry,
        symbol=symbol,
        arch=task.arch,
        ptx=proposal.text,
        cubin=cubin.tobytes(),
        registers=_count(frame, "registers"),
        shared_bytes=_count(frame, "shared_bytes"),
        local_bytes=_count(frame, "local_bytes"),
        spill_bytes=_count(frame, "spill_bytes"),
        grid_sync=frame.data.get("grid_sync") is True,
        types=proposal.types,
    )


def _refuse_if_faulty(frame: Frame, task: _Task) -> None:
    """Raises CompileError with the findings that the frame carries, FrameError where they have no sense."""
    if frame.kind != "findings":
        return
    findings = findings_from(frame.data.get("findings"), task.source, _KINDS)
    if not KEYS.issuperset(finding.message_key for finding in findings):
        raise FrameError("a finding for which there is no sentence")
    if not 0 < len(findings) <= _MOST_FINDINGS:
        raise FrameError("a compiler says what is wrong, and says it once")
    if any(f.count != 1 or f.thread or f.block or f.other for f in findings):
        raise FrameError("a compiler's findings are about a text, and no thread has met them")
    raise CompileError(findings)


def _count(frame: Frame, name: str) -> int:
    value = frame.data.get(name)
    if type(value) is not int or value < 0:
        raise FrameError(f"{name} is a count")
    return value


def _fault(kind: Kind, key: str, **args: Plain) -> Finding:
    return Finding(kind, Severity.ERROR, None, key, args)
