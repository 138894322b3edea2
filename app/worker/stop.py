"""How a worker hears that it should stop: at once where it is idle, after some grace where it grades."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Literal, Self

SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Abandon(BaseException):
    """Leaves an attempt from within. No Exception, so that no code between catches it by accident."""

    def __init__(self, why: Literal["stop", "lost", "cancel"]) -> None:
        super().__init__(why)
        self.why = why


class StopSignals:
    """A context that turns SIGTERM and SIGINT into `on_stop()` and, `grace_s` later, into Abandon where one grades.

    The alarm raises in the main thread, which alone can unwind the grading and close its sandboxes.
    """

    def __init__(self, on_stop: Callable[[], None], grace_s: float) -> None:
        self.asked = False
        self._on_stop = on_stop
        self._grace_s = grace_s
        self._exposed = False
        self._overdue = False

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._ask) for number in SIGNALS}
        self._before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._alarm)
        return self

    def __exit__(self, *exc: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @contextmanager
    def exposed(self) -> Iterator[None]:
        """What runs here may be left by Abandon."""
        self._expose()
        try:
            yield
        finally:
            self._exposed = False

    @contextmanager
    def shielded(self) -> Iterator[None]:
        """Within `exposed`: what runs here is left only once it has ended, such as a write to the store."""
        self._exposed = False
        yield
        self._expose()

    def _expose(self) -> None:
        self._exposed = True
        if self._overdue:
            raise Abandon("stop")

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        if not self.asked:
            self.asked = True
            signal.setitimer(signal.ITIMER_REAL, self._grace_s)
            self._on_stop()

    def _alarm(self, _number: int, _frame: FrameType | None) -> None:
        self._overdue = True
        if self._exposed:
            raise Abandon("stop")
