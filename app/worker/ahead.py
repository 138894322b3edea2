"""The interpreter, begun with its heaviest case while the kernel is being compiled: the source is all that it runs.

What it says counts only once the source has compiled; where it does not, the launch is ended and nobody hears of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from app.devices import Argument, Interprets, Launch, RunLimits, RunResult
from app.protocol.compiled import Compiled
from app.worker.attempt import Attempt
from app.worker.references import Prepared


class Ahead:
    """A Device that has perhaps begun one launch. Leaving it ends what was begun and not asked for."""

    def __init__(self, device: Interprets) -> None:
        self.name = device.name
        self._device = device
        self._stack = ExitStack()
        self._launch: Launch | None = None
        self._end: Callable[[], RunResult] | None = None
        self._result: RunResult | None = None

    def begin(self, draft: Attempt, prepared: Prepared) -> None:
        """Begin a case, unless something is in the way of it whatever runs it. At most once."""
        if not draft.case(prepared)[1]:
            launch, arguments, limits = draft.asked(prepared)
            self._launch = launch
            self._end = self._stack.enter_context(self._device.begun(draft.compiled, launch, arguments, limits))

    def run(self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits) -> RunResult:
        """What was begun is waited for first: the interpreter has one launch at a time."""
        self.hear()
        if self._result is not None and launch == self._launch:
            return self._result
        self._stack.close()
        return self._device.run(compiled, launch, arguments, limits)

    def hear(self) -> None:
        """Wait for what comes of what was begun, if anything was. Raises InfrastructureError."""
        if self._end is not None:
            self._result, self._end = self._end(), None

    def close(self) -> None:
        self.__exit__(None, None, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """What breaks off an attempt breaks off what was begun, and how that would have ended does not hide it."""
        self._end = None
        self._stack.__exit__(kind, error, trace)
