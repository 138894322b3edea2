"""Stands between a program and its device: checks each call, forwards it, and writes it down.

The program's process is a learner's, so that nothing which it says is believed; the record is made here, of what the
device did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from app.devices.program import words
from app.devices.program.cache import Cache, pieces
from app.devices.program.calls import Call, ProgramLimits, ProgramStatus
from app.devices.program.resources import fitted, machine_code, refused
from app.devices.program.timeline import ALLOC_US, Timeline
from app.devices.program.types import layout, types_of
from app.devices.untrusted import findings_from
from app.errors import FrameError, InfrastructureError
from app.findings import Finding, Kind, Plain, Severity, told
from app.program.answering import regions_of
from app.program.requests import (
    Alloc,
    Assign,
    Clock,
    Elapsed,
    Fill,
    Free,
    Launch,
    Make,
    Mark,
    MemoryInfo,
    Read,
    Request,
    Synchronize,
    Value,
    Write,
    line_of,
    read_request,
)
from app.protocol.compiled import Compiled, CompileError
from app.protocol.frames import Frame

ENDS: Mapping[Kind, ProgramStatus] = {  # what a launch may find after which there is nothing to go on with
    Kind.UNSUPPORTED: "unsupported",
    Kind.SYNTAX_ERROR: "unsupported",  # Python could read it: only the interpreter cannot
    Kind.MISSING_ENTRY: "unsupported",
    Kind.TIMEOUT: "time_limit",
    Kind.MEMORY: "memory_limit",
}
KINDS = frozenset(Kind)
_LONGEST_US = 3.6e9

Device = Callable[[Frame], Frame | None]  # None where the device has ended
Compile = Callable[[Launch], Compiled]  # raises CompileError
Stand = np.ndarray | np.generic | tuple[object, ...]


class StoppedError(Exception):
    """The program cannot go on."""

    def __init__(self, status: ProgramStatus, *findings: Finding) -> None:
        super().__init__(status)
        self.status, self.findings = status, findings


@dataclass(slots=True)
class Relay:
    """One program's calls. `lines` is how many its source has."""

    device: Device
    lines: int
    limits: ProgramLimits
    compile: Compile | None = None
    coded: bool = False  # a GPU gets kernels as machine code
    calls: list[Call] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    line: int | None = None  # of the last call
    launching: bool = False  # whether the last call is a launch
    asked: int = 0
    traffic: int = 0
    timeline: Timeline = field(default_factory=Timeline)
    cache: Cache = field(default_factory=Cache)
    started: set[object] = field(default_factory=set)  # kernels with the types of their arguments

    def answer(self, frame: Frame) -> Frame:
        """What the program is told. Raises StoppedError, and InfrastructureError where the device speaks nonsense."""
        try:
            request = read_request(frame)
        except FrameError:
            raise StoppedError("runtime_error", words.interfered()) from None
        line = self.line = line_of(frame, self.lines)
        self._count(request, line)
        self.launching = isinstance(request, Launch)
        if isinstance(request, Elapsed):
            return self._elapsed(request.start, request.end)
        if isinstance(request, Launch):
            compiled = self._compile(request)
            if compiled is not None:
                request, frame = fitted(request, frame, compiled)
                if (refusal := refused(request, compiled)) is not None:
                    return refusal
            if self.coded:
                frame = machine_code(frame, compiled)
        said = self.device(frame)
        if said is None:
            raise StoppedError("memory_limit")  # whoever ran the device knows better
        if said.kind == "refused":
            return self._refused(said, line)
        if said.kind == "fault" and self.coded:
            raise _lost(said, line)
        if said.kind != "done":
            raise InfrastructureError("a device does what it is asked, or refuses")
        return self._done(request, said, line)

    def _count(self, request: Request, line: int | None) -> None:
        self.asked += 1
        if self.asked > self.limits.calls:
            raise StoppedError("call_limit", words.too_many_calls(line, self.limits.calls))
        if isinstance(request, Write | Read):
            self.traffic += request.data.nbytes if isinstance(request, Write) else request.bytes
        if self.traffic > self.limits.traffic:
            raise StoppedError("memory_limit", words.too_much_traffic(line, self.limits.traffic))

    def _compile(self, request: Launch) -> Compiled | None:
        if self.compile is None:
            return None
        try:
            return self.compile(request)
        except CompileError as error:
            raise StoppedError("compile_error", *self._within(error.findings, None)) from None

    def _refused(self, said: Frame, line: int | None) -> Frame:
        key = str(said.data.get("key"))
        if key.startswith("memory."):
            args = said.data.get("args")
            raise StoppedError("memory_limit", words.no_memory(line, args if isinstance(args, dict) else {}))
        return Frame("refused", said.data)

    def _done(self, request: Request, said: Frame, line: int | None) -> Frame:
        time = self.timeline
        match request:
            case Alloc(nbytes):
                handle = _count(said, "handle")
                self._note(Call("alloc", line, bytes=nbytes, handle=handle), time.on_host(ALLOC_US))
            case Free(handle):
                freed = next((c.bytes for c in self.calls if c.action == "alloc" and c.handle == handle), 0)
                self._note(Call("free", line, bytes=freed, handle=handle), time.on_host(ALLOC_US))
            case Write() | Read():
                self._copied(request, line)
            case Fill(handle, offset, nbytes, _, stream):
                made = Call("fill", line, bytes=nbytes, handle=handle, stream=stream, engine="compute")
                cached = self.cache.used([(handle, offset, offset + nbytes)])
                self._note(made, time.computed(nbytes, 0, stream, cached=cached))
            case Assign(target, source, stream):
                nbytes = target.size * target.dtype.itemsize
                made = Call("copy", line, bytes=nbytes, handle=target.handle, stream=stream, engine="compute")
                moved, cached = nbytes + target.size * source.dtype.itemsize, self.cache.used(pieces(target, source))
                self._note(made, time.computed(moved, 0, stream, cached=cached))
            case Launch():
                return self._launched(request, said, line)
            case Mark(what, event, stream):
                span = time.recorded(event, stream) if what == "record" else time.awaited(event, stream)
                self._note(Call(what, line, handle=event, stream=stream), span)
            case Synchronize(what, handle, query):
                span = time.reached(handle) if what == "event" else time.synchronized(handle)
                if not query:  # the answer to a query is yes, so that the host has waited until it is
                    self._note(Call("synchronize", line, stream=handle if what == "stream" else 0), span)
            case Clock():
                self._note(Call("clock", line), time.on_host(0.0))
                return Frame("done", {"microseconds": time.clock})
            case Make() | MemoryInfo():
                time.on_host()
        return Frame("done", said.data, said.arrays)

    def _note(self, call: Call, span: tuple[float, float]) -> None:
        self.calls.append(replace(call, modelled_start_us=span[0], modelled_end_us=span[1]))

    def _copied(self, request: Write | Read, line: int | None) -> None:
        inward = isinstance(request, Write)
        nbytes = request.data.nbytes if isinstance(request, Write) else request.bytes
        made = Call(
            "copy_in" if inward else "copy_out",
            line,
            bytes=nbytes,
            stream=request.stream,
            handle=request.handle,
            implicit=request.implicit,
            pinned=request.pinned,
            engine="copy_in" if inward else "copy_out",
        )
        self._note(made, self.timeline.copied(made.engine, nbytes, request.stream, pinned=request.pinned))

    def _elapsed(self, start: int, end: int) -> Frame:
        """The device has no clock: the model has."""
        passed = self.timeline.elapsed(start, end)
        told: dict[str, Plain] = {"error": "CudaAPIError"}
        if passed is None:
            return Frame("refused", told | {"key": "host_error.event_unrecorded", "text": "it was never recorded"})
        if not (self.timeline.over(start) and self.timeline.over(end)):
            return Frame("refused", told | {"key": "host_error.event_early", "text": "CUDA_ERROR_NOT_READY"})
        return Frame("done", {"milliseconds": passed})

    def _launched(self, request: Launch, said: Frame, line: int | None) -> Frame:
        found = self._within(findings_from(said.data.get("findings"), request.source, KINDS), line)
        ending = next((f for f in found if f.kind in ENDS and f.severity is Severity.ERROR), None)
        moved, statements = _count(said, "moved"), _count(said, "statements")
        took = _microseconds(said.data.get("took_us") if self.coded else None)
        kernel = request.source, request.entry, types_of(request)
        if kernel not in self.started and not request.declared:
            self.timeline.compiled()
        self.started.add(kernel)
        cached = self.cache.used(pieces(*regions_of(request.arguments)))
        call = Call(
            "launch",
            line,
            stream=request.stream,
            kernel=request.entry,
            grid=request.grid,
            block=request.block,
            shared_bytes=request.shared,
            moved=moved,
            engine="compute",
        )
        self._note(call, self.timeline.computed(moved, statements, request.stream, took, cached=cached))
        self._found(found if ending is None else [one for one in found if one is not ending])
        if ending is not None:
            raise StoppedError(ENDS[ending.kind], ending)
        return Frame("done", {name: said.data.get(name) for name in ("stdout", "changed")})

    def _within(self, findings: tuple[Finding, ...], line: int | None) -> list[Finding]:
        """Findings about a kernel's excerpt, whose last lines are no program's, as findings about the program."""
        return [f if f.line and f.line <= self.lines else replace(f, line=line) for f in findings]

    def _found(self, findings: list[Finding]) -> None:
        known = {(one.message_key, one.line) for one in self.findings}
        self.findings = told([*self.findings, *(one for one in findings if (one.message_key, one.line) not in known)])


def _count(frame: Frame, name: str) -> int:
    value = frame.data.get(name)
    if type(value) is not int or value < 0:
        raise InfrastructureError(f"{name} is a count")
    return value


def _microseconds(value: object) -> float | None:
    if value is None:
        return None
    if not isinstance(value, float) or not 0 <= value <= _LONGEST_US:
        raise InfrastructureError("a launch takes some microseconds")
    return value


def _lost(said: Frame, line: int | None) -> StoppedError:
    finding = words.lost(str(said.data.get("status"))[:40], str(said.data.get("word"))[:200], line)
    return StoppedError(ENDS.get(finding.kind, "runtime_error"), finding)


def shapes(request: Launch) -> list[Stand]:
    """Stand-ins of the arguments' types, for a compiler."""
    return [_stand(value) for value in request.arguments]


def _stand(value: Value) -> Stand:
    if isinstance(value, tuple):
        return tuple(map(_stand, value))
    if isinstance(value, np.generic):
        return value
    lies, axes = layout(value), len(value.shape)
    shape = (2, 2, *(1,) * (axes - 2))[:axes]  # two axes show a layout, and thirty-two of two elements each are 32 GiB
    if lies == "A":
        return np.empty((*shape[:-1], 2 * shape[-1] + 2), value.dtype)[..., : 2 * shape[-1] : 2]
    return np.empty(shape, value.dtype, lies)
