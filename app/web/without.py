"""Which layers of the sandbox are left out, here or by any worker: every page says so."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Lock

from app.config import LAYERS
from app.errors import StoreError
from app.store.walls import WallStore

_EVERY_S = 10.0


class Without:
    """Asked by every page, so that the store is asked now and then. What the settings say is always true."""

    def __init__(self, waived: Sequence[str], walls: WallStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._waived, self._walls, self._clock = frozenset(waived), walls, clock
        self._lock = Lock()
        self._next = clock()
        self._told: frozenset[str] = frozenset()

    def __call__(self) -> tuple[str, ...]:
        """The layers, in the order of LAYERS."""
        with self._lock:
            if self._clock() >= self._next:
                self._next = self._clock() + _EVERY_S
                self._told = self._asked()
            missing = self._waived | self._told
        return tuple(layer for layer in LAYERS if layer in missing)

    def _asked(self) -> frozenset[str]:
        try:
            walls = self._walls.seen()
        except StoreError:  # what was true ten seconds ago probably is
            return self._told
        return frozenset(row.layer for one in walls for row in one.layers if row.state == "left_out")
