"""The interpreter as a device: one sandboxed run for every launch."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Self

from app.devices import Argument, Launch, RunLimits, RunResult, interpreted
from app.errors import InfrastructureError
from app.protocol.compiled import Compiled
from app.sandbox import ALL_LAYERS, Ending, Layer, Limits, Outcome, Sandbox

CHILD = "app.devices.simt_child"
LIMITS = Limits(seconds=10.0, cpu_seconds=10, address_bytes=2 << 30, result_bytes=64 << 20)


class SimtDevice:
    """Runs a kernel's source on the interpreter with every check. Owns its sandbox."""

    name = "simt"

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    @classmethod
    def start(cls, *, spares: bool = False, layers: Iterable[Layer] = ALL_LAYERS) -> Self:
        """With a sandbox of its own, perhaps with `spares`. Raises SandboxError, MissingLayerError."""
        return cls(Sandbox(CHILD, limits=LIMITS, layers=layers, spares=spares))

    def run(self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits) -> RunResult:
        """Interpret one launch. The arguments' own arrays stay as they are. Raises InfrastructureError."""
        job = interpreted.job(compiled, launch, arguments, limits)
        outcome = self._sandbox.run(job, limits=_limits(arguments, launch, limits))
        return _result(outcome, compiled, launch, arguments)

    @contextmanager
    def begun(
        self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits
    ) -> Iterator[Callable[[], RunResult]]:
        """Begin one launch, and go on; no other is run until the block has ended.

        A result is given while its process is still ending. Leaving the block raises InfrastructureError where that
        ends badly after all.
        """
        job = interpreted.job(compiled, launch, arguments, limits)
        with self._sandbox.begun(job, limits=_limits(arguments, launch, limits)) as running:
            early: list[RunResult] = []

            def result() -> RunResult:
                answer = running.answer()
                if answer is None:
                    return _result(running.end(), compiled, launch, arguments)
                early.append(interpreted.result([answer], compiled.source, arguments, launch))
                return early[0]

            yield result
            if early and _result(running.end(), compiled, launch, arguments).status != early[0].status:
                raise InfrastructureError("the interpreter was ended after it had answered")

    def close(self) -> None:
        self._sandbox.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _result(outcome: Outcome, compiled: Compiled, launch: Launch, arguments: Sequence[Argument]) -> RunResult:
    match outcome.ending:
        case Ending.TIME_LIMIT:
            return interpreted.TIME_LIMIT
        case Ending.MEMORY_LIMIT:
            return interpreted.MEMORY_LIMIT
        case Ending.OK:
            return interpreted.result(outcome.frames, compiled.source, arguments, launch)
    raise InfrastructureError(f"the interpreter broke: {outcome.detail} {outcome.stderr[-2000:]}")


def _limits(arguments: Sequence[Argument], launch: Launch, limits: RunLimits) -> Limits:
    return Limits(
        seconds=limits.seconds,
        cpu_seconds=math.ceil(limits.seconds),
        address_bytes=limits.bytes,
        result_bytes=interpreted.result_bytes(arguments, launch),
    )
