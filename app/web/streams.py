"""When an open stream looks into the store."""

from __future__ import annotations

import math
import threading
import time

LOOK_S = 2.0  # so often without news, which may have been lost: nine hundred streams look 450 times a second


class Looks:
    """At news, now and then without any, and at once where the server stops."""

    def __init__(self, stopping: threading.Event, look_s: float = LOOK_S) -> None:
        self._stopping = stopping
        self._look_s = look_s
        self._due = -math.inf

    def due(self, *, heard: bool) -> bool:
        now = time.monotonic()
        if not (heard or now >= self._due or self._stopping.is_set()):
            return False
        self._due = now + self._look_s
        return True
