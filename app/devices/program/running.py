"""Run a program to its end, behind the wall or, for authors, without one."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from typing import Protocol, Self

from app.devices.cards.fleet import Fleet
from app.devices.program import ending, measuring, words
from app.devices.program.calls import ProgramLimits, ProgramReport, ProgramStatus
from app.devices.program.cards import CardConversations, CardTalk
from app.devices.program.ending import Ended
from app.devices.program.open import OpenProcesses
from app.devices.program.relay import Relay, StoppedError, shapes
from app.devices.records import Argument, Compiles
from app.errors import FrameError, InfrastructureError
from app.findings import Finding, Plain
from app.program.passing import pack
from app.program.requests import Launch
from app.protocol.compiled import Compiled
from app.protocol.frames import Frame
from app.protocol.signature import Parameter
from app.sandbox import ALL_LAYERS, Ending, Layer, Limits, Outcome, Sandbox

ARCH = "sm_90"
HOST = "app.program.host_child"
DEVICE = "app.program.device_child"
_HEADER = 16 << 20  # bytes of all frames beside what copies move
_ADDRESS = 2 << 30  # bytes for the interpreter, on top of the device's memory
_SHARE = 0.5  # of the time, for the processor of host code: a loop without end is told by its line while there is time
_EARLY_S = 1.0  # before its time is over a program is told so, and says where it stands
_COMPILING_S = 60.0
log = logging.getLogger(__name__)
_STOPS: dict[ProgramStatus, Ending] = {"time_limit": Ending.TIME_LIMIT, "memory_limit": Ending.MEMORY_LIMIT}


class Talks(Protocol):
    """A process that is talked with: `app.sandbox.Talk`, or one without a wall."""

    def hear(self) -> Frame | None: ...
    def say(self, frame: Frame) -> None: ...
    def grant(self, seconds: float) -> None: ...
    def stop(self, ending: Ending, detail: str) -> None: ...
    def end(self) -> Outcome: ...


class Conversations(Protocol):
    """Starts processes that are talked with: a Sandbox, processes without a wall, or the executors of a fleet."""

    def talk(self, job: Frame, *, limits: Limits) -> AbstractContextManager[Talks]: ...
    def close(self) -> None: ...


class Programs:
    """Runs one program at a time. Owns its two kinds of processes; a compiler is lent."""

    def __init__(
        self,
        host: Conversations,
        device: Conversations,
        compiler: Compiles | None = None,
        arch: str = ARCH,
        *,
        coded: bool = False,
    ) -> None:
        """A device that is `coded` takes kernels as machine code, and measures."""
        self._host, self._device, self._compiler, self._arch, self._coded = host, device, compiler, arch, coded
        self._seen: tuple[str, dict[object, Compiled]] = ("", {})  # the last program, and its kernels

    @classmethod
    def start(
        cls,
        compiler: Compiles | None = None,
        arch: str = ARCH,
        *,
        fleet: Fleet | None = None,
        layers: Iterable[Layer] = ALL_LAYERS,
    ) -> Self:
        """With sandboxes of its own; the device is a GPU where a fleet is lent, for which `compiler` compiles.

        Raises SandboxError, MissingLayerError.
        """
        limits = ProgramLimits()
        host = Sandbox(HOST, limits=_limits(limits, limits.host_bytes), layers=layers)
        if fleet is not None:
            return cls(host, CardConversations(fleet), compiler, fleet.arch, coded=True)
        try:
            device = Sandbox(DEVICE, limits=_limits(limits, limits.bytes + _ADDRESS), layers=layers)
        except BaseException:
            host.close()
            raise
        return cls(host, device, compiler, arch)

    @classmethod
    def open(cls, arch: str = ARCH) -> Self:
        """Without a wall, for authors: nothing keeps the program from doing whatever its author could do."""
        limits = ProgramLimits()
        host = OpenProcesses(HOST, _limits(limits, limits.host_bytes))
        return cls(host, OpenProcesses(DEVICE, _limits(limits, limits.bytes + _ADDRESS)), None, arch)

    def run(
        self, source: str, entry: str, args: Sequence[object], limits: ProgramLimits | None = None
    ) -> ProgramReport:
        """Call a function of the program. The arguments stay as they are. Raises InfrastructureError."""
        bounds = limits or ProgramLimits()
        packed = [pack(value, f"argument{at}") for at, value in enumerate(args)]
        arrays = {name: array for _, held in packed for name, array in held.items()}
        listed: list[object] = [said for said, _ in packed]
        job = Frame("program", {"source": source, "entry": entry, "arguments": listed, "most": bounds.bytes}, arrays)
        device_job = Frame("device", _device(self._arch, bounds))
        with ExitStack() as stack:
            device = stack.enter_context(self._device.talk(device_job, limits=_limits(bounds, bounds.bytes + _ADDRESS)))
            host = stack.enter_context(
                self._host.talk(job, limits=_limits(bounds, bounds.host_bytes, _SHARE, told=True))
            )
            checker = self._checker(source, (host, device))
            relay = Relay(_asker(device), source.count("\n") + 1, bounds, checker, coded=self._coded)
            return _Run(host, device, relay, source, args).report()

    def close(self) -> None:
        self._host.close()
        self._device.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _checker(self, source: str, talks: Sequence[Talks]) -> Callable[[Launch], Compiled] | None:
        """Compiles a kernel the first time that it is launched with arguments of such types, in whichever case.

        That is not on the program's time, up to a bound: kernels without end could be made.
        """
        compiler = self._compiler
        if compiler is None:
            return None
        if self._seen[0] != source:
            self._seen = source, {}
        seen = self._seen[1]
        left = _COMPILING_S

        def check(request: Launch) -> Compiled:
            nonlocal left
            values = shapes(request)
            key = (request.source, request.entry, tuple(map(_kind, values)))
            if key not in seen:
                arguments = [Argument(f"argument {at + 1}", value) for at, value in enumerate(values)]
                started = time.monotonic()
                try:
                    seen[key] = compiler.compile(request.source, request.entry, arguments)
                finally:
                    granted = min(left, time.monotonic() - started)
                    left -= granted
                    for talk in talks:
                        talk.grant(granted)
            return seen[key]

        return check


class _Run:
    """One program from its first call to the report."""

    def __init__(self, host: Talks, device: Talks, relay: Relay, source: str, args: Sequence[object]) -> None:
        self._host, self._device, self._relay, self._source, self._args = host, device, relay, source, args
        self._ended: Ended | None = None

    def report(self) -> ProgramReport:
        try:
            self._follow()
        except StoppedError as stopped:
            return self._stopped(stopped)
        outcome = self._host.end()
        ended = self._ended or Ended("runtime_error", words.crashed())
        if outcome.ending is not Ending.OK:
            status, finding = _endings(outcome.ending)
            ended = Ended(status, replace(finding, line=self._relay.line) if status == "time_limit" else finding)
        if ended.status == "ok" and self._relay.coded:
            self._measure()
        return self._made(ended, outcome)

    def _measure(self) -> None:
        """Have the device do it all again, for times. Without them those of the model are left, and that is logged."""
        seconds = measuring.seconds(self._relay.limits.seconds)
        if self._relay.timeline.host > 1e6 * seconds:
            log.info("a program that keeps the GPU busy for more than %.1f s is not measured", seconds)
            return
        self._device.grant(measuring.MOST_SECONDS)
        self._device.say(measuring.asked(seconds))
        said = self._device.hear()
        if said is None:
            log.warning("a program on a GPU could not be measured: %s", self._device.end().detail)
            return
        try:
            self._relay.calls = measuring.measured(self._relay.calls, said)
        except FrameError as error:
            log.warning("a program on a GPU could not be measured: %s", error)

    def _follow(self) -> None:
        while (frame := self._host.hear()) is not None:
            if self._ended is not None:
                raise StoppedError("runtime_error", words.interfered())  # nothing comes after the last frame
            if frame.kind == "ended":
                self._ended = ending.read(frame, self._source, self._args)
            else:
                self._host.say(self._relay.answer(frame))

    def _stopped(self, stopped: StoppedError) -> ProgramReport:
        self._host.stop(_STOPS.get(stopped.status, Ending.CRASHED), "its program had to be stopped")
        outcome = self._host.end()
        if not stopped.findings:  # the device has ended
            return self._made(Ended(*self._device_ended()), outcome)
        *others, last = stopped.findings
        return self._made(Ended(stopped.status, last, tuple(others)), outcome)

    def _device_ended(self) -> tuple[ProgramStatus, Finding]:
        outcome = self._device.end()
        if outcome.ending in (Ending.TIME_LIMIT, Ending.MEMORY_LIMIT):
            status, finding = _endings(outcome.ending)
            if self._relay.coded and self._relay.launching and status == "time_limit":
                finding = words.hung(None)
            return status, replace(finding, line=self._relay.line)
        raise InfrastructureError(f"the device broke: {outcome.detail} {outcome.stderr[-2000:]}")

    def _made(self, ended: Ended, outcome: Outcome) -> ProgramReport:
        relay = self._relay
        findings = [*relay.findings, *ended.findings]
        if ended.error is not None:
            findings.append(ended.error)
        return ProgramReport(
            ended.status,
            ended.result,
            tuple(findings),
            tuple(relay.calls),
            outcome.stdout,
            ended.error,
            ended.arguments,
            self._device.card if isinstance(self._device, CardTalk) else None,
        )


def _kind(value: object) -> object:
    """What makes a compiler's kernel another one."""
    if isinstance(value, tuple):
        return tuple(map(_kind, value))
    one = Parameter.as_it_lies("", value)
    return str(one.dtype), one.ndim, one.layout


def _endings(how: Ending) -> tuple[ProgramStatus, Finding]:
    match how:
        case Ending.TIME_LIMIT:
            return "time_limit", words.no_time(None)
        case Ending.MEMORY_LIMIT:
            return "memory_limit", words.host_memory(None)
        case Ending.OUTPUT_LIMIT:
            return "output_limit", words.too_much_output()
    return "runtime_error", words.crashed()


def _asker(device: Talks) -> Callable[[Frame], Frame | None]:
    def ask(frame: Frame) -> Frame | None:
        device.say(frame)
        return device.hear()

    return ask


def _device(arch: str, bounds: ProgramLimits) -> dict[str, Plain]:
    """What a device process is told of its work. A launch has half of the time, so that it can say where it hangs."""
    return {"arch": arch, "steps": bounds.steps, "seconds": bounds.seconds / 2, "bytes": bounds.bytes}


def _limits(limits: ProgramLimits, address_bytes: int, cpu_share: float = 1.0, *, told: bool = False) -> Limits:
    return Limits(
        seconds=limits.seconds,
        cpu_seconds=math.ceil(cpu_share * limits.seconds),
        address_bytes=address_bytes,
        result_bytes=limits.traffic + limits.host_bytes + _HEADER,
        frame_bytes=limits.bytes + _HEADER,
        early_seconds=min(_EARLY_S, limits.seconds / 4) if told else 0.0,
    )
