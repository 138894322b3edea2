"""Executors of one card that were killed: closed when they have ended, watched while they are still in the driver."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from app.devices.cards.executor import Executor, ExecutorError

LINGERS_S = 30.0  # for which one that does not end is no proof that its card is ill: others may keep the driver busy
_END_S = 1.0

log = logging.getLogger(__name__)


class Lingering:
    """One thread calls it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: list[tuple[Executor, float]] = []  # and since when

    def __bool__(self) -> bool:
        return bool(self._left)

    @property
    def ill(self) -> bool:
        """Whether there are too many, or one has been there for too long."""
        return len(self._left) > 1 or any(self._clock() - since > LINGERS_S for _, since in self._left)

    def end(self, executors: Sequence[Executor]) -> bool:
        """Kill and close these. Whether one of them stays."""
        before = len(self._left)
        for executor in executors:
            executor.kill()
        for executor in executors:
            if executor.ended(_END_S):
                executor.close()
            else:
                log.warning("GPU %d: process %d was killed and is still there", executor.index, executor.pid)
                self._left.append((executor, self._clock()))
        return len(self._left) > before

    def look(self) -> bool:
        """Close those that have ended by now, and say whether there was one."""
        gone = [executor for executor, _ in self._left if executor.ended()]
        self._left = [one for one in self._left if one[0] not in gone]
        for executor in gone:
            executor.close()
        return bool(gone)

    def close(self) -> None:
        """Give back what can be, of those too that do not end."""
        while self._left:
            with suppress(ExecutorError):
                self._left.pop()[0].close()
