"""Films that are still to be drawn, a slice at a time, while no submission waits."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from app.domain.film import Film
from app.errors import StoreError
from app.store.attempts import AttemptStore
from app.worker.filming import Drawing, Steps

MOST = 40  # a class; each holds its pictures so far
STEP_S = 1.0  # so often it is told how far the one that is drawn has come
ALIVE_S = 30.0  # and so often of each one that it still is to be drawn

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Waiting:
    attempt: int
    drawing: Drawing
    steps: Steps = (0, 0)


class Films:
    """One after the other, so that the first is there soon."""

    def __init__(self, attempts: AttemptStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._attempts = attempts
        self._clock = clock
        self._waiting: deque[_Waiting] = deque()
        self._step_due = self._alive_due = 0.0

    def add(self, attempt: int, drawing: Drawing) -> None:
        if len(self._waiting) >= MOST:
            log.warning("no film is drawn of attempt %d: too many wait", attempt)
            self._keep(attempt, None)
        else:
            self._waiting.append(_Waiting(attempt, drawing))

    def draw(self) -> bool:
        """A slice of a film, and whether there was one to be drawn."""
        if not self._waiting:
            return False
        first = self._waiting[0]
        try:
            first.steps = next(first.drawing)
            self._tell_step(first)
        except StopIteration as end:
            self._end(end.value)
        except Exception:  # an author's code and ours: the verdict stands
            log.exception("no film was drawn of attempt %d", first.attempt)
            self._end(None)
        return True

    def tell(self) -> None:
        """Now and then, that all of them are still to be drawn. Of what a killed worker had to draw, nobody tells."""
        if self._clock() >= self._alive_due:
            self._alive_due = self._clock() + ALIVE_S
            for waiting in self._waiting:
                self._tell(waiting)

    def close(self) -> None:
        """Nothing more will be drawn."""
        while self._waiting:
            self._waiting[0].drawing.close()
            self._end(None)

    def _tell_step(self, waiting: _Waiting) -> None:
        if self._clock() >= self._step_due:
            self._step_due = self._clock() + STEP_S
            self._tell(waiting)

    def _tell(self, waiting: _Waiting) -> None:
        try:
            self._attempts.tell_film(waiting.attempt, *waiting.steps)
        except StoreError as error:  # told again soon
            log.warning("how far a film has come was not stored: %s", error)

    def _end(self, film: Film | None) -> None:
        self._keep(self._waiting.popleft().attempt, film)

    def _keep(self, attempt: int, film: Film | None) -> None:
        try:
            self._attempts.keep_film(attempt, film)
        except StoreError as error:  # the verdict stands without it
            log.warning("no film was stored: %s", error)
