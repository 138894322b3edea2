"""Films that are still to be drawn, a slice at a time, while no submission waits."""

from __future__ import annotations

import logging
from collections import deque

from app.domain.film import Film
from app.errors import StoreError
from app.store.attempts import AttemptStore
from app.worker.filming import Drawing

MOST = 40  # a class; each holds its pictures so far

log = logging.getLogger(__name__)


class Films:
    """One after the other, so that the first is there soon."""

    def __init__(self, attempts: AttemptStore) -> None:
        self._attempts = attempts
        self._waiting: deque[tuple[int, Drawing]] = deque()

    def add(self, attempt: int, drawing: Drawing) -> None:
        if len(self._waiting) >= MOST:
            log.warning("no film is drawn of attempt %d: too many wait", attempt)
            self._keep(attempt, None)
        else:
            self._waiting.append((attempt, drawing))

    def draw(self) -> bool:
        """A slice of a film, and whether there was one to be drawn."""
        if not self._waiting:
            return False
        attempt, drawing = self._waiting[0]
        try:
            next(drawing)
        except StopIteration as end:
            self._end(end.value)
        except Exception:  # an author's code and ours: the verdict stands
            log.exception("no film was drawn of attempt %d", attempt)
            self._end(None)
        return True

    def close(self) -> None:
        """Nothing more will be drawn."""
        while self._waiting:
            self._waiting[0][1].close()
            self._end(None)

    def _end(self, film: Film | None) -> None:
        self._keep(self._waiting.popleft()[0], film)

    def _keep(self, attempt: int, film: Film | None) -> None:
        try:
            self._attempts.keep_film(attempt, film)
        except StoreError as error:  # the verdict stands without it
            log.warning("no film was stored: %s", error)
