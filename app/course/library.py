"""The course as it is now, for processes that live long."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from pathlib import Path

from app.course.loader import Reader, require_course
from app.course.models import Course
from app.course.proofs import Proofs
from app.logs import about

_LOOK_S = 1.0

log = logging.getLogger(__name__)


class Library:
    """Holds one course, and replaces it as a whole when something changed: new proofs, and for authors any file.

    Raises ConfigError where there is no course to read.
    """

    def __init__(self, root: Path, proofs: Proofs, *, preview: bool = False, look_s: float = _LOOK_S) -> None:
        require_course(root)
        self._proofs = proofs
        self._preview = preview
        self._look_s = look_s
        self._reader = Reader(root, proofs, preview=preview)
        self._lock = threading.Lock()
        self._state = self._seen()
        self._course = self._reader.read()
        self._next_look = time.monotonic() + look_s

    @property
    def course(self) -> Course:
        """The course, looked after at most once a second. Whoever comes while another one reads gets the last."""
        if time.monotonic() >= self._next_look and self._lock.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._next_look = time.monotonic() + self._look_s
                self._lock.release()
        return self._course

    @property
    def held(self) -> Course:
        """The course as it last was, without a look."""
        return self._course

    @property
    def revision(self) -> str:
        """Another one for another course, the same in every process."""
        return hashlib.sha256(repr(self._state).encode()).hexdigest()[:16]

    def _look(self) -> None:
        state = self._seen()
        if state == self._state:
            return
        before = set(self._course.faults)
        self._course = self._reader.read()
        self._state = state
        for fault in self._course.faults:
            if fault not in before:
                log.warning("left out: %s", fault, extra=about("withdrawn", place=fault.path))

    def _seen(self) -> object:
        return self._proofs.state(), self._reader.state() if self._preview else None
