"""The heartbeat of one attempt, in a thread of its own while the attempt runs."""

from __future__ import annotations

import logging
import threading
from typing import Literal, Self

from app.errors import StoreError
from app.store.attempts import AttemptStore, Lease

log = logging.getLogger(__name__)


class Pulse:
    """A context in which a lease is kept. `state` is what the store last said of it."""

    def __init__(self, attempts: AttemptStore, lease: Lease, every_s: float) -> None:
        self.state: Literal["ok", "cancel", "lost"] = "ok"
        self._attempts = attempts
        self._lease = lease
        self._every_s = every_s
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        while self.state != "lost" and not self._over.wait(self._every_s):
            try:
                self.state = self._attempts.heartbeat(self._lease)
            except StoreError as error:  # the disk may have room again before the lease ends
                log.warning("no heartbeat: %s", error)
